import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import { origin, portalWorld } from '../portal/portal-world.ts';

const part = (name: string) => readFileSync(`tests/unit/geometry/grids/${name}`);
const { systems } = JSON.parse(part('points.json').toString()) as { systems: [[number, number, number, number]] };
const appFiles = async (path: RequestInfo | URL) => new Response(readFileSync(`public${path}`));

async function grids(context: Context, method: string, query = '', token = '', body?: Buffer) {
  const headers = token ? { authorization: `Bearer ${token}` } : ({} as Record<string, string>);
  const init = { method, headers, ...(body && { body: new Uint8Array(body) }) };
  const response = (await answer(context, new Request(`${origin}/admin/grids${query}`, init)))!;
  return (await response.json()) as { grids?: unknown; error?: { messageCode: string; message: string } };
}

/**
 * Return the pixel of the German system's point in an image of one centimeter per pixel. The image is centered on the
 * point that PROJ computes with the grid.
 */
async function readPixel(context: Context): Promise<[number, number]> {
  const [x, y, longitude, latitude] = systems[0];
  const [dx, dy] = [5 / 111_320 / Math.cos((latitude * Math.PI) / 180), 5 / 111_320];
  const system = (type: string, wkid: number) =>
    `<SpatialReference xsi:type="t:${type}"><WKID>${wkid}</WKID></SpatialReference>`;
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:gis:schemas/3.2.0"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Body><t:FromMapPoints><MapDescription><Name>Layers</Name
    ><MapArea xsi:type="t:MapExtent"><Extent xsi:type="t:EnvelopeN"><XMin>${longitude - dx}</XMin><YMin>${latitude - dy}</YMin
    ><XMax>${longitude + dx}</XMax><YMax>${latitude + dy}</YMax></Extent></MapArea><Rotation>0</Rotation>${system(
      'GeographicCoordinateSystem',
      4326,
    )}</MapDescription><MapImageDisplay><ImageHeight>1000</ImageHeight><ImageWidth>1000</ImageWidth><ImageDPI>96</ImageDPI
    ></MapImageDisplay><MapPoints xsi:type="t:MultipointN"><HasID>false</HasID><HasZ>false</HasZ><HasM>false</HasM
    ><PointArray><Point xsi:type="t:PointN"><X>${x}</X><Y>${y}</Y></Point></PointArray>${system(
      'ProjectedCoordinateSystem',
      31467,
    )}</MapPoints></t:FromMapPoints></s:Body></s:Envelope>`;
  const headers = { 'content-type': 'text/xml; charset=utf-8' };
  const url = `${origin}/services/World/MapServer`;
  const xml = await (await answer(context, new Request(url, { method: 'POST', headers, body })))!.text();
  const numbers = [...xml.matchAll(/<Int>(-?\d+)<\/Int>/g)].map(([, text]) => Number(text));
  if (numbers.length !== 2) throw new Error(xml);
  return numbers as [number, number];
}

const offMiddle = ([x, y]: readonly [number, number]): number => Math.hypot(x - 500, y - 500);

test('maps use a datum grid from when it is added until it is removed, also after a restart', async () => {
  const { context, databaseName, tokens } = await portalWorld({ fetch: appFiles as typeof fetch });
  const before = await readPixel(context);
  expect(offMiddle(before)).toBeGreaterThan(10);
  const storedGrids = [{ name: 'BETA2007.gsb', bytes: 2304 }];
  const added = await grids(context, 'POST', '?name=BETA2007.gsb', tokens.host, part('big-endian.gsb'));
  expect(added).toEqual({ grids: storedGrids });
  expect(offMiddle(await readPixel(context))).toBeLessThan(1.5);
  // The same grid, with other capitals in its name and another byte order.
  await grids(context, 'POST', '?name=beta2007.GSB', tokens.host, part('little-endian.gsb'));
  expect(await grids(context, 'GET')).toEqual({ grids: [{ name: 'beta2007.GSB', bytes: 2304 }] });
  const again = await portalWorld({ fetch: appFiles as typeof fetch, databaseName });
  expect(offMiddle(await readPixel(again.context))).toBeLessThan(1.5);
  expect(await grids(again.context, 'DELETE', '?name=BETA2007.gsb', again.tokens.host)).toEqual({ grids: [] });
  expect(await readPixel(again.context)).toEqual(before);
});

test('a backup carries the grids, and a reset takes them away', async () => {
  const { context, tokens } = await portalWorld({ fetch: appFiles as typeof fetch });
  await grids(context, 'POST', '?name=BETA2007.gsb', tokens.host, part('big-endian.gsb'));
  const admin = async (path: string, method: string, body?: ArrayBuffer) => {
    const headers = { authorization: `Bearer ${tokens.host}` };
    return (await answer(context, new Request(`${origin}/admin/${path}`, { method, headers, ...(body && { body }) })))!;
  };
  const backup = await (await admin('backup', 'GET')).arrayBuffer();
  expect((await admin('reset', 'POST')).status).toBe(200);
  expect(await context.store.setting('datum-grids')).toBeUndefined();
  await context.store.archive.replaceAll(
    await (await import('../../../sw/service/backup.ts')).readBackup(new Blob([backup]), context.yieldNow),
  );
  expect(offMiddle(await readPixel(context))).toBeLessThan(1.5);
  expect(await grids(context, 'GET')).toEqual({ grids: [{ name: 'BETA2007.gsb', bytes: 2304 }] });
});

test.each([
  ['?name=BETA2007.gsb', Buffer.from('no grid at all'), /^Grid BETA2007\.gsb, byte 0: expected a header of 176 bytes/],
  ['?name=BETA2007.gsb', part('big-endian.gsb').subarray(0, 1000), /^Grid BETA2007\.gsb, byte \d+: .*expected /],
  ['?name=other.gsb', part('big-endian.gsb'), /such as BETA2007\.gsb, found "other\.gsb"/],
  ['', part('big-endian.gsb'), /such as BETA2007\.gsb, found ""/],
])('%s with a file that is no use is refused, and the grids are as before', async (query, body, says) => {
  const { context, tokens } = await portalWorld({ fetch: appFiles as typeof fetch });
  const { error } = await grids(context, 'POST', query, tokens.host, body);
  expect(error?.messageCode).toBe('bad-value');
  expect(error?.message).toMatch(says);
  expect(await grids(context, 'GET')).toEqual({ grids: [] });
});
