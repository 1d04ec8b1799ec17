import { once } from 'node:events';
import { createConnection } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { closeServers, listen } from '../../../../serve/http/server.ts';

test('a client that connects before requests are answered is closed, and holds up no end', async () => {
  const { servers, port } = await listen(undefined, 0);
  const early = createConnection(port, '127.0.0.1');
  early.on('error', () => undefined);
  await once(early, 'connect');
  early.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(early, 'close');
  for (const server of servers) server.on('request', (_, response) => response.end('answer'));
  expect(await (await fetch(`http://localhost:${port}/`)).text()).toBe('answer');
  await closeServers(servers);
});

// Other systems have only the usual loopback address.
test.skipIf(process.platform !== 'linux')(
  'a server at another loopback address is also reached at the usual one',
  async () => {
    const { servers, port } = await listen('127.0.0.2', 0);
    onTestFinished(() => closeServers(servers));
    for (const server of servers)
      server.on('request', (_, response) => response.setHeader('connection', 'close').end('here'));
    for (const host of ['127.0.0.2', '127.0.0.1'])
      expect(await (await fetch(`http://${host}:${port}/`)).text(), host).toBe('here');
  },
);
