import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { createRemoteFetch } from '../../../../serve/host/remote-fetch.ts';

/* Addresses that users choose must not lead into the network of the server. */

const refusal = { code: 'source-failed', message: expect.stringContaining("is in the server's network") };

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Resolve names to these addresses until the end of the test. @returns the names that were looked up */
function resolveTo(...addresses: string[]): string[] {
  const names: string[] = [];
  const { lookup } = dns;
  const install = (replacement: typeof dns.lookup) => {
    dns.lookup = replacement;
    syncBuiltinESMExports();
  };
  install(((name: string, _: unknown, callback: (error: null, found: dns.LookupAddress[]) => void) => {
    names.push(name);
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    process.nextTick(callback, null, found);
  }) as unknown as typeof dns.lookup);
  onTestFinished(() => install(lookup));
  return names;
}

const inner = [
  ...['127.0.0.1', '127.255.0.3', '2130706433', '0177.0.0.1', '0x7f.1', '0x7f000001', '127.1', '0', '①②⑦.0.0.1'],
  ...['169.254.169.254', '0xa9fea9fe', '[::ffff:169.254.169.254]', '[fd00:ec2::254]', '100.100.100.200', '192.0.0.192'],
  ...['168.63.129.16', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '255.255.255.255'],
  ...['224.0.0.1', '[::1]', '[::]', '[::127.0.0.1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::127.0.0.1]'],
  ...[
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2001::1]',
    '[fc00::1]',
    '[fd12::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
  ],
];

test('an address of this computer or its network is refused in any form, before a connection', async () => {
  let requests = 0;
  const port = await listen((_, response) => {
    requests++;
    response.end();
  });
  const fetch = createRemoteFetch([]);
  for (const host of inner) await expect(fetch(`http://${host}:${port}/`), host).rejects.toMatchObject(refusal);
  const others = Object.values(networkInterfaces()).flat();
  for (const { address, family } of others as { address: string; family: string }[]) {
    const host = family === 'IPv6' ? `[${address}]` : address;
    await expect(fetch(`http://${host}:${port}/`), host).rejects.toMatchObject(refusal);
  }
  expect(requests).toBe(0);
});

test('a name that leads to this computer is refused, also beside a public address', async () => {
  const fetch = createRemoteFetch([]);
  for (const host of ['localhost', 'LOCALHOST'])
    await expect(fetch(`http://${host}:1/`)).rejects.toMatchObject(refusal);
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::ffff:7f00:1'], ['fe80::1%eth0']]) {
    resolveTo(...addresses);
    for (const scheme of ['http', 'https'])
      await expect(fetch(`${scheme}://maps.example/`), addresses[0]!).rejects.toMatchObject(refusal);
  }
});

test('a public address is used as it was resolved once, so that no other answer can follow', async () => {
  const names = resolveTo('8.8.8.8');
  const cancel = new AbortController();
  const fetched = createRemoteFetch([])('http://maps.example/', { signal: cancel.signal });
  await expect.poll(() => names.length).toBe(1);
  setImmediate(() => cancel.abort());
  await expect(fetched).rejects.toThrow(expect.not.objectContaining(refusal));
  expect(names).toEqual(['maps.example']);
});

test('a redirect is an error and is not followed', async () => {
  const paths: unknown[] = [];
  const port = await listen(({ url }, response) => {
    paths.push(url);
    response.writeHead(url === '/' ? 302 : 200, url === '/' ? { location: '/inner' } : {}).end();
  });
  const fetch = createRemoteFetch([`localhost:${port}`]);
  await expect(fetch(`http://localhost:${port}/`)).rejects.toThrow('redirects to another address');
  expect(paths).toEqual(['/']);
});

test('an allowed host is asked like by the fetch of a browser', async () => {
  const requests: unknown[] = [];
  const port = await listen(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { method, url, headers } = request;
    requests.push([method, url, headers.range, headers['content-type'], body]);
    response.writeHead(url === '/none' ? 204 : 206, { etag: '"1"' }).end(method === 'HEAD' ? undefined : 'content');
  });
  for (const host of ['127.0.0.1', `127.0.0.1:${port}`]) {
    const response = await createRemoteFetch([host])(`http://127.0.0.1:${port}/a?b`, {
      headers: { range: 'bytes=0-9' },
    });
    expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([206, '"1"', 'content']);
  }
  const fetch = createRemoteFetch(['127.0.0.1']);
  const headers = new Headers({ 'content-type': 'application/json' });
  const posted = await fetch(`http://127.0.0.1:${port}/none`, { method: 'POST', headers, body: '{"é":1}' });
  expect([posted.status, await posted.text()]).toEqual([204, '']);
  expect(await (await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' })).text()).toBe('');
  expect(requests).toEqual([
    ['GET', '/a?b', 'bytes=0-9', undefined, ''],
    ['GET', '/a?b', 'bytes=0-9', undefined, ''],
    ['POST', '/none', undefined, 'application/json', '{"é":1}'],
    ['HEAD', '/', undefined, undefined, ''],
  ]);
  await expect(createRemoteFetch([`127.0.0.1:${port + 1}`])(`http://127.0.0.1:${port}/`)).rejects.toMatchObject(
    refusal,
  );
});

test('answers that break off, have no valid status or never end are errors, and other schemes are refused', async () => {
  const port = await listen(({ url }, response) => {
    if (url === '/cut') response.writeHead(200, { 'content-length': '100' }).write('part', () => response.destroy());
    else if (url === '/status') response.socket!.end('HTTP/1.1 999 odd\r\n\r\n');
    else if (url === '/silent') response.write('part');
    else response.destroy();
  });
  const fetch = createRemoteFetch(['127.0.0.1']);
  const at = (path: string) => `http://127.0.0.1:${port}${path}`;
  await expect((await fetch(at('/cut'))).text()).rejects.toThrow();
  await expect(fetch(at('/status'))).rejects.toThrow();
  await expect(fetch(at('/closed'))).rejects.toThrow();
  const cancel = new AbortController();
  const silent = await fetch(at('/silent'), { signal: cancel.signal });
  const text = expect(silent.text()).rejects.toThrow();
  cancel.abort();
  await text;
  for (const address of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:,x'])
    await expect(fetch(address)).rejects.toThrow("isn't supported");
});
