/** The levels of a packed tree: [0] the features, the last the root. */
interface PackedTree {
  readonly nodeSize: number;
  /** How many nodes each level has. */
  readonly counts: readonly number[];
  /** Number of the first node of each level in the file, which begins with the root. */
  readonly firsts: readonly number[];
  readonly bytes: number;
}

/** A node: four doubles and an offset of 64 bits. */
export const nodeBytes = 40;

/** Lay out the tree over `itemCount` (at least 1) features. */
export function packedTree(itemCount: number, nodeSize: number): PackedTree {
  const counts = [itemCount];
  do counts.push(Math.ceil(counts.at(-1)! / nodeSize));
  while (counts.at(-1)! > 1);
  let end = counts.reduce((sum, count) => sum + count, 0);
  const bytes = end * nodeBytes;
  const firsts = counts.map((count) => {
    end -= count;
    return end;
  });
  return { nodeSize, counts, firsts, bytes };
}

/** Boxes of a run of nodes, four numbers each; NaN for one that has none. */
export function nodeBoxes(bytes: Uint8Array, count: number): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes = new Float64Array(4 * count);
  for (let node = 0; node < count; node++) {
    for (let k = 0; k < 4; k++) boxes[4 * node + k] = view.getFloat64(node * nodeBytes + 8 * k, true);
    if (!(boxes[4 * node]! <= boxes[4 * node + 2]! && boxes[4 * node + 1]! <= boxes[4 * node + 3]!))
      boxes.fill(Number.NaN, 4 * node, 4 * node + 4);
  }
  return boxes;
}

/** The offset of a node in a run of nodes. */
export const nodeOffset = (bytes: Uint8Array, node: number): number =>
  Number(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(node * nodeBytes + 32, true));

const largestBatchBytes = 256 * 1024;
const mostBatches = 65_536;

/**
 * Choose the level whose nodes are the batches of a table: as coarse as a batch is read in one request, and so few that
 * all of them fit into memory.
 */
export function batchLevel({ counts }: PackedTree, featureBytes: number): number {
  let level = 1;
  while (
    level < counts.length - 1 &&
    (counts[level]! > mostBatches || featureBytes / counts[level + 1]! <= largestBatchBytes)
  )
    level++;
  return level;
}
