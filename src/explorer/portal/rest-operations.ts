import {
  choicesOf,
  formatsOf,
  type RestName,
  type RestParameter,
  type RestRow,
  restRows,
} from '../../../sw/extensions/rest/contract/index.ts';
import type { PortalParameter } from '../../../sw/portal/contract/index.ts';

/** Names of the REST interface in lists and links; without the prefix some would be those of other operations. */
export type RestOperationName = `rest:${RestName}`;

/** A resource or operation of the REST interface, as forms and lists show it. */
export interface RestOperationRow {
  readonly doc: string;
  readonly group: 'rest-catalogue' | 'rest-service' | 'rest-layer';
  /** With the service and the server among its names. */
  readonly path: string;
  readonly effect: 'read';
  readonly allow: 'anyone' | 'use';
  readonly parameters: Readonly<Record<string, PortalParameter>>;
  readonly bytes?: true | undefined;
  readonly formats: readonly string[];
  readonly servers: readonly string[];
  /** The only method, where there is one. */
  readonly method?: 'GET';
  /** Parameters that say which operation it is. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Kinds that take more than a line. */
const longKinds: ReadonlySet<string> = new Set(['json', 'layerTexts', 'geometry']);

function fieldOf(parameter: RestParameter): PortalParameter {
  const { kind, doc, required, minimum } = parameter;
  const choices = kind === 'choice' ? choicesOf(parameter) : undefined;
  const formKind = kind === 'boolean' || kind === 'integer' ? kind : longKinds.has(kind) ? 'text' : 'string';
  const standard = kind === 'boolean' ? parameter.default === 'true' : parameter.default;
  return {
    kind: formKind,
    doc,
    ...(required ? { required } : {}),
    ...(standard === undefined ? {} : { default: standard }),
    ...(choices ? { choices } : {}),
    ...(kind === 'integer' && minimum !== undefined ? { minimum } : {}),
  };
}

function operationOf(row: RestRow): RestOperationRow {
  const below = row.path === '' ? '' : `/${row.path}`;
  const given = Object.entries(row.parameters).filter(([, { kind }]) => kind !== 'unused');
  return {
    doc: row.doc,
    group: !row.servers ? 'rest-catalogue' : row.path.startsWith('{layer}') ? 'rest-layer' : 'rest-service',
    path: row.servers ? `rest/services/{service+}/{server}${below}` : `rest${below}`,
    effect: 'read',
    allow: row.servers ? 'use' : 'anyone',
    parameters: Object.fromEntries(given.map(([name, parameter]) => [name, fieldOf(parameter)])),
    bytes: row.bytes,
    formats: formatsOf(row),
    servers: Object.keys(row.servers ?? {}),
  };
}

/** Every resource and operation of the REST interface. */
export const restOperations = Object.fromEntries(
  Object.entries(restRows).map(([name, row]) => [`rest:${name}`, operationOf(row)]),
) as Readonly<Record<RestOperationName, RestOperationRow>>;
