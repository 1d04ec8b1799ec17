import { execSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openFolder, openPostgres } from '../../serve/store/open.ts';
import { packService } from '../../sw/service/package.ts';
import { hasPostgres, PostgresServer } from '../unit/serve/store/postgres-server.ts';
import { madeService } from '../unit/service/made-service.ts';
import { inTest, runInTest } from './in-test.ts';
import { adminToken, folderWith, parcels } from './run-soapstone.ts';
import { signIn } from './sign-in.ts';

/* Faults of clients, clocks, stores and networks: each is answered clearly, loses nothing, and the command goes on. */

const countQuery = 'rest/services/parcels/MapServer/0/query?where=1=1&returnCountOnly=true&f=json';
const account = { name: 'ada', password: 'a long password' };
const user = `${account.name}:${account.password}:administrator`;
const makeFolder = () => inTest(mkdtempSync(join(tmpdir(), 'soapstone-faults-')));
const makeFiles = () => join(inTest(join(folderWith({ 'parcels.geojson': parcels(20) }), '..')), 'parcels');

async function countRows(url: string): Promise<unknown> {
  return (await fetch(url + countQuery)).json();
}

/** Wait for the end of a socket, also by a reset. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

/** Open a socket that ignores resets. */
async function openSocket(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const requestHead = (url: string, method: string, path: string, headers: Record<string, string> = {}) =>
  [
    `${method} /${path} HTTP/1.1`,
    ...Object.entries({ host: new URL(url).host, ...headers }).map((line) => line.join(': ')),
    '',
    '',
  ].join('\r\n');

test('headers of 1 MB are refused, and the next request is answered', async () => {
  const url = inject('url');
  for (const name of ['x-long', 'cookie', 'authorization']) {
    const socket = await openSocket(url);
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes;
    });
    socket.write(requestHead(url, 'GET', 'services?f=json', { [name]: 'x'.repeat(1_000_000) }));
    await closed(socket);
    // The client may be reset before it has read the answer.
    expect(text).toMatch(/^(HTTP\/1\.1 431 |$)/);
    expect(await countRows(url)).toEqual({ count: 40 });
  }
});

test('clients that hang up in an upload or a download leave no service and no server that is stuck', async () => {
  const data = makeFolder();
  const running = runInTest(['serve', makeFiles(), '--data', data, '--user', user]);
  const url = await running.url;
  const authorization = `Bearer ${await signIn(url, account)}`;
  const { definition, files } = madeService('Partial');
  const bytes = packService(definition, files);
  const length = { 'content-length': String(bytes.length) };
  for (const end of [0, 1, 100, bytes.length - 1]) {
    const socket = await openSocket(url);
    socket.write(requestHead(url, 'POST', 'admin/services', { authorization, ...length }));
    socket.write(bytes.subarray(0, end));
    await new Promise((resolve) => setImmediate(resolve));
    if (end % 2 === 0) socket.resetAndDestroy();
    else socket.destroy();
  }
  expect(await countRows(url)).toEqual({ count: 20 });
  const list = async () =>
    ((await (await fetch(`${url}services?f=json`)).json()) as { services: { name: string }[] }).services;
  expect((await list()).map(({ name }) => name)).toEqual(['parcels']);
  const headers = { authorization };
  const published = await fetch(`${url}admin/services`, {
    method: 'POST',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers,
  });
  expect(await published.json()).toMatchObject({ success: true, key: 'Partial', version: 1 });

  // A client that hangs up in a download leaves no snapshot open, for which a stopping server would wait.
  for (let i = 0; i < 20; i++) {
    const socket = await openSocket(url);
    socket.write(
      requestHead(url, 'GET', i % 2 ? 'admin/backup' : 'admin/services/parcels?f=package', { authorization }),
    );
    await once(socket, 'data');
    socket.resetAndDestroy();
  }
  const backup = await fetch(`${url}admin/backup`, { headers });
  expect([backup.status, (await backup.arrayBuffer()).byteLength > 1000]).toEqual([200, true]);
  expect(await running.stop()).toBe(0);
  const again = runInTest(['serve', '--data', data]);
  expect(await countRows(await again.url)).toEqual({ count: 20 });
});

// Daily 1,000 connections, with VITE_DEEP 10,000, or as many as the system allows.
test('open connections do not keep others from being answered', async () => {
  const url = inject('url');
  const limit = Number(execSync('ulimit -n', { encoding: 'utf8' }).trim()) || 1024;
  const count = Math.min(process.env.VITE_DEEP ? 10_000 : 1000, limit - 500);
  const sockets: Socket[] = [];
  while (sockets.length < count)
    sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => openSocket(url)))));
  console.info(`${sockets.length} connections`);
  for (const [index, socket] of sockets.entries())
    if (index % 2 === 0) socket.write(requestHead(url, 'GET', 'services?f=json').slice(0, 20 + (index % 20)));
  for (let i = 0; i < 10; i++) expect(await countRows(url)).toEqual({ count: 40 });
  for (const socket of sockets) socket.resetAndDestroy();
  expect(await countRows(url)).toEqual({ count: 40 });
});

test('a server without free file descriptors goes on when there are some again', async () => {
  const data = makeFolder();
  const first = runInTest(['serve', makeFiles(), '--data', data]);
  await first.url;
  await first.stop();
  const soapstone = new URL('../../bin/soapstone.js', import.meta.url).pathname;
  const script = join(makeFolder(), 'limited.mjs');
  const command = JSON.stringify(`ulimit -n 120; exec "${process.execPath}" "${soapstone}" serve --data "${data}"`);
  writeFileSync(
    script,
    `import { spawn } from 'node:child_process';
const child = spawn('sh', ['-c', ${command}], { stdio: 'inherit' });
process.on('SIGINT', () => child.kill('SIGINT'));
child.on('exit', (code) => process.exit(code ?? 9));`,
  );
  const running = runInTest([], script);
  const url = await running.url;
  const sockets = await Promise.all(Array.from({ length: 300 }, () => openSocket(url)));
  for (const socket of sockets) socket.write(requestHead(url, 'GET', countQuery));
  await Promise.race(
    sockets.flatMap((socket) => [closed(socket), new Promise((resolve) => socket.once('data', resolve))]),
  );
  for (const socket of sockets) socket.resetAndDestroy();
  await expect.poll(() => countRows(url).catch(() => undefined), { timeout: 20_000 }).toEqual({ count: 20 });
  expect(await running.stop()).toBe(0);
});

test('a clock that jumps ends sessions, and loses nothing', async () => {
  const running = runInTest(['serve', makeFiles(), '--user', user]);
  const url = await running.url;
  const setClock = (now: string | undefined) =>
    fetch(`${url}__admin/clock`, {
      method: now === undefined ? 'DELETE' : 'PUT',
      headers: { 'x-soapstone-admin-token': adminToken },
      ...(now === undefined ? {} : { body: JSON.stringify({ now }) }),
    });
  const { definition, files } = madeService('Jumped');
  let version = 0;
  for (const now of ['2040-01-01T00:00:00Z', '1990-01-01T00:00:00Z', undefined, '2039-12-31T23:59:59Z', undefined]) {
    const token = await signIn(url, account);
    expect((await setClock(now)).status, now).toBe(200);
    if (now?.startsWith('20')) {
      const refused = await fetch(`${url}admin/backup`, { headers: { authorization: `Bearer ${token}` } });
      expect(await refused.json()).toMatchObject({ error: { code: 498 } });
    }
    expect(await countRows(url), now).toEqual({ count: 20 });
    const headers = { authorization: `Bearer ${await signIn(url, account)}` };
    // Publishing the same content again soon counts as a repetition.
    const document = { ...definition.document, Title: `Title ${++version}` };
    const body = packService({ ...definition, document }, files) as Uint8Array<ArrayBuffer>;
    const published = await fetch(`${url}admin/services`, { method: 'POST', body, headers });
    expect(await published.json(), now).toMatchObject({ success: true, version });
  }
});

test('a server that others reach asks no computer of its own network, unless it is allowed', async () => {
  const requests: unknown[] = [];
  const receiver = createServer((request, response) => {
    requests.push(request.url);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(() => {
    receiver.close();
  });
  const { port } = receiver.address() as AddressInfo;
  for (const [options, response] of [
    [['--allowed-host', 'maps.example'], expect.stringContaining('start the server with --allow-fetch localhost')],
    [['--allowed-host', 'maps.example', '--allow-fetch', `localhost:${port}`], ''],
    [[], ''],
  ] as const) {
    const running = runInTest(['serve', makeFiles(), '--user', user, ...options]);
    const url = await running.url;
    const token = await signIn(url, account);
    const post = async (path: string, form: Record<string, string> = {}) => {
      const body = new URLSearchParams({ ...form, token, f: 'json' });
      // biome-ignore lint/suspicious/noExplicitAny: answers of several kinds
      return (await (await fetch(`${url}portals/self/${path}`, { method: 'POST', body })).json()) as any;
    };
    const hook = { name: 'Hook', url: `http://localhost:${port}/${options.length}`, events: '/' };
    const { webhookId } = await post('webhooks/createWebhook', hook);
    await post('groups/createGroup', { title: 'A group' });
    const listAttempts = async () => {
      const answer = await fetch(`${url}portals/self/webhooks/${webhookId}/notificationStatus?f=json&token=${token}`);
      return answer.json();
    };
    const attempts = expect.arrayContaining([expect.objectContaining({ response })]);
    await expect
      .poll(listAttempts, { timeout: 20_000 })
      .toMatchObject({ WebhookStatus: [expect.objectContaining({ attempts })] });
    await running.stop();
  }
  expect(requests).toEqual(['/4', '/0']);
});

test('a folder that is damaged or of a newer version ends the command with one sentence', async () => {
  const data = makeFolder();
  const first = runInTest(['serve', makeFiles(), '--data', data]);
  await first.url;
  await first.stop();
  const storage = await openFolder(data);
  await storage.openDatabase({ name: 'soapstone:/', version: 999, upgrade: async () => {} });
  await storage.close();
  const fail = async () => {
    const running = runInTest(['serve', '--data', data]);
    return [await running.ended, running.output.stderr.trim()];
  };
  expect(await fail()).toEqual([
    6,
    expect.stringMatching(/^The stored data has version 999, which is newer than \d+\. Update this program\.$/),
  ]);
  truncateSync(join(data, 'db/data.mdb'), 9000);
  expect(await fail()).toEqual([
    6,
    `The database in "${join(data, 'db')}" is damaged. Restore a backup of the data folder.`,
  ]);
});

test('a full disk ends the start with one sentence', async (test) => {
  const data = makeFolder();
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', data]).status === 0;
  if (!isMounted) return test.skip('only root can mount a small disk');
  onTestFinished(() => {
    spawnSync('umount', ['-l', data]);
  });
  const running = runInTest(['serve', '--data', data]);
  expect(await running.ended).toBe(6);
  // LMDB itself writes its error before.
  expect(running.output.stderr).toMatch(/\}\nThe storage is full\. Delete data, then try again\.\n$/);
});

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  const server = new PostgresServer();
  beforeAll(() => server.start(), 60_000);
  afterAll(() => server.end());

  test('while the database is away each interface says so, and everything goes on when it is back', async () => {
    const database = await server.createDatabase();
    const running = runInTest(['serve', makeFiles(), '--database', database, '--user', user]);
    const url = await running.url;
    const headers = { authorization: `Bearer ${await signIn(url, account)}` };
    const { definition, files } = madeService('While');
    const body = packService(definition, files) as Uint8Array<ArrayBuffer>;
    const soap =
      '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><q:GetMapCount xmlns:q="urn:gis:schemas/3.2.0"/></e:Body></e:Envelope>';
    const requests: readonly (readonly [string, RequestInit?])[] = [
      [countQuery],
      ['services/parcels/MapServer', { method: 'POST', body: soap, headers: { 'content-type': 'text/xml' } }],
      ['services?f=json'],
      ['rest/services?f=json'],
      ['rest/services/parcels/MapServer/export?bbox=0,0,10,4&size=20,20&format=png&f=image'],
      ['services/parcels/MapServer/WMSServer?service=WMS&request=GetCapabilities'],
      ['rest/services/parcels/OGCFeatureServer/collections'],
      ['rest/services/parcels/VectorTileServer/tile/0/0/0.pbf'],
      ['portals/self/groups?f=json', { headers }],
      ['admin/services', { method: 'POST', body, headers }],
      ['admin/backup', { headers }],
      ['generateToken', { method: 'POST', body: new URLSearchParams({ username: 'ada', password: 'x', f: 'json' }) }],
    ];
    await server.stop();
    for (const [path, init] of requests) {
      const answer = await fetch(url + path, init);
      const text = await answer.text();
      expect(text, `${path} ${answer.status}`).toMatch(/The database isn(&apos;|&#39;|')t reachable: .*Try again\./);
      expect(
        text.startsWith('{"error"') ? JSON.parse(text).error.code : answer.status === 200 ? 500 : answer.status,
        path,
      ).toBeGreaterThanOrEqual(500);
    }
    await server.resume();
    await expect.poll(() => countRows(url), { timeout: 20_000 }).toEqual({ count: 20 });
    for (const [path, init] of requests.slice(0, -1)) {
      const answer = await fetch(url + path, init);
      expect(answer.status, path).toBe(200);
      if (path === 'admin/services') expect(await answer.json()).toMatchObject({ success: true, version: 1 });
      else await answer.arrayBuffer();
    }
    expect(await running.stop()).toBe(0);
  });

  test('a database of a newer version ends the command with one sentence', async () => {
    const database = await server.createDatabase();
    const storage = await openPostgres(database, makeFolder());
    await storage.openDatabase({ name: 'soapstone:/', version: 999, upgrade: async () => {} });
    await storage.close();
    const running = runInTest(['serve', '--database', database]);
    expect(await running.ended).toBe(6);
    expect(running.output.stderr.trim()).toMatch(
      /^The stored data has version 999, which is newer than \d+\. Update this program\.$/,
    );
  });
});
