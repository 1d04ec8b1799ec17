import { type Value, wrongValue } from '../contract/index.ts';
import { columnKind } from './column-kind.ts';
import { findField } from './field-list.ts';
import type { TimeDefinition } from './manifest.ts';
import { parserOfPattern } from './text/date-pattern.ts';
import type { Bound, Condition } from './where/bound.ts';
import { parseDate } from './where/date-text.ts';
import type { CompareOperator } from './where/syntax.ts';

/** Epoch milliseconds; infinite at an open end. undefined is the empty span, which contains nothing. */
export type TimeSpan = readonly [start: number, end: number] | undefined;

/** The comparisons of the feature's start with the span's end, and of its end with the span's start. */
const operators: Readonly<Record<Value<'gisTimeRelation'>, readonly [CompareOperator, CompareOperator]>> = {
  gisTimeRelationOverlaps: ['<=', '>='],
  gisTimeRelationOverlapsStartWithinEnd: ['<', '>='],
  gisTimeRelationAfterStartOverlapsEnd: ['<=', '>'],
};

/**
 * Return the condition that a row's time has a relation to a span. Rows without a time, or with only one of two times,
 * never match.
 *
 * @throws {Fault} `bad-value` if the time field can't contain times
 */
export function timeCondition(
  time: TimeDefinition,
  fields: readonly Value<'Field'>[],
  span: TimeSpan,
  relation: Value<'gisTimeRelation'> = 'gisTimeRelationOverlaps',
): Condition {
  if (!span) return { kind: 'constant', type: 'boolean', value: false };
  const start = timeValue(time.StartTimeFieldName, time.TimeValueFormat, fields);
  const end = time.EndTimeFieldName ? timeValue(time.EndTimeFieldName, time.TimeValueFormat, fields) : start;
  const [toEnd, toStart] = operators[relation];
  // Exclude rows without a time even for an open span, which has no comparisons.
  const terms: Bound[] = [...new Set([start, end])].map((value) => ({
    kind: 'not',
    type: 'boolean',
    value: { kind: 'isNull', type: 'boolean', value },
  }));
  if (Number.isFinite(span[1])) terms.push(makeComparison(start, toEnd, span[1]));
  if (Number.isFinite(span[0])) terms.push(makeComparison(end, toStart, span[0]));
  return { kind: 'and', type: 'boolean', terms };
}

const makeComparison = (left: Bound, operator: CompareOperator, value: number): Bound => ({
  kind: 'compare',
  type: 'boolean',
  operator,
  left,
  right: { kind: 'constant', type: 'date', value },
});

/**
 * Return the expression of the time in a field: the date itself, or the date parsed from a text or number by a pattern.
 * @throws {Fault} as `timeCondition`
 */
export function timeValue(name: string, pattern: string | undefined, fields: readonly Value<'Field'>[]): Bound {
  const field = findField(fields, name);
  const kind = field && columnKind(field);
  if (!kind)
    throw wrongValue('bad-value', `Time field "${name}"`, 'a date, text or number field', field?.Type ?? 'nothing');
  if (kind === 'date') return { kind: 'column', type: 'date', name: field.Name };
  const type = kind === 'string' ? 'string' : 'number';
  const read = pattern ? parserOfPattern(pattern) : (text: string): number | null => parseDate(text) ?? null;
  return {
    kind: 'call',
    type: 'date',
    args: [{ kind: 'column', type, name: field.Name }],
    apply: (value: string | number) => read(String(value)),
  };
}
