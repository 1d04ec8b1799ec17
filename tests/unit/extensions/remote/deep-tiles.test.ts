import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PMTiles, type RangeResponse } from 'pmtiles';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeTiles } from '../../../../src/extensions/remote/import/describe-remote.ts';
import { makeRemote } from '../../../../src/extensions/remote/import/make-remote.ts';
import { answer } from '../../../../sw/answer.ts';
import type { Context } from '../../../../sw/context.ts';
import { identifySource } from '../../../../sw/extensions/remote/identify-source.ts';
import { sourceAddress } from '../../../../sw/formats/reading/source-address.ts';
import { type PmtilesTile, writePmtiles } from '../../../../sw/formats/tiles/pmtiles.ts';
import { unpackService } from '../../../../sw/service/package.ts';
import type { DecodeImage } from '../../../../sw/service/raster-source.ts';
import { decodeResponse } from '../../../../sw/soap/decode.ts';
import { encodeRequest } from '../../../../sw/soap/encode.ts';
import { openEnvelope, readSoapFault, sealEnvelope } from '../../../../sw/soap/envelope.ts';
import type { FetchRemote } from '../../../../sw/store/open-store.ts';
import { askRest, type Json } from '../../../contract/rest/ask-rest.ts';
import { type RangeServer, startRangeServer } from '../../../range-server.ts';
import { administrator } from '../../portal/administrator.ts';
import { remoteContext } from './remote-context.ts';

const decodeImage: DecodeImage = async (image) => {
  const { width, height, data } = PNG.sync.read(Buffer.from(await image.arrayBuffer()));
  return { widthPx: width, heightPx: height, rgba: new Uint8ClampedArray(data) };
};

const [deepest, half] = [20, 20037508.342789244];
/** The upper left of the 4 x 4 tiles at the finest level, over Munich. */
const [firstRow, firstCol] = [363_568, 558_056];
const readColor = ({ level, row, col }: PmtilesTile) => [col & 255, row & 255, 10 * level] as const;

/** Make a tile that is plain on the left; noise on the right makes fine tiles larger than a block. */
function tileBytes(tile: PmtilesTile): Uint8Array<ArrayBuffer> {
  const png = new PNG({ width: 256, height: 256 });
  let seed = tile.row ^ tile.col;
  for (let i = 0; i < png.data.length; i += 4) {
    png.data.set([...readColor(tile), 255], i);
    if (tile.level < 15 || i % 1024 < 512) continue;
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    png.data.set(
      [seed >>> 8, seed >>> 16, seed >>> 24].map((value) => value & 255),
      i,
    );
  }
  return new Uint8Array(PNG.sync.write(png));
}

/** Every level has the tiles that cover the finest level's 4 x 4. */
const tiles = Array.from({ length: deepest + 1 }, (_, level) => {
  const [up, across] = [firstRow, firstCol].map((first) => Math.floor(first / 2 ** (deepest - level)));
  const [down, last] = [firstRow, firstCol].map((first) => Math.floor((first + 3) / 2 ** (deepest - level)));
  const list: PmtilesTile[] = [];
  for (let row = up!; row <= down!; row++) for (let col = across!; col <= last!; col++) list.push({ level, row, col });
  return list;
}).flat();

const folder = mkdtempSync(join(tmpdir(), 'deep-'));
let server: RangeServer;
let address: string;
let judge: PMTiles;
let isOnline = true;
const fetchRemote: FetchRemote = (...request) =>
  isOnline ? fetch(...request) : Promise.reject(new TypeError('Failed to fetch'));
beforeAll(async () => {
  const options = { type: 'image/png', bounds: [11, 48, 12, 49] as const, name: 'Deep', attribution: '' };
  const blob = await writePmtiles(tiles, async (tile) => tileBytes(tile), options);
  writeFileSync(join(folder, 'deep.pmtiles'), new Uint8Array(await blob.arrayBuffer()));
  server = await startRangeServer({ 'deep.pmtiles': join(folder, 'deep.pmtiles') });
  address = `${server.origin}/deep.pmtiles`;
  const getBytes = async (offset: number, length: number): Promise<RangeResponse> => ({
    data: await blob.slice(offset, offset + length).arrayBuffer(),
  });
  judge = new PMTiles({ getKey: () => 'deep', getBytes });
}, 60_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  Object.assign(server, { signature: undefined });
  isOnline = true;
});

async function makeContext(name?: string): Promise<Context> {
  return { ...(await remoteContext(fetchRemote, name)), decodeImage };
}

async function publish(context: Context, position = address): Promise<void> {
  const actual = await describeTiles(await identifySource(sourceAddress(position), { fetchRemote }), decodeImage);
  const choices = { name: 'Deep', title: 'Deep', description: '' };
  const { definition, files } = await unpackService(makeRemote(actual, choices));
  await context.store.publish(definition, files);
  const settings = {
    ...({
      kind: 'fused',
      layers: [-1],
      scheme: actual.scheme!,
      format: 'MIXED',
      quality: 75,
      storage: 'compact',
    } as const),
    ...{ onDemand: true, clientCaching: true },
  };
  await context.store.tiles.setCache('Deep', definition.maps[0]!.Name, settings, 'cache');
}

const service = 'services/Deep/MapServer';
const side = (2 * half) / 2 ** deepest;
const west = firstCol * side - half;
const north = half - firstRow * side;
const extent = [west, north - 3 * side, west + 4 * side, north] as const;

async function image(context: Context, more: Readonly<Record<string, unknown>> = {}): Promise<PNG | string> {
  const view = { bbox: extent.join(), bboxSR: 3857, imageSR: 3857, size: '1024,768', f: 'image', format: 'png32' };
  const response = await askRest(context, `${service}/export`, { ...view, ...more });
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.headers.get('content-type') === 'image/png' ? PNG.sync.read(bytes) : bytes.toString();
}
const pixel = ({ width, data }: PNG, x: number, y: number) => [
  ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4),
];

async function sources(context: Context, body: object): Promise<Json> {
  const init = { method: 'POST', headers: await administrator(context), body: JSON.stringify(body) };
  return (await answer(context, new Request(`${context.origin}/admin/sources/Deep`, init)))!.json();
}

/** Request a tile like a client does. */
async function mapTile(context: Context, { level, row, col }: PmtilesTile): Promise<Uint8Array | string | undefined> {
  const MapName = (await context.store.service('Deep'))!.definition.maps[0]!.Name;
  const body = sealEnvelope(
    encodeRequest('GetMapTile', { MapName, Level: level, Row: row, Column: col, Format: '' } as never),
  );
  const url = `${context.origin}/${service}`;
  const init = { method: 'POST', headers: { 'content-type': 'text/xml' }, body };
  const { element } = openEnvelope(await (await answer(context, new Request(url, init)))!.text());
  const fault = readSoapFault(element);
  return fault ? fault.message : decodeResponse('GetMapTile', element).Result;
}
const judgeInput = async ({ level, row, col }: PmtilesTile) =>
  new Uint8Array((await judge.getZxy(level, col, row))!.data);

test('levels finer than 2^24 pixels across are drawn, also as the ground of a map in another system', async () => {
  const context = await makeContext();
  await publish(context);
  const actual = (await image(context)) as PNG;
  for (const [col, row] of [
    [0, 0],
    [3, 0],
    [1, 2],
  ] as const)
    expect(pixel(actual, 256 * col + 64, 256 * row + 128)).toEqual([
      ...readColor({ level: deepest, row: firstRow + row, col: firstCol + col }),
      255,
    ]);
  const turned = (await image(context, { imageSR: 25832, transparent: true })) as PNG;
  expect(pixel(turned, 512 + 64, 384)[2]).toBe(10 * deepest);
});

test('GetMapTile answers tiles of an archive elsewhere as the library of the format reads them', async () => {
  const context = await makeContext();
  await publish(context);
  for (const tile of [tiles[0]!, tiles[9]!, tiles.at(-1)!, tiles.at(-6)!])
    expect(await mapTile(context, tile)).toEqual(await judgeInput(tile));
  expect(await mapTile(context, { level: deepest, row: 0, col: 0 })).toContain(
    'Tile not available: level 20, row 0, column 0.',
  );
});

test('an area of levels finer than 2^24 pixels across is there without network, with its tiles', async () => {
  const context = await makeContext('deep offline');
  await publish(context);
  const seen = (await image(context)) as PNG;
  const drawn = await makeContext('deep offline again');
  await publish(drawn);
  const reference = { type: 'ProjectedCoordinateSystem', WKID: 3857 };
  const { files, error } = await sources(drawn, { area: { extent, reference, resolution: side / 256 } });
  expect(error).toBeUndefined();
  const runs: [number, number][] = files[0].runs;
  const blocks = runs.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
  for (let offset = 0; offset < blocks.length; offset += 64)
    expect((await sources(drawn, { address, pin: blocks.slice(offset, offset + 64) })).error).toBeUndefined();
  isOnline = false;
  const offline = await makeContext('deep offline again');
  expect(Buffer.compare(((await image(offline)) as PNG).data, seen.data)).toBe(0);
  const tile = { level: deepest, row: firstRow + 1, col: firstCol + 2 };
  expect(await mapTile(offline, tile)).toEqual(tileBytes(tile));
});

test('a signature of an archive that expired is renewed without publishing again', async () => {
  server.signature = 'first';
  const context = await makeContext();
  await publish(context, `${address}?X-Amz-Signature=first`);
  await sources(context, { address: `${address}?X-Amz-Signature=first` });
  expect(await mapTile(context, tiles[0]!)).toEqual(tileBytes(tiles[0]!));
  server.signature = 'second';
  // Drop everything the worker has read of the file so far.
  await (await context.store.remoteFiles()).forget(address);
  expect(await mapTile(context, tiles.at(-1)!)).toContain('Check whether the address has expired');
  expect(await image(context)).toContain('Check whether the address has expired');
  expect((await sources(context, { address: `${address}?X-Amz-Signature=second` })).error).toBeUndefined();
  expect(await mapTile(context, tiles.at(-1)!)).toEqual(tileBytes(tiles.at(-1)!));
  expect(await image(context)).toMatchObject({ width: 1024 });
});
