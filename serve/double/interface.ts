import type { Fault } from '../../sw/contract/index.ts';
import { matchPath } from '../../sw/contract/match-path.ts';
import type { Match, RouteName } from '../../sw/contract/routes.ts';
import type { Given } from '../../sw/endpoints/request-parameters.ts';

/** The protocols of clients. */
export const protocols = [
  'soap',
  'rest',
  'wms',
  'wmts',
  'features',
  'tiles',
  'portal',
  'administration',
  'page',
] as const;
export type Protocol = (typeof protocols)[number];

/** The parts of a request that its interface reads. */
export interface Part {
  /** Name of the operation in the interface; undefined if the request has none. */
  readonly operation?: string | undefined;
  /** Operations of the contract that give the same answer. */
  readonly operations?: readonly string[];
  /** IDs or names of the requested layers and tables. */
  readonly layers?: readonly string[];
  readonly values?: Readonly<Record<string, unknown>>;
}

/** The methods of an extension's interface that the test double uses. */
export interface Interface {
  /** Names of its operations. */
  readonly names: readonly string[];
  /** Protocol of each route. */
  readonly protocols: Partial<Readonly<Record<RouteName, Protocol>>>;
  read(match: Match, below: readonly string[], given: Given): Part;
  /** Return a fault in the form that clients of the interface expect. */
  fault(protocol: Protocol, fault: Fault, request: Request, given: Given): Response | Promise<Response>;
}

interface PathRow {
  readonly path?: string;
  readonly operations?: readonly string[];
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** Read a request with the first row that matches its path. */
export function readPath(
  rows: Readonly<Record<string, PathRow>>,
  below: readonly string[],
  requestParameters: Given,
): Part {
  for (const [name, { path = '', operations = [], parameters = {} }] of Object.entries(rows)) {
    const match = matchPath(path, below);
    if (!match) continue;
    const layers = match.collectionId === undefined ? [] : [match.collectionId];
    return {
      operation: name,
      operations,
      layers,
      values: { ...match, ...pickParameters(Object.keys(parameters), requestParameters) },
    };
  }
  return {};
}

/** List the IDs in a number, in a list, or in text such as `show:1,2` or `{"1":"…"}`. */
export function idsIn(value: unknown): string[] {
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'string') return [];
  const list = /^(?:\w+:)?(\d+(?:,\d+)*)$/.exec(value.trim())?.[1];
  if (list) return list.split(',');
  return [...value.matchAll(/(?:^|[{,;])\s*"?(\d+)"?\s*:/g)].map(([, id]) => id!);
}

/** Return the given parameters among `names`. */
export const pickParameters = (names: readonly string[], parameters: Given): Record<string, string> =>
  pickParametersWithAliases(
    names.map((name) => [name, []]),
    parameters,
  );

/** Return the given parameters, each by its name or one of its aliases. */
export function pickParametersWithAliases(
  rows: readonly (readonly [string, readonly string[] | undefined])[],
  requestParameters: Given,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, aliases = []] of rows) {
    const text = [name, ...aliases]
      .map((alias) => readParameterText(requestParameters, alias))
      .find((value) => value !== undefined);
    if (text !== undefined) values[name] = text;
  }
  return values;
}

/** Return a parameter as text; undefined if it is absent or a file. */
export function readParameterText(parameters: Given, name: string): string | undefined {
  const value = parameters.get(name.toLowerCase());
  return typeof value === 'string' ? value : undefined;
}
