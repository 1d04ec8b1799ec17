import { featureRows } from '../../../sw/extensions/ogc/contract/features.ts';
import type { OgcRow, OgcRows } from '../../../sw/extensions/ogc/contract/rows.ts';
import { wmsRows } from '../../../sw/extensions/ogc/contract/wms.ts';
import { wmtsRows } from '../../../sw/extensions/ogc/contract/wmts.ts';
import type { HttpOperation, HttpOperations } from '../../parts/extension.ts';

const ogcOperation = (group: string, below: string, row: OgcRow): HttpOperation => {
  const { f, ...parameters } = row.parameters;
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

/** Convert requests that differ by a parameter instead of the path. */
const byRequest = (group: 'wms' | 'wmts', below: string, rows: OgcRows) =>
  Object.entries(rows).map(([request, row]) => [
    `ogc:${group}-${request}`,
    { ...ogcOperation(group, below, row), query: { service: group.toUpperCase(), request } },
  ]);

/** All requests to the interfaces of the Open Geospatial Consortium. */
export const ogcOperations: HttpOperations = Object.fromEntries([
  ...byRequest('wms', 'MapServer/WMSServer', wmsRows),
  ...byRequest('wmts', 'MapServer/WMTS', wmtsRows),
  ...Object.entries(featureRows).map(([name, row]) => [
    `ogc:features-${name}`,
    ogcOperation('ogc-features', `OGCFeatureServer/${row.path}`, row),
  ]),
]);
