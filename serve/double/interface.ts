import type { Fault } from '../../sw/contract/index.ts';
import { matchPath } from '../../sw/contract/match-path.ts';
import type { Match, RouteName } from '../../sw/contract/routes.ts';
import type { Given } from '../../sw/endpoints/given.ts';

/** How a client speaks to the server. */
export const faces = ['soap', 'rest', 'wms', 'wmts', 'features', 'tiles', 'portal', 'administration', 'page'] as const;
export type Face = (typeof faces)[number];

/** What is read of a request by the tables of its interface. */
export interface Part {
  /** Name in the interface; undefined when it has none. */
  readonly operation?: string | undefined;
  /** Operations of the contract that answer the same. */
  readonly operations?: readonly string[];
  /** Ids, or names, of the layers and tables that it names. */
  readonly layers?: readonly string[];
  readonly values?: Readonly<Record<string, unknown>>;
}

/** An interface of an extension, as the double reads and answers it. */
export interface Interface {
  /** Names of its operations. */
  readonly names: readonly string[];
  /** How its clients speak, by route. */
  readonly faces: Partial<Readonly<Record<RouteName, Face>>>;
  read(match: Match, below: readonly string[], given: Given): Part;
  /** A fault as its clients read it. */
  fault(face: Face, fault: Fault, request: Request, given: Given): Response | Promise<Response>;
}

interface PathRow {
  readonly path?: string;
  readonly operations?: readonly string[];
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** Read a request by the first row whose path it has. */
export function readPath(rows: Readonly<Record<string, PathRow>>, below: readonly string[], given: Given): Part {
  for (const [name, { path = '', operations = [], parameters = {} }] of Object.entries(rows)) {
    const found = matchPath(path, below);
    if (!found) continue;
    const layers = found.collectionId === undefined ? [] : [found.collectionId];
    return { operation: name, operations, layers, values: { ...found, ...named(Object.keys(parameters), given) } };
  }
  return {};
}

/** Ids in a number, a list of them, or a text such as `show:1,2` or `{"1":"…"}`. */
export function idsIn(value: unknown): string[] {
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'string') return [];
  const list = /^(?:\w+:)?(\d+(?:,\d+)*)$/.exec(value.trim())?.[1];
  if (list) return list.split(',');
  return [...value.matchAll(/(?:^|[{,;])\s*"?(\d+)"?\s*:/g)].map(([, id]) => id!);
}

/** The parameters of those names that are given. */
export const named = (names: readonly string[], given: Given): Record<string, string> =>
  namedWithAliases(
    names.map((name) => [name, []]),
    given,
  );

/** The parameters that are given, each by its own name or one of its aliases. */
export function namedWithAliases(
  rows: readonly (readonly [string, readonly string[] | undefined])[],
  given: Given,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, aliases = []] of rows) {
    const text = [name, ...aliases].map((one) => textOf(given, one)).find((one) => one !== undefined);
    if (text !== undefined) values[name] = text;
  }
  return values;
}

/** A parameter as text; undefined when it is absent or a file. */
export function textOf(given: Given, name: string): string | undefined {
  const value = given.get(name.toLowerCase());
  return typeof value === 'string' ? value : undefined;
}
