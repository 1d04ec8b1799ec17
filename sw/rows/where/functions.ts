import { wrongValue } from '../../contract/index.ts';
import type { Scalar, ValueType } from './bound.ts';

/**
 * Types of a function's parameters and result. The last `optional` parameters may be missing. With `repeats`, the last
 * parameter can occur any number of times.
 */
interface SqlFunction {
  readonly parameters: readonly ValueType[];
  readonly optional?: number;
  readonly repeats?: boolean;
  readonly result: ValueType;
  readonly apply: (...args: never[]) => Scalar;
}

/** Maximum length of a text that an expression may build. Longer texts in many rows would fill the memory. */
const maxTextLength = 1_000_000;

/** Concatenate strings. @throws {Fault} `too-large` above a million characters */
export function concat(...texts: string[]): string {
  let length = 0;
  for (const text of texts) length += text.length;
  if (length > maxTextLength)
    throw wrongValue('too-large', 'CONCAT', `at most ${maxTextLength} characters`, `${length}`);
  return texts.join('');
}

/** Return null for results that aren't finite, such as a division by zero. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

const numeric = (apply: (...args: number[]) => number, count = 1, optional = 0): SqlFunction => ({
  parameters: Array(count).fill('number'),
  optional,
  result: 'number',
  apply: (...args: number[]) => finite(apply(...args)),
});

/** Round halves away from zero. */
function round(value: number, digits = 0): number {
  return changeAtDigits(value, digits, (x) => Math.sign(x) * Math.round(Math.abs(x)));
}

/**
 * Scale a number by 10^digits, apply a function and scale back. The decimal text is scaled, because 1.005 * 100 is
 * 100.49999.
 */
export function changeAtDigits(value: number, digits: number, change: (value: number) => number): number {
  const decimals = Math.trunc(digits);
  if (decimals === 0) return change(value);
  if (Math.abs(decimals) > 300) return decimals > 0 ? value : 0;
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const large = change(Number(`${mantissa}e${Number(exponent) + decimals}`));
  const [shiftedMantissa = '', shiftedExponent = '0'] = String(large).split('e');
  return Number(`${shiftedMantissa}e${Number(shiftedExponent) - decimals}`);
}

const surrogate = /[\ud800-\udfff]/;

function substring(text: string, start: number, length?: number): string | null {
  // By the SQL standard, positions before the first character count towards the length.
  const from = Math.trunc(start) - 1;
  const end = length === undefined ? Number.POSITIVE_INFINITY : from + Math.trunc(length);
  if (length !== undefined && length < 0) return null;
  if (!surrogate.test(text)) return text.slice(Math.max(0, from), Math.max(0, end));
  return Array.from(text).slice(Math.max(0, from), Math.max(0, end)).join('');
}

function position(part: string, text: string): number {
  const index = text.indexOf(part);
  return index < 0 ? 0 : Array.from(text.slice(0, index)).length + 1;
}

const trim = (leading: boolean, trailing: boolean): SqlFunction => ({
  parameters: ['string', 'string'],
  optional: 1,
  result: 'string',
  apply: (text: string, cut = ' ') => {
    let start = 0;
    let end = text.length;
    if (cut === '') return text;
    while (leading && start + cut.length <= end && text.startsWith(cut, start)) start += cut.length;
    while (trailing && end - cut.length >= start && text.endsWith(cut, end)) end -= cut.length;
    // endsWith above compares with text.slice(0, end).
    return text.slice(start, end);
  },
});

const textFunction = (apply: (text: string) => Scalar, result: ValueType = 'string'): SqlFunction => ({
  parameters: ['string'],
  result,
  apply,
});
const length = textFunction((text) => (surrogate.test(text) ? Array.from(text).length : text.length), 'number');
const substringFunction: SqlFunction = {
  parameters: ['string', 'number', 'number'],
  optional: 1,
  result: 'string',
  apply: substring,
};
const ceiling = numeric(Math.ceil);
const truncate = numeric((value, digits = 0) => changeAtDigits(value, digits, Math.trunc), 2, 1);

/** The functions a clause may call, by uppercase name. */
export const functions: ReadonlyMap<string, SqlFunction> = new Map<string, SqlFunction>([
  ['UPPER', textFunction((text) => text.toUpperCase())],
  ['LOWER', textFunction((text) => text.toLowerCase())],
  ['CHAR_LENGTH', length],
  ['CHARACTER_LENGTH', length],
  ['LENGTH', length],
  ['CONCAT', { parameters: ['string', 'string'], repeats: true, result: 'string', apply: concat }],
  ['SUBSTRING', substringFunction],
  ['SUBSTR', substringFunction],
  ['TRIM', trim(true, true)],
  ['LTRIM', trim(true, false)],
  ['RTRIM', trim(false, true)],
  ['POSITION', { parameters: ['string', 'string'], result: 'number', apply: position }],
  ['ABS', numeric(Math.abs)],
  ['CEILING', ceiling],
  ['CEIL', ceiling],
  ['FLOOR', numeric(Math.floor)],
  ['ROUND', numeric(round, 2, 1)],
  ['TRUNCATE', truncate],
  ['TRUNC', truncate],
  ['MOD', numeric((a, b) => a! % b!, 2)],
  ['POWER', numeric(Math.pow, 2)],
  ['SIGN', numeric(Math.sign)],
  ['LOG', numeric(Math.log)],
  ['LOG10', numeric(Math.log10)],
  ['EXP', numeric(Math.exp)],
  ['SQRT', numeric(Math.sqrt)],
  ['SIN', numeric(Math.sin)],
  ['COS', numeric(Math.cos)],
  ['TAN', numeric(Math.tan)],
  ['ASIN', numeric(Math.asin)],
  ['ACOS', numeric(Math.acos)],
  ['ATAN', numeric(Math.atan)],
]);
