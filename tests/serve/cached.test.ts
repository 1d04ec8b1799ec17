import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gdal } from './in-gdal.ts';
import { readInQgis } from './in-qgis.ts';
import { runSoapstone } from './run-soapstone.ts';
import { signIn } from './sign-in.ts';

/* One program builds the tiles of a cache, and other programs read them. */

const account = { name: 'builder', password: 'a long password' };
const running = runSoapstone(['serve', '--user', `${account.name}:${account.password}:administrator`]);
let url: string;

/** Sign in like a program and build levels of a cache. */
async function makeCache(levels: readonly number[], scheme: string, service: string): Promise<void> {
  const headers = { authorization: `Bearer ${await signIn(url, account)}` };
  const caches = `${url}admin/caches/${service}`;
  const act = async (body: object) => {
    const response = await fetch(caches, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([response.status, await response.text()]).toEqual([200, expect.anything()]);
  };
  await act({ action: 'settings', scheme });
  await act({ action: 'build', levels });
  for (;;) {
    const [{ job }] = ((await (await fetch(caches)).json()) as { caches: [{ job: { id: string; status: string } }] })
      .caches;
    if (job.status !== 'running') return expect(job.status).toBe('done');
    await fetch(`${caches}/jobs/${job.id}/run`, { method: 'POST', headers });
  }
}

beforeAll(async () => {
  url = await running.url;
  await makeCache([0, 1], 'web-mercator', 'Earth');
  // QGIS expects the tile levels in the map's CRS, so use a scheme in that CRS.
  await makeCache([0, 1, 2], 'geographic', 'World');
}, 120_000);
afterAll(() => running.stop());

test('a tile that a program has already is not sent again', async () => {
  const address = `${url}rest/services/Earth/MapServer/tile/0/0/0`;
  const tile = await fetch(address);
  const etag = tile.headers.get('etag')!;
  expect([tile.status, (await tile.arrayBuffer()).byteLength > 100]).toEqual([200, true]);

  const again = await fetch(address, { headers: { 'if-none-match': etag } });
  expect([again.status, (await again.arrayBuffer()).byteLength, again.headers.get('etag')]).toEqual([304, 0, etag]);
  const other = await fetch(address, { headers: { 'if-none-match': '"another"' } });
  expect([other.status, other.headers.get('etag')]).toEqual([200, etag]);
  await other.arrayBuffer();
});

test.for([
  ['WMTS', 'WMTS:URL/WMTS/1.0.0/WMTSCapabilities.xml'],
  ['the REST interface', 'URL?f=json&pretty=true'],
] as const)('GDAL reads the tiles of a cache by %s', async ([, source], test) => {
  const name = source.replace('URL', `${url}rest/services/Earth/MapServer`);
  expect(await gdal(test, 'gdalinfo', name)).toContain('ID["EPSG",3857]');
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-files-'));
  const image = join(folder, 'earth.tif');
  await gdal(test, 'gdal_translate', '-q', '-outsize', '256', '256', name, image);
  const colorAt = async (...at: [longitude: string, latitude: string]) =>
    (await gdal(test, 'gdallocationinfo', '-valonly', '-wgs84', image, ...at)).trim().split(/\s+/).map(Number);
  const [sahara, ocean] = [await colorAt('25', '23'), await colorAt('-140', '0')];
  expect(sahara[0]).toBeGreaterThan(sahara[2]! + 20);
  expect(ocean[2]).toBeGreaterThan(ocean[0]! + 20);
  rmSync(folder, { recursive: true });
});

test('QGIS draws the tiles of a cache', (test) => {
  const services = `${url}rest/services`;
  const [tiled, wmts] = readInQgis(test, [
    ['raster', 'arcgismapserver', `crs='EPSG:4326' format='PNG32' layer='' url='${services}/World/MapServer'`],
    [
      'raster',
      'wms',
      `url=${services}/Earth/MapServer/WMTS/1.0.0/WMTSCapabilities.xml&layers=Earth&styles=default&format=image/png&crs=EPSG:3857&tileMatrixSet=default028mm`,
    ],
  ]);
  // QGIS also requests rows outside the world, and reports that there are none.
  expect(tiled).toMatchObject({ crs: 'EPSG:4326' });
  expect(tiled!.painted).toBeGreaterThan(0.3);
  expect(wmts).toMatchObject({ crs: 'EPSG:3857', errors: [] });
  // The world is a square in the image.
  expect(wmts!.painted).toBeGreaterThan(0.6);
});
