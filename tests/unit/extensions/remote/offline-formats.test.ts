import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answer } from '../../../../sw/answer.ts';
import type { Context } from '../../../../sw/context.ts';
import type { DecodeImage } from '../../../../sw/service/raster-source.ts';
import type { FetchRemote } from '../../../../sw/store/open-store.ts';
import { askRest, type Json } from '../../../contract/rest/ask-rest.ts';
import { type RangeServer, startRangeServer } from '../../../range-server.ts';
import { point } from '../../formats/geopackage/make-geopackage.ts';
import { administrator } from '../../portal/administrator.ts';
import { giant, writeGiantTiff } from './giant-tiff.ts';
import { writeGiantTiles, written } from './giant-tiles.ts';
import { publishRemote, remoteContext } from './remote-context.ts';

type Box = readonly [number, number, number, number];

const decodeImage: DecodeImage = async (image) => {
  const { width, height, data } = PNG.sync.read(Buffer.from(await image.arrayBuffer()));
  return { widthPx: width, heightPx: height, rgba: new Uint8ClampedArray(data) };
};

/** Write a GeoParquet file of points on a grid, with one grid column per row group, and with a bbox column. */
function pointsFile(): Uint8Array {
  const points = Array.from({ length: 20_000 }, (_, i) => [Math.floor(i / 1000) / 2, (i % 1000) / 25] as const);
  const [x, y] = [points.map(([east]) => east), points.map(([, north]) => north)];
  const sides = { xmin: x, ymin: y, xmax: x, ymax: y };
  const covering = { bbox: Object.fromEntries(Object.keys(sides).map((side) => [side, [side]])) };
  const columns = { geometry: { encoding: 'WKB', geometry_types: ['Point'], covering } };
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'geometry', data: points.map((otherPoint) => point([...otherPoint])), type: 'BYTE_ARRAY' },
        { name: 'text', data: points.map(() => String(Math.random()).repeat(8)), type: 'STRING' },
        ...Object.entries(sides).map(([name, data]) => ({ name, data, type: 'DOUBLE' as const })),
      ],
      rowGroupSize: 1000,
      kvMetadata: [{ key: 'geo', value: JSON.stringify({ version: '1.1.0', primary_column: 'geometry', columns }) }],
    }),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'offline-'));
const makePath = (name: string): string => join(folder, name);
let server: RangeServer;
let isOnline = true;
const fetchRemote: FetchRemote = (...request) =>
  isOnline ? fetch(...request) : Promise.reject(new TypeError('Failed to fetch'));
beforeAll(async () => {
  writeGiantTiff(makePath('giant.tif'));
  writeGiantTiles(makePath('giant.pmtiles'));
  writeFileSync(makePath('points.parquet'), pointsFile());
  const names = ['giant.tif', 'giant.pmtiles', 'points.parquet'];
  server = await startRangeServer(Object.fromEntries(names.map((name) => [name, makePath(name)])));
}, 60_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

const makeContext = async (name?: string): Promise<Context> => ({
  ...(await remoteContext(fetchRemote, name)),
  decodeImage,
});

async function sources(context: Context, body: object): Promise<Json> {
  const init = { method: 'POST', headers: await administrator(context), body: JSON.stringify(body) };
  return (await answer(context, new Request(`${context.origin}/admin/sources/There`, init)))!.json();
}

async function image(context: Context, bbox: Box, wkid: number): Promise<Uint8Array> {
  const view = { bbox: bbox.join(), bboxSR: wkid, imageSR: wkid, size: '1024,768', f: 'image', format: 'bmp' };
  const response = await askRest(context, 'services/There/MapServer/export', view);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const start = new TextDecoder().decode(bytes.subarray(0, 300));
  expect(response.headers.get('content-type'), start).toBe('image/bmp');
  return bytes;
}

const radius = 6378137;
const toEast = (x: number): number => (x / radius) * (180 / Math.PI);
const toNorth = (y: number): number => (2 * Math.atan(Math.exp(y / radius)) - Math.PI / 2) * (180 / Math.PI);
const inDegrees = ([west, south, east, north]: Box): Box => [
  toEast(west),
  toNorth(south),
  toEast(east),
  toNorth(north),
];
const boxFrom = (west: number, north: number, width: number): Box => [west, north - 0.75 * width, west + width, north];

const half = 20037508.342789244;
const tileWidth = (2 * half) / 2 ** written.level;
const inTiles = boxFrom(
  (written.first + 10.5) * tileWidth - half,
  half - (written.first + 10.25) * tileWidth,
  4 * tileWidth,
);
const inPixels = boxFrom(giant.left + 96.5 * giant.tilePx, giant.top - 96.5 * giant.tilePx, 1024);
const atPoints = boxFrom(300_000, 3_000_000, 200_000);

// Maps in the CRS of the file and in another one
test.each([
  ['points.parquet', 4326, inDegrees(atPoints)],
  ['points.parquet', 3857, atPoints],
  ['giant.tif', 4326, inDegrees(inPixels)],
  ['giant.pmtiles', 3857, inTiles],
] as const)('an area of %s on a map in %i is drawn without network', async (file, wkid, extent) => {
  const address = `${server.origin}/${file}`;
  const more = {
    'points.parquet': { wkid: 4326 },
    'giant.pmtiles': { decodeImage },
    'giant.tif': {},
  }[file];
  const choices = { fetchRemote, ...more };
  const online = await makeContext();
  await publishRemote(online, address, 'There', choices);
  const seen = await image(online, extent, wkid);
  expect(new Set(seen.subarray(54)).size).toBeGreaterThan(2);

  const name = `offline ${file} ${wkid}`;
  const context = await makeContext(name);
  await publishRemote(context, address, 'There', choices);
  const type = wkid === 4326 ? 'GeographicCoordinateSystem' : 'ProjectedCoordinateSystem';
  const area = { extent, reference: { type, WKID: wkid }, resolution: (extent[2] - extent[0]) / 1024 };
  const { files, error } = await sources(context, { area });
  expect(error).toBeUndefined();
  const runs: [number, number][] = files[0].runs;
  expect(files[0].bytes).toBeLessThan(20e6);
  const blocks = runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
  for (let offset = 0; offset < blocks.length; offset += 64)
    expect((await sources(context, { address, pin: blocks.slice(offset, offset + 64) })).error).toBeUndefined();

  isOnline = false;
  try {
    // Another worker has empty caches
    expect(Buffer.compare(await image(await makeContext(name), extent, wkid), seen)).toBe(0);
  } finally {
    isOnline = true;
  }
});
