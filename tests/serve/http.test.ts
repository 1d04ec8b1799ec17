import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { expect, inject, onTestFinished, test } from 'vitest';
import { routes } from '../../sw/contract/routes.ts';
import { sendRaw } from '../unit/serve/http/running-server.ts';

/* Check the answers that a program gets from the server, and the requests that the server refuses. */

const url = inject('url');
const pageKey = inject('pageKey');
const origin = url.slice(0, -1);
const get = (path: string, init?: RequestInit) => fetch(url + path, init);

interface Answered {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** Send a request with headers that `fetch` doesn't allow. */
function send(path: string, headers: Record<string, string>, method = 'GET', body = ''): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(new URL(path, url), { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts).toString() }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test('a service is described at the address it is reached at', async () => {
  const { services } = (await (await get('services?f=json')).json()) as { services: { name: string; url: string }[] };
  expect(services).toMatchObject([{ name: 'parcels', url: `${url}services/parcels/MapServer` }]);
  expect(await (await get('services/parcels/MapServer?wsdl')).text()).toContain(
    `location="${url}services/parcels/MapServer"`,
  );
});

test('health, files of the app, and addresses that are nothing', async () => {
  expect(await (await get('health')).json()).toEqual({ ready: true, services: ['parcels'] });
  const script = await get('client.js');
  expect(script.headers.get('content-type')).toContain('javascript');
  const again = await get('client.js', { headers: { 'if-none-match': script.headers.get('etag')! } });
  expect(again.status).toBe(304);
  // This script replaces the service worker of an earlier version at this address.
  expect((await get('sw.js')).status).toBe(200);
  expect(await (await get('')).text()).toContain('<meta name="soapstone-host" content="node" />');
  expect((await get('no/such/file')).status).toBe(404);
  expect((await send('/..%2f..%2fpackage.json', {})).status).toBe(404);
});

test('HEAD, refused methods, and conditions', async () => {
  const head = await get('services/parcels/MapServer?wsdl', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await get('services/parcels/MapServer', { method: 'PUT', body: 'x' })).status).toBe(405);
  expect((await send('/services', {}, 'TRACE')).status).toBe(405);
});

test('an offer of HTTP/2 is ignored, with a body and without', async () => {
  const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAEAAEAAAAIAAAAB' };
  expect(await send('/health', offer)).toMatchObject({ status: 200, body: expect.stringContaining('"ready":true') });
  const message =
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><q:GetMapCount xmlns:q="urn:gis:schemas/3.2.0"/></e:Body></e:Envelope>';
  const headers = { ...offer, 'content-type': 'text/xml' };
  // The second message arrives in many pieces.
  for (const body of [message, message + ' '.repeat(1_000_000)]) {
    const answer = await send('/services/parcels/MapServer', headers, 'POST', body);
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('<Result>1</Result>') });
  }
});

test('slashes at the beginning of a path make no difference, and lead to no other server', async () => {
  const port = Number(new URL(url).port);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const target of ['//rest/info?f=json', '/\\rest/info?f=json', 'http://evil.test/rest/info?f=json'])
    for (const [method, body] of [
      ['GET', ''],
      ['POST', 'f=json'],
    ]) {
      const { status, body: text } = await sendRaw(port, `${method} ${target}`, form, body);
      expect([status, text], `${method} ${target}`).toEqual([200, expect.stringContaining('"currentVersion"')]);
    }
  expect((await sendRaw(port, 'GET //services?f=json')).body).toContain('"parcels"');

  const seen: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    seen.push(request.url);
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*').end('other');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const host = `127.0.0.1:${(other.address() as { port: number }).port}`;
  for (const start of ['//', '/\\', '///', '/./\\/', '/x/..//', '/%2f%2f', '/%5c', 'http://', `http://${host}//`])
    for (const path of ['services', 'services/World/MapServer', 'rest/info', 'portals/self']) {
      const { body } = await sendRaw(port, `GET ${start}${host}/${path}`);
      expect(body, start + path).not.toContain('other');
    }
  expect(seen).toEqual([]);
});

test('a picture arrives as the same bytes however often it is drawn', async () => {
  const path = 'rest/services/parcels/MapServer/export?bbox=0,0,10,4&size=300,200&format=png&f=image';
  const [entry, other] = await Promise.all([get(path), get(path)]);
  expect(entry.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await entry.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(Buffer.from(await other.arrayBuffer()).equals(bytes)).toBe(true);
});

test('200 requests at a time are answered', async () => {
  const requests = Array.from({ length: 200 }, (_, index) =>
    get(`rest/services/parcels/MapServer/0/query?where=AREA=${100 + (index % 40)}&outFields=AREA&f=json`),
  );
  const answers = await Promise.all(
    requests.map(async (request) => (await request).json() as Promise<{ features: unknown[] }>),
  );
  expect(answers.filter(({ features }) => features.length !== 1)).toEqual([]);
});

test('a body of the largest size is read, and one byte more is refused', async () => {
  const most = 64 * 1024 * 1024;
  const post = (body: BodyInit) =>
    get('services/parcels/MapServer', { method: 'POST', body, headers: { 'content-type': 'text/xml' } });
  const read = await post(randomBytes(most));
  expect([read.status, await read.text()]).toEqual([500, expect.stringContaining('Fault')]);
  const refused = await send('/services/parcels/MapServer', { 'content-length': String(most + 1) }, 'POST').catch(
    (error: Error) => error,
  );
  expect(refused).toMatchObject({ status: 413 });
});

test('a program that hangs up stops its request, and the others go on', async () => {
  const abort = new AbortController();
  const gone = get('rest/services/parcels/MapServer/export?bbox=0,0,10,4&size=2000,2000&f=image', {
    signal: abort.signal,
  });
  setTimeout(() => abort.abort(), 30);
  await expect(gone).rejects.toThrow(/abort/i);
  expect((await get('services?f=json')).status).toBe(200);
});

test('other names of this computer, and pages of other sites, are refused', async () => {
  const port = new URL(url).port;
  const status = async (headers: Record<string, string>, method?: string) =>
    (await send('/services?f=json', headers, method)).status;
  for (const host of ['localhost', '127.0.0.1', '[::1]', 'maps.localhost'])
    expect(await status({ host: `${host}:${port}` }), host).toBe(200);
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost:1', `localhost.evil.example:${port}`])
    expect(await status({ host }), host).toBe(403);
  for (const foreign of ['https://evil.example', 'null', 'http://localhost:1'])
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS'])
      expect(await status({ origin: foreign }, method), `${method} ${foreign}`).toBe(403);
  for (const site of ['cross-site', 'same-site']) expect(await status({ 'sec-fetch-site': site }), site).toBe(403);
  expect(await status({ origin, 'sec-fetch-site': 'same-origin' })).toBe(200);
  expect((await send('/services?f=json', { origin })).headers).not.toHaveProperty('access-control-allow-origin');
});

test('only the page signs in without a password: with its key, from this computer', async () => {
  const post = async (headers: Record<string, string>) => send('/session', headers, 'POST');
  const refused: Record<string, string>[] = [
    {},
    { 'x-soapstone-key': 'guessed' },
    { 'x-soapstone-key': pageKey.slice(0, -1) },
    { authorization: `Bearer ${pageKey}`, cookie: `key=${pageKey}` },
    { 'x-soapstone-key': pageKey, 'x-forwarded-for': '127.0.0.1' },
    { 'x-soapstone-key': pageKey, forwarded: 'for=127.0.0.1' },
  ];
  for (const headers of refused) {
    const { status, body } = await post(headers);
    expect([status, body], JSON.stringify(headers)).toEqual([401, expect.not.stringContaining('"sessions"')]);
  }
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { host: 'evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign)
    expect((await post({ 'x-soapstone-key': pageKey, ...headers })).status, JSON.stringify(headers)).toBe(403);
  const { status, body, headers } = await post({ 'x-soapstone-key': pageKey, origin });
  expect([status, headers['set-cookie']]).toEqual([200, undefined]);
  const [{ token }] = JSON.parse(body).sessions;
  // The page's key isn't a valid token, and a token works without the key.
  for (const [bearer, expected] of [
    [pageKey, 498],
    [token, 200],
  ]) {
    const backup = await fetch(`${url}admin/backup`, { headers: { authorization: `Bearer ${bearer}` } });
    expect(backup.status).toBe(expected);
    await backup.arrayBuffer();
  }
});

test('no program has the rights of the page, whatever headers it sends', async () => {
  const disguises: Record<string, string>[] = [
    {},
    { origin, referer: url, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
    { authorization: 'Bearer guessed', cookie: 'soapstone-key=guessed', 'x-soapstone-key': 'guessed' },
    { 'x-forwarded-for': '127.0.0.1', 'x-requested-with': 'XMLHttpRequest', 'x-http-method-override': 'GET' },
  ];
  const walked: string[] = [];
  for (const row of routes) {
    const path = row.path
      .replace(/\{service\+\}/, 'parcels')
      .replace(/\{\w+\*\}/, '')
      .replace(/\{\w+\}/g, '1');
    for (const [method, right] of Object.entries(row.may)) {
      if (row.name !== 'session' && (right === 'anyone' || right === 'use' || right === 'portal')) continue;
      for (const headers of disguises) {
        const { status, body } = await send(`/${path}`, headers, method, method === 'GET' ? '' : '{}');
        expect(status, `${method} ${path} ${JSON.stringify(headers)}: ${body.slice(0, 200)}`).toBeGreaterThanOrEqual(
          400,
        );
        walked.push(`${method} ${path}`);
      }
    }
  }
  expect(new Set(walked).size).toBeGreaterThan(15);
  // A prefix that some clients add, or an encoded path, doesn't bypass the check.
  for (const path of ['/arcgis/admin/backup', '/%61dmin//backup/', '/arcgis/session', '/%73ession'])
    expect((await send(path, {}, path.includes('backup') ? 'GET' : 'POST')).status, path).toBeGreaterThanOrEqual(400);
  expect((await get('services?f=json')).status).toBe(200);
});
