import { expect, test } from 'vitest';
import { answer } from '../../../../sw/answer.ts';
import type { Context } from '../../../../sw/context.ts';
import type { FetchRemote } from '../../../../sw/store/open-store.ts';
import { askRest, type Json } from '../../../contract/rest/ask-rest.ts';
import { giantFile } from '../../formats/by-range/giant.ts';
import { administrator } from '../../portal/administrator.ts';
import { publishRemote, remoteContext } from './remote-context.ts';

const giant = giantFile();
const address = 'https://data.example.org/giant.fgb';
const sent = { requests: 0, bytes: 0, isOnline: true };

/** A server that generates the requested bytes. */
const fetchRemote: FetchRemote = async (_, { headers }) => {
  if (!sent.isOnline) throw new TypeError('Failed to fetch');
  const [first, last] = /(\d+)-(\d+)/
    .exec((headers as Record<string, string>).range!)!
    .slice(1)
    .map(Number);
  const length = Math.min(last! + 1, giant.sizeBytes) - first!;
  sent.requests++;
  sent.bytes += length;
  return new Response(giant.read(first!, length), {
    status: 206,
    headers: { etag: '"g"', 'content-range': `bytes ${first}-${first! + length - 1}/${giant.sizeBytes}` },
  });
};

async function sources(context: Context, body?: object, method = body ? 'POST' : 'GET'): Promise<Json> {
  const init = { method, headers: await administrator(context), ...(body ? { body: JSON.stringify(body) } : {}) };
  return (await answer(context, new Request(`${context.origin}/admin/sources/There`, init)))!.json();
}

async function image(context: Context, bbox: readonly number[], size = '1024,768'): Promise<Uint8Array | Json> {
  const view = { bbox: bbox.join(), bboxSR: 4326, imageSR: 4326, size, f: 'image', format: 'bmp' };
  const response = await askRest(context, 'services/There/MapServer/export', view);
  if (response.headers.get('content-type') !== 'image/bmp') return (await response.json()).error;
  return new Uint8Array(await response.arrayBuffer());
}

/** Request a few blocks at a time, like the page does. */
async function makeAvailable(context: Context, runs: readonly (readonly [number, number])[]): Promise<void> {
  const blocks = runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
  for (let offset = 0; offset < blocks.length; offset += 64) {
    const answered = await sources(context, { address, pin: blocks.slice(offset, offset + 64) });
    expect(answered.error).toBeUndefined();
  }
}

const extent = [5.005, 4.005, 5.085, 4.065] as const;
const area = { extent, reference: { type: 'GeographicCoordinateSystem', WKID: 4326 }, resolution: 0.08 / 1024 };

test('an area of 10 GB is fetched as it was announced, and is drawn without network', async () => {
  const name = 'elsewhere-area';
  const context = await remoteContext(fetchRemote, name);
  await publishRemote(context, address, 'There', { fetchRemote, wkid: 4326 });
  const { files } = await sources(context, { area });
  expect(files).toHaveLength(1);
  const [plan] = files;
  expect(plan).toMatchObject({ address, host: 'data.example.org' });
  expect(plan.missingBytes).toBeGreaterThan(1e6);
  expect(plan.bytes).toBeLessThan(20e6);
  Object.assign(sent, { requests: 0, bytes: 0 });
  await makeAvailable(context, plan.runs);
  expect(sent.bytes).toBeGreaterThan(0.5 * plan.missingBytes);
  expect(sent.bytes).toBeLessThanOrEqual(1.5 * plan.missingBytes);
  expect((await sources(context, { area })).files[0]).toMatchObject({ runs: [], missingBytes: 0, requests: 0 });
  const seen = await image(context, extent);

  // Blocks read later evict others, not the pinned ones
  await sources(context, { address, limitBytes: 200_000 });
  expect(await image(context, [8.01, 1.01, 8.09, 1.07])).toBeInstanceOf(Uint8Array);
  const [source] = (await sources(context)).sources;
  expect(source.pinnedBytes).toBe(plan.bytes);
  expect(source.storedBytes).toBeLessThanOrEqual(200_000);

  // Another worker has empty caches, and no network
  sent.isOnline = false;
  const later = await remoteContext(fetchRemote, name);
  expect(Buffer.compare(await image(later, extent), seen)).toBe(0);
  expect(await image(later, [5.03, 4.02, 5.06, 4.0425])).toBeInstanceOf(Uint8Array);
  const count = { where: '1=1', geometry: extent.join(), geometryType: 'esriGeometryEnvelope', returnCountOnly: true };
  const counted = await askRest(later, 'services/There/MapServer/0/query', { ...count, inSR: 4326, f: 'json' });
  expect(await counted.json()).toEqual({ count: 8 * 6 });
  expect((await image(later, [11.01, 1.01, 11.09, 1.07])).message).toContain('data.example.org/giant.fgb');

  // Deleted blocks are also removed from the worker's cache
  const rest = await sources(later, { address, unpin: true });
  expect(rest.sources[0].pinnedBytes).toBe(0);
  await sources(later, undefined, 'DELETE');
  expect((await image(later, extent)).message).toContain("can't be reached");
  sent.isOnline = true;
  expect(Buffer.compare(await image(later, extent), seen)).toBe(0);
});

test('what is not an area, and blocks that are not in the file, are refused by name', async () => {
  const context = await remoteContext(fetchRemote);
  await publishRemote(context, address, 'There', { fetchRemote, wkid: 4326 });
  const catchRefusal = async (body: object) => (await sources(context, body)).error.message;
  expect(await catchRefusal({ area: { ...area, extent: [5, 4, 5, 4] } })).toContain(
    'area.extent: expected [xmin, ymin, xmax, ymax]',
  );
  expect(await catchRefusal({ area: { extent } })).toContain('area.reference');
  expect(await catchRefusal({ area: { ...area, resolution: 0 } })).toContain('area.resolution');
  expect(await catchRefusal({ address, pin: [-1] })).toContain('pin: expected at most 64 block numbers from 0 to');
  expect(await catchRefusal({ address, pin: Array.from({ length: 65 }, (_, i) => i) })).toContain(
    'pin: expected at most 64',
  );
});
