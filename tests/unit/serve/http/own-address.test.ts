import { expect, test } from 'vitest';
import { resolveLocalAddress } from '../../../../sw/contract/resolve-local-address.ts';
import { runningServer, sendRaw } from './running-server.ts';

const origin = 'http://localhost:4747';

test.each([
  ['/rest/info', '/rest/info'],
  ['/rest/info?f=json#x', '/rest/info?f=json'],
  ['//rest/info', '/rest/info'],
  ['///services', '/services'],
  ['/\\services', '/services'],
  ['\\\\evil.test\\services', '/evil.test/services'],
  ['//evil.test/services/World/MapServer', '/evil.test/services/World/MapServer'],
  ['/\\evil.test:99/services', '/evil.test:99/services'],
  ['/\t/evil.test/services', '/evil.test/services'],
  ['/./\\/evil.test/services', '/evil.test/services'],
  ['/x/..//evil.test/services', '/evil.test/services'],
  ['/%2e%2e//evil.test/services', '/evil.test/services'],
  ['/%2f%2fevil.test/services', '/%2f%2fevil.test/services'],
  ['http://evil.test/services?f=json', '/services?f=json'],
  ['HTTPS://evil.test:99//services', '/services'],
  ['ftp:\\\\evil.test\\services', '/services'],
  ['http://user:password@evil.test', '/'],
  ['@evil.test/services', '/@evil.test/services'],
  [':99/services', '/:99/services'],
  ['*', '/*'],
  ['', '/'],
])('the target %j is %j of the server itself', (target, path) => {
  const address = resolveLocalAddress(target, origin);
  expect([address.origin, address.pathname + address.search]).toEqual([origin, path]);
  // A page that resolves the path stays on its origin.
  expect(new URL(address.pathname + address.search, origin).origin).toBe(origin);
});

test('whatever a target looks like, its answer comes from the server, as nobody else could have made it', async () => {
  const addresses: string[] = [];
  const port = await runningServer(() => ({
    async answer({ url }) {
      addresses.push(url.href);
      return { status: 200, headers: [['content-type', 'text/html']], body: new TextEncoder().encode('<p>') };
    },
  }));
  const targets = ['//rest/info', '/\\rest/info', 'http://evil.test/rest/info', '/x/..//rest/info', '/%2e//rest/info'];
  for (const target of targets) {
    for (const [method, body] of [
      ['GET', ''],
      ['POST', 'f=json'],
    ]) {
      const { status, headers } = await sendRaw(port, `${method} ${target}`, {}, body);
      expect(status, `${method} ${target}`).toBe(200);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe('sandbox');
    }
  }
  expect(addresses).toEqual(Array(10).fill(`http://localhost:${port}/rest/info`));
});

test('a policy of the backend stays as it is', async () => {
  const port = await runningServer(() => ({
    answer: async () => ({
      status: 200,
      headers: [['content-security-policy', "default-src 'none'"]],
      body: undefined,
    }),
  }));
  expect((await sendRaw(port, 'GET /services')).headers.get('content-security-policy')).toBe("default-src 'none'");
});
