import { operations as mapOperations } from '../../sw/contract/index.ts';
import type { Parameter, Parameters } from '../../sw/contract/parameter.ts';
import type { Right } from '../../sw/contract/routes.ts';
import { featureRows } from '../../sw/extensions/ogc/contract/features.ts';
import type { OgcRow, OgcRows } from '../../sw/extensions/ogc/contract/rows.ts';
import { wmsRows } from '../../sw/extensions/ogc/contract/wms.ts';
import { wmtsRows } from '../../sw/extensions/ogc/contract/wmts.ts';
import { type RestRow, formatsOf as restFormats, restRows } from '../../sw/extensions/rest/contract/index.ts';
import { vectorTilePaths } from '../../sw/extensions/vector-tiles/rows.ts';
import { type PortalOperationName, type PortalRule, portalOperations } from '../../sw/portal/contract/index.ts';
import { adminOperations } from './admin-operations.ts';

/** An operation that is sent as plain HTTP: of the portal, below `admin/`, or of an interface of the services. */
interface HttpOperation {
  /** One sentence for people. */
  readonly doc: string;
  readonly group: string;
  /** `{x}` takes one segment, `{x+}` all that remain. */
  readonly path: string;
  readonly effect: 'read' | 'write';
  readonly allow: PortalRule | Right;
  readonly parameters: Parameters<Parameter<string>>;
  /** The only method; else GET and POST for what reads, and POST for what writes. */
  readonly method?: string | undefined;
  /** What it is answered in; none when it answers a file or what the parameters say. */
  readonly formats?: readonly string[] | undefined;
  /** Parameters that say which operation it is. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Of the REST interface: where it is. */
  readonly servers?: readonly string[] | undefined;
  /** Below `admin/`: parameters in the body as JSON, or in the query; with `bytes`, the `file` is the body. */
  readonly body?: 'json' | 'bytes' | undefined;
  /** It may answer a file instead of JSON. */
  readonly bytes?: true | undefined;
  /** A read that answers a list: the member that holds it and the member of each entry that is its path segment. */
  readonly list?: { readonly member: string; readonly id: string } | undefined;
}

type Rows = Readonly<Record<string, HttpOperation>>;

const restOperation = (row: RestRow): HttpOperation => ({
  doc: row.doc,
  group: !row.servers ? 'rest-catalogue' : row.path.startsWith('{layer}') ? 'rest-layer' : 'rest-service',
  path: `rest${row.servers ? '/services/{service+}/{server}' : ''}/${row.path}`.replace(/\/$/, ''),
  effect: 'read',
  allow: row.servers ? 'use' : 'anyone',
  parameters: row.parameters,
  formats: restFormats(row),
  servers: Object.keys(row.servers ?? {}),
  bytes: row.bytes,
});

/** Every resource and operation of the REST interface; without the prefix some would have the names of other operations. */
const restOperations: Rows = Object.fromEntries(
  Object.entries(restRows).map(([name, row]) => [`rest:${name}`, restOperation(row)]),
);

const ogcOperation = (group: string, below: string, row: Pick<OgcRow, 'doc'> & Partial<OgcRow>): HttpOperation => {
  const { f, ...parameters } = row.parameters ?? {};
  return {
    doc: row.doc,
    group,
    path: `rest/services/{service+}/${below}`.replace(/\/$/, ''),
    effect: 'read',
    allow: 'use',
    parameters,
    formats: f?.choices ?? [],
    servers: [],
    method: 'GET',
  };
};

/** Requests that a parameter distinguishes instead of their path. */
const byRequest = (group: 'wms' | 'wmts', below: string, rows: OgcRows) =>
  Object.entries(rows).map(([request, row]) => [
    `ogc:${group}-${request}`,
    { ...ogcOperation(group, below, row), query: { service: group.toUpperCase(), request } },
  ]);

/** Every request to the interfaces of the Open Geospatial Consortium, and vector tiles. */
export const ogcOperations: Rows = Object.fromEntries([
  ...byRequest('wms', 'MapServer/WMSServer', wmsRows),
  ...byRequest('wmts', 'MapServer/WMTS', wmtsRows),
  ...Object.entries(featureRows).map(([name, row]) => [
    `ogc:features-${name}`,
    ogcOperation('ogc-features', `OGCFeatureServer/${row.path}`, row),
  ]),
  ...Object.entries(vectorTilePaths).map(([name, row]) => [
    `ogc:tiles-${name}`,
    ogcOperation('vector-tiles', `VectorTileServer/${row.path}`, { doc: row.doc }),
  ]),
]);

/** Every operation by the part of the list it is in. */
export const parts = {
  map: mapOperations,
  rest: restOperations,
  ogc: ogcOperations,
  admin: adminOperations as Rows,
  portal: portalOperations as Rows,
};

const httpOperations: Rows = { ...parts.portal, ...parts.admin, ...parts.rest, ...parts.ogc };
export const portalNames = Object.keys(portalOperations) as PortalOperationName[];

export const isHttpOperation = (name: string | undefined): name is string =>
  name !== undefined && Object.hasOwn(httpOperations, name);

/** The row of an operation that is no SOAP. */
export const httpRow = (name: string): HttpOperation => httpOperations[name]!;

export const isAdminOperation = (name: string): boolean => Object.hasOwn(adminOperations, name);

/** Operations on a service below `rest/`, of its own interface or of one of the Open Geospatial Consortium. */
export const isRestOperation = (name: string): boolean => /^(rest|ogc):/.test(name);

/** What is sent with the sign-ins of this page, and not with the token of one portal. */
export const isSentByPage = (name: string): boolean => isAdminOperation(name) || isRestOperation(name);

export const titleOf = (name: string): string => name.replace(/^(rest|ogc):/, '');

/** The names in the path of an operation, from left to right. */
export const pathNames = (operation: string): string[] =>
  Array.from(httpRow(operation).path.matchAll(/\{(\w+)\+?\}/g), ([, name]) => name!);
