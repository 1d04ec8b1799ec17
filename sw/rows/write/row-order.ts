import Flatbush from 'flatbush';

const everywhere = [
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.POSITIVE_INFINITY,
] as const;

/**
 * Order rows so that neighbors on the map are neighbors in the file: along a Hilbert curve through the centers of their
 * extents, with rows without geometry at the end.
 *
 * @param extents [xmin, ymin, xmax, ymax] per row, NaN for a row without geometry
 * @returns the input row for each row of the file, and the number of rows with geometry
 */
export function hilbertOrder(extents: Float64Array): { order: Uint32Array; placedCount: number } {
  const rowCount = extents.length / 4;
  const order = new Uint32Array(rowCount);
  const placed = new Uint32Array(rowCount);
  let placedCount = 0;
  let last = rowCount;
  for (let row = rowCount - 1; row >= 0; row--) if (Number.isNaN(extents[4 * row])) order[--last] = row;
  for (let row = 0; row < rowCount; row++) if (!Number.isNaN(extents[4 * row])) placed[placedCount++] = row;
  if (placedCount === 0) return { order, placedCount };
  // Flatbush sorts its leaves along a Hilbert curve, and a search of everything returns them in that order.
  const packed = buildIndex(extents, placed.subarray(0, placedCount)).search(...everywhere);
  for (let i = 0; i < placedCount; i++) order[i] = placed[packed[i]!]!;
  return { order, placedCount };
}

/** Build the index of the extents of `rows`, which must not be empty. Items are numbered by position in `rows`. */
export function buildIndex(extents: Float64Array, rows: Uint32Array): Flatbush {
  const index = new Flatbush(rows.length);
  for (const row of rows) {
    index.add(extents[4 * row]!, extents[4 * row + 1]!, extents[4 * row + 2]!, extents[4 * row + 3]!);
  }
  index.finish();
  return index;
}
