import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createPageCookie } from '../../../../serve/http/access.ts';
import { pageSockets, refuseSocket } from '../../../../serve/http/page-sockets.ts';
import { createRelay } from '../../../../serve/relay/relay.ts';
import { encodeFrame, jsonBytes, type RelayAccess } from '../../../../src/relay/frames.ts';
import { rawSocket, runningServer, sendRaw } from './running-server.ts';

/* Hostile messages to the sockets of pages. Unhandled errors would fail the run. */

const secret = 'secret-of-the-socket';
const relays: { close(): void }[] = [];
afterEach(() => {
  for (const relay of relays.splice(0)) relay.close();
});

async function served() {
  const relay = createRelay({ patienceMs: 10, noPage: 'No page.' });
  relays.push(relay);
  const take = pageSockets(secret, (socket) => relay.take(socket));
  let cookie = '';
  const port = await runningServer((found) => {
    const page = createPageCookie(found, '/relay');
    cookie = `${page.name}=${page.value}`;
    return {
      upgrade: (request, socket, head) =>
        page.isShownBy(request) ? take(request, socket, head) : refuseSocket(socket),
    };
  });
  return { relay, port, cookie, origin: `http://localhost:${port}` };
}

const upgrade = (headers: Record<string, string>) =>
  [
    'GET /relay HTTP/1.1',
    ...Object.entries({
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

test('a socket that is reset in the middle of an upgrade ends nothing', async () => {
  const { port, origin, cookie } = await served();
  const host = `localhost:${port}`;
  const protocol = { 'sec-websocket-protocol': `soapstone.1, ${secret}` };
  const heads = [
    upgrade({ host: 'evil.example' }),
    upgrade({ host, origin: 'https://evil.example' }),
    upgrade({ host, origin, 'sec-websocket-protocol': 'soapstone.1, guessed', cookie }),
    upgrade({ host, origin, ...protocol }),
    upgrade({ host, origin, cookie, ...protocol }),
    upgrade({ host, origin, cookie, ...protocol, 'sec-websocket-key': 'short' }),
    upgrade({ host, upgrade: 'h2c' }),
  ];
  const ways: ((socket: Socket) => Promise<unknown>)[] = [
    async (socket) => socket.resetAndDestroy(),
    (socket) => new Promise((resolve) => setImmediate(() => resolve(socket.resetAndDestroy()))),
    async (socket) => {
      await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      socket.write('x'.repeat(100_000));
      socket.resetAndDestroy();
    },
  ];
  for (const head of heads)
    for (const way of ways) {
      const socket = await rawSocket(port);
      socket.write(head);
      await way(socket);
    }
  expect((await sendRaw(port, 'GET /services')).status).toBe(200);
});

test('an upgrade that is refused is closed, though the program keeps its end open', async () => {
  const { port } = await served();
  const socket = await rawSocket(port);
  socket.write(upgrade({ host: 'evil.example' }));
  const parts: Buffer[] = [];
  socket.on('data', (part) => parts.push(part));
  await once(socket, 'close');
  expect(Buffer.concat(parts).toString()).toMatch(/^HTTP\/1.1 403 /);
});

test('headers beyond the limit and bytes that are no request are refused', async () => {
  const { port } = await served();
  expect((await sendRaw(port, 'GET /services', { 'x-long': 'x'.repeat(80 * 1024) })).status).toBe(431);
  const socket = await rawSocket(port);
  socket.write('\0\r\n\r\n');
  await once(socket.resume(), 'close');
  expect((await sendRaw(port, 'GET /services')).status).toBe(200);
});

const access = (change: Partial<RelayAccess> = {}): RelayAccess => ({
  isOpen: true,
  needsToken: false,
  token: 'a'.repeat(64),
  ...change,
});

async function page({ port, origin, cookie }: { port: number; origin: string; cookie: string }, first: Uint8Array) {
  const socket = new WebSocket(`ws://localhost:${port}/relay`, ['soapstone.1', secret], {
    headers: { origin, cookie },
  });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.send(first);
  return socket;
}
const hello = (value: unknown) => encodeFrame(0, 'hello', jsonBytes({ access: value }));

test.each([
  ['no frame', Buffer.from('x')],
  ['no kind', Buffer.from([0, 0, 0, 0, 99])],
  ['no JSON', encodeFrame(0, 'hello', Buffer.from('no json'))],
  ['nothing', encodeFrame(0, 'hello')],
  ['no access', encodeFrame(0, 'hello', jsonBytes({}))],
  ['no greeting', encodeFrame(0, 'pong')],
  ['an empty token', hello(access({ token: '' }))],
  ['a token of another type', hello({ ...access(), token: 7 })],
  ['text for a switch', hello({ ...access(), isOpen: 'yes' })],
])('a page that greets with %s is closed', async (_, bytes) => {
  const server = await served();
  await once(await page(server, bytes), 'close');
  expect(server.relay.isAttached).toBe(false);
  expect((await sendRaw(server.port, 'GET /services')).status).toBe(200);
});

test('garbage after the greeting closes the page', async () => {
  const server = await served();
  const socket = await page(server, hello(access()));
  socket.send(Buffer.from('garbage'));
  await once(socket, 'close');
  expect((await sendRaw(server.port, 'GET /services')).status).toBe(200);
});

test('a second page may close the maps further, and not open them; its owner may, later', async () => {
  const server = await served();
  const { relay } = server;
  await page(server, hello(access({ needsToken: true })));
  await relay.attached();
  expect(await relay.access()).toEqual(access({ needsToken: true }));

  const second = await page(server, hello(access({ token: 'b'.repeat(64) })));
  const first = relay.isAttached;
  await expect.poll(() => relay.access()).toEqual(access({ needsToken: true }));
  expect(first).toBe(true);
  second.send(hello(access({ isOpen: false })));
  await expect.poll(async () => (await relay.access())?.isOpen).toBe(false);
  await page(server, hello(access()));
  // The third page has taken over when the second is closed.
  await once(second, 'close');
  expect(await relay.access()).toMatchObject({ isOpen: false });
});

test('without the cookie, or by a proxy, no page is let in', async () => {
  const server = await served();
  const refused = (headers: Record<string, string>) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`ws://localhost:${server.port}/relay`, ['soapstone.1', secret], {
        headers: { origin: server.origin, cookie: server.cookie, ...headers },
      });
      socket.on('error', (error) => resolve(error.message));
      socket.on('open', () => resolve('opened'));
    });
  const proxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];
  for (const headers of [
    { cookie: '' },
    { cookie: 'soapstone-page-1=x' },
    { cookie: server.cookie.slice(0, -1) },
    ...proxies.map((name) => ({ [name]: '127.0.0.1' })),
  ])
    expect(await refused(headers), JSON.stringify(headers)).toContain('403');
  expect(await refused({})).toBe('opened');
});
