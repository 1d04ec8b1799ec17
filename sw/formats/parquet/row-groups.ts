import { type ColumnMetaData, type FileMetaData, parquetSchema, type RowGroup, type SchemaTree } from 'hyparquet';
import type { Value } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import type { BatchManifest, ColumnStatistics } from '../../rows/manifest.ts';
import { lastMs } from './cell-values.ts';
import { type GeoColumn, geoColumns } from './geo-columns.ts';
import { isDate, type Leaf, listLeaves } from './leaves.ts';

/** Leaf that becomes a field. */
export interface ParquetField {
  /** Name of the field: the path of the leaf, with `_` for dots. */
  readonly name: string;
  /** Title for users: the path with dots. */
  readonly title: string;
  readonly fieldType: Value<'Field'>['Type'];
  readonly leaf: Leaf;
}

/** Columns of a GeoParquet file, read from its footer. */
interface ParquetLayout {
  /** Undefined without a geometry column. */
  readonly geometry: GeoColumn | undefined;
  readonly fields: readonly ParquetField[];
  /** Columns of unsupported types. */
  readonly leftOut: readonly string[];
}

/**
 * Return the columns of a Parquet file, as its footer describes them.
 *
 * @throws {Fault} `bad-package` when the geometry metadata can't be read
 */
export function readParquetLayout(metadata: FileMetaData): ParquetLayout {
  const columns = parquetSchema(metadata).children;
  const shapes = geoColumns(metadata).filter(({ name }) => columns.some(({ element }) => element.name === name));
  const covering = new Set(shapes.flatMap(({ covering: box }) => (box ? Object.values(box) : [])));
  const isShape = ({ element }: SchemaTree) => shapes.some(({ name }) => name === element.name);
  const leaves = columns
    .filter((column) => !isShape(column))
    .map((column) => [column.element.name, listLeaves(column)] as const);
  const fields: ParquetField[] = [];
  const leftOut = leaves.filter(([, some]) => some.length === 0).map(([name]) => name);
  const names = new Set<string>();
  for (const leaf of leaves.flatMap(([, some]) => some)) {
    const title = leaf.path.join('.');
    if (covering.has(title)) continue;
    const fieldType = getFieldType(leaf, metadata);
    if (!fieldType) {
      leftOut.push(title);
      continue;
    }
    let name = leaf.path.join('_');
    while (names.has(name.toLowerCase())) name += '_';
    names.add(name.toLowerCase());
    fields.push({ name, title, fieldType, leaf });
  }
  return { geometry: shapes[0], fields, leftOut };
}

const smallTypes = /^(?:U?INT_8|INT_16)$/;
const textTypes = /^(?:UTF8|STRING|ENUM|JSON|UUID)$/;

function getFieldType(leaf: Leaf, metadata: FileMetaData): ParquetField['fieldType'] | undefined {
  const { type, converted_type: converted, logical_type: logical } = leaf.element;
  const kind = logical?.type ?? converted ?? '';
  if (leaf.isJson || (kind.startsWith('TIME') && !kind.startsWith('TIMESTAMP'))) return 'gisFieldTypeString';
  if (isDate(leaf)) return 'gisFieldTypeDate';
  if (kind === 'DECIMAL' || kind === 'FLOAT16' || type === 'FLOAT' || type === 'DOUBLE') return 'gisFieldTypeDouble';
  if (type === 'BOOLEAN' || smallTypes.test(converted ?? '')) return 'gisFieldTypeSmallInteger';
  if (logical?.type === 'INTEGER' && logical.bitWidth <= (logical.isSigned ? 16 : 8)) return 'gisFieldTypeSmallInteger';
  if (type === 'INT32' && !isUnsigned(leaf)) return 'gisFieldTypeInteger';
  // Doubles hold larger integers exactly up to 2^53. If all values fit in 32 bits, use integers.
  if (type === 'INT32' || type === 'INT64')
    return isSmall(leaf, metadata) ? 'gisFieldTypeInteger' : 'gisFieldTypeDouble';
  return textTypes.test(kind) ? 'gisFieldTypeString' : undefined;
}

const isUnsigned = ({ element: { converted_type: converted, logical_type: logical } }: Leaf): boolean =>
  converted?.startsWith('UINT') || (logical?.type === 'INTEGER' && !logical.isSigned);

const isSmall = (leaf: Leaf, { row_groups: groups }: FileMetaData): boolean =>
  groups.every((group) => {
    const [min, max] = readRange(findChunk(group, leaf.path.join('.')));
    return min !== undefined && max !== undefined && min >= -(2 ** 31) && max < 2 ** 31;
  });

export const findChunk = ({ columns }: RowGroup, path: string): ColumnMetaData | undefined =>
  columns.find(({ meta_data: meta }) => meta?.path_in_schema.join('.') === path)?.meta_data;

/** Return the minimum and maximum of a chunk as numbers, dates as epoch milliseconds; undefined without statistics. */
function readRange(chunk: ColumnMetaData | undefined): [min?: number, max?: number] {
  const number = (value: unknown): number | undefined => {
    if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
    return Number.isFinite(Number(value)) ? Number(value) : undefined;
  };
  const { min_value: low, max_value: high, min, max } = chunk?.statistics ?? {};
  return [number(low ?? min), number(high ?? max)];
}

/** Return the extent of the geometries of a row group from its statistics; undefined without them. */
function groupExtent(group: RowGroup, { name, covering }: GeoColumn): Extent | undefined {
  const native = findChunk(group, name)?.geospatial_statistics?.bbox;
  if (native) {
    // If a box crosses the antimeridian, its west is greater than its east.
    const [west, east] = native.xmin <= native.xmax ? [native.xmin, native.xmax] : [-180, 180];
    return finite([west, native.ymin, east, native.ymax]);
  }
  if (!covering) return undefined;
  const side = (path: string, index: 0 | 1): number => {
    const chunk = findChunk(group, path);
    const value = readRange(chunk)[index] ?? Number.NaN;
    return chunk?.type === 'FLOAT' ? widenBound(value, index === 0 ? -1 : 1) : value;
  };
  return finite([side(covering.xmin, 0), side(covering.ymin, 0), side(covering.xmax, 1), side(covering.ymax, 1)]);
}

/** Widen a box by one bit. Some writers round boxes in single precision to nearest, which may move a side inward. */
export const widenBound = (value: number, direction: -1 | 1): number => value + direction * Math.abs(value) * 2 ** -23;

const finite = (box: Extent): Extent | undefined => (box.every(Number.isFinite) ? box : undefined);

/** Create a batch for each row group with rows. `isBare` is true if no row has a geometry. */
export function makeParquetBatches(metadata: FileMetaData, { geometry, fields }: ParquetLayout) {
  let firstRow = 0;
  return metadata.row_groups.flatMap((group, index): { group: number; batch: BatchManifest; isBare: boolean }[] => {
    const rowCount = Number(group.num_rows);
    if (rowCount === 0) return [];
    const extent = geometry && groupExtent(group, geometry);
    const nulls = geometry && findChunk(group, geometry.name)?.statistics?.null_count;
    const isBare = nulls === group.num_rows;
    const batch: BatchManifest = {
      firstRow,
      rowCount,
      extent,
      mayLackShapes: nulls === 0n ? undefined : true,
      statistics: Object.fromEntries(
        fields.flatMap((field) => {
          const statistics = readStatistics(field, group);
          return statistics ? [[field.name, statistics]] : [];
        }),
      ),
    };
    firstRow += rowCount;
    return [{ group: index, batch, isBare }];
  });
}

/**
 * Return the statistics of a column of numbers or dates. Statistics of strings aren't usable: their order differs, and
 * they're often truncated.
 */
function readStatistics({ leaf, fieldType }: ParquetField, group: RowGroup): ColumnStatistics | undefined {
  const { converted_type: converted, logical_type: logical } = leaf.element;
  if (fieldType === 'gisFieldTypeString' || (logical?.type ?? converted) === 'DECIMAL' || isUnsigned(leaf))
    return undefined;
  const [low, high] = readRange(findChunk(group, leaf.path.join('.')));
  const rowCount = Number(group.num_rows);
  if (low === undefined || high === undefined || rowCount < 2) return undefined;
  // Timestamps are truncated to milliseconds. Statistics beyond the range of dates are unusable.
  if (isDate(leaf) && !(low >= -lastMs && high <= lastMs)) return undefined;
  const [min, max] = isDate(leaf) ? [Math.floor(low), Math.floor(high)] : [moveOutward(low, -1), moveOutward(high, 1)];
  const nulls = findChunk(group, leaf.path.join('.'))?.statistics?.null_count;
  // NaN counts as null here, but statistics don't count it.
  const nullCount =
    fieldType === 'gisFieldTypeDouble' || nulls === undefined ? Math.max(1, Number(nulls ?? 1)) : Number(nulls);
  return { min, max, nullCount };
}

/** Move an end outward if it's beyond 2^53, because it may have been rounded inward. */
const moveOutward = (end: number, direction: -1 | 1): number =>
  Math.abs(end) > Number.MAX_SAFE_INTEGER ? end + direction * Math.abs(end) * 2 ** -52 : end;

/**
 * Return the titles of fields whose values may not be exact, judged by their minimum and maximum: timestamps finer than
 * milliseconds, and numbers of more than 53 bits. Without statistics, types that allow such numbers count.
 */
export const inexactFields = ({ row_groups: groups }: FileMetaData, fields: readonly ParquetField[]): string[] =>
  fields.filter(({ leaf }) => groups.some((group) => isInexact(leaf, group))).map(({ title }) => title);

function isInexact(leaf: Leaf, group: RowGroup): boolean {
  const { type, converted_type: converted, logical_type: logical, scale = 0 } = leaf.element;
  const isDecimal = logical?.type === 'DECIMAL';
  const isDateLeaf = isDate(leaf);
  const isLong = type === 'INT64' && !/^TIME/.test(logical?.type ?? converted ?? '');
  if (leaf.isJson || !(isDateLeaf || isLong || (isDecimal && logical.precision > 15))) return false;
  const chunk = findChunk(group, leaf.path.join('.'));
  if (chunk?.statistics?.null_count === group.num_rows) return false;
  const ends = readRange(chunk);
  return ends.some((end) => {
    if (end === undefined) return !isDateLeaf;
    return isDateLeaf
      ? !Number.isInteger(end)
      : Math.abs(end * (isDecimal ? 10 ** scale : 1)) > Number.MAX_SAFE_INTEGER;
  });
}
