import type { Transformation } from '../../geometry/project.ts';
import { extentOfVertices, type SingleGeometry } from '../../geometry/single-geometry.ts';
import type { Steps } from '../../scheduler.ts';
import type { GeometryBatch } from '../batch.ts';
import type { ExactTest } from '../scan.ts';
import { locateInRings } from './edge-crossing.ts';
import { type EdgeTree, edgeTree } from './edge-tree.ts';
import { pointsWhere } from './points-where.ts';

/** Edges or points examined between two yields. */
const edgesAtOnce = 64;
/** Up to this many points are compared with a feature's edges one by one; for more, a tree is worth building. */
const fewPoints = 4;

/**
 * Return a test that selects features within a distance of a query geometry. The result equals a test with the buffered
 * query, but no buffer is built. For a distance of 0 it is exact. Yields regularly.
 *
 * @param query in the units of the distance
 * @param distance 0 to require a common point
 * @param projected projects a copy of a row into the query's spatial reference, if it differs; NaN for points that
 *   can't be projected
 */
export function* nearTest(query: SingleGeometry, distance: number, projected?: Transformation): Steps<ExactTest> {
  const tree = yield* edgeTree(query);
  const inside = query.kind === 'polygon' ? tree : undefined;
  const limit = distance * distance;
  const { xy: queryXY, partOffsets } = query;
  const isPoints = query.kind === 'point' || query.kind === 'multipoint';
  const asStored = inside && distance === 0 && !projected ? inside : undefined;
  return {
    judge([xmin, ymin, xmax, ymax]) {
      if (!asStored || asStored.some(xmin, ymin, xmax, ymax, () => true)) return 'maybe';
      return asStored.locate(xmin, ymin) === 'inside' ? 'all' : 'none';
    },
    test: (batch, rows) =>
      asStored && batch.kind === 'point'
        ? pointsWhere(asStored, batch, rows, (position) => position !== 'outside')
        : nearRows(batch, rows),
  };

  function* nearRows(batch: GeometryBatch, rows: Uint32Array): Steps<Uint32Array> {
    const selected = new Uint32Array(rows.length);
    let end = 0;
    for (const row of rows) {
      const inBatch = row - batch.firstRow;
      if (batch.featureOffsets[inBatch] === batch.featureOffsets[inBatch + 1]) continue;
      yield;
      if (
        yield* isNear(batch.kind, projected ? projectParts(batch, inBatch, projected) : listRowParts(batch, inBatch))
      ) {
        selected[end++] = row;
      }
    }
    return selected.subarray(0, end);
  }

  function* isNear(kind: SingleGeometry['kind'], row: RowParts): Steps<boolean> {
    const { xy, offsets, firstPart, endPart } = row;
    // One geometry may contain the other. Otherwise the nearest points are on the edges.
    if (inside) {
      for (let part = firstPart; part < endPart; part++) {
        const vertex = 2 * offsets[part]!;
        if (inside.locate(xy[vertex]!, xy[vertex + 1]!) !== 'outside') return true;
        if (part % edgesAtOnce === 0) yield;
      }
    }
    if (kind === 'polygon') {
      if (yield* isQueryIn(row)) return true;
      if (isPoints && distance === 0) return false;
    }
    const single = kind === 'point' || kind === 'multipoint';
    for (let part = firstPart; part < endPart; part++) {
      const first = 2 * offsets[part]!;
      const last = single ? first : 2 * offsets[part + 1]! - 4;
      for (let i = first; i <= last; i += 2) {
        const to = single ? i : i + 2;
        if (isEdgeNear(xy[i]!, xy[i + 1]!, xy[to]!, xy[to + 1]!)) return true;
        if (i % (2 * edgesAtOnce) === 0) yield;
      }
    }
    return false;
  }

  /** Whether a part of the query starts inside a polygon. */
  function* isQueryIn({ xy, offsets, firstPart, endPart }: RowParts): Steps<boolean> {
    const extent = extentOfVertices(xy, offsets[firstPart], offsets[endPart])!;
    let rings: EdgeTree | undefined;
    let measured = 0;
    for (let part = 0; part + 1 < partOffsets.length; part++) {
      if (part % edgesAtOnce === 0) yield;
      const x = queryXY[2 * partOffsets[part]!]!;
      const y = queryXY[2 * partOffsets[part]! + 1]!;
      if (!(x >= extent[0] && x <= extent[2] && y >= extent[1] && y <= extent[3])) continue;
      if (measured++ < fewPoints) {
        if (locateInRings(xy, offsets, firstPart, endPart, x, y) !== 'outside') return true;
        continue;
      }
      rings ??= yield* edgeTree(toPolygon({ xy, offsets, firstPart, endPart }));
      if (rings.locate(x, y) !== 'outside') return true;
    }
    return false;
  }

  function isEdgeNear(x1: number, y1: number, x2: number, y2: number): boolean {
    if (distance === 0) return tree.touches(x1, y1, x2, y2);
    return tree.some(
      Math.min(x1, x2) - distance,
      Math.min(y1, y2) - distance,
      Math.max(x1, x2) + distance,
      Math.max(y1, y2) + distance,
      (v) => {
        const to = isPoints ? v : v + 1;
        const square = squareDistance(
          x1,
          y1,
          x2,
          y2,
          queryXY[2 * v]!,
          queryXY[2 * v + 1]!,
          queryXY[2 * to]!,
          queryXY[2 * to + 1]!,
        );
        return square <= limit;
      },
    );
  }
}

interface RowParts {
  readonly xy: Float64Array;
  readonly offsets: Int32Array;
  readonly firstPart: number;
  readonly endPart: number;
}

const listRowParts = ({ xy, partOffsets, featureOffsets }: GeometryBatch, row: number): RowParts => ({
  xy,
  offsets: partOffsets,
  firstPart: featureOffsets[row]!,
  endPart: featureOffsets[row + 1]!,
});

/** Return a projected copy of one row. */
function projectParts(batch: GeometryBatch, row: number, projection: Transformation): RowParts {
  const { xy, partOffsets } = toPolygon(listRowParts(batch, row));
  const copy = xy.slice();
  projection.forward(copy);
  return { xy: copy, offsets: partOffsets, firstPart: 0, endPart: partOffsets.length - 1 };
}

function toPolygon({ xy, offsets, firstPart, endPart }: RowParts): SingleGeometry {
  const first = offsets[firstPart]!;
  const partOffsets = offsets.slice(firstPart, endPart + 1).map((offset) => offset - first);
  return { kind: 'polygon', xy: xy.subarray(2 * first, 2 * offsets[endPart]!), partOffsets };
}

/** Return the squared distance of two segments; 0 if they cross. */
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
