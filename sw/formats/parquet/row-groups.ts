import { type ColumnMetaData, type FileMetaData, parquetSchema, type RowGroup, type SchemaTree } from 'hyparquet';
import type { Value } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import type { BatchManifest, ColumnStatistics } from '../../rows/manifest.ts';
import { lastMs } from './cell-values.ts';
import { type GeoColumn, geoColumns } from './geo-columns.ts';
import { isDate, type Leaf, leavesOf } from './leaves.ts';

/** A column of values as a field has it. */
export interface ParquetField {
  /** Of the field: the path of the leaf, with `_` for dots. */
  readonly name: string;
  /** As people know it: the path with dots. */
  readonly title: string;
  readonly fieldType: Value<'Field'>['Type'];
  readonly leaf: Leaf;
}

/** What a Parquet file with shapes has: read from its footer alone. */
interface ParquetLayout {
  /** Undefined without a column of geometry. */
  readonly geometry: GeoColumn | undefined;
  readonly fields: readonly ParquetField[];
  /** Columns of types that are not read. */
  readonly leftOut: readonly string[];
}

/** @throws {Fault} `bad-package` when what the file says of its geometry cannot be read */
export function layoutOf(metadata: FileMetaData): ParquetLayout {
  const columns = parquetSchema(metadata).children;
  const shapes = geoColumns(metadata).filter(({ name }) => columns.some(({ element }) => element.name === name));
  const covering = new Set(shapes.flatMap(({ covering: box }) => (box ? Object.values(box) : [])));
  const isShape = ({ element }: SchemaTree) => shapes.some(({ name }) => name === element.name);
  const leaves = columns
    .filter((column) => !isShape(column))
    .map((column) => [column.element.name, leavesOf(column)] as const);
  const fields: ParquetField[] = [];
  const leftOut = leaves.filter(([, some]) => some.length === 0).map(([name]) => name);
  const names = new Set<string>();
  for (const leaf of leaves.flatMap(([, some]) => some)) {
    const title = leaf.path.join('.');
    if (covering.has(title)) continue;
    const fieldType = fieldTypeOf(leaf, metadata);
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

function fieldTypeOf(leaf: Leaf, metadata: FileMetaData): ParquetField['fieldType'] | undefined {
  const { type, converted_type: converted, logical_type: logical } = leaf.element;
  const kind = logical?.type ?? converted ?? '';
  if (leaf.isJson || (kind.startsWith('TIME') && !kind.startsWith('TIMESTAMP'))) return 'gisFieldTypeString';
  if (isDate(leaf)) return 'gisFieldTypeDate';
  if (kind === 'DECIMAL' || kind === 'FLOAT16' || type === 'FLOAT' || type === 'DOUBLE') return 'gisFieldTypeDouble';
  if (type === 'BOOLEAN' || smallTypes.test(converted ?? '')) return 'gisFieldTypeSmallInteger';
  if (logical?.type === 'INTEGER' && logical.bitWidth <= (logical.isSigned ? 16 : 8)) return 'gisFieldTypeSmallInteger';
  if (type === 'INT32' && !isUnsigned(leaf)) return 'gisFieldTypeInteger';
  // Larger integers are exact up to 2^53, and those that stay below 2^31 are what they were.
  if (type === 'INT32' || type === 'INT64')
    return isSmall(leaf, metadata) ? 'gisFieldTypeInteger' : 'gisFieldTypeDouble';
  return textTypes.test(kind) ? 'gisFieldTypeString' : undefined;
}

const isUnsigned = ({ element: { converted_type: converted, logical_type: logical } }: Leaf): boolean =>
  converted?.startsWith('UINT') || (logical?.type === 'INTEGER' && !logical.isSigned);

const isSmall = (leaf: Leaf, { row_groups: groups }: FileMetaData): boolean =>
  groups.every((group) => {
    const [min, max] = rangeOf(chunkOf(group, leaf.path.join('.')));
    return min !== undefined && max !== undefined && min >= -(2 ** 31) && max < 2 ** 31;
  });

export const chunkOf = ({ columns }: RowGroup, path: string): ColumnMetaData | undefined =>
  columns.find(({ meta_data: meta }) => meta?.path_in_schema.join('.') === path)?.meta_data;

/** Lowest and highest value of a chunk as numbers, dates as epoch milliseconds; undefined where it does not say. */
function rangeOf(chunk: ColumnMetaData | undefined): [min?: number, max?: number] {
  const number = (value: unknown): number | undefined => {
    if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
    return Number.isFinite(Number(value)) ? Number(value) : undefined;
  };
  const { min_value: low, max_value: high, min, max } = chunk?.statistics ?? {};
  return [number(low ?? min), number(high ?? max)];
}

/** The extent of the shapes of a row group, as its statistics say it; undefined where they do not. */
function groupExtent(group: RowGroup, { name, covering }: GeoColumn): Extent | undefined {
  const native = chunkOf(group, name)?.geospatial_statistics?.bbox;
  if (native) {
    // A box across the antimeridian has its west behind its east.
    const [west, east] = native.xmin <= native.xmax ? [native.xmin, native.xmax] : [-180, 180];
    return finite([west, native.ymin, east, native.ymax]);
  }
  if (!covering) return undefined;
  const side = (path: string, index: 0 | 1): number => {
    const chunk = chunkOf(group, path);
    const value = rangeOf(chunk)[index] ?? Number.NaN;
    return chunk?.type === 'FLOAT' ? widened(value, index === 0 ? -1 : 1) : value;
  };
  return finite([side(covering.xmin, 0), side(covering.ymin, 0), side(covering.xmax, 1), side(covering.ymax, 1)]);
}

/** Some writers round boxes in single precision to the nearest number, which may lie inside. */
export const widened = (value: number, direction: -1 | 1): number => value + direction * Math.abs(value) * 2 ** -23;

const finite = (box: Extent): Extent | undefined => (box.every(Number.isFinite) ? box : undefined);

/** Make the batches of a table: one of each row group that has rows, bare when none of them has a shape. */
export function batchesOf(metadata: FileMetaData, { geometry, fields }: ParquetLayout) {
  let firstRow = 0;
  return metadata.row_groups.flatMap((group, index): { group: number; batch: BatchManifest; isBare: boolean }[] => {
    const rowCount = Number(group.num_rows);
    if (rowCount === 0) return [];
    const extent = geometry && groupExtent(group, geometry);
    const nulls = geometry && chunkOf(group, geometry.name)?.statistics?.null_count;
    const isBare = nulls === group.num_rows;
    const batch: BatchManifest = {
      firstRow,
      rowCount,
      ...(extent ? { extent } : {}),
      ...(nulls === 0n ? {} : { mayLackShapes: true as const }),
      statistics: Object.fromEntries(
        fields.flatMap((field) => {
          const known = statisticsOf(field, group);
          return known ? [[field.name, known]] : [];
        }),
      ),
    };
    firstRow += rowCount;
    return [{ group: index, batch, isBare }];
  });
}

/** What a row group says of a column of numbers or dates. Texts are in another order there, and often cut off. */
function statisticsOf({ leaf, fieldType }: ParquetField, group: RowGroup): ColumnStatistics | undefined {
  const { converted_type: converted, logical_type: logical } = leaf.element;
  if (fieldType === 'gisFieldTypeString' || (logical?.type ?? converted) === 'DECIMAL' || isUnsigned(leaf))
    return undefined;
  const [low, high] = rangeOf(chunkOf(group, leaf.path.join('.')));
  const rowCount = Number(group.num_rows);
  if (low === undefined || high === undefined || rowCount < 2) return undefined;
  // Moments are cut to milliseconds, and those that no date has are none.
  if (isDate(leaf) && !(low >= -lastMs && high <= lastMs)) return undefined;
  const [min, max] = isDate(leaf) ? [Math.floor(low), Math.floor(high)] : [outwards(low, -1), outwards(high, 1)];
  const nulls = chunkOf(group, leaf.path.join('.'))?.statistics?.null_count;
  // Values that are no number count as missing here, and no statistics count them.
  const nullCount =
    fieldType === 'gisFieldTypeDouble' || nulls === undefined ? Math.max(1, Number(nulls ?? 1)) : Number(nulls);
  return { min, max, nullCount };
}

/** Ends beyond 2^53 may have been rounded inwards. */
const outwards = (end: number, direction: -1 | 1): number =>
  Math.abs(end) > Number.MAX_SAFE_INTEGER ? end + direction * Math.abs(end) * 2 ** -52 : end;

/**
 * Name the fields whose values are not exact here, as far as their lowest and highest values tell: moments between milliseconds,
 * and numbers of more than 53 bits. Where these are not said, a type that may have such numbers counts.
 */
export const inexactFields = ({ row_groups: groups }: FileMetaData, fields: readonly ParquetField[]): string[] =>
  fields.filter(({ leaf }) => groups.some((group) => isInexact(leaf, group))).map(({ title }) => title);

function isInexact(leaf: Leaf, group: RowGroup): boolean {
  const { type, converted_type: converted, logical_type: logical, scale = 0 } = leaf.element;
  const isDecimal = logical?.type === 'DECIMAL';
  const isMoment = isDate(leaf);
  const isLong = type === 'INT64' && !/^TIME/.test(logical?.type ?? converted ?? '');
  if (leaf.isJson || !(isMoment || isLong || (isDecimal && logical.precision > 15))) return false;
  const chunk = chunkOf(group, leaf.path.join('.'));
  if (chunk?.statistics?.null_count === group.num_rows) return false;
  const ends = rangeOf(chunk);
  return ends.some((end) => {
    if (end === undefined) return !isMoment;
    return isMoment ? !Number.isInteger(end) : Math.abs(end * (isDecimal ? 10 ** scale : 1)) > Number.MAX_SAFE_INTEGER;
  });
}
