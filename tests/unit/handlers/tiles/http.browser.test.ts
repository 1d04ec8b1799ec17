import { unzipSync } from 'fflate';
import { PMTiles } from 'pmtiles';
import { expect, test } from 'vitest';
import type { Context } from '../../../../sw/context.ts';
import { createCall } from '../../../../sw/handlers/call.ts';
import { readBundleIndex } from '../../../../sw/tiles/bundle.ts';
import { GetLayerTile } from '../../../../sw/tiles/operations/get-tile.ts';
import { act, finishJob, get, worldContext, worldService } from './world-context.ts';

const build = async (context: Parameters<typeof act>[0], body: Record<string, unknown>) =>
  finishJob(context, (await act(context, { action: 'build', ...body })).result.id);

const readBytes = async (response: Response) => new Uint8Array(await response.arrayBuffer());

test('tiles are answered over plain HTTP, by number and by file name', async () => {
  const context = await worldContext();
  await act(context, { action: 'settings', storage: 'compact', format: 'PNG8' });
  expect(await build(context, { levels: [0, 1, 2] })).toMatchObject({ status: 'done', tilesDone: 21 });
  const response = await get(context, 'services/World/MapServer/tile/2/1/3');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('cache-control')).toBe('private, max-age=3600');
  const etag = response.headers.get('etag')!;
  const bytes = await readBytes(response);
  const file = await get(context, 'cache/World/Countries/_alllayers/L02/R00000001/C00000003.png');
  expect(await readBytes(file)).toEqual(bytes);
  const again = await get(context, 'services/World/MapServer/tile/2/1/3', {
    headers: { 'if-none-match': `"x", W/${etag}` },
  });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
  const head = await get(context, 'services/World/MapServer/tile/2/1/3', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  await act(context, { action: 'settings', storage: 'compact', format: 'PNG8', clientCaching: false });
  expect((await get(context, 'services/World/MapServer/tile/2/1/3')).headers.get('cache-control')).toBe('no-store');
});

let ofLevel2: Promise<Context> | undefined;
/** A cache with the tiles of level 2, for read-only tests. */
const withLevel2 = () => {
  ofLevel2 ??= (async () => {
    const context = await worldContext();
    await act(context, { action: 'settings' });
    await build(context, { levels: [2] });
    return context;
  })();
  return ofLevel2;
};

test.each([
  ['services/World/MapServer/tile/2/4/0', 404],
  ['services/World/MapServer/tile/2/0/4', 404],
  ['services/World/MapServer/tile/3/0/0', 404],
  ['services/World/MapServer/tile/99/0/0', 404],
  ['services/World/MapServer/tile/2/-1/0', 404],
  ['services/World/MapServer/tile/2/1.5/0', 404],
  ['services/World/MapServer/tile/2/99999999999/0', 404],
  ['services/World/MapServer/tile/2/1/1?map=Names', 404],
  ['services/World/MapServer/tile/2/1/1?map=Nowhere', 400],
  ['services/Nowhere/MapServer/tile/2/1/1', 404],
  ['cache/World/Countries/_alllayers/L02/R00000001/C00000003.jpg', 404],
  ['cache/World/Countries/_alllayers/L2/R00000001/C00000003.png', 404],
  ['cache/World/Countries/Countries_seas/L02/R00000001/C00000003.png', 404],
])('%s is answered with %i', async (path, status) => {
  const response = await get(await withLevel2(), path);
  expect(response.status).toBe(status);
  expect((await response.json()).error.message.length).toBeGreaterThan(10);
});

test('on demand a missing tile is drawn with its neighbours and kept, once for all who ask', async () => {
  const context = await worldContext();
  await act(context, { action: 'settings', onDemand: true, storage: 'exploded', format: 'MIXED' });
  const ask = (row: number, col: number) => get(context, `services/World/MapServer/tile/4/${row}/${col}`);
  const answers = await Promise.all([ask(5, 5), ask(5, 6), ask(6, 5), ask(5, 5)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { caches } = await (await get(context, 'admin/caches/World')).json();
  expect(caches[0]).toMatchObject({ tiles: 64, isStale: false, isServing: true, version: 1 });
  const half = 20037508.342787;
  expect(caches[0].extent).toEqual([-half, -half, half, half]);
  expect((await ask(16, 0)).status).toBe(404);
});

test.each([
  ['MIXED', 'jpg', 'expected image/png like this tile of a MIXED cache, found "jpg".'],
  ['MIXED', 'gisImagePNG8', 'expected image/png like this tile of a MIXED cache, found "gisImagePNG8".'],
  ['MIXED', 'png32', undefined],
  ['MIXED', 'MIXED', undefined],
  ['PNG32', 'PNG8', 'expected PNG32, found "PNG8".'],
  ['PNG32', 'PNG32', undefined],
  ['PNG32', '.png', undefined],
])('a tile of %s asked for as %s is that, or a fault', async (format, Format, message) => {
  const context = await worldContext();
  await act(context, { action: 'settings', kind: 'layers', onDemand: true, format });
  const service = (await context.store.service('World'))!;
  const call = createCall(context, service, new AbortController().signal);
  // The north pole has only sea, which is transparent.
  const requested = GetLayerTile(call, { MapName: 'Countries', LayerID: 0, Level: 3, Row: 0, Column: 4, Format });
  if (message) await expect(requested).rejects.toThrow(`GetLayerTile.Format: ${message}`);
  else expect([...(await requested).Result!.subarray(1, 4)]).toEqual([...'PNG'].map((letter) => letter.charCodeAt(0)));
});

test('a cache by layer serves its layers, and a new version of the service makes it stale until it is built anew', async () => {
  const context = await worldContext();
  await act(context, { action: 'settings', kind: 'layers', format: 'JPEG', quality: 50, scheme: 'geographic' });
  await build(context, { levels: [0, 1] });
  const path = 'cache/World/Countries/Countries_seas/L01/R00000000/C00000001.jpg';
  const response = await get(context, path);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  const state = async () => (await (await get(context, 'admin/caches/World')).json()).caches[0];
  expect(await state()).toMatchObject({ isStale: false, tiles: 10 });
  const { definition, files } = await worldService('110m');
  await context.store.publish({ ...definition, credits: ['Anew.'] }, files);
  expect(await state()).toMatchObject({ isStale: true, version: 1, tiles: 10 });
  expect((await get(context, path)).status).toBe(200);
  await build(context, { levels: [0], overwrite: true });
  expect(await state()).toMatchObject({ isStale: true });
  await build(context, { levels: [0, 1], overwrite: true });
  expect(await state()).toMatchObject({ isStale: false, version: 2, tiles: 10 });
  await act(context, { action: 'delete' });
  expect((await (await get(context, 'admin/caches/World')).json()).caches).toEqual([]);
});

test('an estimate says tiles and bytes before anything is built', async () => {
  const context = await worldContext();
  await act(context, { action: 'settings' });
  const { result } = await act(context, { action: 'estimate', levels: [0, 1, 2, 3, 4] });
  expect(result.tiles).toBe(341);
  const job = await build(context, { levels: [0, 1, 2, 3, 4] });
  expect(result.bytes / job.bytesWritten).toBeGreaterThan(0.25);
  expect(result.bytes / job.bytesWritten).toBeLessThan(4);
  const area = {
    XMin: -10,
    YMin: 35,
    XMax: 30,
    YMax: 60,
    SpatialReference: { type: 'GeographicCoordinateSystem', WKID: 4326 },
  };
  expect((await act(context, { action: 'estimate', levels: [4], area })).result.tiles).toBe(9);
});

test('a cache goes out as bundles and as PMTiles, and comes in again', async () => {
  const context = await worldContext();
  for (const storage of ['exploded', 'compact']) {
    await act(context, { action: 'settings', storage });
    await build(context, { levels: [0, 1, 2, 3] });
    const tile = await readBytes(await get(context, 'services/World/MapServer/tile/3/2/4'));

    const zip = await (await get(context, 'admin/caches/World?export=compact')).blob();
    const entries = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.keys(entries)).toEqual([0, 1, 2, 3].map((level) => `_alllayers/L0${level}/R0000C0000.bundle`));
    const bundle = new Blob([entries['_alllayers/L03/R0000C0000.bundle'] as Uint8Array<ArrayBuffer>]);
    const { offsets, sizes } = await readBundleIndex(bundle);
    const position = 128 * 2 + 4;
    expect(
      await readBytes(new Response(bundle.slice(offsets[position]!, offsets[position]! + sizes[position]!))),
    ).toEqual(tile);

    const archive = await (await get(context, 'admin/caches/World?export=pmtiles')).blob();
    const judge = new PMTiles({
      getKey: () => 'memory',
      getBytes: async (offset, length) => ({ data: await archive.slice(offset, offset + length).arrayBuffer() }),
    });
    expect(await judge.getHeader()).toMatchObject({ numAddressedTiles: 85, minZoom: 0, maxZoom: 3, tileType: 2 });
    expect(new Uint8Array((await judge.getZxy(3, 4, 2))!.data)).toEqual(tile);

    for (const [format, body] of [
      ['compact', zip],
      ['pmtiles', archive],
    ] as const) {
      await act(context, { action: 'delete' });
      await act(context, { action: 'settings', storage });
      const came = await (await get(context, `admin/caches/World?import=${format}`, { method: 'POST', body })).json();
      expect(came).toMatchObject({ result: { tiles: 85 } });
      expect(came.state.caches[0]).toMatchObject({ tiles: 85, isServing: true, version: 1 });
      expect(await readBytes(await get(context, 'services/World/MapServer/tile/3/2/4'))).toEqual(tile);
    }
  }
}, 60_000);

test.each([
  [
    { action: 'settings', scheme: { wkid: 3857, origin: [0, 0], levels: [{ resolution: 0 }] } },
    'scheme.levels[0].resolution',
  ],
  [
    { action: 'settings', scheme: { wkid: 3857, origin: [0, 0], levels: [{ resolution: 1 }, { resolution: 2 }] } },
    'expected a number < 1, found 2',
  ],
  [
    {
      action: 'settings',
      scheme: {
        wkid: 3857,
        origin: [0, 0],
        levels: [
          { level: 3, resolution: 2 },
          { level: 1, resolution: 1 },
        ],
      },
    },
    'expected a number > 3',
  ],
  [{ action: 'settings', scheme: { wkid: 3857, origin: [0], levels: [] } }, 'scheme.origin'],
  [{ action: 'settings', scheme: 'mars' }, 'scheme: expected web-mercator, geographic or an object, found "mars".'],
  [{ action: 'settings', format: 'WEBP' }, 'format: expected one of PNG8, PNG24, PNG32, JPEG, MIXED, found "WEBP".'],
  [{ action: 'settings', quality: 0 }, 'quality: expected a number from 1 to 100, found 0.'],
  [{ action: 'settings', storage: 'tape' }, 'storage: expected one of'],
  [{ action: 'settings', map: 'Nowhere' }, 'Map "Nowhere" not found.'],
  [{ action: 'settings', kind: 'layers', layers: [7] }, 'Layer 7 not found'],
  [{ action: 'build', levels: [77] }, 'levels: expected one of 0, 1,'],
  [{ action: 'build', levels: [] }, 'levels: expected whole numbers'],
  [{ action: 'build', trees: [0] }, 'but none of layer 0'],
  [{ action: 'build', levels: [23] }, 'expected at most 1000000000 tiles'],
  [{ action: 'build', area: { XMin: 5, YMin: 0, XMax: 4, YMax: 1 } }, 'area: expected XMin ≤ XMax'],
  [
    { action: 'build', levels: [1], area: { XMin: 9e9, YMin: 0, XMax: 9.1e9, YMax: 1 } },
    'area: expected an area that overlaps the map, found no tiles.',
  ],
  [{ action: 'build', map: 'Names' }, 'Map "Names" has no cache.'],
  [{ action: 'pause' }, 'expected the status running, found done'],
  [{ action: 'explode' }, 'action: expected one of settings, estimate, build'],
  [{}, 'action: expected one of'],
  [{ action: 'build', level: [1] }, 'found "level".'],
  [{ action: 'build', overwrite: 'yes' }, 'overwrite: expected true or false, found "yes".'],
  [['build'], 'Body: expected an object with action, map,'],
])('%o is refused with a sentence, and the cache stays', async (body, message) => {
  const context = await worldContext();
  await act(context, { action: 'settings' });
  await build(context, { levels: [1] });
  const before = (await (await get(context, 'admin/caches/World')).json()).caches;
  const response = await get(context, 'admin/caches/World', { method: 'POST', body: JSON.stringify(body) });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect((await response.json()).error.message).toContain(message);
  expect((await (await get(context, 'admin/caches/World')).json()).caches).toEqual(before);
});

test.each([
  ['import=compact', 'no zip at all', 'expected files such as _alllayers/L00/R0000C0000.bundle, found nothing'],
  ['import=pmtiles', 'no archive at all', 'expected an archive of version 3'],
  ['import=tar', '', 'import: expected compact or pmtiles, found "tar".'],
  ['import=compact&map=Names', '', 'Map "Names" has no cache.'],
])('%s of something else is refused', async (query, body, message) => {
  const context = await worldContext();
  await act(context, { action: 'settings' });
  const response = await get(context, `admin/caches/World?${query}`, { method: 'POST', body });
  expect((await response.json()).error.message).toContain(message);
});
