/// <reference path="./sql.js.d.ts" />
import initSqlJs, { type Database } from 'sql.js';
import wasmUrl from 'sql.js/dist/sql-wasm.wasm?url';
import { readFault } from '../reading/diagnostic.ts';
import { readSlice, type SourceFile, sizeOf } from '../reading/source-table.ts';
import { withJournal } from './journal.ts';

/** SQLite works on a copy of the file in memory. */
const mostFileBytes = 512 * 2 ** 20;
const mostHeapBytes = 256 * 2 ** 20;

interface SqliteFile {
  readonly database: Database;
  /** Changes may stand in a journal (`-wal`) that was not given with the file. */
  readonly isJournalMissing: boolean;
}

let loaded: ReturnType<typeof initSqlJs> | undefined;

/**
 * Open a SQLite database; close it when all is read. SQLite itself is loaded with the first one.
 *
 * @throws {Fault} `too-large`, `bad-package` when the file is none, is encrypted, or its end is missing
 */
export async function openSqlite(file: SourceFile): Promise<SqliteFile> {
  const size = sizeOf(file) + (file.journal ? sizeOf(file.journal) : 0);
  if (size > mostFileBytes)
    throw readFault('too-large', 'mostBytes', file.name, mostFileBytes / 2 ** 20, Math.ceil(size / 2 ** 20));
  const bytes = await wholeBytes(file);
  const { Database } = await load();
  const hasJournal = bytes[18] === 2 || bytes[19] === 2;
  const database = new Database(hasJournal ? ofRest(bytes) : bytes);
  // SQL of the file may use no function with effects, and no more memory than a table has.
  database.exec(`PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA hard_heap_limit = ${mostHeapBytes}`);
  return { database, isJournalMissing: hasJournal && !file.journal };
}

/** Make an empty database in memory; close it when it has been exported. */
export async function newDatabase(): Promise<Database> {
  const { Database } = await load();
  return new Database();
}

function load(): ReturnType<typeof initSqlJs> {
  loaded ??= initSqlJs({ locateFile: () => wasmUrl });
  // What could not be loaded once is tried again.
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}

/** The bytes of the file with all that its journal has, if it came with one. */
async function wholeBytes(file: SourceFile): Promise<Uint8Array> {
  const bytes = await readSlice(file, 0, sizeOf(file));
  checkHead(file.name, bytes);
  const journal = file.journal && (await readSlice(file.journal, 0, sizeOf(file.journal)));
  return (journal && withJournal(bytes, journal)) ?? bytes;
}

/** Check the head of the file (sqlite.org/fileformat2.html, 1.3). */
function checkHead(name: string, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 100 || new TextDecoder('latin1').decode(bytes.subarray(0, 16)) !== 'SQLite format 3\0') {
    const found = [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    throw readFault('bad-package', 'sqliteExpected', name, found);
  }
  const pageBytes = view.getUint16(16) === 1 ? 65536 : view.getUint16(16);
  // The number of pages counts only where the last writer knew of it.
  const declared = view.getUint32(24) === view.getUint32(92) ? view.getUint32(28) * pageBytes : 0;
  if (declared > bytes.length) throw readFault('bad-package', 'sqliteCut', name, declared, bytes.length);
}

/** A copy without journal mode: a database in journal mode does not open without its journal. */
function ofRest(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  copy.fill(1, 18, 20);
  return copy;
}
