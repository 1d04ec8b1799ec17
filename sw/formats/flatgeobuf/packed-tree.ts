/** Levels of a packed R-tree: [0] is the features, the last is the root. */
interface PackedTree {
  readonly nodeSize: number;
  /** Number of nodes per level. */
  readonly counts: readonly number[];
  /** Index of the first node of each level in the file, which begins with the root. */
  readonly firstNodes: readonly number[];
  readonly bytes: number;
}

/** Bytes of a node: four doubles and a 64-bit offset. */
export const nodeBytes = 40;

/** Compute the layout of the tree for `itemCount` (at least 1) features. */
export function computePackedTree(itemCount: number, nodeSize: number): PackedTree {
  const counts = [itemCount];
  do counts.push(Math.ceil(counts.at(-1)! / nodeSize));
  while (counts.at(-1)! > 1);
  let end = counts.reduce((sum, count) => sum + count, 0);
  const bytes = end * nodeBytes;
  const firstNodes = counts.map((count) => {
    end -= count;
    return end;
  });
  return { nodeSize, counts, firstNodes, bytes };
}

/** Return the boxes of consecutive nodes, four numbers each; NaN for an empty box. */
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

/** Return the offset that a node stores. `node` is its index in the bytes. */
export const nodeOffset = (bytes: Uint8Array, node: number): number =>
  Number(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(node * nodeBytes + 32, true));

const maxBatchBytes = 256 * 1024;
const maxBatches = 65_536;

/**
 * Choose the level whose nodes are the batches of a table: the coarsest whose batches average at most 256 KiB, but not
 * the features themselves. If it has more than 65,536 batches, a coarser level is used.
 */
export function batchLevel({ counts }: PackedTree, featureBytes: number): number {
  let level = 1;
  while (
    level < counts.length - 1 &&
    (counts[level]! > maxBatches || featureBytes / counts[level + 1]! <= maxBatchBytes)
  )
    level++;
  return level;
}
