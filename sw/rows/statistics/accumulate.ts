import type { Column } from '../batch.ts';

/** Running statistics of one field, per group. The arrays grow with the number of groups. */
export interface Gathered {
  /** Number of values that aren't null. */
  count: Float64Array;
  sum: Float64Array;
  /** Number of values in `mean` so far; within a batch, `count` is ahead of it. */
  met: Float64Array;
  mean: Float64Array;
  /** Sum of squared distances from the mean. */
  squares: Float64Array;
  /** Minimum and maximum of numbers and dates. */
  min: Float64Array;
  max: Float64Array;
  /** Minimum and maximum of strings. */
  readonly minText: (string | undefined)[];
  readonly maxText: (string | undefined)[];
}

/** The statistics to compute. */
export interface Sums {
  sum: boolean;
  squares: boolean;
  extremes: boolean;
}

export function emptyGathered(): Gathered {
  const none = new Float64Array(0);
  return {
    count: none,
    sum: none,
    met: none,
    mean: none,
    squares: none,
    min: none,
    max: none,
    minText: [],
    maxText: [],
  };
}

/** Grow the arrays to at least `groupCount` groups. */
export function growGathered(gathered: Gathered, groupCount: number): void {
  const capacity = gathered.count.length;
  if (groupCount <= capacity) return;
  const size = Math.max(groupCount, 2 * capacity, 64);
  const growArray = (old: Float64Array, fill: number): Float64Array => {
    const larger = new Float64Array(size).fill(fill, capacity);
    larger.set(old);
    return larger;
  };
  gathered.count = growArray(gathered.count, 0);
  gathered.sum = growArray(gathered.sum, 0);
  gathered.met = growArray(gathered.met, 0);
  gathered.mean = growArray(gathered.mean, 0);
  gathered.squares = growArray(gathered.squares, 0);
  gathered.min = growArray(gathered.min, Number.POSITIVE_INFINITY);
  gathered.max = growArray(gathered.max, Number.NEGATIVE_INFINITY);
}

/**
 * Add rows of a column to their groups.
 *
 * @param rows   row indices in the column
 * @param groups the group of each of `rows`
 */
export function accumulate(
  gathered: Gathered,
  column: Column,
  rows: Uint32Array,
  groups: Uint32Array,
  sums: Sums,
): void {
  const { nulls } = column;
  const { count } = gathered;
  for (let i = 0; i < rows.length; i++) if (!nulls?.[rows[i]!]) count[groups[i]!]!++;
  if (column.kind === 'string') {
    if (sums.extremes) addTexts(gathered, column.values, nulls, rows, groups);
    return;
  }
  const { values } = column;
  if (sums.sum) {
    const { sum } = gathered;
    for (let i = 0; i < rows.length; i++) if (!nulls?.[rows[i]!]) sum[groups[i]!]! += values[rows[i]!]!;
  }
  if (sums.extremes) {
    const { min, max } = gathered;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      if (nulls?.[row]) continue;
      const group = groups[i]!;
      const value = values[row]!;
      if (value < min[group]!) min[group] = value;
      if (value > max[group]!) max[group] = value;
    }
  }
  if (sums.squares) addSquares(gathered, values, nulls, rows, groups);
}

/**
 * Update mean and squares by Welford's method (1962). A plain difference of sums loses all digits if the mean is large
 * compared to the deviation.
 */
function addSquares(
  { met, mean, squares }: Gathered,
  values: Int32Array | Float64Array,
  nulls: Uint8Array | undefined,
  rows: Uint32Array,
  groups: Uint32Array,
): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (nulls?.[row]) continue;
    const group = groups[i]!;
    const value = values[row]!;
    const distance = value - mean[group]!;
    mean[group]! += distance / ++met[group]!;
    squares[group]! += distance * (value - mean[group]!);
  }
}

function addTexts(
  { minText, maxText }: Gathered,
  values: readonly string[],
  nulls: Uint8Array | undefined,
  rows: Uint32Array,
  groups: Uint32Array,
): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (nulls?.[row]) continue;
    const group = groups[i]!;
    const value = values[row]!;
    const lowest = minText[group];
    const highest = maxText[group];
    if (lowest === undefined || value < lowest) minText[group] = value;
    if (highest === undefined || value > highest) maxText[group] = value;
  }
}
