import { expect, test } from 'vitest';
import { rawSocket, runningServer } from '../unit/serve/http/running-server.ts';
import { findLeak } from './check-answer.ts';
import { createSeededRandom, type Random } from './random.ts';
import { hostileText, spoiltBytes, spoiltText } from './spoil.ts';

/** `VITE_FUZZ_SEED=n` generates other inputs, `VITE_DEEP=1` ten times as many. */
const seed = Number(process.env.VITE_FUZZ_SEED ?? 1);
const inputs = process.env.VITE_DEEP ? 1000 : 100;

const targets = [
  '/',
  '/services?f=json',
  '/rest/services/A/MapServer/0/query?where=1%3D1',
  '//h/services',
  '/\\h',
  'http://h/x',
  '*',
  '/%',
  '/session',
  '/admin/services',
  '/health',
  '/__admin/requests',
];
const headerNames = [
  'host',
  'origin',
  'referer',
  'content-type',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'sec-fetch-site',
  'cookie',
  'x-soapstone-key',
  'x-forwarded-host',
  'expect',
];

/** Return the bytes of a request, in which any part may be invalid. */
function readMessage(random: Random, port: number): Uint8Array {
  const method = random.pick(['GET', 'POST', 'PUT', 'OPTIONS', 'CONNECT', 'get', 'X']);
  const target = random.once(2) ? random.pick(targets) : spoiltText(random, random.pick(targets));
  const sent = Array.from({ length: random.below(5) }, () => `${random.pick(headerNames)}: ${hostileText(random)}`);
  const host = random.once(6) ? [] : [`host: localhost:${port}`];
  const upgrade = random.once(4) ? ['connection: upgrade', 'upgrade: websocket'] : ['connection: close'];
  const head = [`${method} ${target} HTTP/1.1`, ...host, ...upgrade, ...sent].join('\r\n');
  const bytes = new TextEncoder().encode(`${head}\r\n\r\n${random.once(2) ? hostileText(random) : ''}`);
  return random.once(4) ? spoiltBytes(random, bytes) : bytes;
}

/** Send bytes, close, and read the answer; half of the callers reset the connection instead. */
async function replyTo(port: number, bytes: Uint8Array, isReset: boolean): Promise<string> {
  const socket = await rawSocket(port);
  socket.write(bytes);
  if (isReset) {
    socket.resetAndDestroy();
    return '';
  }
  socket.end();
  const parts: Buffer[] = [];
  try {
    for await (const part of socket) parts.push(part as Buffer);
  } catch {
    // The server may close a connection without an HTTP request.
  }
  return Buffer.concat(parts).toString('latin1');
}

test('spoilt requests on the wire are answered or closed, and the next caller is answered', {
  timeout: 3_600_000,
}, async () => {
  const port = await runningServer(() => ({
    answer: async () => ({ status: 200, headers: [], body: Buffer.from('fine') }),
  }));
  const random = createSeededRandom(seed);
  const violations: string[] = [];
  for (let i = 0; i < inputs; i++) {
    const bytes = readMessage(random, port);
    const text = await replyTo(port, bytes, random.once(2));
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
    const violation = status >= 500 && status !== 501 ? `status ${status}` : findLeak(text);
    const next = await fetch(`http://127.0.0.1:${port}/services`);
    const shown = JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 200));
    if (violation ?? (next.status === 200 ? undefined : 'the next caller is refused'))
      violations.push(`${i} ${shown}: ${violation ?? next.status}`);
  }
  console.info(`seed ${seed}, ${inputs} messages`);
  expect(violations).toEqual([]);
});
