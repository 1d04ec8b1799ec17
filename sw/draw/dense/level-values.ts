import { binGrid } from '../../geometry/bin-grid.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { LayerPlan } from '../plan.ts';
import { createCellSample, quantile } from './cell-sample.ts';
import type { DenseLayer } from './dense-layer.ts';
import { readPoints } from './read-points.ts';

/** Statistic of the points in cells of one size, for a whole layer. */
interface LevelCells {
  readonly shape: 'hexagon' | 'square';
  /** In map units. */
  readonly width: number;
  readonly statistic: 'count' | 'sum' | 'avg';
  readonly field: string | undefined;
}

/**
 * Cached values by table manifest, then by cache key. The values at a resolution are the same for every part of a
 * layer.
 */
const memory = new WeakMap<object, Map<string, Float64Array>>();
const maxEntriesPerTable = 24;
/** Maximum length of a cache key. Longer filters aren't worth the memory. */
const maxKeyLength = 4096;
const maxValues = 2001;

/**
 * Compute the values of all cells of a layer, ascending. They don't depend on the image, so adjacent images have the
 * same classes.
 *
 * @returns 2,001 quantiles if there are more values. With more than 260,000 cells, a random sample of the cells.
 * @throws {Fault} like `readPoints`
 */
export function levelValues(
  { plan, path }: DenseLayer,
  { shape, width, statistic, field }: LevelCells,
  scheduler: Scheduler,
): Promise<Float64Array> {
  return cacheForLayer(plan, [shape, width, statistic, field], async () => {
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
    return condense(sample.values((count, sum) => computeStatistic(statistic, count, sum)));
  });
}

/** Compute values from all rows that a layer shows, or return the cached result for the same rows and `keyParts`. */
export async function cacheForLayer(
  { rowsKey, projection, table, filter }: LayerPlan,
  keyParts: readonly unknown[],
  compute: () => Promise<Float64Array>,
): Promise<Float64Array> {
  const key = JSON.stringify([keyParts, projection?.to, rowsKey]);
  const isRemembered = key.length <= maxKeyLength && (!filter || rowsKey !== undefined);
  const cached = memory.get(table.manifest)?.get(key);
  if (cached && isRemembered) return cached;
  const values = await compute();
  if (isRemembered) remember(table.manifest, key, values);
  return values;
}

/** Reduce many values to quantiles. */
function condense(values: Float64Array): Float64Array {
  if (values.length <= maxValues) return values;
  return Float64Array.from({ length: maxValues }, (_, i) => quantile(values, i / (maxValues - 1)));
}

export const computeStatistic = (statistic: LevelCells['statistic'], count: number, sum: number): number =>
  statistic === 'count' ? count : statistic === 'sum' ? sum : sum / count;

function remember(table: object, key: string, values: Float64Array): void {
  const entries = memory.get(table) ?? new Map<string, Float64Array>();
  memory.set(table, entries);
  if (entries.size >= maxEntriesPerTable) entries.delete(entries.keys().next().value!);
  entries.set(key, values);
}
