import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { gdal } from './in-gdal.ts';

/* GDAL, which QGIS and many other programs use, reads the services through their REST and OGC interfaces. */

const url = inject('url');

test.for([
  ['the REST interface', `ESRIJSON:${url}rest/services/parcels/FeatureServer/0/query?where=1%3D1&outFields=*&f=json`],
  ['OGC API Features', `OAPIF:${url}rest/services/parcels/OGCFeatureServer`],
] as const)('rows by %s', async ([, source], test) => {
  const message = await gdal(test, 'ogrinfo', '-ro', '-al', '-so', source);
  expect(message).toContain('Geometry: Polygon');
  expect(message).toContain('Feature Count: 40');
});

test('maps by WMS', async (test) => {
  const capabilities = 'SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities';
  const message = await gdal(test, 'gdalinfo', `WMS:${url}services/parcels/MapServer/WMSServer?${capabilities}`);
  const [, map] = /SUBDATASET_1_NAME=(.*)/.exec(message)!;
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-files-'));
  const image = join(folder, 'map.tif');
  await gdal(test, 'gdal_translate', '-q', '-outsize', '100', '40', map!, image);
  expect(await gdal(test, 'gdalinfo', '-checksum', image)).toMatch(/Size is 100, 40[\s\S]*Checksum=[1-9]/);
  rmSync(folder, { recursive: true });
});

test('maps by the REST interface', async (test) => {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-files-'));
  const description = join(folder, 'map.xml');
  writeFileSync(
    description,
    `<GDAL_WMS>
      <Service name="AGS"><ServerUrl>${url}rest/services/parcels/MapServer</ServerUrl><SRS>4326</SRS><ImageFormat>png32</ImageFormat></Service>
      <DataWindow><UpperLeftX>0</UpperLeftX><UpperLeftY>4</UpperLeftY><LowerRightX>10</LowerRightX><LowerRightY>0</LowerRightY>
      <SizeX>1000</SizeX><SizeY>400</SizeY></DataWindow><BandsCount>4</BandsCount></GDAL_WMS>`,
  );
  const image = join(folder, 'map.tif');
  await gdal(test, 'gdal_translate', '-q', '-outsize', '100', '40', description, image);
  expect(await gdal(test, 'gdalinfo', '-checksum', image)).toMatch(/Size is 100, 40[\s\S]*Checksum=[1-9]/);
  // The service identifies the features at a pixel
  const message = await gdal(test, 'gdallocationinfo', '-xml', '-wgs84', description, '2.5', '1.5');
  expect(message).toContain('P12');
  rmSync(folder, { recursive: true });
});
