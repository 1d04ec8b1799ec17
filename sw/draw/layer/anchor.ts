import type { FlatGeometry } from '../../geometry/flat-geometry.ts';
import type { GeometryBatch } from '../../rows/batch.ts';

/**
 * Find an anchor for a marker or label: the middle of a line's longest path, or a point with much space around it in a
 * polygon, halfway along a horizontal line through the polygon.
 *
 * @param out receives [x, y]
 * @returns false if the row has no geometry
 */
export function anchorOf(batch: GeometryBatch, row: number, out: Float64Array): boolean {
  const from = batch.featureOffsets[row]!;
  const to = batch.featureOffsets[row + 1]!;
  if (from === to) return false;
  if (batch.kind === 'polygon') {
    const anchor = remembered(batch, row, 'inside', () => {
      insideOf(batch, from, to, out);
      return [out[0]!, out[1]!];
    });
    out[0] = anchor[0];
    out[1] = anchor[1];
    return true;
  }
  if (batch.kind === 'polyline') return middleOf(batch, row, out);
  const vertex = batch.partOffsets[from]!;
  out[0] = batch.xy[2 * vertex]!;
  out[1] = batch.xy[2 * vertex + 1]!;
  return true;
}

type Found = readonly [number, number];

/** Cached results for large features, because panning needs them again for each image. */
const found = {
  inside: new WeakMap<FlatGeometry, Map<number, Found>>(),
  longest: new WeakMap<FlatGeometry, Map<number, Found>>(),
};
/** Minimum vertices of a feature whose results are cached. */
const fewVertices = 64;

function remembered(geometry: FlatGeometry, row: number, what: keyof typeof found, find: () => Found): Found {
  const { featureOffsets, partOffsets } = geometry;
  if (partOffsets[featureOffsets[row + 1]!]! - partOffsets[featureOffsets[row]!]! < fewVertices) return find();
  let rows = found[what].get(geometry);
  if (!rows) {
    rows = new Map();
    found[what].set(geometry, rows);
  }
  let value = rows.get(row);
  if (!value) {
    value = find();
    rows.set(row, value);
  }
  return value;
}

/** Find the longest path or ring of a row with geometry: the index of its first vertex and the one after its last. */
export function longestPath(geometry: FlatGeometry, row: number): Found {
  return remembered(geometry, row, 'longest', () => longestOf(geometry, row));
}

function longestOf({ xy, partOffsets, featureOffsets }: FlatGeometry, row: number): Found {
  let longest = -1;
  let best = featureOffsets[row]!;
  for (let part = best; part < featureOffsets[row + 1]!; part++) {
    const length = lengthOf(xy, partOffsets[part]!, partOffsets[part + 1]!);
    if (length > longest) {
      longest = length;
      best = part;
    }
  }
  return [partOffsets[best]!, partOffsets[best + 1]!];
}

/** Write the middle of the longest path, by length, to `out`. */
function middleOf(batch: GeometryBatch, row: number, out: Float64Array): boolean {
  const { xy } = batch;
  const [first, end] = longestPath(batch, row);
  const last = end - 1;
  let rest = lengthOf(xy, first, end) / 2;
  for (let i = first; i <= last; i++) {
    const step = i === last ? 0 : Math.hypot(xy[2 * i + 2]! - xy[2 * i]!, xy[2 * i + 3]! - xy[2 * i + 1]!);
    if (step < rest && i < last) {
      rest -= step;
      continue;
    }
    const t = step > 0 ? rest / step : 0;
    out[0] = xy[2 * i]! + (i === last ? 0 : t * (xy[2 * i + 2]! - xy[2 * i]!));
    out[1] = xy[2 * i + 1]! + (i === last ? 0 : t * (xy[2 * i + 3]! - xy[2 * i + 1]!));
    return true;
  }
  return false;
}

function lengthOf(xy: Float64Array, from: number, to: number): number {
  let length = 0;
  for (let i = from; i + 1 < to; i++)
    length += Math.hypot(xy[2 * i + 2]! - xy[2 * i]!, xy[2 * i + 3]! - xy[2 * i + 1]!);
  return length;
}

/** Heights to try, relative to the largest ring. */
const heights = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8] as const;

function insideOf(batch: GeometryBatch, from: number, to: number, out: Float64Array): void {
  const { xy, partOffsets } = batch;
  let largest = -1;
  let best = from;
  for (let part = from; part < to; part++) {
    const area = Math.abs(areaOf(xy, partOffsets[part]!, partOffsets[part + 1]!));
    if (area > largest) {
      largest = area;
      best = part;
    }
  }
  let ymin = Infinity;
  let ymax = -Infinity;
  for (let i = partOffsets[best]!; i < partOffsets[best + 1]!; i++) {
    ymin = Math.min(ymin, xy[2 * i + 1]!);
    ymax = Math.max(ymax, xy[2 * i + 1]!);
  }
  let widest = -1;
  for (const share of heights) {
    const y = ymin + share * (ymax - ymin);
    const across = crossingsAt(batch, from, to, 1, y);
    for (let i = 0; i + 1 < across.length; i += 2) {
      const wide = across[i + 1]! - across[i]!;
      if (wide <= widest) continue;
      const x = (across[i]! + across[i + 1]!) / 2;
      // Text is at least three times as wide as high, so space above and below counts more.
      const room = Math.min(wide, 6 * clearance(crossingsAt(batch, from, to, 0, x), y));
      if (room <= widest) continue;
      widest = room;
      out[0] = x;
      out[1] = y;
    }
  }
  if (widest >= 0) return;
  out[0] = xy[2 * partOffsets[best]!]!;
  out[1] = xy[2 * partOffsets[best]! + 1]!;
}

/** Return the distance from a value to the nearest one in a list. */
function clearance(ascending: readonly number[], value: number): number {
  let nearest = Infinity;
  for (const other of ascending) nearest = Math.min(nearest, Math.abs(other - value));
  return nearest;
}

/** Return the ascending coordinates at which the line `coordinate = at` crosses the rings. Axis 0 is x, 1 is y. */
function crossingsAt({ xy, partOffsets }: GeometryBatch, from: number, to: number, axis: 0 | 1, at: number): number[] {
  const crossings: number[] = [];
  for (let part = from; part < to; part++)
    for (let i = 2 * partOffsets[part]!; i + 3 < 2 * partOffsets[part + 1]!; i += 2) {
      const a = xy[i + axis]!;
      const b = xy[i + 2 + axis]!;
      if (a > at === b > at) continue;
      const u = xy[i + 1 - axis]!;
      crossings.push(u + ((at - a) / (b - a)) * (xy[i + 3 - axis]! - u));
    }
  return crossings.sort((a, b) => a - b);
}

function areaOf(xy: Float64Array, from: number, to: number): number {
  let area = 0;
  for (let i = from; i + 1 < to; i++) area += xy[2 * i]! * xy[2 * i + 3]! - xy[2 * i + 2]! * xy[2 * i + 1]!;
  return area / 2;
}
