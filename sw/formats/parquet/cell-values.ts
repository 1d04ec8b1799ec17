import type { ParquetParsers, SchemaElement, SchemaTree } from 'hyparquet';
import type { Leaf } from './leaves.ts';

/** Cell as the library returns it; cells of structs contain such values. */
export type ParquetCell = unknown;

/** Maximum epoch milliseconds of a JavaScript date. */
export const lastMs = 8.64e15;

/** Convert ticks to whole milliseconds. If digits are cut off, half a millisecond marks the loss. */
const cutMs = (ticks: bigint, ticksPerMs: bigint): number => {
  const rest = ticks % ticksPerMs;
  return Number((ticks - rest) / ticksPerMs) + (rest === 0n ? 0 : rest < 0n ? -0.5 : 0.5);
};

const decoder = new TextDecoder();

/**
 * Parsers for the library. Timestamps become epoch milliseconds, plus a half if digits are cut off. JSON stays text,
 * and WKB stays bytes for our own reader.
 */
export const parsers: Partial<ParquetParsers> = {
  timestampFromMilliseconds: Number,
  timestampFromMicroseconds: (micros: bigint) => cutMs(micros, 1000n),
  timestampFromNanoseconds: (nanos: bigint) => cutMs(nanos, 1_000_000n),
  dateFromDays: (days: number) => days * 86_400_000,
  geometryFromBytes: (bytes: Uint8Array | undefined) => bytes,
  geographyFromBytes: (bytes: Uint8Array | undefined) => bytes,
  jsonFromBytes: (bytes: Uint8Array | undefined) => bytes && decoder.decode(bytes),
};

/**
 * Return the parsers of a column. The cells of a VARIANT declare their own types, and dates in them become JSON dates.
 */
export const parsersFor = ({ logical_type: type }: SchemaElement): Partial<ParquetParsers> =>
  type?.type === 'VARIANT' ? {} : parsers;

/** A bigint is an integer beyond 2^53. */
type LeafValue = string | number | bigint | Uint8Array | null;

/**
 * Return the value of a leaf in a cell of its column: a number, a string, bytes of an undeclared type, or null. Dates
 * are epoch milliseconds, times of day are strings. Lists and maps are JSON, with numbers that a double can't represent
 * as strings.
 *
 * @param onLoss called when a decimal has too many digits for a double, or a timestamp is finer than milliseconds
 */
export function leafValue(
  cell: ParquetCell,
  { path, element, children, isJson }: Leaf,
  onLoss?: () => void,
): LeafValue {
  let value = cell;
  for (let step = 1; step < path.length; step++)
    value = (value as Record<string, unknown> | null | undefined)?.[path[step]!];
  if (value === null || value === undefined) return null;
  return isJson ? JSON.stringify(toJson(value, { element, children })) : plainValue(value, element, onLoss);
}

const getKind = ({ logical_type: logical, converted_type: converted }: SchemaElement): string =>
  logical?.type ?? converted ?? '';

const isDateOrTimestamp = (kind: string, { type }: SchemaElement): boolean =>
  kind === 'DATE' || kind.startsWith('TIMESTAMP') || type === 'INT96';

function plainValue(value: unknown, element: SchemaElement, onLoss?: () => void): LeafValue {
  const kind = getKind(element);
  if (kind === 'DECIMAL') return toDecimal(value as number | bigint | Uint8Array, element.scale ?? 0, onLoss);
  if (value instanceof Uint8Array) return /^(?:ENUM|JSON|STRING)$/.test(kind) ? decoder.decode(value) : value;
  if (typeof value === 'string') return value;
  const number = Number(value);
  if (isDateOrTimestamp(kind, element)) {
    if (!(Math.abs(number) <= lastMs)) return null;
    const whole = Math.floor(number);
    if (whole !== number) onLoss?.();
    return whole;
  }
  if (kind.startsWith('TIME')) return timeOfDay(BigInt(value as number | bigint), element);
  if (typeof value === 'bigint' && !Number.isSafeInteger(number)) return value;
  return Number.isFinite(number) ? number : null;
}

/** Return the double nearest to a decimal, or a bigint for an integer with too many digits. */
function toDecimal(value: number | bigint | Uint8Array, scale: number, onLoss?: () => void): number | bigint {
  const digits = value instanceof Uint8Array ? decodeInteger(value) : value;
  const number = Number(digits);
  // Powers of ten up to 10^22 are exact, so only the quotient is rounded.
  if (Number.isSafeInteger(number) && scale <= 22) return number / 10 ** scale;
  if (scale === 0) return BigInt(digits);
  onLoss?.();
  return Number(`${digits}e-${scale}`);
}

/** Read bytes in two's complement, most significant first. */
function decodeInteger(bytes: Uint8Array): number | bigint {
  let number = bytes.length > 0 && bytes[0]! >= 128 ? -1 : 0;
  for (const byte of bytes) number = 256 * number + byte;
  if (Number.isSafeInteger(number)) return number;
  let large = 0n;
  for (const byte of bytes) large = (large << 8n) | BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, large);
}

/** Format a time of day like `13:45:30.25`, without trailing zeros. */
function timeOfDay(value: bigint, { logical_type: logical, converted_type: converted }: SchemaElement): string {
  const unit = logical?.type === 'TIME' ? logical.unit : converted === 'TIME_MICROS' ? 'MICROS' : 'MILLIS';
  const digits = { MILLIS: 3, MICROS: 6, NANOS: 9 }[unit];
  const perSecond = 10n ** BigInt(digits);
  const seconds = Number(value / perSecond);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const fraction = String(value % perSecond)
    .padStart(digits, '0')
    .replace(/0+$/, '');
  return parts.map((part) => String(part).padStart(2, '0')).join(':') + (fraction && `.${fraction}`);
}

interface Node {
  readonly element: SchemaElement;
  readonly children: readonly SchemaTree[];
}

/** Node without a schema, for the parts of a VARIANT. */
const unknown: Node = { element: { name: '' }, children: [] };

/** Convert a cell of lists, maps and structs to JSON values. */
function toJson(value: unknown, node: Node): unknown {
  if (value === null || value === undefined) return null;
  const { element, children } = node;
  const kind = getKind(element);
  if (Array.isArray(value)) return value.map((item) => toJson(item, getItemNode(node)));
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value instanceof Uint8Array) return jsonValue(value, element);
  const ofMap = kind.startsWith('MAP') ? children[0]?.children[1] : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      toJson(member, ofMap ?? children.find((part) => part.element.name === key) ?? unknown),
    ]),
  );
}

/**
 * Return the element type of a list. It's two levels below the list, or one level in old files. A repeated value is its
 * own element type.
 */
function getItemNode({ element, children: [only, ...more] }: Node): Node {
  if (element.repetition_type === 'REPEATED' || !only) {
    const children = only ? [only, ...more] : [];
    return { element: { ...element, repetition_type: 'REQUIRED' }, children };
  }
  return only.children.length === 1
    ? only.children[0]!
    : { ...only, element: { ...only.element, repetition_type: 'REQUIRED' } };
}

function jsonValue(value: unknown, element: SchemaElement): unknown {
  if (typeof value === 'boolean') return value;
  let isExact = true;
  const plain = plainValue(value, element, () => {
    isExact = false;
  });
  const kind = getKind(element);
  if (plain instanceof Uint8Array) return [...plain];
  if (typeof plain === 'bigint') return String(plain);
  if (typeof plain !== 'number') return plain;
  if (kind === 'DATE') return new Date(plain).toISOString().slice(0, 10);
  if (isDateOrTimestamp(kind, element)) return new Date(plain).toISOString();
  if (kind === 'DECIMAL') return isExact ? plain : String(plain);
  return plain;
}
