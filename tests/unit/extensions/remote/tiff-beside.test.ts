import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeRemote } from '../../../../src/extensions/remote/import/describe-remote.ts';
import type { RasterDescription } from '../../../../src/extensions/remote/import/raster-description.ts';
import { answer } from '../../../../sw/answer.ts';
import type { Context } from '../../../../sw/context.ts';
import { createBlockMemory, createBlockReader, noStore } from '../../../../sw/extensions/remote/block-reader.ts';
import { sourceAddress } from '../../../../sw/formats/reading/source-address.ts';
import { openTiff } from '../../../../sw/formats/tiff/open-tiff.ts';
import { createBatchCache } from '../../../../sw/rows/batch-cache.ts';
import type { FetchRemote } from '../../../../sw/store/open-store.ts';
import { askRest, type Json } from '../../../contract/rest/ask-rest.ts';
import { type RangeServer, startRangeServer } from '../../../range-server.ts';
import { administrator } from '../../portal/administrator.ts';
import { type LevelValues, readRasterPixel } from '../../service/tiff/raster-of-file.ts';
import { publishRemote, remoteContext } from './remote-context.ts';

// GDAL wrote `beside.tif`, and its overviews to `beside.tif.ovr`; `values.json` has the values GDAL reads from both.
const files = new URL('../../service/tiff/files/', import.meta.url).pathname;
const levels = (JSON.parse(readFileSync(`${files}values.json`, 'utf8')) as Record<string, LevelValues[]>).beside!;

let server: RangeServer;
let address: string;
/** Paths of the fetched files. */
let fetched: string[];
let isOnline: boolean;
let etagBeside: string | undefined;
const fetchRemote: FetchRemote = async (url, init) => {
  if (!isOnline) throw new TypeError('Failed to fetch');
  fetched.push(new URL(url).pathname.slice(1));
  const response = await fetch(url, init);
  if (!etagBeside || !url.endsWith('.ovr')) return response;
  const headers = new Headers(response.headers);
  headers.set('etag', etagBeside);
  return new Response(response.body, { status: response.status, headers });
};
beforeAll(async () => {
  const names = ['beside.tif', 'beside.tif.ovr', 'plain-without-overviews.tif', 'rgb-deflate.tif', 'values.json'];
  const paths = Object.fromEntries(names.map((name) => [name, join(files, name)]));
  server = await startRangeServer({
    ...paths,
    'wrong.tif': paths['beside.tif']!,
    'wrong.tif.ovr': paths['values.json']!,
    'other.tif': paths['beside.tif']!,
    'other.tif.ovr': paths['rgb-deflate.tif']!,
  });
  address = `${server.origin}/beside.tif`;
});
afterAll(() => server?.stop());
beforeEach(() => {
  fetched = [];
  isOnline = true;
  etagBeside = undefined;
  server.signature = undefined;
});

const describeSource = async (name: string) =>
  (await describeRemote(sourceAddress(`${server.origin}/${name}`), { fetchRemote })) as RasterDescription;

test('the overviews of a file beside a GeoTIFF are its levels, with the pixels that GDAL reads', async () => {
  const { manifest, remote } = await describeSource('beside.tif');
  expect(remote.overviews).toMatchObject({ address: `${address}.ovr`, version: 'etag:"one"' });
  expect(manifest.levels.map(({ widthPx, heightPx }) => [widthPx, heightPx])).toEqual(
    levels.map(({ widthPx, heightPx }) => [widthPx, heightPx]),
  );
  const signAddress = async (plain: string) => plain;
  const host = { fetchRemote, store: noStore, memory: createBlockMemory(), signedAddress: signAddress };
  const [reader, beside] = [remote, remote.overviews!].map((file) => createBlockReader(file, host));
  const raster = await openTiff({ ...manifest, tileSizePx: 64 }, reader!, createBatchCache(), beside);
  for (const [level, { pixels }] of levels.entries())
    for (const [column, row, value] of pixels)
      expect([level, column, row, ...(await readRasterPixel(raster, level, [column!, row!]))]).toEqual([
        level,
        column,
        row,
        value,
      ]);
});

test('a file beside is looked for where a GeoTIFF has no overviews, and left alone when it is none of it', async () => {
  expect((await describeSource('rgb-deflate.tif')).remote).not.toHaveProperty('overviews');
  expect(fetched).not.toContain('rgb-deflate.tif.ovr');
  for (const name of ['plain-without-overviews.tif', 'wrong.tif', 'other.tif']) {
    const { manifest, remote } = await describeSource(name);
    expect(fetched).toContain(`${name}.ovr`);
    expect(remote).not.toHaveProperty('overviews');
    expect(manifest.levels).toHaveLength(1);
  }
  // A signed URL is valid for one file only, so don't look for an .ovr.
  fetched = [];
  server.signature = 'sesame';
  expect((await describeSource('beside.tif?X-Amz-Signature=sesame')).manifest.levels).toHaveLength(1);
  expect(fetched).not.toContain('beside.tif.ovr');
});

async function sources(context: Context, body?: object): Promise<Json> {
  const headers = await administrator(context);
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  return (await answer(context, new Request(`${context.origin}/admin/sources/There`, init)))!.json();
}

const [width, height] = [2030, 1410];
const extent = [500_000, 5_500_000 - height, 500_000 + width, 5_500_000] as const;
async function image(context: Context, size: string): Promise<string> {
  const view = { bbox: extent.join(), bboxSR: 32632, imageSR: 32632, size, f: 'image', format: 'bmp' };
  const response = await askRest(context, 'services/There/MapServer/export', view);
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.headers.get('content-type') === 'image/bmp' ? bytes.toString('base64') : bytes.toString();
}

test('both files are stored for use without network, listed, and dropped with the service', async () => {
  const online = await remoteContext(fetchRemote);
  await publishRemote(online, address, 'There', { fetchRemote });
  const seen = [await image(online, '51,36'), await image(online, '203,141')];
  expect(new Set(seen).size).toBe(2);

  const context = await remoteContext(fetchRemote, 'beside offline');
  await publishRemote(context, address, 'There', { fetchRemote });
  const reference = { type: 'ProjectedCoordinateSystem', WKID: 32632 };
  const { files: planned } = await sources(context, { area: { extent, reference, resolution: 10 } });
  expect(planned.map((file: Json) => file.address)).toEqual([address, `${address}.ovr`]);
  for (const file of planned)
    expect((await sources(context, { address: file.address, pin: [0] })).error).toBeUndefined();
  isOnline = false;
  const offline = await remoteContext(fetchRemote, 'beside offline');
  expect([await image(offline, '51,36'), await image(offline, '203,141')]).toEqual(seen);
  const listed = await sources(offline);
  expect(listed.sources.map((source: Json) => [source.address, source.pinnedBytes > 0])).toEqual([
    [address, true],
    [`${address}.ovr`, true],
  ]);
  const init = { method: 'DELETE', headers: await administrator(offline) };
  await answer(offline, new Request(`${offline.origin}/admin/services/There`, init));
  expect((await (await offline.store.remoteFiles()).use(`${address}.ovr`)).bytes).toBe(0);
});

test('overviews of another version are a fault that names their file', async () => {
  const context = await remoteContext(fetchRemote);
  await publishRemote(context, address, 'There', { fetchRemote });
  etagBeside = '"two"';
  expect(await image(context, '51,36')).toContain('/beside.tif.ovr: the file has changed');
});
