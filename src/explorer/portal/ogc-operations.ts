import { featureRows } from '../../../sw/extensions/ogc/contract/features.ts';
import type { OgcParameter, OgcRow, OgcRows } from '../../../sw/extensions/ogc/contract/rows.ts';
import { wmsRows } from '../../../sw/extensions/ogc/contract/wms.ts';
import { wmtsRows } from '../../../sw/extensions/ogc/contract/wmts.ts';
import { vectorTilePaths } from '../../../sw/extensions/vector-tiles/rows.ts';
import type { PortalParameter } from '../../../sw/portal/contract/index.ts';
import type { RestOperationRow } from './rest-operations.ts';

type OgcGroup = 'wms' | 'wmts' | 'ogc-features' | 'vector-tiles';
/** Names in lists and links, such as `ogc:wms-GetMap`. */
export type OgcOperationName = `ogc:${string}`;

type OgcOperationRow = Omit<RestOperationRow, 'group'> & { readonly group: OgcGroup };

function fieldOf({ kind, doc, required, choices, minimum, ...parameter }: OgcParameter): PortalParameter {
  const isBoolean = kind === 'boolean';
  const standard = isBoolean ? parameter.default === 'true' : parameter.default;
  return {
    kind: isBoolean || kind === 'integer' ? kind : 'string',
    doc,
    ...(required ? { required } : {}),
    ...(standard === undefined ? {} : { default: standard }),
    ...(choices ? { choices } : {}),
    ...(minimum === undefined ? {} : { minimum }),
  };
}

const operationOf = (group: OgcGroup, below: string, row: Pick<OgcRow, 'doc'> & Partial<OgcRow>): OgcOperationRow => {
  const { f, ...parameters } = row.parameters ?? {};
  return {
    doc: row.doc,
    group,
    path: `rest/services/{service+}/${below}`.replace(/\/$/, ''),
    effect: 'read',
    allow: 'use',
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, fieldOf(one)])),
    formats: f?.choices ?? [],
    servers: [],
    method: 'GET',
  };
};

/** Requests that a parameter distinguishes instead of their path. */
const byRequest = (group: 'wms' | 'wmts', below: string, rows: OgcRows) =>
  Object.entries(rows).map(([request, row]) => [
    `ogc:${group}-${request}`,
    { ...operationOf(group, below, row), query: { service: group.toUpperCase(), request } },
  ]);

/** Every request to the interfaces of the Open Geospatial Consortium, and vector tiles. */
export const ogcOperations = Object.fromEntries([
  ...byRequest('wms', 'MapServer/WMSServer', wmsRows),
  ...byRequest('wmts', 'MapServer/WMTS', wmtsRows),
  ...Object.entries(featureRows).map(([name, row]) => [
    `ogc:features-${name}`,
    operationOf('ogc-features', `OGCFeatureServer/${row.path}`, row),
  ]),
  ...Object.entries(vectorTilePaths).map(([name, row]) => [
    `ogc:tiles-${name}`,
    operationOf('vector-tiles', `VectorTileServer/${row.path}`, { doc: row.doc }),
  ]),
]) as Readonly<Record<OgcOperationName, OgcOperationRow>>;
