import type { Bound, Scalar, ValueType } from './bound.ts';
import { addInterval, datePart, dayMs, formatDate, parseDate } from './date-text.ts';
import { changeAtDigits, concat, finite } from './functions.ts';
import { coerceType, type Scope } from './scope.ts';
import type { ArithmeticOperator, CastTarget, Expression, Interval } from './syntax.ts';
import { sqlFault } from './tokens.ts';

const call = (type: ValueType, args: readonly Bound[], apply: (...args: never[]) => Scalar): Bound => ({
  kind: 'call',
  type,
  args,
  apply,
});

/** Division returns real numbers, whatever the field types; division by zero returns null. */
const numberOperators: Readonly<Record<Exclude<ArithmeticOperator, '||'>, (a: number, b: number) => number | null>> = {
  '+': (a, b) => finite(a + b),
  '-': (a, b) => finite(a - b),
  '*': (a, b) => finite(a * b),
  '/': (a, b) => finite(a / b),
  '%': (a, b) => finite(a % b),
};

/**
 * Bind a sign or operator. Operators combine numbers, strings (`||`), a date with an interval or a number of days, or
 * two dates (their difference in days).
 *
 * @throws {Fault} `bad-sql` with position if the types don't match
 */
export function arithmetic(node: Expression & { kind: 'negate' | 'arithmetic' }, scope: Scope): Bound {
  if (node.kind === 'negate') {
    const value = coerceType(scope.bind(node.value), 'number', node.value, scope);
    return call('number', [value], (x: number) => -x);
  }
  const { operator, left, right } = node;
  if (operator === '||') {
    const args = [left, right].map((side) => coerceType(scope.bind(side), 'string', side, scope));
    return call('string', args, concat);
  }
  const span = readInterval(right);
  if (span && (operator === '+' || operator === '-')) {
    const sign = operator === '+' ? 1 : -1;
    return addSpan(coerceType(scope.bind(left), 'date', left, scope), span, sign);
  }
  const leadingSpan = operator === '+' ? readInterval(left) : undefined;
  if (leadingSpan) return addSpan(coerceType(scope.bind(right), 'date', right, scope), leadingSpan, 1);
  const a = scope.bind(left);
  const b = scope.bind(right);
  if (a.type === 'date' && operator === '-' && b.type === 'date') {
    return call('number', [a, b], (x: number, y: number) => (x - y) / dayMs);
  }
  if (a.type === 'date' && (operator === '+' || operator === '-')) {
    const sign = operator === '+' ? dayMs : -dayMs;
    return call('date', [a, coerceType(b, 'number', right, scope)], (x: number, y: number) => dateOrNull(x + sign * y));
  }
  if (b.type === 'date' && operator === '+') {
    const days = coerceType(a, 'number', left, scope);
    return call('date', [days, b], (x: number, y: number) => dateOrNull(x * dayMs + y));
  }
  const args = [coerceType(a, 'number', left, scope), coerceType(b, 'number', right, scope)];
  return call('number', args, numberOperators[operator]);
}

const addSpan = (date: Bound, span: Interval, sign: number): Bound => {
  const signed = { months: sign * span.months, ms: sign * span.ms };
  return call('date', [date], (ms: number) => addInterval(ms, signed));
};

const dateOrNull = (ms: number): number | null => (Math.abs(ms) <= 8.64e15 ? ms : null);

/** Return the interval of a literal, with an optional sign or numeric factor; undefined for other expressions. */
function readInterval(node: Expression): Interval | undefined {
  if (node.kind === 'interval') return node.value;
  if (node.kind === 'negate') return scaleInterval(readInterval(node.value), -1);
  if (node.kind !== 'arithmetic' || node.operator !== '*') return undefined;
  if (node.right.kind === 'number') return scaleInterval(readInterval(node.left), node.right.value);
  return node.left.kind === 'number' ? scaleInterval(readInterval(node.right), node.left.value) : undefined;
}

const scaleInterval = (span: Interval | undefined, factor: number): Interval | undefined =>
  span && { months: Math.trunc(span.months * factor), ms: span.ms * factor };

export function extract(node: Expression & { kind: 'extract' }, scope: Scope): Bound {
  const { part } = node;
  return call('number', [coerceType(scope.bind(node.value), 'date', node.value, scope)], (ms: number) =>
    datePart(ms, part),
  );
}

export function cast(node: Expression & { kind: 'cast' }, scope: Scope): Bound {
  const value = scope.bind(node.value);
  const { target } = node;
  const type = castType(target);
  if (value.type === 'null') return value;
  const convert = conversion(value.type, target);
  if (!convert) throw sqlFault(scope.path, node.position, `a value that can become a ${type}`, `a ${value.type}`);
  return call(type, [value], convert);
}

function castType(target: CastTarget): ValueType {
  if (target.type === 'string') return 'string';
  return target.type === 'date' || target.type === 'timestamp' ? 'date' : 'number';
}

function conversion(from: ValueType, target: CastTarget): ((value: never) => Scalar) | undefined {
  const { size } = target;
  if (target.type === 'string') {
    const cut = (text: string): string => (size === undefined ? text : Array.from(text).slice(0, size).join(''));
    if (from === 'date') return (ms: number) => cut(formatDate(ms));
    return (value: Scalar) => cut(typeof value === 'boolean' ? String(value).toUpperCase() : String(value));
  }
  if (target.type === 'date' || target.type === 'timestamp') {
    const isDateOnly = target.type === 'date';
    const toDay = (ms: number): number => (isDateOnly ? Math.floor(ms / dayMs) * dayMs : ms);
    if (from === 'date') return toDay;
    if (from !== 'string') return undefined;
    return (text: string) => {
      const ms = parseDate(text);
      return ms === undefined ? null : toDay(ms);
    };
  }
  const toNumber = (value: number): number | null => {
    if (target.type === 'integer') return finite(Math.trunc(value));
    if (target.type !== 'decimal' || size === undefined) return finite(value);
    return finite(changeAtDigits(value, size, (x) => Math.sign(x) * Math.round(Math.abs(x))));
  };
  if (from === 'number') return toNumber;
  if (from !== 'string') return undefined;
  return (text: string) =>
    /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? toNumber(Number(text)) : null;
}
