import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeRemote } from '../../../../src/extensions/remote/import/describe-remote.ts';
import { answer } from '../../../../sw/answer.ts';
import type { Context } from '../../../../sw/context.ts';
import { sourceAddress } from '../../../../sw/formats/reading/source-address.ts';
import { fromWkid } from '../../../../sw/formats/reading/spatial-reference.ts';
import { askRest, type Json, restJson } from '../../../contract/rest/ask-rest.ts';
import { type RangeServer, startRangeServer } from '../../../range-server.ts';
import { packFiles } from '../../formats/pack-files.ts';
import type { LevelValues } from '../../service/tiff/raster-of-file.ts';
import { giant, giantValue, writeGiantTiff } from './giant-tiff.ts';
import { publishRemote, remoteContext } from './remote-context.ts';

const files = new URL('../../service/tiff/files/', import.meta.url).pathname;
const values = JSON.parse(readFileSync(`${files}values.json`, 'utf8')) as Record<string, LevelValues[]>;

const folder = mkdtempSync(join(tmpdir(), 'tiff-'));
let server: RangeServer;
let context: Context;
beforeAll(async () => {
  const path = join(folder, 'giant.tif');
  expect(writeGiantTiff(path)).toBeGreaterThan(10e9);
  const flat = join(folder, 'flat.tif');
  writeGiantTiff(flat, 1);
  const small = readdirSync(files).map((name) => [name, join(files, name)]);
  server = await startRangeServer({ 'giant.tif': path, 'flat.tif': flat, ...Object.fromEntries(small) });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  Object.assign(server, { fault: undefined, etag: '"one"' });
  context = await remoteContext();
});

const describeSource = (name: string) =>
  describeRemote(sourceAddress(`${server.origin}/${name}.tif`), { fetchRemote: fetch });
const publish = (name: string, choices: { wkid?: number } = {}) =>
  publishRemote(context, `${server.origin}/${name}.tif`, 'There', choices);

/** Request an image and return its pixel colors in the order B, G, R, with rows from the bottom. */
async function image(parameters: Readonly<Record<string, unknown>>, service = 'There') {
  const response = await askRest(context, `services/${service}/MapServer/export`, {
    ...{ f: 'image', format: 'bmp', ...parameters },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.headers.get('content-type'), new TextDecoder().decode(bytes.subarray(0, 300))).toBe('image/bmp');
  const view = new DataView(bytes.buffer);
  const [start, width, height, bits] = [
    view.getUint32(10, true),
    view.getInt32(18, true),
    view.getInt32(22, true),
    view.getUint16(28, true),
  ];
  const stride = Math.ceil((width * bits) / 32) * 4;
  const readRedAt = (x: number, y: number) => bytes[start + (height - 1 - y) * stride + (x * bits) / 8 + 2];
  return { bytes, redAt: readRedAt };
}

test('of 10 GB the first picture and a pan read what they show', async () => {
  const actual = await describeSource('giant');
  expect(actual).toMatchObject({ kind: 'raster', crs: { code: 3857 } });
  await publish('giant');
  server.reset();
  // The whole image, from an overview
  const { left, top, sidePx } = giant;
  const whole = { bbox: [left, top - sidePx, left + sidePx, top].join(), bboxSR: 3857, imageSR: 3857 };
  const world = await image({ ...whole, size: '784,784' });
  expect(world.redAt(100, 100)).toBe(giantValue(7, 0, 0));
  expect(world.redAt(700, 100)).toBe(giantValue(7, 1, 0));
  expect(server.ranges.length).toBeLessThanOrEqual(20);
  expect(server.sentBytes).toBeLessThan(5e6);

  // The first image of the middle at full resolution, from a worker with empty caches
  context = await remoteContext();
  await publish('giant');
  server.reset();
  const view = (column: number) => {
    const [x, y] = [left + column * 512, top - 96.5 * 512];
    return { bbox: [x, y - 768, x + 1024, y].join(), bboxSR: 3857, imageSR: 3857, size: '1024,768' };
  };
  const near = await image(view(96.5));
  expect(near.redAt(0, 0)).toBe(giantValue(0, 96, 96));
  expect(near.redAt(1023, 767)).toBe(giantValue(0, 98, 97));
  expect(server.ranges.length).toBeLessThanOrEqual(20);
  expect(server.sentBytes).toBeLessThan(5e6);
  server.reset();
  await image(view(97.2));
  expect(server.ranges.length).toBeLessThanOrEqual(4);
  server.reset();
  await image(view(97.2));
  expect(server.ranges).toEqual([]);
});

test('a file of 10 GB without overviews is drawn from a scale on at which it may be read', async () => {
  server.reset();
  await publish('flat');
  // Pixels of some tiles are read for the statistics
  expect(server.sentBytes).toBeLessThan(6e6);
  const { minScale } = (await restJson(context, 'services/There/MapServer/0')) as Json;
  const { initialExtent: view } = (await restJson(context, 'services/There/MapServer')) as Json;
  expect(minScale).toBeGreaterThan(1000);
  server.reset();
  const bbox = [view.xmin, view.ymin, view.xmax, view.ymax].join();
  const first = await image({ bbox, size: '1024,768' });
  expect(first.redAt(512, 384)).toBe(giantValue(0, 98, 98));
  expect(server.ranges.length).toBeLessThanOrEqual(20);
  expect(server.sentBytes).toBeLessThan(5e6);
  server.reset();
  const { left, top, sidePx } = giant;
  const all = await image({ bbox: [left, top - sidePx, left + sidePx, top].join(), size: '1024,1024' });
  expect(all.redAt(512, 512)).toBe(255);
  expect(server.ranges).toEqual([]);
});

test('statistics and the histogram of one of 10 GB come from an overview', async () => {
  await publish('giant');
  server.reset();
  const url = `${context.origin}/services/There/MapServer/0?f=raster&band=0`;
  const { histogram, takesNoData } = (await (await answer(context, new Request(url)))!.json()) as Json;
  expect(histogram.total).toBeGreaterThan(65_536);
  expect(histogram.counts[giantValue(7, 1, 1)]).toBeGreaterThan(0);
  expect(takesNoData).toBe(false);
  expect(server.sentBytes).toBeLessThan(5e6);
});

test.each([
  ['heights-lzw', '203,141'],
  ['heights-zstd-big', '406,282'],
  ['bands-packbits-motorola', '203,141'],
  ['classes', '203,141'],
])('a file elsewhere is the picture of its copy in full resolution (%s)', async (name, size) => {
  // If the file doesn't name its CRS, the user chooses one.
  const isNamed = name !== 'classes';
  await publish(name, isNamed ? {} : { wkid: 32632 });
  const bytes = new Uint8Array(readFileSync(`${files}${name}.tif`));
  const copy = await packFiles([{ name: `${name}.tif`, bytes }], (localServer) => ({
    ...localServer,
    name: 'Copy',
    layers: localServer.layers.map((layer) => ({
      ...layer,
      ...(isNamed ? {} : { spatialReference: fromWkid(32632) }),
    })),
  }));
  await context.store.publish(copy.definition, copy.files);
  const { extent } = (await restJson(context, 'services/Copy/MapServer/0')) as Json;
  const bbox = [extent.xmin, extent.ymin, extent.xmax, extent.ymax].join();
  const view = { bbox, size };
  const [there, current] = [await image(view), await image(view, 'Copy')];
  expect(new Set(there.bytes.subarray(100)).size).toBeGreaterThan(3);
  expect(Buffer.from(there.bytes).equals(Buffer.from(current.bytes))).toBe(true);
});

test('a pixel is identified with the values that GDAL reads', async () => {
  await publish('heights-lzw');
  for (const [column, row, value] of values['heights-lzw']![0]!.pixels.slice(0, 20)) {
    const point = `${8 + (column! + 0.5) * 0.001},${50 - (row! + 0.5) * 0.001}`;
    const { results } = (await restJson(context, 'services/There/MapServer/identify', {
      ...{ geometry: point, geometryType: 'esriGeometryPoint', sr: 4326, layers: 'all:0', tolerance: 1 },
      ...{ mapExtent: '8,49,9,50', imageDisplay: '800,600,96', returnGeometry: false },
    })) as Json;
    const text = results[0].attributes['Pixel Value'];
    expect(text === 'NoData' ? -9999 : Number(text)).toBeCloseTo(value!, 4);
  }
});

test('what a file says of itself is described', async () => {
  const heights = await describeSource('heights-lzw');
  expect(heights).toMatchObject({
    crs: { code: 4326 },
    manifest: { noData: -9999, sampleType: 'f32', bandNames: ['Value'], tileSizePx: 128 },
  });
  const classes = await describeSource('classes');
  expect(classes.crs).toBeUndefined();
  expect(classes).toMatchObject({
    drawing: { RasterRenderer: { type: 'RasterUniqueValueRenderer', UniqueValueVariants: [0, 1, 2, 3, 4] } },
  });
  const { pixels } = values['heights-zstd-big']![0]!;
  const actual = await describeSource('heights-zstd-big');
  if (actual.kind !== 'raster') throw new Error('no raster');
  const [{ min, max } = { min: 0, max: 0 }] = actual.manifest.statistics;
  const seen = pixels.map(([, , value]) => value!).filter((value) => value !== -9999);
  expect(min).toBeLessThanOrEqual(Math.min(...seen) + 20);
  expect(max).toBeGreaterThanOrEqual(Math.max(...seen) - 20);
  expect(await describeSource('doubles-motorola')).toMatchObject({ manifest: { sampleType: 'f64', tileSizePx: 256 } });
});

test('files that cannot be read in parts are refused with the reason, in a few requests', async () => {
  server.reset();
  await expect(describeSource('strips')).rejects.toThrow('expected tiles, found strips');
  await expect(describeSource('lerc')).rejects.toThrow('compression, found LERC');
  expect(server.ranges.length).toBeLessThanOrEqual(4);
  server.fault = 'no-ranges';
  await expect(describeSource('rgb-deflate')).rejects.toMatchObject({ detail: { reason: 'no-ranges' } });
});

test('a file that has changed is a fault, and no mixed picture', async () => {
  await publish('giant');
  const { left, top } = giant;
  const view = (x: number) => ({
    ...{ f: 'image', bboxSR: 3857, imageSR: 3857, size: '512,512' },
    bbox: [left + x, top - 50000 - 512, left + x + 512, top - 50000].join(),
  });
  await image(view(50000));
  server.etag = '"two"';
  await image(view(50000));
  const response = await askRest(context, 'services/There/MapServer/export', { ...view(60000) });
  expect(await response.text()).toContain('the file has changed');
});
