import type { AttributeBatch, Column } from '../batch.ts';
import type { Bound, Scalar } from './bound.ts';
import { likePattern } from './like.ts';
import { checkExact, getColumn, mirrored, rowValue } from './row-value.ts';
import type { CompareOperator } from './syntax.ts';
import { truths } from './truth.ts';

/** Writes a truth value for every row of a batch: 0 no, 1 unknown, 2 yes. `out` must have room for all rows. */
export type TruthLoop = (batch: AttributeBatch, out: Uint8Array) => void;

/**
 * Return a loop that evaluates a condition on whole batches. Conditions that compare a column with constants run over
 * typed arrays, others row by row. The loop reuses scratch arrays, so it isn't reentrant.
 */
export function truthLoop(bound: Bound): TruthLoop {
  switch (bound.kind) {
    case 'constant': {
      const truth = toTruth(bound.value);
      return (batch, out) => void out.fill(truth, 0, batch.rowCount);
    }
    case 'and':
    case 'or':
      return chainLoop(bound.terms.map(truthLoop), bound.kind === 'and');
    case 'not': {
      const loop = truthLoop(bound.value);
      return (batch, out) => {
        loop(batch, out);
        for (let i = 0; i < batch.rowCount; i++) out[i] = 2 - out[i]!;
      };
    }
    case 'compare':
      return compareLoop(bound) ?? rowLoop(bound);
    case 'between': {
      const { value, low, high } = bound;
      if (value.kind !== 'column' || low.kind !== 'constant' || high.kind !== 'constant') return rowLoop(bound);
      if (typeof low.value !== 'number' || typeof high.value !== 'number') return rowLoop(bound);
      return columnLoop(value, [low, high], makeBetweenLoop(low.value, high.value));
    }
    case 'isNull':
      return bound.value.kind === 'column' ? nullLoop(bound.value.name) : rowLoop(bound);
    case 'in': {
      const { value, items } = bound;
      if (value.kind !== 'column' || !items.every((item) => item.kind === 'constant')) return rowLoop(bound);
      const constants = new Set(items.map((item) => (item as BoundConstant).value));
      const missing = constants.delete(null) ? truths.unknown : truths.no;
      return columnLoop(value, items, ({ values }, count, out) => {
        for (let i = 0; i < count; i++) out[i] = constants.has(values[i]!) ? truths.yes : missing;
      });
    }
    case 'like': {
      const { value, pattern, escapeSign } = bound;
      if (value.kind !== 'column' || pattern.kind !== 'constant' || typeof pattern.value !== 'string') break;
      if (escapeSign && (escapeSign.kind !== 'constant' || escapeSign.value === null)) break;
      const { test } = likePattern(pattern.value, escapeSign?.value as string | undefined);
      return columnLoop(value, [pattern], ({ values }, count, out) => {
        for (let i = 0; i < count; i++) out[i] = test(values[i] as string) ? truths.yes : truths.no;
      });
    }
    default:
  }
  return rowLoop(bound);
}

export const toTruth = (value: Scalar): number => (value === null ? truths.unknown : value ? truths.yes : truths.no);

function rowLoop(bound: Bound): TruthLoop {
  return (batch, out) => {
    const value = rowValue(bound, batch);
    for (let i = 0; i < batch.rowCount; i++) out[i] = toTruth(value(i));
  };
}

function chainLoop(loops: readonly TruthLoop[], all: boolean): TruthLoop {
  let scratch = new Uint8Array(0);
  return (batch, out) => {
    const count = batch.rowCount;
    if (scratch.length < count) scratch = new Uint8Array(count);
    for (const [i, loop] of loops.entries()) {
      if (i === 0) {
        loop(batch, out);
        continue;
      }
      loop(batch, scratch);
      const other = scratch;
      if (all) for (let row = 0; row < count; row++) out[row] = Math.min(out[row]!, other[row]!);
      else for (let row = 0; row < count; row++) out[row] = Math.max(out[row]!, other[row]!);
    }
  };
}

type BoundColumn = Bound & { kind: 'column' };
type BoundConstant = Bound & { kind: 'constant' };
type ColumnLoop = (column: Column, count: number, out: Uint8Array) => void;

/** Return a loop that runs `loop`, which may ignore nulls, and then marks null rows as unknown. */
function columnLoop(value: BoundColumn, others: readonly Bound[], loop: ColumnLoop): TruthLoop {
  return (batch, out) => {
    checkExact(value, others, batch);
    const column = getColumn(batch, value.name);
    const count = batch.rowCount;
    loop(column, count, out);
    const { nulls } = column;
    if (nulls) for (let i = 0; i < count; i++) if (nulls[i]) out[i] = truths.unknown;
  };
}

function nullLoop(name: string): TruthLoop {
  return (batch, out) => {
    const { nulls } = getColumn(batch, name);
    const count = batch.rowCount;
    if (!nulls) out.fill(truths.no, 0, count);
    else for (let i = 0; i < count; i++) out[i] = nulls[i]! << 1;
  };
}

function compareLoop({ operator, left, right }: Bound & { kind: 'compare' }): TruthLoop | undefined {
  if (left.kind === 'column' && right.kind === 'constant') return columnAgainst(left, operator, right);
  if (right.kind === 'column' && left.kind === 'constant') return columnAgainst(right, mirrored[operator], left);
  return undefined;
}

function columnAgainst(column: BoundColumn, operator: CompareOperator, constant: BoundConstant): TruthLoop {
  const { value } = constant;
  if (value === null) return (batch, out) => void out.fill(truths.unknown, 0, batch.rowCount);
  return columnLoop(column, [constant], compareColumn(operator, value as number | string));
}

/** Return a separate loop per operator: the comparison is then a single machine instruction. */
function compareColumn(operator: CompareOperator, x: number | string): ColumnLoop {
  switch (operator) {
    case '=':
      return ({ values }, count, out) => {
        for (let i = 0; i < count; i++) out[i] = values[i] === x ? 2 : 0;
      };
    case '<>':
      return ({ values }, count, out) => {
        for (let i = 0; i < count; i++) out[i] = values[i] === x ? 0 : 2;
      };
    case '<':
      return ({ values }, count, out) => {
        for (let i = 0; i < count; i++) out[i] = values[i]! < x ? 2 : 0;
      };
    case '<=':
      return ({ values }, count, out) => {
        for (let i = 0; i < count; i++) out[i] = values[i]! <= x ? 2 : 0;
      };
    case '>':
      return ({ values }, count, out) => {
        for (let i = 0; i < count; i++) out[i] = values[i]! > x ? 2 : 0;
      };
    case '>=':
      return ({ values }, count, out) => {
        for (let i = 0; i < count; i++) out[i] = values[i]! >= x ? 2 : 0;
      };
  }
}

const makeBetweenLoop =
  (low: number, high: number): ColumnLoop =>
  ({ values }, count, out) => {
    const numbers = values as Float64Array;
    for (let i = 0; i < count; i++) out[i] = numbers[i]! >= low && numbers[i]! <= high ? 2 : 0;
  };
