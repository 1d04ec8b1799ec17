import { wrongValue } from '../../contract/index.ts';
import type { AttributeBatch, Column } from '../batch.ts';
import type { Bound, Scalar } from './bound.ts';
import { type LikePattern, likePattern } from './like.ts';
import type { CompareOperator } from './syntax.ts';

/** Returns the value of an expression in a row, counted from 0 in the batch. */
export type RowValue = (row: number) => Scalar;

/**
 * Prepare an expression for evaluation row by row in one batch. Used for expressions without a loop over the whole
 * batch, and for single rows.
 *
 * @throws {Fault} `internal` if the batch lacks a column of the expression, `not-supported` as `checkExact`
 */
export function rowValue(bound: Bound, batch: AttributeBatch): RowValue {
  const readPart = (part: Bound, others?: readonly Bound[]): RowValue => {
    checkExact(part, others, batch);
    return rowValue(part, batch);
  };
  switch (bound.kind) {
    case 'constant': {
      const { value } = bound;
      return () => value;
    }
    case 'column':
      return columnValue(getColumn(batch, bound.name));
    case 'compare': {
      const [left, right, holds] = [
        readPart(bound.left, [bound.right]),
        readPart(bound.right, [bound.left]),
        comparers[bound.operator],
      ];
      return (row) => {
        const a = left(row);
        const b = right(row);
        return a === null || b === null ? null : holds(a, b);
      };
    }
    case 'between': {
      const value = readPart(bound.value, [bound.low, bound.high]);
      const [low, high] = [readPart(bound.low, [bound.value]), readPart(bound.high, [bound.value])];
      return (row) => {
        const x = value(row);
        const a = low(row);
        const b = high(row);
        if (x === null) return null;
        if (a !== null && x < a) return false;
        if (b !== null && x > b) return false;
        return a === null || b === null ? null : true;
      };
    }
    case 'and':
    case 'or': {
      const terms = bound.terms.map((term) => readPart(term));
      const decisive = bound.kind === 'or';
      return (row) => {
        let result: Scalar = !decisive;
        for (const term of terms) {
          const value = term(row);
          if (value === decisive) return decisive;
          if (value === null) result = null;
        }
        return result;
      };
    }
    case 'not': {
      const value = readPart(bound.value);
      return (row) => {
        const truth = value(row);
        return truth === null ? null : !truth;
      };
    }
    case 'isNull': {
      const value = rowValue(bound.value, batch);
      return (row) => value(row) === null;
    }
    case 'isTruth': {
      const value = readPart(bound.value);
      const { truth } = bound;
      return (row) => value(row) === truth;
    }
    case 'like':
      return likeValue(readPart(bound.value), readPart(bound.pattern), bound.escapeSign && readPart(bound.escapeSign));
    case 'in':
      return inValue(bound, readPart);
    case 'case': {
      const branches = bound.branches.map(({ when, result }) => [readPart(when), readPart(result)] as const);
      const elseValue = readPart(bound.otherwise);
      return (row) => {
        for (const [when, result] of branches) if (when(row) === true) return result(row);
        return elseValue(row);
      };
    }
    case 'coalesce': {
      const args = bound.args.map((arg) => readPart(arg));
      return (row) => {
        for (const arg of args) {
          const value = arg(row);
          if (value !== null) return value;
        }
        return null;
      };
    }
    case 'call':
      return callValue(
        bound.args.map((arg) => readPart(arg)),
        bound.apply as (...args: Scalar[]) => Scalar,
      );
  }
}

/** Return the value of an expression that doesn't refer to fields. */
export function constantValue(bound: Bound): Scalar {
  return rowValue(bound, { firstRow: 0, rowCount: 0, columns: new Map() })(0);
}

/**
 * Refuse to compute with a column of rounded numbers. Only comparisons with constants up to 2^53 are still exact.
 *
 * @param others values that `part` is compared with; undefined for anything but a comparison
 * @throws {Fault} `not-supported` for a rounded column, unless it is only compared with such constants
 */
export function checkExact(part: Bound, others: readonly Bound[] | undefined, batch: AttributeBatch): void {
  if (part.kind !== 'column') return;
  const column = getColumn(batch, part.name);
  if (column.kind !== 'double' || !column.isRounded) return;
  const other = others ? others.find((expression) => !isSafe(expression)) : part;
  if (!other) return;
  const actual = other.kind === 'constant' ? `${other.value}` : 'an expression';
  const path = `Field "${part.name}" with numbers beyond ${Number.MAX_SAFE_INTEGER}`;
  throw wrongValue('not-supported', path, 'a comparison with a smaller number', actual);
}

const isSafe = (other: Bound): boolean =>
  other.kind === 'constant' && !(typeof other.value === 'number' && Math.abs(other.value) > Number.MAX_SAFE_INTEGER);

/** Return the column of a field. @throws {Fault} `internal` if the batch doesn't have it */
export function getColumn(batch: AttributeBatch, name: string): Column {
  const column = batch.columns.get(name);
  if (!column) throw wrongValue('internal', `Field "${name}"`, 'a column', 'nothing');
  return column;
}

export const comparers: Readonly<Record<CompareOperator, (a: Scalar, b: Scalar) => boolean>> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => a! < b!,
  '<=': (a, b) => a! <= b!,
  '>': (a, b) => a! > b!,
  '>=': (a, b) => a! >= b!,
};

/** The equivalent operators with left and right exchanged. */
export const mirrored: Readonly<Record<CompareOperator, CompareOperator>> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

function columnValue(column: Column): RowValue {
  const { values, nulls } = column;
  return nulls ? (row) => (nulls[row] ? null : values[row]!) : (row) => values[row]!;
}

function likeValue(value: RowValue, pattern: RowValue, escapeSign?: RowValue): RowValue {
  // Cache the parsed pattern, which is mostly the same in every row.
  let cachedPattern: LikePattern | undefined;
  let cachedForm: Scalar = null;
  let cachedEscape: Scalar = null;
  return (row) => {
    const text = value(row);
    const form = pattern(row);
    const sign = escapeSign ? escapeSign(row) : null;
    if (text === null || form === null || (escapeSign && sign === null)) return null;
    if (!cachedPattern || form !== cachedForm || sign !== cachedEscape) {
      cachedPattern = likePattern(form as string, sign === null ? undefined : (sign as string));
      cachedForm = form;
      cachedEscape = sign;
    }
    return cachedPattern.test(text as string);
  };
}

/**
 * Constants of the list are looked up in a set, other items compared one by one. A null in the list turns "no" into
 * unknown.
 */
function inValue(
  bound: Bound & { kind: 'in' },
  readPart: (part: Bound, others?: readonly Bound[]) => RowValue,
): RowValue {
  const value = readPart(bound.value, bound.items);
  const constants = new Set<Scalar>();
  const rest: RowValue[] = [];
  for (const item of bound.items) {
    if (item.kind === 'constant') constants.add(item.value);
    else rest.push(readPart(item, [bound.value]));
  }
  const hasNull = constants.delete(null);
  return (row) => {
    const x = value(row);
    if (x === null) return null;
    if (constants.has(x)) return true;
    let result: Scalar = hasNull ? null : false;
    for (const item of rest) {
      const y = item(row);
      if (y === x) return true;
      if (y === null) result = null;
    }
    return result;
  };
}

function callValue(args: readonly RowValue[], apply: (...args: Scalar[]) => Scalar): RowValue {
  const [first, second] = args;
  if (args.length === 1) {
    return (row) => {
      const a = first!(row);
      return a === null ? null : apply(a);
    };
  }
  if (args.length === 2) {
    return (row) => {
      const a = first!(row);
      const b = a === null ? null : second!(row);
      return b === null ? null : apply(a, b);
    };
  }
  return (row) => {
    const values = args.map((arg) => arg(row));
    return values.includes(null) ? null : apply(...values);
  };
}
