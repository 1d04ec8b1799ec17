import type { Value } from '../contract/index.ts';
import type { Scheduler } from '../scheduler.ts';
import { columnKind } from './column-kind.ts';
import { forEachBatch } from './read-rows.ts';
import { rowNumbers } from './scan.ts';
import type { Table } from './table.ts';
import { bindValue } from './where/bind.ts';
import { type Bound, columnsIn, type Scalar } from './where/bound.ts';
import { parseOrderBy } from './where/parse.ts';
import { rowValue } from './where/row-value.ts';

/** Term of an ORDER BY list. By default, nulls sort as the smallest values. */
export interface OrderTerm {
  readonly value: Bound;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/**
 * Read an ORDER BY list and bind it to the fields; the words ORDER BY are optional.
 *
 * @returns empty for an empty text
 * @throws {Fault} as `parse` and `bind`, also for other clauses than ORDER BY
 */
export function readOrder(
  text: string | undefined,
  fields: readonly Value<'Field'>[],
  position = 'PostfixClause',
): OrderTerm[] {
  return parseOrderBy(text ?? '', position).map(({ clause, descending, nulls }) => ({
    value: bindValue(clause, fields),
    descending,
    nullsFirst: nulls === undefined ? !descending : nulls === 'first',
  }));
}

/**
 * Sort rows; equal rows keep their order.
 *
 * @param limit maximum number of rows to return; all if absent
 * @returns a new array
 */
export async function orderRows(
  table: Table,
  rows: Uint32Array,
  order: readonly OrderTerm[],
  limit = rows.length,
  scheduler?: Scheduler,
): Promise<Uint32Array> {
  if (order.length === 0) return rows.slice(0, limit);
  const columns = await readValues(
    table,
    rows,
    order.map(({ value }) => value),
    scheduler,
  );
  return firstPositions(rows.length, limit, comparePositions(columns, order)).map((position) => rows[position]!);
}

/**
 * Return the first `limit` of `count` positions in order.
 *
 * @param compare must never return 0 for different positions
 */
export function firstPositions(count: number, limit: number, compare: (a: number, b: number) => number): Uint32Array {
  const size = Math.min(count, Math.max(0, limit));
  const positions = rowNumbers(0, size);
  if (size === 0) return positions;
  // To select a few of many positions, keep them in a heap with the last position on top. Most other positions aren't
  // before it.
  if (size < count) {
    for (let i = (size >> 1) - 1; i >= 0; i--) sink(positions, i, compare);
    for (let position = size; position < count; position++) {
      if (compare(position, positions[0]!) < 0) {
        positions[0] = position;
        sink(positions, 0, compare);
      }
    }
  }
  return positions.sort(compare);
}

function sink(heap: Uint32Array, start: number, compare: (a: number, b: number) => number): void {
  const moved = heap[start]!;
  let index = start;
  for (let child = 2 * index + 1; child < heap.length; child = 2 * index + 1) {
    if (child + 1 < heap.length && compare(heap[child + 1]!, heap[child]!) > 0) child++;
    if (compare(heap[child]!, moved) <= 0) break;
    heap[index] = heap[child]!;
    index = child;
  }
  heap[index] = moved;
}

/** Return a comparison of positions by several columns of values, then by position. */
export function comparePositions(
  columns: readonly (readonly Scalar[])[],
  order: readonly Omit<OrderTerm, 'value'>[],
): (a: number, b: number) => number {
  const compareBy = (i: number, a: number, b: number): number => {
    const x = columns[i]![a]!;
    const y = columns[i]![b]!;
    if (x === y) return 0;
    if (x === null || y === null) return (x === null) === order[i]!.nullsFirst ? -1 : 1;
    return x < y === order[i]!.descending ? 1 : -1;
  };
  return (a, b) => {
    for (let i = 0; i < order.length; i++) {
      const result = compareBy(i, a, b);
      if (result !== 0) return result;
    }
    return a - b;
  };
}

/**
 * Keep the first row of each distinct combination of values, in the given order.
 *
 * @param fields fields to compare; geometry and raster fields are ignored
 */
export async function distinctRows(
  table: Table,
  rows: Uint32Array,
  fields: readonly Value<'Field'>[],
  scheduler?: Scheduler,
): Promise<Uint32Array> {
  const named = fields.filter((field) => columnKind(field));
  const bound = named.map((field): Bound => ({ kind: 'column', type: 'string', name: field.Name }));
  const columns = await readValues(table, rows, bound, scheduler);
  const seen = new Set<Scalar>();
  return rows.filter((_, position) => {
    const key = columns.length === 1 ? columns[0]![position]! : tupleKey(columns, position);
    return seen.size < seen.add(key).size;
  });
}

/** Return a text that is equal only for equal tuples. */
const tupleKey = (columns: readonly (readonly Scalar[])[], position: number): string =>
  JSON.stringify(columns.map((column) => column[position]));

/** Return the values of expressions in some rows: one array per expression, in the order of `rows`. */
export async function readValues(
  table: Table,
  rows: Uint32Array,
  expressions: readonly Bound[],
  scheduler?: Scheduler,
): Promise<Scalar[][]> {
  const columns = expressions.map(() => new Array<Scalar>(rows.length));
  const fields = columnsIn(expressions);
  await forEachBatch(table, rows, scheduler, { fields, shapes: false }, async (index, positions) => {
    const batch = await table.attributes(index, fields);
    expressions.forEach((expression, i) => {
      const value = rowValue(expression, batch);
      const column = columns[i]!;
      for (const position of positions) column[position] = value(rows[position]! - batch.firstRow);
    });
  });
  return columns;
}
