import { firstFrom } from '../../geometry/first-from.ts';
import type { BatchManifest, ColumnStatistics } from '../manifest.ts';
import type { Bound, Scalar } from './bound.ts';
import { toTruth } from './evaluate.ts';
import { likePattern } from './like.ts';
import { comparers, mirrored } from './row-value.ts';
import type { CompareOperator } from './syntax.ts';

/** Whether no, all or some rows of a batch match, as far as known without reading them. */
export type BatchMatch = 'none' | 'all' | 'maybe';

/** Return whether a condition holds for none or all rows of a batch, by the statistics of the batch. */
export function matchBatch(bound: Bound, batch: BatchManifest): BatchMatch {
  const possible = possibleTruths(bound, batch);
  if ((possible & yes) === 0) return 'none';
  return possible === yes ? 'all' : 'maybe';
}

// The possible truth values of a condition in the rows of a batch, one bit each.
const no = 1;
const unknown = 2;
const yes = 4;
const any = no | unknown | yes;

function possibleTruths(bound: Bound, batch: BatchManifest): number {
  switch (bound.kind) {
    case 'constant':
      return 1 << toTruth(bound.value);
    case 'and':
      return bound.terms.map((term) => possibleTruths(term, batch)).reduce((a, b) => combine(a, b, Math.min));
    case 'or':
      return bound.terms.map((term) => possibleTruths(term, batch)).reduce((a, b) => combine(a, b, Math.max));
    case 'not': {
      const inner = possibleTruths(bound.value, batch);
      return (inner & no ? yes : 0) | (inner & unknown) | (inner & yes ? no : 0);
    }
    case 'isNull': {
      const statistics = bound.value.kind === 'column' ? findStatistics(bound.value.name, batch) : undefined;
      if (!statistics) return no | yes;
      return (statistics.nullCount > 0 ? yes : 0) | (statistics.nullCount < batch.rowCount ? no : 0);
    }
    case 'compare': {
      const { left, right, operator } = bound;
      if (left.kind === 'column' && right.kind === 'constant') return against(left.name, operator, right.value, batch);
      if (left.kind === 'constant' && right.kind === 'column') {
        return against(right.name, mirrored[operator], left.value, batch);
      }
      return any;
    }
    case 'between': {
      const { value, low, high } = bound;
      if (value.kind !== 'column' || low.kind !== 'constant' || high.kind !== 'constant') return any;
      const above = against(value.name, '>=', low.value, batch);
      return combine(above, against(value.name, '<=', high.value, batch), Math.min);
    }
    case 'in': {
      const { value, items } = bound;
      if (value.kind !== 'column') return any;
      if (items.length > maxCompared) return inRange(value.name, items, batch);
      let result = no;
      for (const item of items) {
        if (item.kind !== 'constant') return any;
        result = combine(result, against(value.name, '=', item.value, batch), Math.max);
      }
      return result;
    }
    case 'like': {
      const { value, pattern, escapeSign } = bound;
      if (value.kind !== 'column' || pattern.kind !== 'constant' || typeof pattern.value !== 'string' || escapeSign)
        return any;
      return matchPrefix(likePattern(pattern.value).prefix, findStatistics(value.name, batch), batch);
    }
    default:
      return any;
  }
}

/** Longer lists are sorted once, instead of being compared item by item for each batch. */
const maxCompared = 50;
const ordered = new WeakMap<readonly Bound[], readonly Scalar[] | undefined>();

/** Return the possible truths for a long list: no row matches if none of the list's values is in the batch's range. */
function inRange(name: string, items: readonly Bound[], batch: BatchManifest): number {
  if (!ordered.has(items)) ordered.set(items, orderConstants(items));
  const values = ordered.get(items);
  const statistics = findStatistics(name, batch);
  if (!values || statistics?.min === undefined || typeof statistics.min !== typeof values[0]) return any;
  const first = firstFrom(values, statistics.min);
  return first < values.length && values[first]! <= statistics.max! ? any : no | unknown;
}

/** Return the sorted values of the list; undefined if they aren't all constants of one type. */
function orderConstants(items: readonly Bound[]): readonly Scalar[] | undefined {
  const values: Scalar[] = [];
  for (const item of items) {
    if (item.kind !== 'constant') return undefined;
    if (item.value !== null) values.push(item.value);
  }
  if (values.some((value) => typeof value !== typeof values[0])) return undefined;
  return values.sort((a, b) => (a! < b! ? -1 : a! > b! ? 1 : 0));
}

/** Return all truths that can result from joining any truth of one set with any of the other. */
function combine(a: number, b: number, join: (a: number, b: number) => number): number {
  let result = 0;
  for (let x = 0; x < 3; x++) {
    for (let y = 0; y < 3; y++) if (a & (1 << x) && b & (1 << y)) result |= 1 << join(x, y);
  }
  return result;
}

function findStatistics(name: string, batch: BatchManifest): ColumnStatistics | undefined {
  // Field names are user data: `constructor` may be one.
  return Object.hasOwn(batch.statistics, name) ? batch.statistics[name] : undefined;
}

function against(name: string, operator: CompareOperator, value: Scalar, batch: BatchManifest): number {
  if (value === null) return unknown;
  const statistics = findStatistics(name, batch);
  if (!statistics) return any;
  const nulls = statistics.nullCount > 0 ? unknown : 0;
  const { min, max } = statistics;
  if (min === undefined || max === undefined) return statistics.nullCount >= batch.rowCount ? unknown : any;
  if (typeof min !== typeof value) return any;
  if (operator === '=' || operator === '<>') {
    const can = min <= value! && value! <= max;
    const must = min === value && max === value;
    const equal = (can ? yes : 0) | (must ? 0 : no);
    if (operator === '=') return equal | nulls;
    return (equal & yes ? no : 0) | (equal & no ? yes : 0) | nulls;
  }
  const holds = comparers[operator];
  const atMin = holds(min, value);
  const atMax = holds(max, value);
  return (atMin || atMax ? yes : 0) | (atMin && atMax ? 0 : no) | nulls;
}

function matchPrefix(prefix: string, statistics: ColumnStatistics | undefined, batch: BatchManifest): number {
  if (!statistics) return any;
  const { min, max } = statistics;
  if (min === undefined || max === undefined) return statistics.nullCount >= batch.rowCount ? unknown : any;
  if (typeof min !== 'string' || typeof max !== 'string') return any;
  const can = max >= prefix && min.slice(0, prefix.length) <= prefix;
  return (can ? yes : 0) | no | (statistics.nullCount > 0 ? unknown : 0);
}
