import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createAccess, isLocalRequest } from '../../../../serve/http/access.ts';

const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;
const token = 'a'.repeat(64);
const access = { isOpen: true, needsToken: false, token };

function checked() {
  const lines: string[] = [];
  const pauses: number[] = [];
  const closedTo = createAccess(
    (line) => lines.push(line),
    async (ms) => pauses.push(ms),
  );
  return { closedTo, lines, pauses };
}

test('only what comes from this computer without a proxy is here', () => {
  for (const address of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])
    expect(isLocalRequest(from(address))).toBe(true);
  for (const address of ['10.0.0.2', '::ffff:10.0.0.2', 'fe80::1', ''])
    expect(isLocalRequest(from(address))).toBe(false);
  for (const name of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'])
    expect(isLocalRequest(from('127.0.0.1', { [name]: '' })), name).toBe(false);
});

test('programs of others show the token, those of this computer where the owner wants it', async () => {
  const { closedTo } = checked();
  const status = async (...given: Parameters<typeof closedTo>) => (await closedTo(...given))?.status ?? 200;
  const shown = { 'x-soapstone-token': token };
  const basic = { authorization: `Basic ${Buffer.from(`any:${token}`).toString('base64')}` };
  expect(await status(from('127.0.0.1'), access)).toBe(200);
  expect(await status(from('127.0.0.1', { 'x-forwarded-for': '10.0.0.2' }), access)).toBe(401);
  expect(await status(from('127.0.0.1'), { ...access, needsToken: true })).toBe(401);
  expect(await status(from('127.0.0.1', shown), { ...access, needsToken: true })).toBe(200);
  expect(await status(from('10.0.0.2'), access)).toBe(401);
  expect(await status(from('10.0.0.2', shown), access)).toBe(200);
  expect(await status(from('10.0.0.2', basic), access)).toBe(200);
  expect(await status(from('10.0.0.2', shown), { ...access, isOpen: false })).toBe(403);
});

test('wrong tokens wait longer and longer and are written down, for each address; right ones and none do not wait', async () => {
  const { closedTo, lines, pauses } = checked();
  for (let i = 0; i < 12; i++) await closedTo(from('10.0.0.2', { 'x-soapstone-token': `wrong ${i}` }), access);
  expect(pauses).toEqual([250, 500, 1000, 2000, ...Array(8).fill(4000)]);
  expect(lines).toEqual(['Wrong token from 10.0.0.2 (1 so far).', 'Wrong token from 10.0.0.2 (10 so far).']);
  await closedTo(from('10.0.0.3'), access);
  await closedTo(from('10.0.0.2', { 'x-soapstone-token': token }), access);
  expect(pauses).toHaveLength(12);
});
