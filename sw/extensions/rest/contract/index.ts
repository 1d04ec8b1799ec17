import type { ParameterKinds, ParameterValues } from '../../../contract/parameter.ts';
import { dynamicRows, layerRows } from './layer.ts';
import type { RestFormat, RestKinds, RestRow, RestServer } from './rows.ts';
import { catalogueRows, serviceRows } from './service.ts';

export type * from './rows.ts';

/** Every resource and operation of the REST interface. Other paths aren't answered. */
export const restRows = { ...catalogueRows, ...serviceRows, ...layerRows, ...dynamicRows } as const;

type Rows = typeof restRows;
export type RestName = keyof Rows;
export type CatalogueName = keyof typeof catalogueRows;
export type ServiceName = Exclude<RestName, CatalogueName>;

/** The parameters of a row after reading: `RestValues<'query'>`. */
export type RestValues<R extends RestName> = ParameterValues<Rows[R]['parameters'], ParameterKinds & RestKinds>;

/** A row and the path segments that fill its placeholders. */
export interface RestMatch {
  readonly name: RestName;
  readonly row: RestRow;
  readonly path: Readonly<Record<string, string>>;
}

const entries = Object.entries(restRows) as unknown as [RestName, RestRow][];

/**
 * Find the row of a path.
 *
 * @param below segments below `rest`, or below the service if there is a server
 * @returns undefined if no row has the path
 */
export function findRest(below: readonly string[], server?: RestServer): RestMatch | undefined {
  for (const [name, row] of entries) {
    if (server ? row.servers?.[server] === undefined : row.servers !== undefined) continue;
    const path = matchPath(row.path, below);
    if (path) return { name, row, path };
  }
  return undefined;
}

function matchPath(pattern: string, below: readonly string[]): Record<string, string> | undefined {
  const parts = pattern === '' ? [] : pattern.split('/');
  if (parts.length !== below.length) return undefined;
  const path: Record<string, string> = Object.create(null);
  for (const [index, part] of parts.entries()) {
    if (part === '{folder}') path.folder = below[index]!;
    else if (part.startsWith('{') && /^\d{1,10}$/.test(below[index]!)) path[part.slice(1, -1)] = below[index]!;
    else if (part !== below[index]) return undefined;
  }
  return path;
}

/** Return the formats of a row, the default for browsers first. Empty for rows that answer with bytes. */
export const listRestFormats = (row: RestRow): readonly RestFormat[] =>
  row.bytes ? [] : ['html', 'json', 'pjson', ...(row.formats ?? [])];

/** List the rows exactly one path segment below a row, for the links of its page. */
export function rowsBelow({ path }: RestRow, server?: RestServer): readonly (readonly [RestName, RestRow])[] {
  const depth = path === '' ? 0 : path.split('/').length;
  return entries.filter(([, row]) => {
    const isThere = server ? row.servers?.[server] !== undefined : row.servers === undefined;
    const below = row.path.split('/');
    return isThere && row.path !== '' && below.length === depth + 1 && below.slice(0, depth).join('/') === path;
  });
}
