import { expect, test } from 'vitest';
import type { Exchange } from '../../../../serve/exchange.ts';
import { isPageOf } from '../../../../serve/http/page-key.ts';
import { runningServer, sendRaw } from './running-server.ts';

const key = 'k'.repeat(43);

test('only the right key counts, and the backend never gets it', async () => {
  const exchanges: Exchange[] = [];
  const port = await runningServer(() => ({
    isPage: isPageOf(key),
    async answer(exchange) {
      exchanges.push(exchange);
      return { status: 200, headers: [], body: undefined };
    },
  }));
  const shown: Record<string, string>[] = [
    {},
    { 'x-soapstone-key': '' },
    { 'x-soapstone-key': key.slice(1) },
    { 'x-soapstone-key': `${key}, ${key}` },
    { authorization: `Bearer ${key}`, cookie: `key=${key}` },
    { 'x-soapstone-key': key, 'x-forwarded-for': '127.0.0.1' },
    { 'x-soapstone-key': key },
  ];
  for (const headers of shown) await sendRaw(port, 'POST /session', headers);
  expect(exchanges.map(({ isPage }) => isPage)).toEqual([false, false, false, false, false, false, true]);
  expect(JSON.stringify(exchanges.map(({ headers }) => headers))).not.toContain('x-soapstone-key');
});

test('a package is passed on as a stream, and other bodies as a whole', async () => {
  const bodies: unknown[] = [];
  const port = await runningServer(() => ({
    async answer({ url, body, stream }) {
      bodies.push([url.pathname, body && Buffer.from(body).toString(), stream && (await new Response(stream).text())]);
      return { status: 200, headers: [], body: undefined };
    },
  }));
  for (const path of ['/admin/services', '/%61dmin//services/', '/admin/restore', '/admin/maps', '/session'])
    await sendRaw(port, `POST ${path}`, {}, 'content');
  expect(bodies).toEqual([
    ['/admin/services', undefined, 'content'],
    ['/%61dmin//services/', undefined, 'content'],
    ['/admin/restore', undefined, 'content'],
    ['/admin/maps', 'content', undefined],
    ['/session', 'content', undefined],
  ]);
});
