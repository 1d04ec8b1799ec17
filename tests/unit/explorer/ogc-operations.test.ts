import { expect, test } from 'vitest';
import { ogcOperations as standards } from '../../../src/extensions/ogc/operations.ts';
import { tileOperations } from '../../../src/extensions/vector-tiles/operations.ts';
import { findRoute } from '../../../sw/contract/routes.ts';
import { featureRows } from '../../../sw/extensions/ogc/contract/features.ts';
import { wmsRows } from '../../../sw/extensions/ogc/contract/wms.ts';
import { wmtsRows } from '../../../sw/extensions/ogc/contract/wmts.ts';
import { vectorTilePaths } from '../../../sw/extensions/vector-tiles/rows.ts';

const ogcOperations = { ...standards, ...tileOperations };

test('every request of OGC and vector tiles is an operation of the explorer, at an address of its interface', () => {
  const tables = { wms: wmsRows, wmts: wmtsRows, features: featureRows, tiles: vectorTilePaths };
  const names = Object.entries(tables).flatMap(([group, rows]) =>
    Object.keys(rows).map((name) => `ogc:${group}-${name}`),
  );
  expect(Object.keys(ogcOperations)).toEqual(names);
  for (const [name, { group, path, query, parameters }] of Object.entries(ogcOperations)) {
    const address = path.replace('{service+}', 'World').replaceAll(/\{\w+\}/g, '0');
    expect(findRoute('/', `/${address}`)?.route, name).toBe(group);
    // Parameters that identify the operation aren't in the form.
    for (const key of Object.keys(query ?? {})) expect(parameters, name).not.toHaveProperty(key);
  }
  expect(ogcOperations['ogc:wms-GetMap']).toMatchObject({
    query: { service: 'WMS', request: 'GetMap' },
    parameters: { layers: { required: true }, transparent: { kind: 'boolean', default: 'false' } },
    formats: [],
  });
  expect(ogcOperations['ogc:features-items']).toMatchObject({ formats: ['json', 'geojson', 'html'] });
});
