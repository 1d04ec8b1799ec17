import initSqlJs from 'sql.js';
import type { Cell } from '../../../sw/rows/arrow/encode-attributes.ts';
import type { Table } from '../../../sw/rows/table.ts';
import { random } from '../geometry/random.ts';
import type { Columns } from './memory-table.ts';
import { splitTable } from './split-table.ts';

export const rowCount = 300;
const next = random(11);
const cells = (share: number, make: (row: number) => Cell): Cell[] =>
  Array.from({ length: rowCount }, (_, row) => (next() < share ? null : make(row)));
const word = (): string =>
  Array.from({ length: Math.floor(next() * 5) }, () => 'abABé_'[Math.floor(next() * 6)]).join('');
export const columns: Columns = {
  ID: ['gisFieldTypeOID', Array.from({ length: rowCount }, (_, row) => row + 1)],
  SMALL: ['gisFieldTypeSmallInteger', cells(0.2, () => Math.floor(next() * 12) - 3)],
  // Ascending, so that statistics differ between batches.
  BIG: ['gisFieldTypeInteger', cells(0.05, (row) => row * 3)],
  REAL: ['gisFieldTypeDouble', cells(0.2, () => Math.floor(next() * 40) / 4 - 3)],
  NAME: ['gisFieldTypeString', cells(0.1, word)],
  CODE: ['gisFieldTypeString', cells(0, (row) => 'aAbB'[Math.floor(row / 80)]!)],
  DAY: ['gisFieldTypeDate', cells(0.1, () => Date.UTC(2020, 1, 1 + Math.floor(next() * 28)))],
};
/** Random rows with nulls, in batches of 40. */
export const table: Table = splitTable(columns, 40);

/** Load the same rows into SQLite, as table `t`. */
export async function sqliteTable(): Promise<{ exec(sql: string): unknown[][] }> {
  const { Database } = await initSqlJs();
  const database = new Database();
  const names = Object.keys(columns);
  database.run('PRAGMA case_sensitive_like = ON');
  database.run('CREATE TABLE t (ID INTEGER, SMALL INTEGER, BIG INTEGER, REAL REAL, NAME TEXT, CODE TEXT, DAY INTEGER)');
  for (let row = 0; row < rowCount; row++) {
    database.run(
      `INSERT INTO t VALUES (${names.map(() => '?').join()})`,
      names.map((name) => columns[name]![1][row]!),
    );
  }
  return { exec: (sql) => database.exec(sql)[0]?.values ?? [] };
}
