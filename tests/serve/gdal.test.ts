import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, type TestContext, test } from 'vitest';

/* GDAL, which QGIS and many others read with, finds the services by REST and OGC interfaces. */

const url = inject('url');

/** What a program of GDAL prints, or skip the test where it is not installed. */
async function gdal(test: TestContext, program: string, ...parameters: string[]): Promise<string> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, parameters, { timeout: 30_000 });
    return stdout + stderr;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') test.skip(`${program} is not installed`);
    throw error;
  }
}

test.for([
  ['the REST interface', `ESRIJSON:${url}rest/services/parcels/FeatureServer/0/query?where=1%3D1&outFields=*&f=json`],
  ['OGC API Features', `OAPIF:${url}rest/services/parcels/OGCFeatureServer`],
] as const)('rows by %s', async ([, source], test) => {
  const said = await gdal(test, 'ogrinfo', '-ro', '-al', '-so', source);
  expect(said).toContain('Geometry: Polygon');
  expect(said).toContain('Feature Count: 40');
});

test('maps by WMS', async (test) => {
  const capabilities = 'SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities';
  const said = await gdal(test, 'gdalinfo', `WMS:${url}services/parcels/MapServer/WMSServer?${capabilities}`);
  const [, map] = /SUBDATASET_1_NAME=(.*)/.exec(said)!;
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-files-'));
  const picture = join(folder, 'map.tif');
  await gdal(test, 'gdal_translate', '-q', '-outsize', '100', '40', map!, picture);
  expect(await gdal(test, 'gdalinfo', '-checksum', picture)).toMatch(/Size is 100, 40[\s\S]*Checksum=[1-9]/);
  rmSync(folder, { recursive: true });
});
