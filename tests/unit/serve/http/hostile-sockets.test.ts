import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { rawSocket, runningServer, sendRaw } from './running-server.ts';

/* Hostile requests to a server without web sockets. An unhandled error would fail the run. */

const offer = (headers: Record<string, string>) =>
  [
    'GET /relay HTTP/1.1',
    ...Object.entries({ connection: 'Upgrade', upgrade: 'websocket', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '\r\n',
  ].join('\r\n');

test('a socket that is reset in the middle of a request ends nothing', async () => {
  const port = await runningServer(() => ({}));
  const host = `localhost:${port}`;
  const heads = [
    offer({ host: 'evil.example' }),
    offer({ host }),
    offer({ host, upgrade: 'h2c' }),
    'GET /x HTTP/1.1\r\n',
  ];
  const ways: ((socket: Socket) => Promise<unknown>)[] = [
    async (socket) => socket.resetAndDestroy(),
    (socket) => new Promise((resolve) => setImmediate(() => resolve(socket.resetAndDestroy()))),
    async (socket) => {
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

test('an offer of another protocol is ignored, and a foreign host is refused with it', async () => {
  const port = await runningServer(() => ({}));
  const websocket = { connection: 'Upgrade, close', upgrade: 'websocket', 'sec-websocket-version': '13' };
  expect((await sendRaw(port, 'GET /services', websocket)).status).toBe(200);
  expect((await sendRaw(port, 'GET /services', { ...websocket, host: 'evil.example' })).status).toBe(403);
});

test('headers beyond the limit and bytes that are no request are refused', async () => {
  const port = await runningServer(() => ({}));
  expect((await sendRaw(port, 'GET /services', { 'x-long': 'x'.repeat(80 * 1024) })).status).toBe(431);
  const socket = await rawSocket(port);
  socket.write('\0\r\n\r\n');
  await once(socket.resume(), 'close');
  expect((await sendRaw(port, 'GET /services')).status).toBe(200);
});

test('clients that hang up in a body give back their share of the load', async () => {
  const port = await runningServer(() => ({}));
  // The limit of this server is 1 MB for all bodies.
  for (let i = 0; i < 30; i++) {
    const socket = await rawSocket(port);
    socket.write(`POST /services HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-length: 200000\r\n\r\n`);
    await new Promise((resolve) => socket.write('x'.repeat(100_000), resolve));
    socket.resetAndDestroy();
  }
  expect((await sendRaw(port, 'POST /services', {}, 'x'.repeat(900_000))).status).toBe(200);
});
