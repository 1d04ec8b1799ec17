/** Group of points drawn as one circle, in map coordinates. */
export interface Cluster {
  /** Mean position of the points. */
  readonly x: number;
  readonly y: number;
  readonly count: number;
  /** Table row of one of the points. */
  readonly row: number;
  /** Indices of its cells in the grid. */
  readonly cells: readonly number[];
}

/** Sums of the points in the squares of a grid, row by row. */
interface ClusterCells {
  readonly columns: number;
  readonly rows: number;
  readonly counts: Float64Array;
  readonly sumX: Float64Array;
  readonly sumY: Float64Array;
  /** Table row of one point in each cell. */
  readonly tableRows: Uint32Array;
}

const rounds = 3;
/**
 * Width in cells of the margin around an image that affects its clusters: each round looks at neighbors of neighbors.
 */
export const marginCells = 2 * rounds + 1;

/**
 * Join cells to clusters, so that every point belongs to exactly one.
 *
 * In each round, a cell becomes the root of a cluster if it has more points than every neighbor nearer than `distance`.
 * The root takes those smaller neighbors that have no larger root next to them. A cluster depends only on the cells
 * around it, so all images show the same clusters.
 */
export function joinCells(cells: ClusterCells, distance: number): Cluster[] {
  const { columns, rows, counts, sumX, sumY, tableRows } = cells;
  const isFree = Uint8Array.from(counts, (count) => (count > 0 ? 1 : 0));
  const clusters: Cluster[] = [];
  const isNear = (a: number, b: number): boolean => {
    const dx = sumX[a]! / counts[a]! - sumX[b]! / counts[b]!;
    const dy = sumY[a]! / counts[a]! - sumY[b]! / counts[b]!;
    return dx * dx + dy * dy < distance * distance;
  };
  // Break ties by position.
  const isGreater = (a: number, b: number): boolean => counts[a]! > counts[b]! || (counts[a]! === counts[b]! && a > b);
  /** Return the greatest near neighbor that is greater than the cell; -1 if there is none. */
  const findGreatestNeighbor = (cell: number, isCandidate: Uint8Array): number => {
    const column = cell % columns;
    const row = (cell - column) / columns;
    let best = -1;
    for (let down = Math.max(0, row - 1); down <= Math.min(rows - 1, row + 1); down++)
      for (let across = Math.max(0, column - 1); across <= Math.min(columns - 1, column + 1); across++) {
        const other = down * columns + across;
        if (other === cell || isCandidate[other] === 0 || !isGreater(other, cell) || !isNear(other, cell)) continue;
        if (best < 0 || isGreater(other, best)) best = other;
      }
    return best;
  };
  for (let round = 0; round < rounds; round++) {
    const isRoot = new Uint8Array(counts.length);
    for (let cell = 0; cell < counts.length; cell++)
      if (isFree[cell] === 1 && findGreatestNeighbor(cell, isFree) < 0) isRoot[cell] = 1;
    const isLast = round === rounds - 1;
    const members = new Map<number, number[]>();
    for (let cell = 0; cell < counts.length; cell++) {
      if (isFree[cell] === 0) continue;
      const greatest = isRoot[cell] === 1 ? -1 : findGreatestNeighbor(cell, isRoot);
      const root = isRoot[cell] === 1 || (greatest < 0 && isLast) ? cell : greatest;
      if (root < 0) continue;
      const list = members.get(root);
      if (list) list.push(cell);
      else members.set(root, [cell]);
    }
    for (const [root, list] of members) {
      let [count, x, y] = [0, 0, 0];
      for (const cell of list) {
        isFree[cell] = 0;
        count += counts[cell]!;
        x += sumX[cell]!;
        y += sumY[cell]!;
      }
      clusters.push({ x: x / count, y: y / count, count, row: tableRows[root]!, cells: list });
    }
  }
  return clusters;
}
