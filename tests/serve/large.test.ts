import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inTest, runInTest } from './in-test.ts';
import { folderWith, parcels } from './run-soapstone.ts';
import { signIn } from './sign-in.ts';

const mebibyte = 1024 * 1024;
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const open = (address: string) =>
  new Promise<IncomingMessage>((resolve, reject) => get(address, { agent: false }, resolve).on('error', reject));
const read = async (answer: IncomingMessage) => {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

test('programs that read slowly get all of a large answer, hold nobody up, and fill no memory', async () => {
  const file = join(inTest(join(folderWith({ 'parcels.geojson': parcels(20) }), '..')), 'parcels/parcels.geojson');
  const running = runInTest(['serve', file, '--user', 'writer:a long password']);
  const url = await running.url;
  const token = await signIn(url, { name: 'writer', password: 'a long password' });
  const content = randomBytes(32 * mebibyte);
  const form = new FormData();
  form.set('title', 'Large');
  form.set('file', new File([content], 'large.bin'));
  form.set('token', token);
  const added = await fetch(`${url}portals/self/items/addItem?f=json`, { method: 'POST', body: form });
  const { id } = (await added.json()) as { id: string };
  const address = `${url}portals/self/items/${id}/data?token=${token}`;
  // The first client reads as fast as it can, so that the program's memory includes one such answer.
  expect(digest(await read(await open(address)))).toBe(digest(content));

  const residentBytes = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(running.child.pid)])) * 1024;
  const before = residentBytes();
  const slow = await Promise.all(Array.from({ length: 4 }, () => open(address)));
  for (const answer of slow) answer.pause();
  const query = `${url}rest/services/parcels/MapServer/0/query?where=1=1&returnCountOnly=true&f=json`;
  for (let i = 0; i < 20; i++) expect(await (await fetch(query)).json()).toEqual({ count: 20 });
  expect(digest(await read(await open(address)))).toBe(digest(content));
  // Four complete answers would be 128 MiB.
  expect((residentBytes() - before) / mebibyte).toBeLessThan(80);
  const [gone, ...others] = slow;
  gone!.destroy();
  for (const answer of others) expect(digest(await read(answer))).toBe(digest(content));
}, 120_000);
