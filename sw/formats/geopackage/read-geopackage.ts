import type { Database, SqlValue, Statement } from 'sql.js';
import type { Budget } from '../../contract/budget.ts';
import { reasonOf } from '../../contract/index.ts';
import { collectShapes, findFamily, type ShapeCollector } from '../reading/collect-shapes.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { fieldName } from '../reading/field-names.ts';
import { readBudget } from '../reading/read-budget.ts';
import { type Diagnostic, ReadFault } from '../reading/read-fault.ts';
import { chordTolerance } from '../reading/shapes/chords.ts';
import type { Shape } from '../reading/shapes/shape.ts';
import { readWkb } from '../reading/shapes/wkb.ts';
import type { Progress, Reader, SourceColumn, SourceFile, SourceTable } from '../reading/source-table.ts';
import { makePartTables } from '../reading/tables-of-parts.ts';
import { isBinary, type RawColumn, toTypedColumn } from '../reading/typed-column.ts';
import {
  type ColumnEntry,
  columnEntries,
  quoteIdentifier,
  readGeoPackageReference,
  type TableEntry,
  tableEntries,
  tableNames,
} from './contents.ts';
import { type ColumnRules, columnRules } from './read-rules.ts';
import { readStoredDrawings } from './read-styles.ts';
import { openSqlite } from './sqlite.ts';
import { checkView } from './view-cost.ts';

/**
 * Read a GeoPackage (OGC 12-128). Its feature and attribute tables come in the order of `gpkg_contents`, with titles,
 * aliases and domains. A feature table becomes a layer for each kind of geometry. Tiles are skipped.
 *
 * @throws {Fault} `bad-package` when the file isn't SQLite, isn't a GeoPackage, is damaged, or has only tiles;
 *   `bad-geometry` with table and row; `too-large` above the limits of `openSqlite` or when the budget is used up
 */
export const readGeoPackage: Reader = async (file, onProgress, signal) => {
  const { database, isJournalMissing } = await openSqlite(file);
  try {
    signal?.throwIfAborted();
    return await readTables(file, database, { isJournalMissing, onProgress, signal });
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

async function readTables(
  file: SourceFile,
  database: Database,
  { isJournalMissing, onProgress, signal }: Options,
): Promise<SourceTable[]> {
  const names = tableNames(database);
  const exists = ({ table }: TableEntry) => names.some((name) => name.toLowerCase() === table.toLowerCase());
  const entries = tableEntries(database);
  if (entries.length === 0) {
    // Before the first checkpoint, all data is in the journal.
    if (isJournalMissing) throw readFault('bad-package', 'journalOutside', file.name);
    throw readFault(
      'bad-package',
      'geoPackageExpected',
      file.name,
      names.slice(0, 8).join(', ') || diagnostic('nothing'),
    );
  }
  const isData = ({ dataType }: TableEntry) => /^(?:features|attributes|aspatial)$/.test(dataType);
  const requested = entries.filter((entry) => isData(entry) && exists(entry));
  const others = entries.filter((entry) => !isData(entry)).map(({ table, dataType }) => `${table} (${dataType})`);
  const missing = entries.filter((entry) => isData(entry) && !exists(entry)).map(({ table }) => table);
  if (requested.length === 0) {
    if (missing.length > 0) throw readFault('bad-package', 'tablesExpected', file.name, missing.join(', '));
    throw readFault('bad-package', 'dataTableExpected', file.name, others.join(', '));
  }
  const rules = columnRules(database);
  const budget = readBudget(file, { entries: 20_000_000 });
  const drawings = await readStoredDrawings(database);
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

/** Rows between progress reports and checks for cancellation. */
const rowsPerProgress = 2000;

interface TableReading {
  readonly file: SourceFile;
  readonly database: Database;
  readonly rules: ColumnRules;
  /** Budget of the whole file. */
  readonly budget: Budget;
  readonly onProgress: Progress;
  readonly signal: AbortSignal | undefined;
}

/**
 * Read one table: a layer for each kind of geometry in it, or a plain table.
 *
 * @throws {Fault} `bad-geometry` and `bad-package` with the table and the key of the row
 */
function readTable(reading: TableReading, entry: TableEntry): SourceTable[] {
  const { file, database } = reading;
  const location = diagnostic('inFile', file.name, diagnostic('dataTable', entry.table));
  const locateRow = (row: string) => diagnostic('inFile', file.name, diagnostic('tableRow', entry.table, row));
  const isShape = ({ name }: ColumnEntry) => name.toLowerCase() === entry.geometry?.column.toLowerCase();
  const all = columnEntries(database, entry.table);
  if (entry.geometry && !all.some(isShape))
    throw readFault('bad-package', 'columnExpected', location, entry.geometry.column);
  const binary = all.filter((column) => !isShape(column) && isBinary(column.declared));
  const plain = all.filter((column) => !isShape(column) && !binary.includes(column));
  const notes: Diagnostic[] = [];
  if (binary.length > 0) notes.push(diagnostic('binaryLeftOut', binary.map(({ name }) => name).join(', ')));
  const taken = new Set<string>();
  const raws = plain.map(
    ({ name, declared }): RawColumn => ({
      name: fieldName(name, taken),
      alias: reading.rules.alias(entry.table, name),
      original: name,
      declared,
      values: [],
    }),
  );
  const tolerance = chordTolerance(entry.geometry && readGeoPackageReference(database, entry.geometry.srsId));
  const drawing = { tolerance, budget: reading.budget };
  const shapes = entry.geometry && collectShapes(findFamily(entry.geometry.kind));
  const key = plain.findIndex(({ isKey }) => isKey);
  const requested = [...plain, ...all.filter(isShape)].map(({ name }) => quoteIdentifier(name));
  const strays = new Set<string>();
  const rowCount = stepRows(
    reading,
    entry.table,
    requested,
    (row, number) => {
      for (let i = 0; i < raws.length; i++) {
        const value = row[i]!;
        if (value instanceof Uint8Array) strays.add(raws[i]!.original);
        raws[i]!.values.push(value instanceof Uint8Array ? null : value);
      }
      const rowName = String(key < 0 ? number : row[key]);
      const location = () => locateRow(rowName);
      shapes?.add(() => geoPackageShape(row[raws.length]!, location, drawing), rowName, location);
    },
    locateRow,
  );
  if (strays.size > 0) notes.push(diagnostic('binaryLeftOut', [...strays].join(', ')));
  const columns = applyRules(
    reading,
    entry.table,
    raws,
    raws.map((raw) => toTypedColumn(raw, location, notes)),
    notes,
  );
  return makeTables(reading, entry, { rowCount, columns, notes, shapes });
}

function stepRows(
  { file, database, budget, onProgress, signal }: TableReading,
  table: string,
  requested: readonly string[],
  take: (row: ReturnType<Statement['get']>, number: number) => void,
  locateRow: (row: string) => Diagnostic,
): number {
  const from = quoteIdentifier(table);
  let number = 0;
  let statement: Statement | undefined;
  try {
    checkView(database, file, table, budget);
    const expected = Number(database.exec(`SELECT count(*) FROM ${from}`)[0]?.values[0]?.[0] ?? 0);
    statement = database.prepare(`SELECT ${requested.length > 0 ? requested.join() : 'NULL'} FROM ${from}`);
    while (statement.step()) {
      number++;
      budget.take('entries');
      budget.take('cells', requested.length);
      const row = statement.get();
      take(row.some(isInexact) ? statement.get(null, { useBigInt: true }).map(exactValue) : row, number);
      if (number % rowsPerProgress > 0) continue;
      signal?.throwIfAborted();
      onProgress(Math.min(1, number / Math.max(expected, 1)));
    }
  } catch (error) {
    if (error instanceof ReadFault || signal?.aborted || error instanceof RangeError) throw error;
    throw readFault('bad-package', 'sqliteDamaged', locateRow(String(number + 1)), reasonOf(error));
  } finally {
    statement?.free();
  }
  return number;
}

/** Check for an integer beyond 2^53, which is rounded. Exact integers need bigints, which are slow. */
const isInexact = (value: SqlValue): boolean => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;

const exactValue = (value: SqlValue): SqlValue =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;

/** Add domains to columns, and a note about the constraints that are lost. */
function applyRules(
  { rules }: TableReading,
  table: string,
  raws: readonly RawColumn[],
  columns: readonly SourceColumn[],
  notes: Diagnostic[],
): SourceColumn[] {
  const lost: string[] = [];
  const columnsWithDomains = columns.map((column, i) => {
    const domain = rules.domain(table, raws[i]!.original, column.type);
    if (typeof domain === 'string') lost.push(domain);
    return typeof domain === 'object' ? { ...column, domain } : column;
  });
  if (lost.length > 0) notes.push(diagnostic('rulesLeftOut', [...new Set(lost)].join(', ')));
  return columnsWithDomains;
}

function makeTables(
  { database }: TableReading,
  { table, title, description, geometry }: TableEntry,
  {
    rowCount,
    columns,
    notes,
    shapes,
  }: {
    readonly rowCount: number;
    readonly columns: readonly SourceColumn[];
    readonly notes: Diagnostic[];
    readonly shapes: ShapeCollector | undefined;
  },
): SourceTable[] {
  const shared = {
    name: title,
    description: description || undefined,
    // Desktop software lists its styles and projects as data tables.
    isExtra: /^(?:layer_styles|qgis_projects)$/i.test(table) || undefined,
  };
  const reference = geometry && readGeoPackageReference(database, geometry.srsId);
  const isDeclared = geometry !== undefined && geometry.srsId !== 0 && geometry.srsId !== -1;
  if (isDeclared && !reference) notes.push(diagnostic('referenceUnread', geometry.srsId));
  return makePartTables(shared, shapes?.finish(), {
    rowCount,
    columns,
    notes,
    spatialReference: reference,
  });
}

/** Bytes of an envelope by its type. */
const envelopeBytes = [0, 32, 48, 48, 64] as const;

/**
 * Read a GeoPackage geometry (OGC 12-128r18, 2.1.3).
 *
 * @returns undefined for null or if its header marks it as empty
 * @throws {Fault} `bad-geometry` when it's damaged
 */
function geoPackageShape(
  value: SqlValue,
  location: () => Diagnostic,
  options: Parameters<typeof readWkb>[1],
): Shape | undefined {
  if (value === null) return undefined;
  const isBinary = value instanceof Uint8Array && value.length >= 8 && value[0] === 0x47 && value[1] === 0x50;
  if (!isBinary) {
    const actual = value instanceof Uint8Array ? [...value.subarray(0, 4)].map(hex).join(' ') : `"${value}"`;
    throw readFault('bad-geometry', 'geoPackageGeometry', location(), actual.slice(0, 40) || diagnostic('nothing'));
  }
  const flags = value[3]!;
  if (flags & 0x20) throw readFault('bad-geometry', 'geoPackageGeometry', location(), 'ExtendedGeoPackageBinary');
  if (flags & 0x10) return undefined;
  const envelope = envelopeBytes[(flags >> 1) & 7];
  if (envelope === undefined) throw readFault('bad-geometry', 'envelopeExpected', location(), (flags >> 1) & 7);
  return readWkb(value, { ...options, start: 8 + envelope });
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
