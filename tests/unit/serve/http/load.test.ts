import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createLoad, Overloaded } from '../../../../serve/http/load.ts';
import { rawSocket, runningServer, sendRaw } from './running-server.ts';

test('requests and bytes have limits of their own, and what is given back is free once', () => {
  const enter = createLoad(2, 10);
  const first = enter();
  first.add(6);
  const second = enter();
  expect(() => second.add(5)).toThrow(Overloaded);
  second.add(4);
  expect(enter).toThrow(Overloaded);
  first.release();
  first.release();
  const third = enter();
  expect(enter).toThrow(Overloaded);
  third.add(6);
  expect(() => third.add(1)).toThrow(Overloaded);
});

test('one request too many is answered with 503 and retry-after, and one that has ended makes room', async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let count = 0;
  const port = await runningServer(() => ({
    enter: createLoad(3, 1e6),
    async answer() {
      count++;
      await finished;
      return { status: 200, headers: [], body: undefined };
    },
  }));
  const sockets = await Promise.all(Array.from({ length: 3 }, () => rawSocket(port)));
  for (const socket of sockets) socket.write(`GET /services HTTP/1.1\r\nhost: localhost:${port}\r\n\r\n`);
  await expect.poll(() => count).toBe(3);
  const refused = await sendRaw(port, 'GET /services');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  const message = await sendRaw(port, 'POST /services/x/MapServer', { 'content-type': 'text/xml' }, '<x/>');
  expect([message.status, message.body]).toEqual([503, expect.stringContaining('Fault')]);
  finish();
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await sendRaw(port, 'GET /services')).status).toBe(200);
});
