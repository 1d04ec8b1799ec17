import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isSoundLmdb } from '../../../../serve/store/check-lmdb.ts';
import { openFiles } from '../../../../serve/store/files.ts';
import { openLmdb } from '../../../../serve/store/lmdb.ts';

const pageBytes = 4096;

async function makeDatabase(): Promise<{ path: string; bytes: Buffer }> {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-lmdb-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const engine = await openLmdb(folder, await openFiles(join(folder, 'files')));
  for (const batch of [0, 1, 2]) {
    const transaction = await engine.beginWrite(['values'], true);
    for (let i = 0; i < 300; i++) {
      await transaction.put(Buffer.from(`key ${i} ${batch}`), Buffer.alloc(i % 30 === 0 ? 20_000 : 100, 'value'));
      if (batch > 0 && i % 2 === 0) await transaction.delete(Buffer.from(`key ${i} ${batch - 1}`));
    }
    await transaction.commit();
  }
  await engine.close();
  const path = join(folder, 'data.mdb');
  return { path, bytes: readFileSync(path) };
}

test('each byte of a header whose damage would end the process is noticed, on each page in use', async () => {
  const { path, bytes } = await makeDatabase();
  const isSoundWith = (change: (copy: Buffer) => void) => {
    const copy = Buffer.from(bytes);
    change(copy);
    writeFileSync(path, copy);
    return isSoundLmdb(path);
  };
  expect(isSoundWith(() => undefined)).toBe(true);
  const pages = Array.from({ length: bytes.length / pageBytes }, (_, page) => page * pageBytes);
  const used = pages.filter((start) => !isSoundWith((copy) => copy.fill(0, start, start + pageBytes)));
  expect(used.length).toBeGreaterThan(40);
  const kinds = new Set<number>();
  for (const start of used) {
    const kind = bytes.readUInt16LE(start + 18);
    kinds.add(kind);
    // The number, the kind, and the upper byte of the ends; in meta pages the magic number.
    const damages = kind === 8 ? [18, 24, 27] : kind === 4 ? [0, 18, 22] : [0, 7, 18, 19, 21, 23];
    for (const offset of damages)
      expect(
        isSoundWith((copy) => copy.writeUInt8(copy[start + offset]! ^ 0xff, start + offset)),
        `${start} ${offset}`,
      ).toBe(false);
    if (kind === 1 || kind === 2)
      expect(
        isSoundWith((copy) => copy.fill(0xff, start + 24, start + 26)),
        `${start} offset`,
      ).toBe(false);
  }
  expect([...kinds].sort()).toEqual([1, 2, 4, 8]);
});

test('a database that is missing, empty or being created is opened, and other files are refused', async () => {
  const { path, bytes } = await makeDatabase();
  expect(isSoundLmdb(`${path}-missing`)).toBe(true);
  for (const [content, isSound] of [
    [Buffer.alloc(0), true],
    [bytes.subarray(0, 30), false],
    [bytes.subarray(0, pageBytes), false],
    [Buffer.alloc(bytes.length), false],
    [Buffer.alloc(bytes.length, 'text'), false],
  ] as const) {
    writeFileSync(path, content);
    expect(isSoundLmdb(path)).toBe(isSound);
  }
});
