/** Bounded table of grid cells with the count and sum of their points. */
interface CellSample {
  add(column: number, row: number, value: number): void;
  forEach(onCell: (column: number, row: number, sum: number) => void): void;
  /**
   * Compute a value per sampled cell and return them in ascending order.
   *
   * @param toValue computes a cell's value from its point count and the sum of its point values
   */
  values(toValue: (count: number, sum: number) => number): Float64Array;
}

/** Maximum number of slots, a power of two. At most half of them are used. */
const maxSlots = 1 << 19;

/**
 * Make a bounded table of cells.
 *
 * @param tooMany which cells to drop when the table is full. `by chance` drops the cells with the highest hashes, so
 *   the choice is reproducible, and the remaining cells have all their points. `sparse` drops the cells with the
 *   smallest sums so far.
 */
export function createCellSample(tooMany: 'by chance' | 'sparse'): CellSample {
  let slots = 1 << 12;
  let columns = new Int32Array(slots);
  let rows = new Int32Array(slots);
  let counts = new Float64Array(slots);
  let sums = new Float64Array(slots);
  let used = 0;
  /** Cells with a hash at or above this limit are dropped. */
  let limit = 2 ** 32;

  const findSlot = (column: number, row: number, number: number): number => {
    let slot = number & (slots - 1);
    while (counts[slot] !== 0 && (columns[slot] !== column || rows[slot] !== row)) slot = (slot + 1) & (slots - 1);
    return slot;
  };

  const rebuild = (): void => {
    const before = { columns, rows, counts, sums, slots };
    let maxDroppedSum = Number.NEGATIVE_INFINITY;
    if (slots < maxSlots) slots *= 2;
    else if (tooMany === 'by chance') limit /= 2;
    else maxDroppedSum = quantile(sums.filter((_, slot) => counts[slot] !== 0).sort(), 0.5);
    columns = new Int32Array(slots);
    rows = new Int32Array(slots);
    counts = new Float64Array(slots);
    sums = new Float64Array(slots);
    used = 0;
    for (let from = 0; from < before.slots; from++) {
      if (before.counts[from] === 0 || before.sums[from]! <= maxDroppedSum) continue;
      const [column, row] = [before.columns[from]!, before.rows[from]!];
      const number = hashCell(column, row);
      if (number < limit) put(findSlot(column, row, number), column, row, before.counts[from]!, before.sums[from]!);
    }
  };

  const put = (slot: number, column: number, row: number, count: number, sum: number): void => {
    if (counts[slot] === 0) used++;
    columns[slot] = column;
    rows[slot] = row;
    counts[slot]! += count;
    sums[slot]! += sum;
  };

  return {
    add(column, row, value) {
      const number = hashCell(column | 0, row | 0);
      if (number >= limit) return;
      put(findSlot(column | 0, row | 0, number), column | 0, row | 0, 1, value);
      while (2 * used > slots) rebuild();
    },
    forEach(onCell) {
      for (let slot = 0; slot < slots; slot++) if (counts[slot] !== 0) onCell(columns[slot]!, rows[slot]!, sums[slot]!);
    },
    values(toValue) {
      const values = new Float64Array(used);
      let count = 0;
      for (let slot = 0; slot < slots; slot++)
        if (counts[slot] !== 0) values[count++] = toValue(counts[slot]!, sums[slot]!);
      return values.sort();
    },
  };
}

/** Hash a cell to 32 bits with the final steps of MurmurHash3. */
function hashCell(column: number, row: number): number {
  let number = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77);
  number = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  number = Math.imul(number ^ (number >>> 13), 0xc2b2ae35);
  return (number ^ (number >>> 16)) >>> 0;
}

/** Return the quantile at `share` of ascending values; NaN for no values. */
export function quantile(values: Float64Array, share: number): number {
  return values[Math.max(0, Math.ceil(share * values.length) - 1)] ?? Number.NaN;
}
