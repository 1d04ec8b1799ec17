import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { readSources } from '../../../../src/publish/import/read-sources.ts';
import { publishEn } from '../../../../src/publish/text/publish-en.ts';
import type { SourceFile } from '../../../../sw/formats/reading/source-table.ts';

vi.mock('sql.js/dist/sql-wasm.wasm?url', () => ({ default: 'node_modules/sql.js/dist/sql-wasm.wasm' }));

/**
 * Read a file made by SQLite 3.40. `journal` has three finds. Its journal changes the second, adds 36 finds and deletes
 * the first, each in a transaction, followed by frames of an older journal. `early` has everything in its journal.
 */
const readJournalFile = (name: string): SourceFile => ({
  name,
  bytes: new Uint8Array(readFileSync(new URL(`../files/${name}`, import.meta.url))),
});
const journal = [readJournalFile('journal.gpkg'), readJournalFile('journal.gpkg-wal')] as const;
const readBytes = ({ bytes }: SourceFile) => bytes as Uint8Array;
const read = async (files: readonly SourceFile[]) => {
  const decodeImage = () => Promise.reject(new Error('no pictures here'));
  const { layers } = await readSources(files, { decodeImage, partTexts: publishEn.layer.parts });
  return layers.map(({ table }) => table!);
};
const readRows = async (files: readonly SourceFile[]) => {
  const [table] = await read(files);
  const [fid, note] = table!.columns;
  return {
    count: table!.rowCount,
    first: fid!.values[0],
    second: note!.values[fid!.values.indexOf(2)],
    notes: table!.notes,
  };
};
/** Change the bytes of the journal. */
const applyChange = (change: (bytes: Uint8Array) => Uint8Array): SourceFile[] => [
  journal[0],
  { name: 'journal.gpkg-wal', bytes: change(readBytes(journal[1]).slice()) },
];
const frameBytes = 24 + 512;

test('what stands in a journal is read with the file, and an older journal behind it is not', async () => {
  expect(await readRows(journal)).toEqual({ count: 38, first: 2, second: 'seen again', notes: [] });
  expect((await readRows(journal)).count).toBe(38);
  const alone = await readRows([journal[0]]);
  expect(alone).toMatchObject({ count: 3, first: 1, second: 'find 2' });
  expect(alone.notes.map(({ key }) => key)).toEqual(['journalUnread']);
});

test('a file that has nothing yet is read from its journal', async () => {
  expect(await readRows([readJournalFile('early.gpkg'), readJournalFile('early.gpkg-wal')])).toMatchObject({
    count: 3,
    first: 1,
  });
  await expect(read([readJournalFile('early.gpkg')])).rejects.toThrow('they are still in early.gpkg-wal');
});

test('both may lie in a zip, beside the index that SQLite keeps of the journal', async () => {
  const entries = Object.fromEntries(journal.map((file) => [`project/${file.name}`, readBytes(file)]));
  const zip = zipSync({ ...entries, 'project/journal.gpkg-shm': new Uint8Array(32) });
  expect(await readRows([{ name: 'project.zip', bytes: zip }])).toMatchObject({ count: 38, notes: [] });
  const index = { name: 'journal.gpkg-shm', bytes: new Uint8Array(32) };
  expect(await readRows([index, ...journal])).toMatchObject({ count: 38 });
});

test('only transactions that were finished count', async () => {
  // The last frame deletes the row; the frame before it ends the transaction of the new rows.
  const counts = new Set<number>();
  for (let frames = 0; frames < 12; frames++) {
    const { count } = await readRows(applyChange((bytes) => bytes.slice(0, 32 + frames * frameBytes + 100)));
    counts.add(count);
  }
  expect([...counts]).toEqual([3, 39, 38]);
});

test('frames after one that does not add up are not read', async () => {
  const flip = (index: number) =>
    readRows(
      applyChange((bytes) => {
        bytes[index]! ^= 1;
        return bytes;
      }),
    );
  // Damage in the header, in the first page or in the salt of the first frame invalidates the whole journal
  for (const position of [20, 32 + 24 + 7, 32 + 9])
    expect(await flip(position)).toMatchObject({ count: 3, second: 'find 2' });
  // After damage in the second page, the first transaction's change still applies
  expect(await flip(32 + frameBytes + 24 + 7)).toMatchObject({ count: 3, second: 'seen again' });
  expect(await readRows(applyChange(() => new Uint8Array(10)))).toMatchObject({ count: 3, second: 'find 2' });
});
