import type { Database } from 'sql.js';
import { reasonOf } from '../../contract/index.ts';
import { type Diagnostic, diagnostic, ReadFault, readFault } from '../reading/diagnostic.ts';
import { readBudget } from '../reading/read-budget.ts';
import type { Progress, Reader, SourceFile, SourceTable } from '../reading/source-table.ts';
import { type TableEntry, tableEntries, tableNames } from './contents.ts';
import { columnRules } from './read-rules.ts';
import { storedDrawings } from './read-styles.ts';
import { openSqlite } from './sqlite.ts';
import { readTable } from './table.ts';

/**
 * Read a GeoPackage (OGC 12-128): its tables of features and of attributes in the order of `gpkg_contents`, each as a layer
 * for each kind of geometry or as a plain table, with titles, aliases and domains. Tiles are left out.
 *
 * @throws {Fault} `bad-package` when it is no SQLite, no GeoPackage, damaged, or has nothing but tiles; `bad-geometry` naming
 * table and row; `too-large`
 */
export const readGeoPackage: Reader = async (file, onProgress, signal) => {
  const { database, isJournalMissing } = await openSqlite(file);
  try {
    signal?.throwIfAborted();
    return readTables(file, database, { isJournalMissing, onProgress, signal });
  } catch (error) {
    if (error instanceof ReadFault || error instanceof RangeError || signal?.aborted) throw error;
    throw readFault('bad-package', 'sqliteDamaged', file.name, reasonOf(error));
  } finally {
    database.close();
  }
};

interface Options {
  readonly isJournalMissing: boolean;
  readonly onProgress: Progress | undefined;
  readonly signal: AbortSignal | undefined;
}

function readTables(
  file: SourceFile,
  database: Database,
  { isJournalMissing, onProgress, signal }: Options,
): SourceTable[] {
  const names = tableNames(database);
  const isThere = ({ table }: TableEntry) => names.some((name) => name.toLowerCase() === table.toLowerCase());
  const entries = tableEntries(database);
  if (entries.length === 0) {
    // Until the first checkpoint all data are in the journal.
    if (isJournalMissing) throw readFault('bad-package', 'journalOutside', file.name);
    throw readFault(
      'bad-package',
      'geoPackageExpected',
      file.name,
      names.slice(0, 8).join(', ') || diagnostic('nothing'),
    );
  }
  const isData = ({ dataType }: TableEntry) => /^(?:features|attributes|aspatial)$/.test(dataType);
  const requested = entries.filter((entry) => isData(entry) && isThere(entry));
  const others = entries.filter((entry) => !isData(entry)).map(({ table, dataType }) => `${table} (${dataType})`);
  const missing = entries.filter((entry) => isData(entry) && !isThere(entry)).map(({ table }) => table);
  if (requested.length === 0) {
    if (missing.length > 0) throw readFault('bad-package', 'tablesExpected', file.name, missing.join(', '));
    throw readFault('bad-package', 'dataTableExpected', file.name, others.join(', '));
  }
  const rules = columnRules(database);
  const budget = readBudget(file, { entries: 20_000_000 });
  const drawings = storedDrawings(database);
  const tables = requested.flatMap((entry, i) => {
    signal?.throwIfAborted();
    const report: Progress = (share) => onProgress?.((i + share) / requested.length);
    const read = readTable({ file, database, rules, budget, onProgress: report, signal }, entry);
    report(1);
    const drawing = drawings.get(entry.table.toLowerCase());
    return drawing ? read.map((table) => (table.geometry ? { ...table, drawing } : table)) : read;
  });
  const notes: Diagnostic[] = [];
  if (isJournalMissing) notes.push(diagnostic('journalUnread', file.name));
  if (missing.length > 0) notes.push(diagnostic('tablesMissing', missing.join(', ')));
  if (others.length > 0) notes.push(diagnostic('tilesLeftOut', others.join(', ')));
  return tables.map((table, i) => (i === 0 ? { ...table, notes: [...notes, ...table.notes] } : table));
}
