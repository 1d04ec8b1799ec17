import type { SingleGeometry } from '../../../../sw/geometry/single-geometry.ts';

/** Distinct points of geometries on a small grid are much farther apart than this. */
const near = 1e-9;
const beside = 1e-6;

type Segment = readonly [x1: number, y1: number, x2: number, y2: number];

/**
 * Compute the matrix of two geometries with small integer coordinates directly from its definition: split the edges
 * wherever two of them meet, then locate each end, the midpoint of each piece and a point on each side of it in both
 * geometries.
 */
export function matrixBySamples(a: SingleGeometry, b: SingleGeometry): string {
  const actual = new Int8Array(9).fill(-1);
  const sample = (x: number, y: number, dimension: number): void => {
    const i = 3 * whereIn(a, x, y) + whereIn(b, x, y);
    actual[i] = Math.max(actual[i]!, dimension);
  };
  actual[8] = 2;
  const vertices: [number, number][] = [];
  for (const { xy } of [a, b]) for (let i = 0; i < xy.length; i += 2) vertices.push([xy[i]!, xy[i + 1]!]);
  for (const [x, y] of vertices) sample(x, y, 0);
  const edges = [...listSegments(a), ...listSegments(b)];
  for (const edge of edges) {
    const [x1, y1, x2, y2] = edge;
    const cuts = edges.flatMap((other) => listCuts(edge, other));
    for (const [x, y] of vertices) if (distance(edge, x, y) < near) cuts.push(...listCuts(edge, [x, y, x, y]));
    cuts.sort((first, second) => first - second);
    let before = 0;
    for (const t of [...cuts, 1]) {
      sample(x1 + t * (x2 - x1), y1 + t * (y2 - y1), 0);
      if (t - before < near) continue;
      const [x, y] = [x1 + ((before + t) / 2) * (x2 - x1), y1 + ((before + t) / 2) * (y2 - y1)];
      before = t;
      sample(x, y, 1);
      for (const side of [beside, -beside]) sample(x - side * (y2 - y1), y + side * (x2 - x1), 2);
    }
  }
  return Array.from(actual, (dimension) => (dimension < 0 ? 'F' : dimension)).join('');
}

function listSegments({ kind, xy, partOffsets }: SingleGeometry): Segment[] {
  const segments: Segment[] = [];
  if (kind !== 'polyline' && kind !== 'polygon') return segments;
  for (let part = 0; part + 1 < partOffsets.length; part++)
    for (let i = 2 * partOffsets[part]!; i + 2 < 2 * partOffsets[part + 1]!; i += 2)
      if (xy[i] !== xy[i + 2] || xy[i + 1] !== xy[i + 3]) segments.push([xy[i]!, xy[i + 1]!, xy[i + 2]!, xy[i + 3]!]);
  return segments;
}

/** List the positions (0 to 1) along a segment where another one crosses it or ends on it. */
function listCuts([x1, y1, x2, y2]: Segment, [x3, y3, x4, y4]: Segment): number[] {
  const [dx, dy, ex, ey] = [x2 - x1, y2 - y1, x4 - x3, y4 - y3];
  const across = dx * ey - dy * ex;
  const length = dx * dx + dy * dy;
  const isAlong = (t: number): boolean => t > near && t < 1 - near;
  if (across !== 0) {
    const t = ((x3 - x1) * ey - (y3 - y1) * ex) / across;
    const u = ((x3 - x1) * dy - (y3 - y1) * dx) / across;
    return isAlong(t) && u > -near && u < 1 + near ? [t] : [];
  }
  if (dx * (y3 - y1) !== dy * (x3 - x1)) return [];
  const along = (x: number, y: number): number => ((x - x1) * dx + (y - y1) * dy) / length;
  return [along(x3, y3), along(x4, y4)].filter(isAlong);
}

const inside = 0;
const boundary = 1;
const outside = 2;

/** Return interior, boundary or exterior as a row or column of the matrix. */
function whereIn(geometry: SingleGeometry, x: number, y: number): number {
  const { kind, xy, partOffsets } = geometry;
  const isPresent = (i: number): boolean => Math.hypot(xy[i]! - x, xy[i + 1]! - y) < near;
  if (kind === 'point' || kind === 'multipoint') {
    for (let i = 0; i < xy.length; i += 2) if (isPresent(i)) return inside;
    return outside;
  }
  const segments = listSegments(geometry);
  const isOn = segments.some((segment) => distance(segment, x, y) < near);
  if (kind === 'polygon') {
    if (isOn) return boundary;
    const crossed = segments.filter(
      ([x1, y1, x2, y2]) => y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1),
    );
    return crossed.length % 2 === 1 ? inside : outside;
  }
  let endCount = 0;
  for (let part = 0; part + 1 < partOffsets.length; part++)
    endCount += Number(isPresent(2 * partOffsets[part]!)) + Number(isPresent(2 * partOffsets[part + 1]! - 2));
  return endCount % 2 === 1 ? boundary : isOn ? inside : outside;
}

function distance([x1, y1, x2, y2]: Segment, x: number, y: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const t = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x1 + t * dx - x, y1 + t * dy - y);
}
