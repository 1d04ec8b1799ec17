import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fetchLinked, LinkError } from '../../../src/connection/fetch-linked.ts';
import { readSources } from '../../../src/publish/import/read-sources.ts';
import { withEnding } from '../../../src/publish/pasted/pasted-file.ts';
import { publishEn } from '../../../src/publish/text/publish-en.ts';
import { diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';

/** Response headers that a browser exposes to pages of other origins. */
const shownHeaders = ['content-length', 'content-type', 'last-modified'];
const fetchLocally = fetch;
let handle: (event: { data: unknown }) => void;

/** A worker in this thread. Terminating it aborts its requests, like in a browser. */
class WorkerHere {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly ending = new AbortController();

  constructor() {
    vi.stubGlobal('postMessage', (data: unknown) => this.onmessage?.({ data }));
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      const response = await fetchLocally(address, { ...init, signal: this.ending.signal });
      if (response.headers.get('Access-Control-Allow-Origin') !== '*') throw new TypeError('Failed to fetch');
      const headers = new Headers([...response.headers].filter(([name]) => shownHeaders.includes(name)));
      return Object.defineProperty(response, 'headers', { value: headers });
    });
  }
  postMessage(data: unknown): void {
    handle({ data });
  }
  terminate(): void {
    this.ending.abort();
  }
}

const csv = 'name,lat,lon\na,48.1,11.5\n';
const hanging: ServerResponse[] = [];
const routes: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/towns.csv': (response) => response.end(csv),
  '/ows': (response) => response.setHeader('Content-Type', 'application/geo+json; charset=utf-8').end('{}'),
  '/page': (response) =>
    response.setHeader('Content-Type', 'text/html').end('<!DOCTYPE html><html><body>Sign in</body></html>'),
  '/moved.csv': (response) => response.writeHead(302, { Location: '/objects/0815' }).end(),
  '/latest': (response) => response.writeHead(302, { Location: '/towns.csv' }).end(),
  '/objects/0815': (response) => response.end(csv),
  '/packed.csv': (response) => {
    const bytes = gzipSync(csv.repeat(20_000));
    response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': bytes.length }).end(bytes);
  },
  '/slow.csv': (response) => {
    response.writeHead(200, { 'Content-Length': 1000 }).write('x'.repeat(100));
    hanging.push(response);
  },
  '/cut.csv': (response) => {
    response.writeHead(200, { 'Content-Length': 1000 }).write('x'.repeat(100), () => response.destroy());
  },
  '/huge.csv': (response) => response.writeHead(200, { 'Content-Length': 2 ** 30 + 1 }).write('x'),
  '/endless.csv': (response) => {
    const more = (): unknown => response.destroyed || response.write('x'.repeat(10_000), () => setImmediate(more));
    more();
  },
  '/broken.csv': (response) => response.writeHead(503).end('busy'),
  '/empty.csv': (response) => response.writeHead(204).end(),
  '/closed.csv': (response) => response.removeHeader('Access-Control-Allow-Origin') ?? response.end(csv),
};
const server = createServer((request, response) => {
  response.setHeader('Access-Control-Allow-Origin', '*');
  const route = routes[request.url ?? ''];
  if (route) route(response);
  else response.writeHead(404).end();
});
let origin: string;

beforeAll(async () => {
  vi.stubGlobal('Worker', WorkerHere);
  vi.stubGlobal('onmessage', null);
  await import('../../../src/connection/linked-worker.ts');
  handle = (globalThis as unknown as { onmessage: typeof handle }).onmessage;
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

const fetchText = (path: string, options?: Parameters<typeof fetchLinked>[1]) => fetchLinked(origin + path, options);
const readReason = (path: string, options?: Parameters<typeof fetchLinked>[1]) =>
  fetchText(path, options).then(
    () => 'fetched',
    (error: unknown) => (error instanceof LinkError ? error.reason : error),
  );

test('a file has the name, the type and the content that its server sends', async () => {
  const file = await fetchText('/towns.csv');
  expect([file.name, await file.text()]).toEqual(['towns.csv', csv]);
  expect(withEnding(await fetchText('/ows')).name).toBe('ows.geojson');
  expect((await fetchText('/empty.csv')).size).toBe(0);
});

test('after a redirect the name is the one that says what the file is', async () => {
  expect((await fetchText('/moved.csv')).name).toBe('moved.csv');
  expect((await fetchText('/latest')).name).toBe('towns.csv');
});

test('progress is said with the total, but not with that of a packed answer', async () => {
  const plain: unknown[] = [];
  const packed: { received: number; total: number | undefined }[] = [];
  const stop = new AbortController();
  const slow = fetchText('/slow.csv', {
    signal: stop.signal,
    onProgress: (...progress) => {
      plain.push(progress);
      stop.abort();
    },
  });
  await expect(slow).rejects.toMatchObject({ name: 'AbortError' });
  expect(plain).toEqual([[100, 1000]]);
  const file = await fetchText('/packed.csv', { onProgress: (received, total) => packed.push({ received, total }) });
  expect(file.size).toBe(csv.length * 20_000);
  expect(packed.length).toBeGreaterThan(0);
  for (const { received, total } of packed) expect(total ?? received).toBeGreaterThanOrEqual(received);
});

test('a fetch that is cancelled stops its request', async () => {
  const stop = new AbortController();
  const count = hanging.length;
  const slow = fetchText('/slow.csv', { signal: stop.signal });
  await vi.waitFor(() => expect(hanging).toHaveLength(count + 1));
  stop.abort();
  await expect(slow).rejects.toBe(stop.signal.reason);
  await vi.waitFor(() => expect(hanging[count]!.destroyed).toBe(true));
  await expect(fetchText('/towns.csv', { signal: stop.signal })).rejects.toBe(stop.signal.reason);
});

test('a file that is too large is refused by what its server says, else when it passes the limit', async () => {
  expect(await readReason('/huge.csv')).toEqual({ failure: 'too-large' });
  expect(await readReason('/endless.csv', { maximumBytes: 100_000 })).toEqual({ failure: 'too-large' });
});

test('faults of a server are told apart', async () => {
  expect(await readReason('/nowhere.csv')).toEqual({ failure: 'status', status: 404 });
  expect(await readReason('/broken.csv')).toEqual({ failure: 'status', status: 503 });
  expect(await readReason('/cut.csv')).toEqual({ failure: 'cut-off' });
  expect(await readReason('/closed.csv')).toEqual({ failure: 'unreachable' });
  await expect(fetchLinked('http://localhost:1/a.csv')).rejects.toMatchObject({ reason: { failure: 'unreachable' } });
});

test('an HTML page instead of the file is named as what it is', async () => {
  const page = withEnding(await fetchText('/page'));
  const towns = await fetchText('/towns.csv');
  const readBytes = async (file: File) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  const { layers, unread } = await readSources([await readBytes(page), await readBytes(towns)], {
    decodeImage: async () => Promise.reject(new Error('none')),
    partTexts: publishEn.layer.parts,
  });
  expect(layers.map(({ name }) => name)).toEqual(['towns']);
  expect(unread.map(({ reason }) => diagnosticText(reason))).toEqual([
    expect.stringMatching(/^page is an HTML page, perhaps sent by a server instead of the file/),
  ]);
});
