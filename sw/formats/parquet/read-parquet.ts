import { parquetSchema, type SchemaTree } from 'hyparquet';
import type { Budget } from '../../contract/budget.ts';
import { type Fault, reasonOf, type Value } from '../../contract/index.ts';
import { collectShapes, type ShapeCollector } from '../reading/collect-shapes.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { fieldName } from '../reading/field-names.ts';
import { makeFileSource } from '../reading/range-reader.ts';
import { readBudget } from '../reading/read-budget.ts';
import { type Diagnostic, ReadFault } from '../reading/read-fault.ts';
import type { Shape } from '../reading/shapes/shape.ts';
import { readWkb } from '../reading/shapes/wkb.ts';
import {
  type Reader,
  type SourceColumn,
  type SourceFile,
  type SourceTable,
  sizeOf,
  stem,
} from '../reading/source-table.ts';
import { fromName, fromWkt } from '../reading/spatial-reference.ts';
import { makePartTables } from '../reading/tables-of-parts.ts';
import { type Cell, type RawColumn, toTypedColumn } from '../reading/typed-column.ts';
import { leafValue, type ParquetCell } from './cell-values.ts';
import { type GeoColumn, geoColumns, nativeShape } from './geo-columns.ts';
import { isDate, type Leaf, listLeaves, unreadColumns } from './leaves.ts';
import { openParquet, type ParquetFile } from './parquet-file.ts';
import { projjsonToWkt, readProjjsonName } from './projjson.ts';

const strict = new TextDecoder('utf-8', { fatal: true });

interface Reading {
  readonly file: SourceFile;
  readonly budget: Budget;
  /** Leaves by column; geometry columns have no entry, because they're read separately. */
  readonly leaves: ReadonlyMap<string, readonly Leaf[]>;
  readonly values: ReadonlyMap<Leaf, Cell[]>;
  readonly shapes: ReadonlyMap<GeoColumn, ShapeCollector>;
  /** Leaves with binary values that aren't text. */
  readonly binary: Set<Leaf>;
  /** Leaves with values whose digits were cut off. */
  readonly cut: Set<Leaf>;
}

/**
 * Read a Parquet file, GeoParquet 1, or Parquet with GEOMETRY and GEOGRAPHY columns: a layer for each column and kind
 * of geometry, or a plain table. Structs become columns with dots in their names, lists become JSON text.
 *
 * @throws {Fault} `bad-package` when the file isn't Parquet, is damaged or ends early; `not-supported` for an unknown
 *   compression; `bad-geometry` with the row; `too-large` when the budget is used up
 */
export const readParquet: Reader = async (file, onProgress, signal) => {
  const budget = readBudget(file, {
    // Limits that only repetitive data reaches, which can be compressed a thousandfold.
    cells: 20_000_000 + 16 * sizeOf(file),
    vertices: 20_000_000 + 16 * sizeOf(file),
    bytes: 4 * 2 ** 30 + 16 * sizeOf(file),
  });
  const parquet = await openFile(file, budget);
  const { metadata } = parquet;
  const columns = parquetSchema(metadata).children;
  const geometries = await findGeometryColumns(file, parquet, columns);
  const covering = new Set(geometries.flatMap(({ covering: box }) => (box ? Object.values(box) : [])));
  const leaves = new Map(
    columns
      .filter(({ element }) => !geometries.some(({ name }) => name === element.name))
      .map((column) => [column.element.name, listLeaves(column).filter(({ path }) => !covering.has(path.join('.')))]),
  );
  const reading: Reading = {
    file,
    budget,
    leaves,
    values: new Map([...leaves.values()].flat().map((leaf) => [leaf, []])),
    shapes: new Map(geometries.map((column) => [column, collectShapes(undefined)])),
    binary: new Set(),
    cut: new Set(),
  };
  const requested = [...leaves].filter(([, some]) => some.length > 0).map(([name]) => name);
  const steps = metadata.row_groups.length * (requested.length + geometries.length);
  let done = 0;
  let rowStart = 0;
  for (const [group, { num_rows: count }] of metadata.row_groups.entries()) {
    if (count === 0n) continue;
    for (const name of [...geometries.map((column) => column.name), ...requested]) {
      signal?.throwIfAborted();
      takeColumn(reading, name, rowStart, await parquet.cells(group, name));
      onProgress?.(++done / steps);
    }
    rowStart += Number(count);
  }
  return makeTables(reading, columns, rowStart);
};

/** Open a local file. Errors become read faults, which are translated for the user. */
async function openFile(file: SourceFile, budget: Budget): Promise<ParquetFile> {
  const source = makeFileSource(file.bytes);
  try {
    const mark = new TextDecoder('latin1').decode(await source.read(0, 4));
    if (mark !== 'PAR1' && mark !== 'PARE') throw readFault('bad-package', 'parquetExpected', file.name);
    const opened = await openParquet(source, () => budget);
    const throwDamaged = (error: unknown): never => {
      throw toReadFault(file, error);
    };
    return { ...opened, cells: (group, column) => opened.cells(group, column).catch(throwDamaged) };
  } catch (error) {
    throw toReadFault(file, error);
  }
}

/** Convert an error of a library or decoder to a fault. */
function toReadFault(file: SourceFile, error: unknown): unknown {
  if (error instanceof ReadFault || error instanceof RangeError) return error;
  const { code, detail } = error as Partial<Fault>;
  if (detail?.reason === 'encrypted') return readFault('not-supported', 'encryptedParquet', file.name);
  if (detail?.reason === 'cut') return readFault('bad-package', 'parquetCut', file.name);
  const isUnsupported = code === 'not-supported';
  return readFault(isUnsupported ? code : 'bad-package', 'formatExpected', file.name, 'Parquet', reasonOf(error));
}

/** Find the geometry columns. If the file lists none, use a column with a usual name that begins with WKB. */
async function findGeometryColumns(
  file: SourceFile,
  { metadata, cells }: ParquetFile,
  columns: readonly SchemaTree[],
): Promise<readonly GeoColumn[]> {
  try {
    const listed = geoColumns(metadata).filter(({ name }) => columns.some(({ element }) => element.name === name));
    if (listed.length > 0) return listed;
  } catch (error) {
    throw toReadFault(file, error);
  }
  const named = columns.find(
    ({ element }) =>
      element.type === 'BYTE_ARRAY' &&
      !element.logical_type &&
      /^(?:the_?geom|geom|geometry|shape|wkb(?:_geometry)?)$/i.test(element.name),
  );
  const rows = Number(metadata.row_groups[0]?.num_rows ?? 0);
  if (!named || rows === 0) return [];
  const { name } = named.element;
  const first = Array.from(await cells(0, name)).find((cell) => cell instanceof Uint8Array);
  if (!(first instanceof Uint8Array)) return [];
  try {
    readWkb(first);
  } catch {
    return [];
  }
  return [{ name, encoding: 'WKB', crs: undefined, types: [] }];
}

function takeColumn(reading: Reading, name: string, rowStart: number, cells: ArrayLike<ParquetCell>): void {
  for (const [column, shapes] of reading.shapes)
    if (column.name === name)
      for (let i = 0; i < cells.length; i++) {
        const row = String(rowStart + i + 1);
        const location = () => diagnostic('inFile', reading.file.name, diagnostic('tableRow', name, row));
        shapes.add(() => readShape(cells[i], column, reading.budget), row, location);
      }
  for (const leaf of reading.leaves.get(name) ?? []) {
    const values = reading.values.get(leaf)!;
    for (let i = 0; i < cells.length; i++) {
      const value = leafValue(cells[i], leaf, () => reading.cut.add(leaf));
      values.push(value instanceof Uint8Array ? decodeText(value, leaf, reading.binary) : value);
    }
  }
}

function readShape(cell: ParquetCell, { encoding }: GeoColumn, budget: Budget): Shape | undefined {
  if (encoding !== 'WKB') return nativeShape(cell, encoding);
  return cell instanceof Uint8Array && cell.length > 0 ? readWkb(cell, { budget }) : undefined;
}

/** Decode bytes as text, because some programs don't declare strings; null if they aren't text. */
function decodeText(bytes: Uint8Array, leaf: Leaf, binary: Set<Leaf>): string | null {
  if (binary.has(leaf)) return null;
  try {
    const text = strict.decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not text.
  }
  binary.add(leaf);
  return null;
}

function makeTables(
  { file, values, shapes, binary, cut }: Reading,
  schema: readonly SchemaTree[],
  rowCount: number,
): SourceTable[] {
  const name = stem(file.name);
  const location = diagnostic('inFile', file.name, diagnostic('dataTable', name));
  const notes: Diagnostic[] = [];
  const omitted = [...unreadColumns(schema), ...[...binary].map(({ path }) => path.join('.'))];
  if (omitted.length > 0) notes.push(diagnostic('binaryLeftOut', omitted.join(', ')));
  for (const leaf of cut) notes.push(diagnostic(isDate(leaf) ? 'timesCut' : 'numbersRounded', leaf.path.join('.')));
  const taken = new Set<string>();
  const columns = [...values].flatMap(([leaf, some]) => {
    if (binary.has(leaf)) return [];
    const column = makeColumn(leaf, fieldName(leaf.path.join('_'), taken), some);
    return ['declared' in column ? toTypedColumn(column, location, notes) : column];
  });
  if (shapes.size === 0) return makePartTables({ name }, undefined, { rowCount, columns, notes });
  return [...shapes].flatMap(([column, collected], i) => {
    const reference = resolveReference(column.crs);
    const unread =
      column.crs !== undefined && !reference ? [diagnostic('namedReferenceUnread', formatCrsName(column.crs))] : [];
    return makePartTables(i === 0 ? { name } : { name: `${name} ${column.name}`, isExtra: true }, collected.finish(), {
      rowCount,
      columns,
      notes: [...(i === 0 ? notes : []), ...unread],
      spatialReference: reference,
    });
  });
}

function resolveReference(crs: GeoColumn['crs']): Value<'SpatialReference'> | undefined {
  if (crs === undefined) return undefined;
  if (typeof crs === 'string') return fromName(crs) ?? fromWkt(crs);
  const name = readProjjsonName(crs);
  const wkt = projjsonToWkt(crs);
  return (name ? fromName(name) : undefined) ?? (wkt ? fromWkt(wkt) : undefined);
}

const formatCrsName = (crs: string | object): string =>
  typeof crs === 'string' ? crs.slice(0, 60) : String((crs as { name?: unknown }).name ?? readProjjsonName(crs) ?? '');

const smallTypes = /^U?INT_(?:8|16)$|^BOOLEAN$/;

/** Return the type that a GeoPackage would declare for a leaf. Dates don't need it. */
function getDeclaredType({ element, isJson }: Leaf): string {
  const { type, converted_type: converted, logical_type: logical } = element;
  const kind = logical?.type ?? converted ?? '';
  if (isJson || kind.startsWith('TIME')) return 'TEXT';
  if (kind === 'DECIMAL' || kind === 'FLOAT16') return 'DOUBLE';
  if (type === 'BOOLEAN' || smallTypes.test(converted ?? '')) return 'SMALLINT';
  if (logical?.type === 'INTEGER' && logical.bitWidth <= 16) return 'SMALLINT';
  if (type === 'INT32' || type === 'INT64') return 'INTEGER';
  return type === 'FLOAT' || type === 'DOUBLE' ? 'DOUBLE' : 'TEXT';
}

/** Create a column from the values of a leaf; a raw column if its type depends on the values. */
function makeColumn(leaf: Leaf, name: string, values: Cell[]): SourceColumn | RawColumn {
  const alias = leaf.path.join('.');
  if (isDate(leaf)) return { name, alias, type: 'Date', length: 0, values: values as (number | null)[] };
  return { name, alias, original: alias, declared: getDeclaredType(leaf), values };
}
