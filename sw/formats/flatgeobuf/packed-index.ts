import type { Extent } from '../../geometry/extent.ts';
import { nodeBytes, packedTree } from './packed-tree.ts';

const nodeSize = 16;

/**
 * Build the packed R-tree of a FlatGeobuf, its root first, over features in the order in which they are written. A feature without
 * shape has a box that nothing meets.
 *
 * @param extents  [xmin, ymin, xmax, ymax] each, NaN without shape
 * @param offsets  of the features in bytes, counted from the first
 * @returns with the extent of all; undefined when none has a shape
 */
export function packedIndex(
  extents: Float64Array,
  offsets: Float64Array,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly extent: Extent } | undefined {
  if (offsets.length === 0) return undefined;
  const { counts, firsts, bytes: length } = packedTree(offsets.length, nodeSize);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < offsets.length; i++) {
    const isPlaced = !Number.isNaN(extents[4 * i]!);
    const box = isPlaced
      ? extents.subarray(4 * i, 4 * i + 4)
      : [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    put(view, firsts[0]! + i, box, offsets[i]!);
  }
  for (let level = 1; level < counts.length; level++)
    for (let i = 0; i < counts[level]!; i++) {
      const first = firsts[level - 1]! + i * nodeSize;
      const end = Math.min(first + nodeSize, firsts[level - 1]! + counts[level - 1]!);
      put(view, firsts[level]! + i, around(view, first, end), first);
    }
  const extent = around(view, 0, 1);
  return extent[0] > extent[2] ? undefined : { bytes, extent };
}

function put(view: DataView, node: number, box: ArrayLike<number>, offset: number): void {
  for (let side = 0; side < 4; side++) view.setFloat64(node * nodeBytes + 8 * side, box[side]!, true);
  view.setBigUint64(node * nodeBytes + 32, BigInt(offset), true);
}

function around(view: DataView, first: number, end: number): [number, number, number, number] {
  const box: [number, number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (let node = first; node < end; node++)
    for (let side = 0; side < 4; side++) {
      const value = view.getFloat64(node * nodeBytes + 8 * side, true);
      box[side] = side < 2 ? Math.min(box[side]!, value) : Math.max(box[side]!, value);
    }
  return box;
}
