/** Sums of the points in cells of a grid, of all cells or of a part of them. */
interface CellSample {
  add(column: number, row: number, value: number): void;
  forEach(onCell: (column: number, row: number, sum: number) => void): void;
  /** Of the cells in the sample, ascending. @param toValue of a cell from the count of its points and the sum of their values */
  values(toValue: (count: number, sum: number) => number): Float64Array;
}

/** A power of two; at most half of the slots are in use. */
const maximumSlots = 1 << 19;

/**
 * Make a table of cells that is bounded.
 *
 * @param tooMany what is left out of too many cells. `by chance`: those whose numbers by chance, the same every time, are
 *   highest; those that stay have all their points. `sparse`: those with the smallest sums so far
 */
export function createCellSample(tooMany: 'by chance' | 'sparse'): CellSample {
  let slots = 1 << 12;
  let columns = new Int32Array(slots);
  let rows = new Int32Array(slots);
  let counts = new Float64Array(slots);
  let sums = new Float64Array(slots);
  let used = 0;
  /** Cells whose number is not below are left out. */
  let limit = 2 ** 32;

  const slotOf = (column: number, row: number, number: number): number => {
    let slot = number & (slots - 1);
    while (counts[slot] !== 0 && (columns[slot] !== column || rows[slot] !== row)) slot = (slot + 1) & (slots - 1);
    return slot;
  };

  const rebuild = (): void => {
    const before = { columns, rows, counts, sums, slots };
    let sparsest = Number.NEGATIVE_INFINITY;
    if (slots < maximumSlots) slots *= 2;
    else if (tooMany === 'by chance') limit /= 2;
    else sparsest = quantile(sums.filter((_, slot) => counts[slot] !== 0).sort(), 0.5);
    columns = new Int32Array(slots);
    rows = new Int32Array(slots);
    counts = new Float64Array(slots);
    sums = new Float64Array(slots);
    used = 0;
    for (let from = 0; from < before.slots; from++) {
      if (before.counts[from] === 0 || before.sums[from]! <= sparsest) continue;
      const [column, row] = [before.columns[from]!, before.rows[from]!];
      const number = numberOf(column, row);
      if (number < limit) put(slotOf(column, row, number), column, row, before.counts[from]!, before.sums[from]!);
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
      const number = numberOf(column | 0, row | 0);
      if (number >= limit) return;
      put(slotOf(column | 0, row | 0, number), column | 0, row | 0, 1, value);
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

/** A number of 32 bits for a cell that looks like chance: the last steps of the hash function Murmur 3. */
function numberOf(column: number, row: number): number {
  let number = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77);
  number = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  number = Math.imul(number ^ (number >>> 13), 0xc2b2ae35);
  return (number ^ (number >>> 16)) >>> 0;
}

/** The value that a share of ascending values is not above; NaN of none. */
export function quantile(values: Float64Array, share: number): number {
  return values[Math.max(0, Math.ceil(share * values.length) - 1)] ?? Number.NaN;
}
