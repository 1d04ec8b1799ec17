import { parquetSchema, type SchemaTree } from 'hyparquet';
import type { Value } from '../../contract/index.ts';
import { collectShapes, type ShapeCollector } from '../reading/collect-shapes.ts';
import { type Diagnostic, diagnostic } from '../reading/diagnostic.ts';
import { fieldName } from '../reading/field-names.ts';
import type { Shape } from '../reading/shapes/shape.ts';
import { readWkb } from '../reading/shapes/wkb.ts';
import { type Reader, type SourceTable, stem } from '../reading/source-table.ts';
import { fromName, fromWkt } from '../reading/spatial-reference.ts';
import { tablesOfParts } from '../reading/tables-of-parts.ts';
import { type Cell, typedColumn } from '../reading/typed-column.ts';
import { leafValue, type ParquetCell } from './cell-values.ts';
import { columnOf } from './column-of-leaf.ts';
import { type GeoColumn, geoColumns } from './geo-columns.ts';
import { isDate, type Leaf, leavesOf, unreadColumns } from './leaves.ts';
import { nativeShape } from './native-shape.ts';
import { damaged, type ParquetFile, readColumn, readMetadata } from './parquet-file.ts';
import { nameOfProjjson, wktOfProjjson } from './projjson.ts';

const strict = new TextDecoder('utf-8', { fatal: true });

interface Reading extends ParquetFile {
  /** Undefined for columns of geometry, which are read on their own. */
  readonly leaves: ReadonlyMap<string, readonly Leaf[]>;
  readonly values: ReadonlyMap<Leaf, Cell[]>;
  readonly shapes: ReadonlyMap<GeoColumn, ShapeCollector>;
  /** Leaves of binary values that are no text. */
  readonly binary: Set<Leaf>;
  /** Leaves of which digits were cut off. */
  readonly cut: Set<Leaf>;
}

/**
 * Read a Parquet file, GeoParquet 1 and the types GEOMETRY and GEOGRAPHY of Parquet itself: a layer for each column and kind of
 * geometry, or a plain table. Structs become columns with dots in their names, lists JSON text.
 *
 * @throws {Fault} `bad-package` when it is none, is damaged or ends early; `not-supported` for a compression that is not known;
 * `bad-geometry` naming the row; `too-large`
 */
export const readParquet: Reader = async (file, onProgress, signal) => {
  const metadata = await readMetadata(file);
  const columns = parquetSchema(metadata).children;
  const geometries = await geometriesOf({ file, metadata }, columns);
  const covering = new Set(geometries.flatMap(({ covering: box }) => (box ? Object.values(box) : [])));
  const leaves = new Map(
    columns
      .filter(({ element }) => !geometries.some(({ name }) => name === element.name))
      .map((column) => [column.element.name, leavesOf(column).filter(({ path }) => !covering.has(path.join('.')))]),
  );
  const reading: Reading = {
    file,
    metadata,
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
  for (const { num_rows: count } of metadata.row_groups) {
    const range = { rowStart, rowEnd: rowStart + Number(count) };
    for (const name of [...geometries.map((column) => column.name), ...requested]) {
      signal?.throwIfAborted();
      takeColumn(reading, name, rowStart, await readColumn(reading, name, range));
      onProgress?.(++done / steps);
    }
    rowStart = range.rowEnd;
  }
  return tablesOf(reading, columns, rowStart);
};

/** The columns of geometry; where the file says nothing, a column of that name which begins with well-known binary. */
async function geometriesOf(
  { file, metadata }: ParquetFile,
  columns: readonly SchemaTree[],
): Promise<readonly GeoColumn[]> {
  try {
    const listed = geoColumns(metadata).filter(({ name }) => columns.some(({ element }) => element.name === name));
    if (listed.length > 0) return listed;
  } catch (error) {
    throw damaged(file, error);
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
  const cells = await readColumn({ file, metadata }, name, { rowStart: 0, rowEnd: rows });
  const first = Array.from(cells).find((cell) => cell instanceof Uint8Array);
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
        shapes.add(() => shapeOf(cells[i], column), row, location);
      }
  for (const leaf of reading.leaves.get(name) ?? []) {
    const values = reading.values.get(leaf)!;
    for (let i = 0; i < cells.length; i++) {
      const value = leafValue(cells[i], leaf, () => reading.cut.add(leaf));
      values.push(value instanceof Uint8Array ? textOf(value, leaf, reading.binary) : value);
    }
  }
}

function shapeOf(cell: ParquetCell, { encoding }: GeoColumn): Shape | undefined {
  if (encoding !== 'WKB') return nativeShape(cell, encoding);
  return cell instanceof Uint8Array && cell.length > 0 ? readWkb(cell) : undefined;
}

/** Some programs write texts without saying that they are. */
function textOf(bytes: Uint8Array, leaf: Leaf, binary: Set<Leaf>): string | null {
  if (binary.has(leaf)) return null;
  try {
    const text = strict.decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // No text: below.
  }
  binary.add(leaf);
  return null;
}

function tablesOf(
  { file, values, shapes, binary, cut }: Reading,
  schema: readonly SchemaTree[],
  rowCount: number,
): SourceTable[] {
  const name = stem(file.name);
  const location = diagnostic('inFile', file.name, diagnostic('dataTable', name));
  const notes: Diagnostic[] = [];
  const left = [...unreadColumns(schema), ...[...binary].map(({ path }) => path.join('.'))];
  if (left.length > 0) notes.push(diagnostic('binaryLeftOut', left.join(', ')));
  for (const leaf of cut) notes.push(diagnostic(isDate(leaf) ? 'timesCut' : 'numbersRounded', leaf.path.join('.')));
  const taken = new Set<string>();
  const columns = [...values].flatMap(([leaf, some]) => {
    if (binary.has(leaf)) return [];
    const column = columnOf(leaf, fieldName(leaf.path.join('_'), taken), some);
    return ['declared' in column ? typedColumn(column, location, notes) : column];
  });
  if (shapes.size === 0) return tablesOfParts({ name }, undefined, { rowCount, columns, notes });
  return [...shapes].flatMap(([column, collected], i) => {
    const reference = referenceOf(column.crs);
    const unread =
      column.crs !== undefined && !reference ? [diagnostic('namedReferenceUnread', nameOf(column.crs))] : [];
    return tablesOfParts(i === 0 ? { name } : { name: `${name} ${column.name}`, isExtra: true }, collected.finish(), {
      rowCount,
      columns,
      notes: [...(i === 0 ? notes : []), ...unread],
      ...(reference ? { spatialReference: reference } : {}),
    });
  });
}

function referenceOf(crs: GeoColumn['crs']): Value<'SpatialReference'> | undefined {
  if (crs === undefined) return undefined;
  if (typeof crs === 'string') return fromName(crs) ?? fromWkt(crs);
  const name = nameOfProjjson(crs);
  const wkt = wktOfProjjson(crs);
  return (name ? fromName(name) : undefined) ?? (wkt ? fromWkt(wkt) : undefined);
}

const nameOf = (crs: string | object): string =>
  typeof crs === 'string' ? crs.slice(0, 60) : String((crs as { name?: unknown }).name ?? nameOfProjjson(crs) ?? '');
