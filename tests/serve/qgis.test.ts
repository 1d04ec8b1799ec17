import { expect, inject, test } from 'vitest';
import { readInQgis } from './in-qgis.ts';

/* QGIS reads rows, images and tiles of a service that the command has published. */

const url = inject('url');
const rest = `${url}rest/services/parcels`;

test('QGIS reads rows by the REST interface and OGC API Features', (test) => {
  const read = readInQgis(test, [
    ['rows', 'arcgisfeatureserver', `crs='EPSG:4326' url='${rest}/FeatureServer/0'`],
    ['rows', 'arcgisfeatureserver', `crs='EPSG:4326' url='${rest}/MapServer/0'`],
    ['rows', 'OAPIF', `url='${rest}/OGCFeatureServer' typename='0'`],
  ]);
  expect(read).toHaveLength(3);
  for (const rows of read) {
    expect(rows).toMatchObject({ count: 40, all: 40, named: ['P7'] });
    expect(rows.fields).toEqual(expect.arrayContaining(['OBJECTID', 'PARCEL_ID', 'AREA', 'USE', 'BUILT']));
    expect(rows.extent).toEqual([0, 0, 10, 4]);
    expect(rows.within).toEqual(['P0', 'P1', 'P10', 'P11']);
  }
});

test('QGIS draws pictures and vector tiles, and asks what is at a point', (test) => {
  const capabilities = `${rest}/MapServer/WMSServer`;
  const [layer, whole, wms, tiles] = readInQgis(test, [
    ['raster', 'arcgismapserver', `crs='EPSG:4326' format='PNG32' layer='0' url='${rest}/MapServer'`],
    ['raster', 'arcgismapserver', `crs='EPSG:4326' format='PNG32' layer='' url='${rest}/MapServer'`],
    ['raster', 'wms', `url=${capabilities}&layers=parcels&styles=&format=image/png&crs=EPSG:4326`],
    [
      'tiles',
      'vectortile',
      `type=xyz&url=${rest}/VectorTileServer/tile/{z}/{y}/{x}.pbf&zmin=0&zmax=14&styleUrl=${rest}/VectorTileServer/resources/styles/root.json`,
    ],
  ]);
  for (const map of [layer!, whole!]) {
    expect(map).toMatchObject({ crs: 'EPSG:4326', errors: [] });
    expect(map.found).toHaveLength(1);
    expect(map.found[0]).toContain('P0');
  }
  expect(wms).toMatchObject({ crs: 'EPSG:4326', errors: [] });
  expect(tiles).toMatchObject({ style: true, errors: [] });
  for (const map of [layer!, whole!, wms!, tiles!]) expect(map.painted).toBeGreaterThan(0.05);
});
