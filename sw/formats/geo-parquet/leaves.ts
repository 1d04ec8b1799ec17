import type { SchemaElement, SchemaTree } from 'hyparquet';

/** What becomes one column: a value, or a part of a struct. */
export interface Leaf {
  /** From the column of the table down through its structs. */
  readonly path: readonly string[];
  readonly element: SchemaElement;
  /** Lists and maps become JSON text. */
  readonly isJson: boolean;
}

/** What a cell of the library's is, and what the cells of structs are made of. */
export type ParquetCell = unknown;

/** Types that the library does not read. */
const unreadTypes = new Set(['BSON', 'INTERVAL']);

/**
 * Tell what becomes of a column of the table: structs fall into their parts.
 *
 * @returns empty for a struct of nothing, and for types that cannot be read
 */
export function leavesOf({ element, children, path }: SchemaTree): Leaf[] {
  const { converted_type: converted, logical_type: logical, repetition_type: repetition, type } = element;
  if (isUnread(element, children)) return [];
  const isNested =
    repetition === 'REPEATED' ||
    /^(?:LIST|MAP|MAP_KEY_VALUE)$/.test(converted ?? logical?.type ?? '') ||
    logical?.type === 'VARIANT';
  if (isNested) return [{ path, element, isJson: true }];
  return type === undefined ? children.flatMap(leavesOf) : [{ path, element, isJson: false }];
}

const isUnread = (
  { converted_type: converted, logical_type: logical }: SchemaElement,
  children: readonly SchemaTree[],
): boolean =>
  unreadTypes.has(converted ?? logical?.type ?? '') ||
  children.some((child) => isUnread(child.element, child.children));

/** Name the columns of the table of which something cannot be read. */
export const unreadColumns = (columns: readonly SchemaTree[]): string[] =>
  columns.filter(({ element, children }) => isUnread(element, children)).map(({ element }) => element.name);

/** The value of a leaf in a cell of its column. */
export function leafValue(cell: ParquetCell, { path, element, isJson }: Leaf): string | number | Uint8Array | null {
  let value = cell;
  for (let step = 1; step < path.length; step++)
    value = (value as Record<string, unknown> | null | undefined)?.[path[step]!];
  if (value === null || value === undefined) return null;
  if (isJson || (typeof value === 'object' && !(value instanceof Date) && !(value instanceof Uint8Array)))
    return JSON.stringify(value, jsonValue);
  return plainValue(value, element);
}

function plainValue(value: unknown, element: SchemaElement): string | number | Uint8Array | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.getTime();
  if (value instanceof Uint8Array) return value;
  const kind = element.logical_type?.type ?? element.converted_type ?? '';
  if (kind.startsWith('TIME') && !kind.startsWith('TIMESTAMP')) return timeOfDay(Number(value), element);
  if (typeof value === 'bigint' || typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') return value;
  const number = value as number;
  if (!Number.isFinite(number)) return null;
  // The library multiplies by a power of ten, which has no exact double.
  return kind === 'DECIMAL' ? Number(number.toFixed(Math.min(100, element.scale ?? 0))) : number;
}

/** `13:45:30.250`, without what is zero behind the seconds. */
function timeOfDay(value: number, { logical_type: logical, converted_type: converted }: SchemaElement): string {
  const unit = logical?.type === 'TIME' ? logical.unit : converted === 'TIME_MICROS' ? 'MICROS' : 'MILLIS';
  const ms = value / { MILLIS: 1, MICROS: 1e3, NANOS: 1e6 }[unit];
  return new Date(Math.floor(ms))
    .toISOString()
    .slice(11, 23)
    .replace(/\.000$/, '');
}

function jsonValue(this: Record<string, unknown>, key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return this[key] instanceof Uint8Array ? [...(this[key] as Uint8Array)] : value;
}

/** Whether the values of a leaf are dates, as epoch milliseconds. */
export const isDate = ({
  element: { type, converted_type: converted, logical_type: logical },
  isJson,
}: Leaf): boolean => !isJson && (/^(?:DATE|TIMESTAMP)/.test(logical?.type ?? converted ?? '') || type === 'INT96');
