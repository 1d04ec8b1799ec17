import type { RowFilter } from '../draw/plan.ts';
import type { AttributeBatch } from '../rows/batch.ts';
import { createBatchMemory } from '../rows/batch-memory.ts';
import type { TableManifest } from '../rows/manifest.ts';
import { readCondition } from '../rows/where/bind.ts';
import { type Condition, columnsIn } from '../rows/where/bound.ts';
import { truthLoop } from '../rows/where/evaluate.ts';
import { truths } from '../rows/where/truth.ts';
import type { ServiceRecord } from '../store/store.ts';
import type { PublishedTable } from './published.ts';

/** A where clause, with its path in the request for messages. */
export interface Clause {
  readonly text: string;
  readonly path: string;
  /** Fields that the clause can name; all fields if undefined. */
  readonly fields?: TableManifest['fields'];
}

/**
 * List the clauses that restrict a layer in this request.
 *
 * If the service standardizes queries, the author's and the request's expression both apply. Otherwise the request's
 * expression replaces the author's.
 *
 * @param requested expression of the description; empty when the request has none
 */
export function definitionClauses(service: ServiceRecord, table: PublishedTable, requested: string): Clause[] {
  const requestedClause = {
    text: requested,
    path: `DefinitionExpression of layer ${table.id}`,
    fields: table.manifest.fields,
  };
  const published = {
    text: table.DefinitionExpression,
    path: `published DefinitionExpression of layer ${table.id}`,
    fields: table.stored.fields,
  };
  if (requested.trim() === '') return [published];
  return service.definition.limits.UseStandardizedQueries ? [published, requestedClause] : [requestedClause];
}

/**
 * Parse and bind clauses, leaving out empty clauses.
 *
 * @param now epoch milliseconds, the value of CURRENT_TIMESTAMP
 * @throws {Fault} as `readCondition`
 */
export function bindConditions(clauses: readonly Clause[], manifest: TableManifest, now: number): Condition[] {
  return clauses.flatMap(({ text, path, fields = manifest.fields }) => readCondition(text, fields, path, now) ?? []);
}

/**
 * Make a drawing filter for rows that satisfy all clauses. Return undefined without clauses. @throws {Fault} as
 * `readCondition`
 */
export function rowFilter(clauses: readonly Clause[], manifest: TableManifest, now: number): RowFilter | undefined {
  return conditionFilter(bindConditions(clauses, manifest, now));
}

/** Make a drawing filter for rows that satisfy all conditions. Return undefined without conditions. */
export function conditionFilter(conditions: readonly Condition[]): RowFilter | undefined {
  const loops = conditions.map(truthLoop);
  if (loops.length === 0) return undefined;
  const text = conditionsKey(conditions);
  const computeMask = (attributes: AttributeBatch): Uint8Array => {
    const mask = new Uint8Array(attributes.rowCount).fill(1);
    const truth = new Uint8Array(attributes.rowCount);
    for (const loop of loops) {
      loop(attributes, truth);
      for (let row = 0; row < mask.length; row++) if (truth[row] !== truths.yes) mask[row] = 0;
    }
    return mask;
  };
  const cachedMask = (attributes: AttributeBatch): Uint8Array =>
    maskedBatches(
      attributes,
      () => text!,
      () => computeMask(attributes),
    );
  return Object.assign(text === undefined ? computeMask : cachedMask, { fields: columnsIn(conditions) });
}

const maskedBatches = createBatchMemory<Uint8Array>();

/**
 * Return a string that identifies conditions, for use as a cache key. Return undefined if JSON can't represent them,
 * for example because of functions.
 */
export function conditionsKey(conditions: readonly Condition[]): string | undefined {
  let isWhole = true;
  const text = JSON.stringify(conditions, (_, value: unknown) => {
    if (typeof value === 'function' || (typeof value === 'number' && !Number.isFinite(value))) isWhole = false;
    return value;
  });
  return isWhole ? text : undefined;
}
