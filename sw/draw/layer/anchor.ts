import type { FlatGeometry } from '../../geometry/flat-geometry.ts';
import type { GeometryBatch } from '../../rows/batch.ts';

/**
 * Find an anchor for a marker or label: the middle of a line's longest path, or a point with much space around it in a
 * polygon, halfway along a horizontal line through the polygon.
 *
 * @param out receives [x, y]
 * @returns false if the row has no geometry
 */
export function findAnchor(batch: GeometryBatch, row: number, out: Float64Array): boolean {
  const from = batch.featureOffsets[row]!;
  const to = batch.featureOffsets[row + 1]!;
  if (from === to) return false;
  if (batch.kind === 'polygon') {
    const anchor = recall(batch, row, 'inside', () => {
      findInteriorPoint(batch, from, to, out);
      return [out[0]!, out[1]!];
    });
    out[0] = anchor[0];
    out[1] = anchor[1];
    return true;
  }
  if (batch.kind === 'polyline') return findMiddle(batch, row, out);
  const vertex = batch.partOffsets[from]!;
  out[0] = batch.xy[2 * vertex]!;
  out[1] = batch.xy[2 * vertex + 1]!;
  return true;
}

type Found = readonly [number, number];

/** Cached results for large features, because panning needs them again for each image. */
const cachedRanges = {
  inside: new WeakMap<FlatGeometry, Map<number, Found>>(),
  longest: new WeakMap<FlatGeometry, Map<number, Found>>(),
};
/** Minimum vertices of a feature whose results are cached. */
const minCachedVertices = 64;

function recall(geometry: FlatGeometry, row: number, what: keyof typeof cachedRanges, find: () => Found): Found {
  const { featureOffsets, partOffsets } = geometry;
  if (partOffsets[featureOffsets[row + 1]!]! - partOffsets[featureOffsets[row]!]! < minCachedVertices) return find();
  let rows = cachedRanges[what].get(geometry);
  if (!rows) {
    rows = new Map();
    cachedRanges[what].set(geometry, rows);
  }
  let value = rows.get(row);
  if (!value) {
    value = find();
    rows.set(row, value);
  }
  return value;
}

/**
 * Return the longest path or ring of a row with geometry: the index of its first vertex and the index after its last
 * vertex.
 */
export function findLongestPath(geometry: FlatGeometry, row: number): Found {
  return recall(geometry, row, 'longest', () => searchLongestPath(geometry, row));
}

function searchLongestPath({ xy, partOffsets, featureOffsets }: FlatGeometry, row: number): Found {
  let maxLength = -1;
  let best = featureOffsets[row]!;
  for (let part = best; part < featureOffsets[row + 1]!; part++) {
    const length = pathLength(xy, partOffsets[part]!, partOffsets[part + 1]!);
    if (length > maxLength) {
      maxLength = length;
      best = part;
    }
  }
  return [partOffsets[best]!, partOffsets[best + 1]!];
}

/** Write the middle of the longest path, by length, to `out`. */
function findMiddle(batch: GeometryBatch, row: number, out: Float64Array): boolean {
  const { xy } = batch;
  const [first, end] = findLongestPath(batch, row);
  const last = end - 1;
  let remaining = pathLength(xy, first, end) / 2;
  for (let i = first; i <= last; i++) {
    const step = i === last ? 0 : Math.hypot(xy[2 * i + 2]! - xy[2 * i]!, xy[2 * i + 3]! - xy[2 * i + 1]!);
    if (step < remaining && i < last) {
      remaining -= step;
      continue;
    }
    const t = step > 0 ? remaining / step : 0;
    out[0] = xy[2 * i]! + (i === last ? 0 : t * (xy[2 * i + 2]! - xy[2 * i]!));
    out[1] = xy[2 * i + 1]! + (i === last ? 0 : t * (xy[2 * i + 3]! - xy[2 * i + 1]!));
    return true;
  }
  return false;
}

function pathLength(xy: Float64Array, from: number, to: number): number {
  let length = 0;
  for (let i = from; i + 1 < to; i++)
    length += Math.hypot(xy[2 * i + 2]! - xy[2 * i]!, xy[2 * i + 3]! - xy[2 * i + 1]!);
  return length;
}

/** Heights to try, relative to the largest ring. */
const heights = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8] as const;

function findInteriorPoint(batch: GeometryBatch, from: number, to: number, out: Float64Array): void {
  const { xy, partOffsets } = batch;
  let maxArea = -1;
  let best = from;
  for (let part = from; part < to; part++) {
    const area = Math.abs(signedArea(xy, partOffsets[part]!, partOffsets[part + 1]!));
    if (area > maxArea) {
      maxArea = area;
      best = part;
    }
  }
  let ymin = Infinity;
  let ymax = -Infinity;
  for (let i = partOffsets[best]!; i < partOffsets[best + 1]!; i++) {
    ymin = Math.min(ymin, xy[2 * i + 1]!);
    ymax = Math.max(ymax, xy[2 * i + 1]!);
  }
  let maxFreeWidth = -1;
  for (const share of heights) {
    const y = ymin + share * (ymax - ymin);
    const across = crossingsAt(batch, from, to, 1, y);
    for (let i = 0; i + 1 < across.length; i += 2) {
      const gapWidth = across[i + 1]! - across[i]!;
      if (gapWidth <= maxFreeWidth) continue;
      const x = (across[i]! + across[i + 1]!) / 2;
      // Text is at least three times as wide as high, so space above and below counts more.
      const freeWidth = Math.min(gapWidth, 6 * clearance(crossingsAt(batch, from, to, 0, x), y));
      if (freeWidth <= maxFreeWidth) continue;
      maxFreeWidth = freeWidth;
      out[0] = x;
      out[1] = y;
    }
  }
  if (maxFreeWidth >= 0) return;
  out[0] = xy[2 * partOffsets[best]!]!;
  out[1] = xy[2 * partOffsets[best]! + 1]!;
}

/** Return the distance from a value to the nearest one in a list. */
function clearance(ascending: readonly number[], value: number): number {
  let nearest = Infinity;
  for (const other of ascending) nearest = Math.min(nearest, Math.abs(other - value));
  return nearest;
}

/**
 * Return where the rings cross the line x = `coordinate` (axis 0) or y = `coordinate` (axis 1): the other coordinate of
 * each crossing, ascending.
 */
function crossingsAt(
  { xy, partOffsets }: GeometryBatch,
  from: number,
  to: number,
  axis: 0 | 1,
  coordinate: number,
): number[] {
  const crossings: number[] = [];
  for (let part = from; part < to; part++)
    for (let i = 2 * partOffsets[part]!; i + 3 < 2 * partOffsets[part + 1]!; i += 2) {
      const a = xy[i + axis]!;
      const b = xy[i + 2 + axis]!;
      if (a > coordinate === b > coordinate) continue;
      const u = xy[i + 1 - axis]!;
      crossings.push(u + ((coordinate - a) / (b - a)) * (xy[i + 3 - axis]! - u));
    }
  return crossings.sort((a, b) => a - b);
}

function signedArea(xy: Float64Array, from: number, to: number): number {
  let area = 0;
  for (let i = from; i + 1 < to; i++) area += xy[2 * i]! * xy[2 * i + 3]! - xy[2 * i + 2]! * xy[2 * i + 1]!;
  return area / 2;
}
