import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { de } from '../../../../src/text/de.ts';
import type { Context } from '../../../../sw/context.ts';
import { fetchRange } from '../../../../sw/extensions/remote/fetch-range.ts';
import { identifySource } from '../../../../sw/extensions/remote/identify-source.ts';
import { sourceAddress } from '../../../../sw/formats/reading/source-address.ts';
import type { FetchRemote } from '../../../../sw/store/open-store.ts';
import { askRest, type Json, restJson } from '../../../contract/rest/ask-rest.ts';
import { type RangeFault, type RangeServer, startRangeServer } from '../../../range-server.ts';
import { fetchOfPages } from './fetch-of-pages.ts';
import { areasFile, publishRemote, remoteContext } from './remote-context.ts';

let server: RangeServer;
let address: string;
beforeAll(async () => {
  server = await startRangeServer({ 'areas.fgb': areasFile });
  address = `${server.origin}/areas.fgb`;
});
afterAll(() => server?.stop());

const sound = {
  ...{ fault: undefined, etag: '"one"', lastModified: undefined, signature: undefined },
  requestsUntilChange: Number.POSITIVE_INFINITY,
};
beforeEach(() => {
  server.reset();
  Object.assign(server, sound);
});

const identifyAddress = (text = address) => identifySource(sourceAddress(text), { fetchRemote: fetchOfPages });

/** The error shown to a user who enters a file's address. */
test.each([
  ['no-cors', 'cors', /doesn't allow pages of other origins to read it.*Access-Control-Allow-Origin: \*/],
  ['dead', 'unreachable', /can't be reached/],
  ['hidden-headers', 'hidden', /Access-Control-Expose-Headers: ETag, Content-Range/],
  ['gzip', 'compressed', /compressed/],
  ['gzip-encoded', 'compressed', /compressed/],
  ['no-ranges', 'no-ranges', /ignores range requests/],
  ['cut-off', 'cut-off', /expected 65536 bytes from byte 0, found \d+: the connection was cut off/],
  ['forbidden', 'refused', /HTTP 403.*has expired/],
  ['gone', 'missing', /not found on the server \(HTTP 410\)/],
  ['busy', 'busy', /HTTP 503.*Try again in 30 seconds/],
] as const)('an address whose server goes wrong (%s) is refused with the reason', async (fault, reason, message) => {
  server.fault = fault satisfies RangeFault;
  const error = await identifyAddress().then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toMatchObject({ code: 'source-failed', detail: { reason, host: new URL(address).host } });
  expect(error.message).toMatch(new RegExp(`^localhost:\\d+/areas.fgb: .*${message.source}`));
  const { host, file, status } = error.detail;
  expect({ host, file }).toEqual({ host: new URL(address).host, file: `${host}/areas.fgb` });
  if (status) expect(de.faults.said(error.code, error.message, error.detail)).toContain(`(HTTP ${status})`);
  expect(de.faults.said(error.code, error.message, error.detail)).not.toContain(error.message);
});

test('the time of the last change is a version where the tag is hidden', async () => {
  Object.assign(server, { fault: 'hidden-headers', lastModified: 'Tue, 15 Nov 1994 12:45:26 GMT' });
  const { file } = await identifyAddress();
  expect(file).toMatchObject({ sizeBytes: 400_232, version: 'modified:Tue, 15 Nov 1994 12:45:26 GMT' });
});

test('a file that moved is not followed, because nobody agreed to where it is now', async () => {
  await expect(identifyAddress(`${server.origin}/moved/areas.fgb`)).rejects.toMatchObject({ code: 'source-failed' });
});

test('a server that sends nothing for ten seconds is given up, and one that goes on sending is not', async () => {
  vi.useFakeTimers();
  try {
    const silent: FetchRemote = (_, { signal }) =>
      new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)));
    const parameters = fetchRange(silent, { address, signedAddress: address }, 0, 10).catch((error) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await parameters).toMatchObject({ detail: { reason: 'silent' } });
    expect((await parameters).message).toContain("didn't respond within 10 seconds");
    let piece = 0;
    const slow: FetchRemote = async () =>
      new Response(
        new ReadableStream({
          async pull(controller) {
            await new Promise((resolve) => setTimeout(resolve, 8000));
            controller.enqueue(Uint8Array.of(piece));
            if (++piece === 5) controller.close();
          },
        }),
        { status: 206, headers: { 'content-range': 'bytes 0-4/5', etag: '"a"' } },
      );
    const received = fetchRange(slow, { address, signedAddress: address }, 0, 5);
    await vi.advanceTimersByTimeAsync(41_000);
    expect([...(await received).bytes]).toEqual([0, 1, 2, 3, 4]);
  } finally {
    vi.useRealTimers();
  }
});

const view = { bboxSR: 4326, imageSR: 4326, size: '400,300', f: 'image', format: 'bmp' };

async function image(context: Context, bbox: string): Promise<Uint8Array | Json> {
  const response = await askRest(context, 'services/There/MapServer/export', { ...view, bbox });
  if (response.headers.get('content-type') !== 'image/bmp') return (await response.json()).error;
  return new Uint8Array(await response.arrayBuffer());
}

async function publish(): Promise<Context> {
  const context = await remoteContext(fetchOfPages);
  await publishRemote(context, address);
  return context;
}

test('without network what is stored is drawn as before, and the rest is a fault that names the source', async () => {
  const current = await startRangeServer({ 'areas.fgb': areasFile });
  const name = 'elsewhere-without-network';
  const context = await remoteContext(fetchOfPages, name);
  await publishRemote(context, `${current.origin}/areas.fgb`);
  const seen = await image(context, '5,45,6,46');
  expect(seen).toBeInstanceOf(Uint8Array);
  await current.stop();
  // Use another worker, whose caches are empty.
  const later = await remoteContext(fetchOfPages, name);
  expect(Buffer.compare(await image(later, '5,45,6,46'), seen)).toBe(0);
  const fault = await image(later, '20,55,24,58');
  expect(fault.code).toBe(500);
  expect(fault.message).toContain(`${new URL(current.origin).host}/areas.fgb: the server can't be reached`);
});

test('a file that changes in the middle of a request is a fault, and its two contents never meet', async () => {
  const name = 'elsewhere-changing';
  const context = await remoteContext(fetchOfPages, name);
  await publishRemote(context, address);
  server.reset();
  server.requestsUntilChange = 1;
  const { message } = await image(context, '5,45,6,46');
  expect(server.ranges.length).toBeGreaterThan(1);
  expect(message).toContain('the file has changed since it was published');
  expect((await image(context, '5,45,6,46')).message).toBe(message);
  // Nothing of the new content was stored: with the old content, the image equals one from a fresh browser.
  server.etag = '"one"';
  const later = await remoteContext(fetchOfPages, name);
  const others = await image(await publish(), '5,45,6,46');
  expect(Buffer.compare(await image(later, '5,45,6,46'), others)).toBe(0);
});

test('a server that hides the version later is a fault too', async () => {
  const context = await publish();
  Object.assign(server, { fault: 'hidden-headers', lastModified: 'Tue, 15 Nov 1994 12:45:26 GMT' });
  expect((await image(context, '5,45,6,46')).message).toContain("hides the file's version");
});

test('an address that expired is renewed without publishing again', async () => {
  server.signature = 'first';
  const context = await remoteContext(fetchOfPages);
  await publishRemote(context, `${address}?X-Amz-Signature=first`);
  const files = await context.store.remoteFiles();
  await files.renew(`${address}?X-Amz-Signature=first`);
  const count = { where: '1=1', returnCountOnly: true, geometry: '5,45,6,46', geometryType: 'esriGeometryEnvelope' };
  const first = await restJson(context, 'services/There/MapServer/0/query', count);
  expect(first.count).toBeGreaterThan(0);
  server.signature = 'second';
  expect((await image(context, '-10,35,30,65')).message).toContain('Check whether the address has expired');
  await files.renew(`${address}?X-Amz-Signature=second`);
  expect(await image(context, '-10,35,30,65')).toBeInstanceOf(Uint8Array);
});

test.each(['cut-off', 'gzip-encoded', 'busy', 'gone', 'no-ranges'] as const)(
  'a layer whose server goes wrong later (%s) makes no picture, and is drawn when it is well again',
  async (fault) => {
    const context = await publish();
    server.fault = fault;
    expect((await image(context, '5,45,6,46')).message).toMatch(
      /^localhost:\d+\/areas.fgb: |: localhost:\d+\/areas.fgb: /,
    );
    server.fault = undefined;
    expect(await image(context, '5,45,6,46')).toBeInstanceOf(Uint8Array);
  },
);
