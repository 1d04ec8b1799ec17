/// <reference path="./sql.js.d.ts" />
import initSqlJs, { type Database } from 'sql.js';
import wasmUrl from 'sql.js/dist/sql-wasm.wasm?url';
import { readFault } from '../reading/diagnostic.ts';
import { readSlice, type SourceFile, sizeOf } from '../reading/source-table.ts';

/** Memory limits, because SQLite works on a copy of the file in memory. */
const maxFileBytes = 512 * 2 ** 20;
const maxHeapBytes = 256 * 2 ** 20;

interface SqliteFile {
  readonly database: Database;
  /** Whether changes may be in a journal (`-wal`) that wasn't added with the file. */
  readonly isJournalMissing: boolean;
}

let loaded: ReturnType<typeof initSqlJs> | undefined;

/**
 * Open a SQLite database; the caller must close it. The first call loads SQLite.
 *
 * @throws {Fault} `too-large` above 512 MB; `bad-package` when the file isn't SQLite, is encrypted or cut off
 */
export async function openSqlite(file: SourceFile): Promise<SqliteFile> {
  const size = sizeOf(file) + (file.journal ? sizeOf(file.journal) : 0);
  if (size > maxFileBytes)
    throw readFault('too-large', 'mostBytes', file.name, maxFileBytes / 2 ** 20, Math.ceil(size / 2 ** 20));
  const bytes = await readWithJournal(file);
  const { Database } = await load();
  const hasJournal = bytes[18] === 2 || bytes[19] === 2;
  const database = new Database(hasJournal ? withoutJournalMode(bytes) : bytes);
  // SQL in the file must not call functions with side effects or exhaust the memory.
  database.exec(`PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA hard_heap_limit = ${maxHeapBytes}`);
  return { database, isJournalMissing: hasJournal && !file.journal };
}

/** Create an empty database in memory; the caller must close it. */
export async function newDatabase(): Promise<Database> {
  const { Database } = await load();
  return new Database();
}

function load(): ReturnType<typeof initSqlJs> {
  loaded ??= initSqlJs({ locateFile: () => wasmUrl });
  // Retry after a failed load.
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}

/** Return the bytes of the file, with the changes of its journal if it has one. */
async function readWithJournal(file: SourceFile): Promise<Uint8Array> {
  const bytes = await readSlice(file, 0, sizeOf(file));
  checkHead(file.name, bytes);
  const journal = file.journal && (await readSlice(file.journal, 0, sizeOf(file.journal)));
  return (journal && withJournal(bytes, journal)) ?? bytes;
}

/** Check the header of the file (sqlite.org/fileformat2.html, 1.3). */
function checkHead(name: string, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 100 || new TextDecoder('latin1').decode(bytes.subarray(0, 16)) !== 'SQLite format 3\0') {
    const startHex = [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    throw readFault('bad-package', 'sqliteExpected', name, startHex);
  }
  const pageBytes = view.getUint16(16) === 1 ? 65536 : view.getUint16(16);
  // The page count is valid only if the last writer updated it.
  const declared = view.getUint32(24) === view.getUint32(92) ? view.getUint32(28) * pageBytes : 0;
  if (declared > bytes.length) throw readFault('bad-package', 'sqliteCut', name, declared, bytes.length);
}

/** Return a copy without journal mode, because a database in journal mode doesn't open without its journal. */
function withoutJournalMode(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  copy.fill(1, 18, 20);
  return copy;
}

const headBytes = 32;
const frameHeadBytes = 24;

/**
 * Merge the journal (`-wal`) into a database, like SQLite when it opens both (sqlite.org/fileformat2.html, 4). Only
 * pages of committed transactions are merged. Reading stops at the first invalid frame: it's from an older journal or
 * incomplete.
 *
 * @returns a new database; undefined if the journal has no committed transaction
 */
function withJournal(database: Uint8Array, journal: Uint8Array): Uint8Array | undefined {
  if (journal.length < headBytes) return undefined;
  const view = new DataView(journal.buffer, journal.byteOffset, journal.byteLength);
  const magic = view.getUint32(0);
  const pageBytes = view.getUint32(8);
  if ((magic & ~1) >>> 0 !== 0x377f0682 || pageBytes < 512 || pageBytes > 65536) return undefined;
  // The magic number defines the byte order of the checksums; everything else is big-endian.
  const sums = checkSums(view, (magic & 1) === 0);
  sums.add(0, 24);
  if (!sums.isAt(24)) return undefined;
  /** Offset of each page of the committed transactions. */
  const finished = new Map<number, number>();
  const open = new Map<number, number>();
  let pageCount = 0;
  const frameBytes = frameHeadBytes + pageBytes;
  for (let offset = headBytes; offset + frameBytes <= journal.length; offset += frameBytes) {
    const isOfJournal =
      view.getUint32(offset + 8) === view.getUint32(16) && view.getUint32(offset + 12) === view.getUint32(20);
    if (!isOfJournal) break;
    sums.add(offset, 8);
    sums.add(offset + frameHeadBytes, pageBytes);
    if (!sums.isAt(offset + 16)) break;
    open.set(view.getUint32(offset), offset + frameHeadBytes);
    const countAfter = view.getUint32(offset + 4);
    if (countAfter === 0) continue;
    pageCount = countAfter;
    for (const [page, offset] of open) finished.set(page, offset);
    open.clear();
  }
  // A database can't have more pages than both files together.
  if (pageCount === 0 || pageCount * pageBytes > database.length + journal.length) return undefined;
  const whole = new Uint8Array(pageCount * pageBytes);
  whole.set(database.subarray(0, whole.length));
  for (const [page, offset] of finished)
    if (page >= 1 && page <= pageCount) whole.set(journal.subarray(offset, offset + pageBytes), (page - 1) * pageBytes);
  return whole;
}

/** Create the two running checksums over pairs of words. */
function checkSums(view: DataView, isLittle: boolean) {
  let [first, second] = [0, 0];
  return {
    add(from: number, bytes: number): void {
      for (let offset = from; offset < from + bytes; offset += 8) {
        first = (first + view.getUint32(offset, isLittle) + second) >>> 0;
        second = (second + view.getUint32(offset + 4, isLittle) + first) >>> 0;
      }
    },
    isAt: (offset: number): boolean => view.getUint32(offset) === first && view.getUint32(offset + 4) === second,
  };
}
