import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeRemote, describeTiles } from '../../../../src/extensions/remote/import/describe-remote.ts';
import { makeRemote } from '../../../../src/extensions/remote/import/make-remote.ts';
import { answer } from '../../../../sw/answer.ts';
import type { Context } from '../../../../sw/context.ts';
import type { Fault } from '../../../../sw/contract/index.ts';
import { identifySource } from '../../../../sw/extensions/remote/identify-source.ts';
import { readFile } from '../../../../sw/formats/read-file.ts';
import { sourceAddress } from '../../../../sw/formats/reading/source-address.ts';
import { unpackService } from '../../../../sw/service/package.ts';
import type { DecodeImage } from '../../../../sw/service/raster-source.ts';
import { askRest, restJson } from '../../../contract/rest/ask-rest.ts';
import { type RangeServer, startRangeServer } from '../../../range-server.ts';
import { administrator } from '../../portal/administrator.ts';
import { giantTileColor, writeGiantTiles, written } from './giant-tiles.ts';
import { remoteContext } from './remote-context.ts';

const decodeImage: DecodeImage = async (image) => {
  const bytes = Buffer.from(await image.arrayBuffer());
  const { width, height, data } = bytes[0] === 0xff ? jpeg.decode(bytes) : PNG.sync.read(bytes);
  return { widthPx: width, heightPx: height, rgba: new Uint8ClampedArray(data) };
};

const folder = mkdtempSync(join(tmpdir(), 'tiles-'));
const path = join(folder, 'giant.pmtiles');
let server: RangeServer;
let address: string;
beforeAll(async () => {
  expect(writeGiantTiles(path).sizeBytes).toBeGreaterThan(10e9);
  server = await startRangeServer({ 'giant.pmtiles': path });
  address = `${server.origin}/giant.pmtiles`;
  // The first image loads the drawing code, which takes longer here than a request's timeout.
  const world = { f: 'image', bboxSR: 4326, bbox: '-180,-85,180,85', format: 'png32' };
  await askRest(await publish(), 'services/Giant/MapServer/export', world);
}, 60_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

const describeSource = async (position = address) =>
  describeTiles(await identifySource(sourceAddress(position), { fetchRemote: fetch }), decodeImage);

/** Publish the archive like the page does, with its map's cache. */
async function publish(): Promise<Context> {
  const context: Context = { ...(await remoteContext()), decodeImage };
  const actual = await describeSource();
  const { definition, files } = await unpackService(
    makeRemote(actual, { name: 'Giant', title: 'Giant', description: '' }),
  );
  await context.store.publish(definition, files);
  await context.store.tiles.setCache(
    'Giant',
    definition.maps[0]!.Name,
    {
      ...{ kind: 'fused', layers: [-1], scheme: actual.scheme!, format: 'MIXED', quality: 75, storage: 'compact' },
      ...{ onDemand: true, clientCaching: true },
    },
    'cache',
  );
  return context;
}

let context: Context;
beforeEach(async () => {
  server.fault = undefined;
  server.etag = '"one"';
  context = await publish();
  server.reset();
});

const service = 'services/Giant/MapServer';
const half = 20037508.342787;
const tileWidth = (2 * half) / 2 ** written.level;
const tileCorner = (col: number, row: number): [number, number] => [-half + col * tileWidth, half - row * tileWidth];

/** Return the colors at the corners and the center of an image over tiles of the finest level. */
async function image(col: number, row: number, cols: number, rows: number) {
  const [[west, north], [east, south]] = [tileCorner(col, row), tileCorner(col + cols, row + rows)];
  const response = await askRest(context, `${service}/export`, {
    ...{ f: 'image', format: 'png32', bboxSR: 3857, imageSR: 3857, bbox: [west, south, east, north].join() },
    size: `${cols * 256},${rows * 256}`,
  });
  expect(response.headers.get('content-type')).toBe('image/png');
  const { width, data } = PNG.sync.read(Buffer.from(await response.arrayBuffer()));
  return (x: number, y: number) => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)];
}

test('of 10 GB the first picture and a pan read what they show', async () => {
  const { first } = written;
  const pixel = await image(first + 10.5, first + 10.25, 4, 3);
  for (const [x, y] of [
    [0, 0],
    [1023, 0],
    [511, 400],
    [1023, 767],
  ] as const)
    expect(pixel(x, y)).toEqual([
      ...giantTileColor(written.level, Math.floor(first + 10.25 + y / 256), Math.floor(first + 10.5 + x / 256)),
    ]);
  expect(server.ranges.length).toBeLessThanOrEqual(20);
  expect(server.sentBytes).toBeLessThan(5e6);
  server.reset();
  await image(first + 11.5, first + 10.25, 4, 3);
  expect(server.ranges.length).toBeLessThanOrEqual(6);
  server.reset();
  await image(first + 11.5, first + 10.25, 4, 3);
  expect(server.ranges).toEqual([]);
  // The whole world, from its coarsest tiles
  const world = await askRest(context, `${service}/export`, {
    ...{ f: 'image', bboxSR: 3857, bbox: `${-half},${-half},${half},${half}`, size: '512,512', format: 'png32' },
  });
  expect(world.status).toBe(200);
  expect(server.ranges.length).toBeLessThanOrEqual(3);
});

test('tiles are those of the archive, byte for byte, one request for several', async () => {
  const [level, row, col] = [written.level, written.first + 20, written.first + 6];
  const tiles = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      askRest(context, `${service}/tile/${level}/${row + (i >> 2)}/${col + (i % 4)}`),
    ),
  );
  for (const [i, tile] of tiles.entries()) {
    const bytes = Buffer.from(await tile.arrayBuffer());
    expect(bytes).toHaveLength(30_000);
    expect([...PNG.sync.read(bytes).data.subarray(0, 3)]).toEqual([
      ...giantTileColor(level, row + (i >> 2), col + (i % 4)),
    ]);
  }
  expect(server.ranges.length).toBeLessThanOrEqual(20);
  expect(server.sentBytes).toBeLessThan(5e6);
});

test('tiles are described and answered by all interfaces', async () => {
  const info = await restJson(context, service);
  expect(info).toMatchObject({ singleFusedMapCache: true, tileInfo: { rows: 256, cols: 256 } });
  expect(info.tileInfo.lods.map(({ level }: { level: number }) => level)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(info.copyrightText).toContain('Nobody');
  expect(await restJson(context, `${service}/tilemap/${written.level}/510/510/4/4`)).toMatchObject({
    data: [1, 1, 0, 0, 1, 1, 0, 0, ...Array(8).fill(0)],
  });
  const tile = new Uint8Array(await (await askRest(context, `${service}/tile/3/2/1`)).arrayBuffer());
  const wmts = await askRest(context, `${service}/WMTS/tile/1.0.0/Giant/default/default028mm/3/2/1.jpg`);
  expect(wmts.status).toBe(200);
  expect(new Uint8Array(await wmts.arrayBuffer())).toEqual(tile);
  expect((await askRest(context, `${service}/tile/9/512/1`, { blankTile: false })).status).toBe(404);
});

test('an archive that begins with fine levels is shown where its tiles are', async () => {
  // Made by GDAL: levels 5 and 6 of a part of the world, with a header that doesn't say which part.
  const others = await startRangeServer({ 'jpeg.pmtiles': 'tests/unit/formats/files/tiles/jpeg.pmtiles' });
  const actual = await describeSource(`${others.origin}/jpeg.pmtiles`);
  await others.stop();
  const bytes = new Uint8Array(readFileSync('tests/unit/formats/files/tiles/jpeg.pmtiles'));
  const copy = await readFile({ name: 'jpeg.pmtiles', bytes }, undefined, undefined, decodeImage);
  const { extent, pyramid } = copy.rasters![0]!;
  expect(actual.scheme).toEqual(pyramid!.scheme);
  // The copy knows the tiles of all levels, so its extent is at most that of the finest level's tiles.
  const width = (2 * half) / 2 ** 5;
  actual.extent.forEach((side, i) => {
    expect(side).toBeCloseTo([0, half - 11 * width, 2 * width, half - 10 * width][i]!, 4);
  });
  expect(actual.extent[0] <= extent[0] && actual.extent[2] >= extent[2]).toBe(true);
  expect(actual.extent[1] <= extent[1] + 1e-6 && actual.extent[3] >= extent[3] - 1e-6).toBe(true);
  expect(actual.maxWidth).toBeUndefined();
});

test('an archive whose coarsest level is more than an image reads is drawn from a scale on', async () => {
  const file = openSync(path, 'r+');
  const change = (level: number, longitude: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(longitude * 1e7);
    writeSync(file, Buffer.of(level), 0, 1, 100);
    writeSync(file, bytes, 0, 4, 119);
  };
  change(7, 11);
  const actual = await describeSource().finally(() => change(0, 0));
  closeSync(file);
  const resolution = (2 * half) / 2 ** 7 / 256;
  expect(actual.maxWidth! / (2 * 1024 * resolution)).toBeCloseTo(1, 6);
  expect(actual.center![0]).toBeCloseTo((11 / 180) * half, 3);
  expect(actual.manifest.levels.map(({ widthPx }) => widthPx)).toEqual([131_072, 65_536, 32_768]);
  const { definition } = await unpackService(makeRemote(actual, { name: 'Fine', title: 'Fine', description: '' }));
  const [map] = definition.maps;
  expect(map!.layers[0]!.MinScale).toBeGreaterThan(9e6);
  expect((map!.extent[0] + map!.extent[2]) / 2).toBeCloseTo((11 / 180) * half, 3);
});

test('tiles of two contents are never mixed', async () => {
  server.etag = '"two"';
  const tile = await restJson(context, `${service}/tile/9/300/300`);
  expect(tile.error.message).toContain('/giant.pmtiles: the file has changed');
});

test.each([
  ['no-ranges', 'ignores range requests'],
  ['forbidden', 'Check whether the address has expired'],
  ['cut-off', 'cut off'],
  ['dead', "can't be reached"],
] as const)('a server that goes wrong (%s) is named with the reason', async (fault, reason) => {
  server.fault = fault;
  const host = new URL(server.origin).host;
  expect((await restJson(context, `${service}/tile/9/300/300`)).error.message).toMatch(`${host}/giant.pmtiles`);
  const image = await restJson(context, `${service}/export`, { bbox: '0,0,1000,1000', bboxSR: 3857 });
  expect(image.error.message).toContain(reason);
});

test('what is no archive of pictures is refused with the reason', async () => {
  const files: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
    'other.pmtiles': (bytes) => bytes.fill('x', 0, 7),
    'gzip.pmtiles': (bytes) => bytes.fill(0x1f, 0, 1).fill(0x8b, 1, 2),
    'vector.pmtiles': (bytes) => bytes.fill(1, 99, 100),
    'root.pmtiles': (bytes) => bytes.fill(0xff, 127, 300),
  };
  const results: string[] = [];
  const head = Buffer.alloc(2_000_000);
  const file = openSync(path, 'r');
  readSync(file, head, 0, head.length, 0);
  closeSync(file);
  const paths: Record<string, string> = { 'short.pmtiles': join(folder, 'short.pmtiles') };
  writeFileSync(paths['short.pmtiles']!, head.subarray(0, 1_000_000));
  for (const [name, change] of Object.entries(files)) {
    paths[name] = join(folder, name);
    writeFileSync(paths[name]!, change(Buffer.from(head)));
  }
  const others = await startRangeServer(paths);
  for (const name of Object.keys(paths))
    await describeRemote(sourceAddress(`${others.origin}/${name}`), { fetchRemote: fetch }).catch((error: Fault) =>
      results.push(`${error.detail.reason}: ${error.message}`),
    );
  await others.stop();
  expect(results).toEqual(
    [
      /^damaged: .*expected at least \d+ bytes, found \d+/,
      /^format: .*other\.pmtiles: expected .*PMTiles, found a file that begins with "xxxxxxx"/,
      /^compressed: /,
      /^vector-tiles: .*vector\.pmtiles: expected image tiles/,
      /^damaged: .*: a directory can't be read/,
    ].map((message) => expect.stringMatching(message)),
  );
});

test('nothing of an archive stays when its service goes', async () => {
  await image(written.first + 10.5, written.first + 10.25, 1, 1);
  const files = await context.store.remoteFiles();
  expect((await files.use(address)).bytes).toBeGreaterThan(0);
  const init = { method: 'DELETE', headers: await administrator(context) };
  const removed = await answer(context, new Request(`${context.origin}/admin/services/Giant`, init));
  expect(await removed!.json()).toMatchObject({ success: true, removed: true });
  expect((await files.use(address)).bytes).toBe(0);
});
