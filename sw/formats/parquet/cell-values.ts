import type { ParquetParsers, SchemaElement, SchemaTree } from 'hyparquet';
import type { Leaf } from './leaves.ts';

/** What a cell of the library's is, and what the cells of structs are made of. */
export type ParquetCell = unknown;

/** The last moment that a date of JavaScript has. */
export const lastMs = 8.64e15;

/** Whole milliseconds before a moment, and a half for what is cut off. */
const cutMs = (ticks: bigint, ticksPerMs: bigint): number => {
  const rest = ticks % ticksPerMs;
  return Number((ticks - rest) / ticksPerMs) + (rest === 0n ? 0 : rest < 0n ? -0.5 : 0.5);
};

const decoder = new TextDecoder();

/**
 * What the library makes of cells: moments become epoch milliseconds with a half where digits are cut off, JSON stays text, and bytes stay
 * as they are, since well-known binary is read by our own reader.
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

/** A VARIANT says in each cell what it is, and dates in it become JSON as dates. */
export const parsersFor = ({ logical_type: type }: SchemaElement): Partial<ParquetParsers> =>
  type?.type === 'VARIANT' ? {} : parsers;

/** A bigint is a whole number beyond 2^53. */
type LeafValue = string | number | bigint | Uint8Array | null;

/**
 * The value of a leaf in a cell of its column: a number, text, bytes of a type that is not said, or null. Dates are epoch milliseconds,
 * times of day text; lists and maps JSON, in which numbers that no double has exactly are texts.
 *
 * @param onLoss called when a decimal has more digits than a double, or a moment more than milliseconds
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
  return isJson ? JSON.stringify(jsonOf(value, { element, children })) : plainValue(value, element, onLoss);
}

const kindOf = ({ logical_type: logical, converted_type: converted }: SchemaElement): string =>
  logical?.type ?? converted ?? '';

const isMoment = (kind: string, { type }: SchemaElement): boolean =>
  kind === 'DATE' || kind.startsWith('TIMESTAMP') || type === 'INT96';

function plainValue(value: unknown, element: SchemaElement, onLoss?: () => void): LeafValue {
  const kind = kindOf(element);
  if (kind === 'DECIMAL') return decimalOf(value as number | bigint | Uint8Array, element.scale ?? 0, onLoss);
  if (value instanceof Uint8Array) return /^(?:ENUM|JSON|STRING)$/.test(kind) ? decoder.decode(value) : value;
  if (typeof value === 'string') return value;
  const number = Number(value);
  if (isMoment(kind, element)) {
    if (!(Math.abs(number) <= lastMs)) return null;
    const whole = Math.floor(number);
    if (whole !== number) onLoss?.();
    return whole;
  }
  if (kind.startsWith('TIME')) return timeOfDay(BigInt(value as number | bigint), element);
  if (typeof value === 'bigint' && !Number.isSafeInteger(number)) return value;
  return Number.isFinite(number) ? number : null;
}

/** The double that is nearest to a decimal; a whole number of more digits is a bigint. */
function decimalOf(value: number | bigint | Uint8Array, scale: number, onLoss?: () => void): number | bigint {
  const digits = value instanceof Uint8Array ? wholeOf(value) : value;
  const number = Number(digits);
  // Powers of ten up to this one are exact, and so the quotient is rounded once.
  if (Number.isSafeInteger(number) && scale <= 22) return number / 10 ** scale;
  if (scale === 0) return BigInt(digits);
  onLoss?.();
  return Number(`${digits}e-${scale}`);
}

/** The number of bytes of two's complement, highest first. */
function wholeOf(bytes: Uint8Array): number | bigint {
  let number = bytes.length > 0 && bytes[0]! >= 128 ? -1 : 0;
  for (const byte of bytes) number = 256 * number + byte;
  if (Number.isSafeInteger(number)) return number;
  let large = 0n;
  for (const byte of bytes) large = (large << 8n) | BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, large);
}

/** `13:45:30.25`, without the zeros at the end. */
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

/** What the schema says nothing of: parts of a VARIANT. */
const unknown: Node = { element: { name: '' }, children: [] };

/** A cell of lists, maps and structs as JSON has it. */
function jsonOf(value: unknown, node: Node): unknown {
  if (value === null || value === undefined) return null;
  const { element, children } = node;
  const kind = kindOf(element);
  if (Array.isArray(value)) return value.map((one) => jsonOf(one, partOf(node)));
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value instanceof Uint8Array) return jsonValue(value, element);
  const ofMap = kind.startsWith('MAP') ? children[0]?.children[1] : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      jsonOf(one, ofMap ?? children.find((part) => part.element.name === key) ?? unknown),
    ]),
  );
}

/** What the elements of a list are: they are said two levels below it, or in old files one; a repeated value is its own element. */
function partOf({ element, children: [only, ...more] }: Node): Node {
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
  const kind = kindOf(element);
  if (plain instanceof Uint8Array) return [...plain];
  if (typeof plain === 'bigint') return String(plain);
  if (typeof plain !== 'number') return plain;
  if (kind === 'DATE') return new Date(plain).toISOString().slice(0, 10);
  if (isMoment(kind, element)) return new Date(plain).toISOString();
  if (kind === 'DECIMAL') return isExact ? plain : String(plain);
  return plain;
}
