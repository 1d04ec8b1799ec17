import { firstFrom } from '../geometry/first-from.ts';
import { forEachItem, runSteps, type Scheduler, type Steps } from '../scheduler.ts';
import type { GeometryBatch } from './batch.ts';
import type { BatchManifest } from './manifest.ts';
import type { Table } from './table.ts';
import { type BatchMatch, matchBatch } from './where/batch-pruning.ts';
import { type Condition, columnsIn } from './where/bound.ts';
import { type TruthLoop, truthLoop } from './where/evaluate.ts';
import { type RowValue, rowValue } from './where/row-value.ts';

type Box = readonly [number, number, number, number];

/** The requested rows. A row must meet all conditions that are set. */
export interface Question {
  readonly where?: readonly Condition[];
  /** [xmin, ymin, xmax, ymax] in the table's spatial reference; the extent of a row must meet it. May be infinite. */
  readonly extent?: Box;
  readonly exactTest?: ExactTest;
  /** In any order; unknown IDs are skipped. An empty list selects nothing. */
  readonly objectIds?: readonly number[];
}

/** A spatial test that is stricter than the extent. */
export interface ExactTest {
  /** Return whether all, none or perhaps some geometries inside this extent pass, without reading them. */
  judge?(extent: Box): BatchMatch;
  /**
   * True if testing a point is as fast as finding it in the index. Such a test must also reject all rows outside the
   * query's extent.
   */
  readonly isQuick?: boolean;
  /**
   * Return the rows that pass, directly or as a generator that yields regularly. Rows may lack geometry; the test must
   * reject those rows.
   *
   * @param rows ascending row numbers of the table, all in the batch; must not be changed
   */
  test(geometry: GeometryBatch, rows: Uint32Array): Uint32Array | Steps<Uint32Array>;
}

/**
 * Find the rows of a table that match a query.
 *
 * @returns ascending row numbers, empty if none match
 * @throws {Fault} `bad-package` if the data is invalid, and faults of the table, the scheduler and the exact test
 */
export async function scan(table: Table, question: Question, scheduler?: Scheduler): Promise<Uint32Array> {
  const batches: Uint32Array[] = [];
  await scanBatches(table, question, scheduler, (rows) => batches.push(rows));
  return joinRows(batches);
}

/** Count the rows of a table that match a query. @throws {Fault} as `scan` */
export async function countRows(table: Table, question: Question, scheduler?: Scheduler): Promise<number> {
  let count = 0;
  await scanBatches(
    table,
    question,
    scheduler,
    (rows) => {
      count += rows.length;
    },
    (added) => {
      count += added;
    },
  );
  return count;
}

async function scanBatches(
  table: Table,
  question: Question,
  scheduler: Scheduler | undefined,
  take: (rows: Uint32Array) => void,
  /** Called instead of `take` if only the number of rows matters. */
  count?: (added: number) => void,
): Promise<void> {
  const { batches } = table.manifest;
  const candidates = await candidateRows(table, question, scheduler);
  if (candidates?.length === 0) return;
  const where = conditionScan(question.where ?? []);
  const fields = columnsIn(question.where ?? []);
  // A test by extent only also requires geometry, but the index returns undefined for all rows if the extent covers
  // everything.
  const exactTest = question.exactTest ?? (question.extent ? hasGeometry : undefined);
  const lastPlaced = batches.findLastIndex((batch) => batch.extent !== undefined);
  if (table.readAhead) {
    let from = 0;
    const read = [...batches.entries()].filter(([index, batch]) => {
      if (candidates) {
        const first = from;
        from = firstFrom(candidates, batch.firstRow + batch.rowCount, first);
        if (from === first) return false;
      }
      const matches = [
        exactTest ? matchExtents(exactTest, batch, index === lastPlaced) : 'all',
        where.matchBatch(batch),
      ];
      return matches.includes('maybe') && !matches.includes('none');
    });
    await table.readAhead(
      read.map(([index]) => index),
      { fields, shapes: exactTest !== undefined },
    );
  }
  let next = 0;

  for (const [index, batch] of batches.entries()) {
    const first = next;
    if (candidates) {
      next = firstFrom(candidates, batch.firstRow + batch.rowCount, first);
      if (next === first) continue;
    }
    const spatial = exactTest && matchExtents(exactTest, batch, index === lastPlaced);
    const attributeMatch = where.matchBatch(batch);
    if (spatial === 'none' || attributeMatch === 'none') continue;
    const waiting = scheduler?.yieldIfDue();
    if (waiting) await waiting;
    if (count && !candidates && spatial !== 'maybe') {
      count(attributeMatch === 'all' ? batch.rowCount : where.count(await table.attributes(index, fields)));
      continue;
    }
    let rows = candidates ? candidates.subarray(first, next) : undefined;
    if (attributeMatch === 'maybe') rows = where.filter(await table.attributes(index, fields), rows);
    rows ??= rowNumbers(batch.firstRow, batch.rowCount);
    if (rows.length > 0 && exactTest && spatial === 'maybe') {
      const selected = exactTest.test(await table.geometry(0, index), rows);
      rows = selected instanceof Uint32Array ? selected : await runSteps(selected, scheduler);
    }
    if (rows.length > 0) take(rows);
  }
}

/** Return the ascending rows that match the extent and the IDs; undefined for all. */
async function candidateRows(
  table: Table,
  { extent, objectIds, exactTest }: Question,
  scheduler: Scheduler | undefined,
): Promise<Uint32Array | undefined> {
  const inExtent = extent && !(exactTest && isWide(table, exactTest)) ? await table.rowsIn(extent) : undefined;
  if (!objectIds) return inExtent;
  const rows = new Set<number>();
  await forEachItem(objectIds, scheduler, async (id) => {
    const row = await table.rowOfId(id);
    if (row >= 0) rows.add(row);
  });
  const named = Uint32Array.from(rows).sort();
  if (!inExtent) return named;
  return named.filter((row) => inExtent[firstFrom(inExtent, row)] === row);
}

/** Whether an extent contains whole batches of points. The index would then only list most rows. */
function isWide({ manifest }: Table, { isQuick, judge }: ExactTest): boolean {
  if (!isQuick || manifest.geometry !== 'point') return false;
  return manifest.batches.some(({ extent }) => extent && judge?.(extent) === 'all');
}

/**
 * Match a batch by its extent. Stored rows without geometry come last, so only the last batch with an extent can
 * contain them. There, every row must be tested; in other batches, the extent may decide.
 */
function matchExtents(exactTest: ExactTest, batch: BatchManifest, isLast: boolean): BatchMatch {
  if (!batch.extent) return 'none';
  const judged = exactTest.judge?.(batch.extent) ?? 'maybe';
  return judged === 'all' && (isLast || batch.mayLackShapes) ? 'maybe' : judged;
}

const hasGeometry: ExactTest = {
  judge: () => 'all',
  test: ({ featureOffsets, firstRow }, rows) =>
    rows.filter((row) => featureOffsets[row - firstRow]! < featureOffsets[row - firstRow + 1]!),
};

/** Return the numbers `first`, `first + 1` and so on. */
export function rowNumbers(first: number, count: number): Uint32Array {
  // `Uint32Array.from` with a callback would be ten times slower.
  const rows = new Uint32Array(count);
  for (let i = 0; i < count; i++) rows[i] = first + i;
  return rows;
}

function joinRows(parts: readonly Uint32Array[]): Uint32Array {
  if (parts.length === 1) return parts[0]!.slice();
  const all = new Uint32Array(parts.reduce((sum, rows) => sum + rows.length, 0));
  let end = 0;
  for (const rows of parts) {
    all.set(rows, end);
    end += rows.length;
  }
  return all;
}

/** Below this share of a batch, rows are tested one by one instead of evaluating the whole batch. */
const sparse = 1 / 8;

interface ConditionScan {
  matchBatch(batch: BatchManifest): BatchMatch;
  /** Return the rows for which the condition is true; undefined `rows` means all rows of the batch. */
  filter(batch: Parameters<TruthLoop>[0], rows: Uint32Array | undefined): Uint32Array;
  count(batch: Parameters<TruthLoop>[0]): number;
}

function conditionScan(where: readonly Condition[]): ConditionScan {
  const condition: Condition | undefined = where.length > 1 ? { kind: 'and', type: 'boolean', terms: where } : where[0];
  if (!condition) {
    return { matchBatch: () => 'all', filter: (_, rows) => rows!, count: (batch) => batch.rowCount };
  }
  const loop = truthLoop(condition);
  let truth = new Uint8Array(0);
  const evaluate = (batch: Parameters<TruthLoop>[0]): Uint8Array => {
    if (truth.length < batch.rowCount) truth = new Uint8Array(batch.rowCount);
    loop(batch, truth);
    return truth;
  };
  return {
    matchBatch: (batch) => matchBatch(condition, batch),
    count(batch) {
      const truths = evaluate(batch);
      let count = 0;
      for (let i = 0; i < batch.rowCount; i++) count += truths[i]! >> 1;
      return count;
    },
    filter(batch, rows) {
      const { firstRow, rowCount } = batch;
      if (rows && rows.length < rowCount * sparse) {
        const value: RowValue = rowValue(condition, batch);
        return rows.filter((row) => value(row - firstRow) === true);
      }
      const truths = evaluate(batch);
      const selected = new Uint32Array(rows?.length ?? rowCount);
      let end = 0;
      // Always write the row, but advance only if it matches: a branch would often be mispredicted.
      if (rows) {
        for (const row of rows) {
          selected[end] = row;
          end += truths[row - firstRow]! >> 1;
        }
      } else {
        for (let i = 0; i < rowCount; i++) {
          selected[end] = firstRow + i;
          end += truths[i]! >> 1;
        }
      }
      return selected.subarray(0, end);
    },
  };
}
