import type { SourceGeometry } from '../../../sw/formats/reading/source-table.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';

/** Data that reach within so many degrees of the antimeridian on both sides lie around it, if nothing lies between. */
const nearDeg = 15;
/** A part of the world this wide without data tells that they lie on both sides of the antimeridian. */
const minimumGapDeg = 90;
const binsPerDeg = 2;
const bins = 360 * binsPerDeg;

/**
 * Find the first view of data in degrees that lie on both sides of the antimeridian, such as the United States with the
 * Aleutians: their wider side, since both sides together are a map of the whole world with nothing in its middle.
 *
 * @returns with a margin of a fiftieth; undefined where the data do not lie so
 */
export function firstView(geometries: readonly SourceGeometry[]): Extent | undefined {
  const isUsed = new Uint8Array(bins);
  for (const geometry of geometries) mark(isUsed, geometry);
  const first = isUsed.indexOf(1);
  const last = isUsed.lastIndexOf(1);
  if (first < 0 || first > nearDeg * binsPerDeg || last < bins - nearDeg * binsPerDeg) return undefined;
  const [from, to] = widestGap(isUsed, first, last);
  if (to - from < minimumGapDeg * binsPerDeg) return undefined;
  const isWest = from - first >= last - to;
  const side: [number, number] = isWest ? [-180, degreesOf(from)] : [degreesOf(to), 180];
  const extent = extentWithin(geometries, side);
  if (!extent) return undefined;
  const margin = Math.max(extent[2] - extent[0], extent[3] - extent[1]) / 50;
  return [extent[0] - margin, extent[1] - margin, extent[2] + margin, extent[3] + margin];
}

const binOf = (x: number): number => Math.max(0, Math.min(bins - 1, Math.floor((x + 180) * binsPerDeg)));
const degreesOf = (bin: number): number => bin / binsPerDeg - 180;

/** Mark every bin that a point or a side of a shape touches. */
function mark(isUsed: Uint8Array, { kind, xy, partOffsets }: SourceGeometry): void {
  const hasSides = kind === 'polyline' || kind === 'polygon';
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    let before = -1;
    for (let at = partOffsets[part]!; at < partOffsets[part + 1]!; at++) {
      const bin = binOf(xy[2 * at]!);
      if (hasSides && before >= 0 && bin !== before) isUsed.fill(1, Math.min(bin, before), Math.max(bin, before) + 1);
      else isUsed[bin] = 1;
      before = bin;
    }
  }
}

/** The first bin of the longest run without data, and the first used one after it. */
function widestGap(isUsed: Uint8Array, first: number, last: number): [from: number, to: number] {
  let widest: [number, number] = [first, first];
  let from = first;
  for (let bin = first; bin <= last; bin++) {
    if (isUsed[bin] === 0) continue;
    if (bin - from > widest[1] - widest[0]) widest = [from, bin];
    from = bin + 1;
  }
  return widest;
}

function extentWithin(geometries: readonly SourceGeometry[], [left, right]: [number, number]): Extent | undefined {
  const box = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number];
  for (const { xy } of geometries) {
    for (let at = 0; at < xy.length; at += 2) {
      const [x, y] = [xy[at]!, xy[at + 1]!];
      if (!(x >= left && x <= right)) continue;
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
  }
  return box[0] <= box[2] ? box : undefined;
}
