import { binGrid } from '../../geometry/bin-grid.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { LayerPlan } from '../plan.ts';
import { createCellSample, quantile } from './cell-sample.ts';
import type { DenseLayer } from './dense-layer.ts';
import { readPoints } from './read-points.ts';

/** What the points of a whole layer come to in cells of one size. */
interface LevelCells {
  readonly shape: 'hexagon' | 'square';
  /** Map units. */
  readonly width: number;
  readonly statistic: 'count' | 'sum' | 'avg';
  readonly field: string | undefined;
}

/** By table, then by what is asked of it: values of a layer at a resolution are the same for every part of it. */
const memory = new WeakMap<object, Map<string, Float64Array>>();
const largestMemory = 24;
/** A filter that is longer is not worth its memory. */
const longestKey = 4096;
const mostValues = 2001;

/**
 * Find the values of the cells of a whole layer, ascending: of all, or 2,001 quantiles of more; of a fair part of
 * the cells where there are more than 260,000.
 * They do not depend on the picture, so neighbouring pictures have the same classes.
 *
 * @throws {Fault} as `readPoints`
 */
export function levelValues(
  { plan, path }: DenseLayer,
  { shape, width, statistic, field }: LevelCells,
  scheduler: Scheduler,
): Promise<Float64Array> {
  return ofWholeLayer(plan, [shape, width, statistic, field], async () => {
    const grid = binGrid(shape, width);
    const sample = createCellSample('by chance');
    const cell = new Int32Array(2);
    await readPoints(plan, undefined, field, path, scheduler, ({ xy, count, values }) => {
      for (let i = 0; i < count; i++) {
        const x = xy[2 * i]!;
        const value = values ? values[i]! : 1;
        if (Number.isNaN(x) || Number.isNaN(value)) continue;
        grid.find(x, xy[2 * i + 1]!, cell);
        sample.add(cell[0]!, cell[1]!, value);
      }
    });
    return condensed(sample.values((count, sum) => statisticOf(statistic, count, sum)));
  });
}

/** Compute values of all rows that a layer shows, or return those of the same question to the same table. */
export async function ofWholeLayer(
  { rowsKey, projection, table, filter }: LayerPlan,
  question: readonly unknown[],
  compute: () => Promise<Float64Array>,
): Promise<Float64Array> {
  const key = JSON.stringify([question, projection?.to, rowsKey]);
  const isRemembered = key.length <= longestKey && (!filter || rowsKey !== undefined);
  const known = memory.get(table.manifest)?.get(key);
  if (known && isRemembered) return known;
  const values = await compute();
  if (isRemembered) remember(table.manifest, key, values);
  return values;
}

/** Quantiles say enough of many values. */
function condensed(values: Float64Array): Float64Array {
  if (values.length <= mostValues) return values;
  return Float64Array.from({ length: mostValues }, (_, i) => quantile(values, i / (mostValues - 1)));
}

export const statisticOf = (statistic: LevelCells['statistic'], count: number, sum: number): number =>
  statistic === 'count' ? count : statistic === 'sum' ? sum : sum / count;

function remember(table: object, key: string, values: Float64Array): void {
  const known = memory.get(table) ?? new Map<string, Float64Array>();
  memory.set(table, known);
  if (known.size >= largestMemory) known.delete(known.keys().next().value!);
  known.set(key, values);
}
