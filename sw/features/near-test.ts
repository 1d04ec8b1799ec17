import Flatbush from 'flatbush';
import type { OneGeometry } from '../geometry/one-geometry.ts';
import { extentOfVertices } from '../geometry/one-geometry.ts';
import type { Transformation } from '../geometry/project.ts';
import type { GeometryBatch } from './batch.ts';
import { locateInRings, type SlabIndex, slabIndex } from './relate/slab-index.ts';
import type { ExactTest } from './scan.ts';

/**
 * Make the test whether features have a point within a distance of a query geometry, that is, meet it after it has been
 * buffered: without making the buffer.
 *
 * @param query     in the units of the distance
 * @param distance  0 for a common point
 * @param projected takes a copy of a row into the reference of the query where that is another; NaN where it has no image
 */
export function nearTest(query: OneGeometry, distance: number, projected?: Transformation): ExactTest {
  const inside = query.kind === 'polygon' ? slabIndex(query) : undefined;
  const segments = segmentsOf(query.xy, query.partOffsets, 0, query.partOffsets.length - 1, query.kind);
  const runs = runExtents(segments);
  const own = extentOfVertices(query.xy);
  const limit = distance * distance;
  return {
    rowsAtOnce: Math.max(1, Math.min(64, Math.floor(640_000 / Math.max(1, segments.length / 4)))),
    test(batch, rows) {
      return rows.filter((row) => own !== undefined && isNear(batch, row - batch.firstRow));
    },
  };

  function isNear(batch: GeometryBatch, row: number): boolean {
    const isEmpty = batch.featureOffsets[row] === batch.featureOffsets[row + 1];
    if (isEmpty) return false;
    const { xy, offsets, firstPart, endPart } = projected ? imageOf(batch, row, projected) : partsOf(batch, row);
    // One in the other, or apart: then the nearest points are on the edges.
    if (inside) {
      for (let part = firstPart; part < endPart; part++) {
        const vertex = 2 * offsets[part]!;
        if (inside.locate(xy[vertex]!, xy[vertex + 1]!) !== 'outside') return true;
      }
    }
    if (batch.kind === 'polygon') {
      for (let part = 0; part + 1 < query.partOffsets.length; part++) {
        const vertex = 2 * query.partOffsets[part]!;
        const place = locateInRings(xy, offsets, firstPart, endPart, query.xy[vertex]!, query.xy[vertex + 1]!);
        if (place !== 'outside') return true;
      }
    }
    if (inside && distance === 0) return touchesAnEdge(batch, xy, offsets, firstPart, endPart, inside);
    const around = grown(extentOfVertices(xy, offsets[firstPart], offsets[endPart])!, distance);
    const near = nearby(segments, runs, around);
    if (near.length === 0) return false;
    const single = batch.kind === 'point' || batch.kind === 'multipoint';
    const reach = grown(own!, distance);
    const pairs = (near.length / 4) * (offsets[endPart]! - offsets[firstPart]!);
    const edgesNear = pairs > fewPairs ? edgeIndex(near) : undefined;
    for (let part = firstPart; part < endPart; part++) {
      const first = 2 * offsets[part]!;
      const last = single ? first : 2 * offsets[part + 1]! - 4;
      for (let i = first; i <= last; i += 2) {
        const [x1, y1] = [xy[i]!, xy[i + 1]!];
        const x2 = single ? x1 : xy[i + 2]!;
        const y2 = single ? y1 : xy[i + 3]!;
        if (Math.min(x1, x2) > reach[2] || Math.max(x1, x2) < reach[0]) continue;
        if (Math.min(y1, y2) > reach[3] || Math.max(y1, y2) < reach[1]) continue;
        if (edgesNear) {
          const box = grown([Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)], distance);
          if (edgesNear(box, (s) => isWithin(near, s, x1, y1, x2, y2))) return true;
          continue;
        }
        for (let s = 0; s < near.length; s += 4) if (isWithin(near, s, x1, y1, x2, y2)) return true;
      }
    }
    return false;
  }

  function isWithin(near: readonly number[], s: number, x1: number, y1: number, x2: number, y2: number): boolean {
    return squareDistance(x1, y1, x2, y2, near[s]!, near[s + 1]!, near[s + 2]!, near[s + 3]!) <= limit;
  }
}

/** Pairs of edges that are compared one by one; for more an index of the edges is soon worth its making. */
const fewPairs = 1_000_000;

/** Make the search that tells whether `passes` holds for any edge (by the position of its first number) in a box. */
function edgeIndex(edges: readonly number[]): (box: Box, passes: (edge: number) => boolean) => boolean {
  const index = new Flatbush(edges.length / 4);
  for (let s = 0; s < edges.length; s += 4) {
    const [x1, y1, x2, y2] = [edges[s]!, edges[s + 1]!, edges[s + 2]!, edges[s + 3]!];
    index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
  }
  index.finish();
  return ([xmin, ymin, xmax, ymax], passes) => {
    let found = false;
    // The search cannot be ended early, but what comes after the first hit costs next to nothing.
    index.search(xmin, ymin, xmax, ymax, (edge) => {
      found ||= passes(4 * edge);
      return false;
    });
    return found;
  };
}

/** Whether an edge of a row has a point in common with an edge of the query; points have been located before. */
function touchesAnEdge(
  { kind }: GeometryBatch,
  xy: Float64Array,
  offsets: Int32Array,
  firstPart: number,
  endPart: number,
  query: SlabIndex,
): boolean {
  if (kind === 'point' || kind === 'multipoint') return false;
  for (let part = firstPart; part < endPart; part++) {
    const last = 2 * offsets[part + 1]! - 2;
    for (let i = 2 * offsets[part]!; i < last; i += 2) {
      if (query.touches(xy[i]!, xy[i + 1]!, xy[i + 2]!, xy[i + 3]!)) return true;
    }
  }
  return false;
}

type Box = readonly [number, number, number, number];

const grown = ([xmin, ymin, xmax, ymax]: Box, by: number): Box => [xmin - by, ymin - by, xmax + by, ymax + by];

interface RowParts {
  readonly xy: Float64Array;
  readonly offsets: Int32Array;
  readonly firstPart: number;
  readonly endPart: number;
}

const partsOf = ({ xy, partOffsets, featureOffsets }: GeometryBatch, row: number): RowParts => ({
  xy,
  offsets: partOffsets,
  firstPart: featureOffsets[row]!,
  endPart: featureOffsets[row + 1]!,
});

/** A projected copy of one row. */
function imageOf(batch: GeometryBatch, row: number, way: Transformation): RowParts {
  const { xy, offsets, firstPart, endPart } = partsOf(batch, row);
  const first = offsets[firstPart]!;
  const copy = xy.slice(2 * first, 2 * offsets[endPart]!);
  way.forward(copy);
  const moved = offsets.slice(firstPart, endPart + 1).map((offset) => offset - first);
  return { xy: copy, offsets: moved, firstPart: 0, endPart: endPart - firstPart };
}

/** Edges as [x1, y1, x2, y2, ...]; a point is an edge without length. */
function segmentsOf(
  xy: Float64Array,
  partOffsets: Int32Array,
  firstPart: number,
  endPart: number,
  kind: OneGeometry['kind'],
): Float64Array {
  const isPoints = kind === 'point' || kind === 'multipoint';
  const vertexCount = partOffsets[endPart]! - partOffsets[firstPart]!;
  const segments = new Float64Array(4 * (isPoints ? vertexCount : vertexCount - (endPart - firstPart)));
  let at = 0;
  for (let part = firstPart; part < endPart; part++) {
    const last = 2 * partOffsets[part + 1]! - (isPoints ? 2 : 4);
    for (let i = 2 * partOffsets[part]!; i <= last; i += 2) {
      const to = isPoints ? i : i + 2;
      segments[at++] = xy[i]!;
      segments[at++] = xy[i + 1]!;
      segments[at++] = xy[to]!;
      segments[at++] = xy[to + 1]!;
    }
  }
  return segments;
}

/** Edges that follow each other lie close together: so many of them are passed over at once. */
const edgesInRun = 256;

/** Extents of runs of edges, four numbers each. */
function runExtents(segments: Float64Array): Float64Array {
  const step = 4 * edgesInRun;
  const extents = new Float64Array(4 * Math.ceil(segments.length / step));
  for (let first = 0, at = 0; first < segments.length; first += step, at += 4) {
    const run = segments.subarray(first, first + step);
    extents.set(extentOfVertices(run)!, at);
  }
  return extents;
}

/** Those of the edges whose extent meets a box. */
function nearby(segments: Float64Array, runs: Float64Array, [xmin, ymin, xmax, ymax]: Box): readonly number[] {
  const kept: number[] = [];
  for (let run = 0; run < runs.length; run += 4) {
    if (runs[run]! > xmax || runs[run + 1]! > ymax || runs[run + 2]! < xmin || runs[run + 3]! < ymin) continue;
    const end = Math.min(segments.length, (run + 4) * edgesInRun);
    for (let s = run * edgesInRun; s < end; s += 4) {
      const [x1, y1, x2, y2] = [segments[s]!, segments[s + 1]!, segments[s + 2]!, segments[s + 3]!];
      if ((x1 < xmin && x2 < xmin) || (x1 > xmax && x2 > xmax)) continue;
      if ((y1 < ymin && y2 < ymin) || (y1 > ymax && y2 > ymax)) continue;
      kept.push(x1, y1, x2, y2);
    }
  }
  return kept;
}

/** Square of the distance of two segments; 0 when they cross. */
function squareDistance(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): number {
  const side = (px: number, py: number, qx: number, qy: number, rx: number, ry: number): number =>
    Math.sign((qx - px) * (ry - py) - (qy - py) * (rx - px));
  if (
    side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) < 0 &&
    side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) < 0
  )
    return 0;
  return Math.min(
    toSegment(ax, ay, cx, cy, dx, dy),
    toSegment(bx, by, cx, cy, dx, dy),
    toSegment(cx, cy, ax, ay, bx, by),
    toSegment(dx, dy, ax, ay, bx, by),
  );
}

function toSegment(x: number, y: number, x1: number, y1: number, x2: number, y2: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const square = dx * dx + dy * dy;
  const along = square > 0 ? Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / square)) : 0;
  return (x - x1 - along * dx) ** 2 + (y - y1 - along * dy) ** 2;
}
