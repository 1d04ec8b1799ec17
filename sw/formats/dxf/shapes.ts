import type { ShapeMember } from '../reading/member-shape.ts';
import { bulgePath, circlePath, ellipsePath, readSpline, splinePath } from './curves.ts';
import { type DxfEntity, readGroup, readGroupNumber } from './drawing.ts';
import { computeStretch, identity, readPlane, type Transform, transformPath } from './transform.ts';

/** Entity types that are curves. */
const curved = new Set(['ARC', 'CIRCLE', 'ELLIPSE', 'SPLINE']);

/** Check whether the geometry of an entity has arcs, which become chords. */
export const hasCurves = ({ type, codes, values, parts }: DxfEntity): boolean =>
  curved.has(type) ||
  (/POLYLINE$/.test(type) &&
    (codes.some((code, i) => code === 42 && Number(values[i]) !== 0) ||
      parts.some((part) => readGroupNumber(part, 42) !== 0)));

/**
 * Return the geometry of an entity, with arcs as chords.
 *
 * @param transform from the block or drawing of the entity to the drawing
 * @param tolerance maximum distance of chords from their arc, in units of the drawing
 * @returns undefined for unsupported types, such as dimensions; empty for a geometry without finite coordinates
 */
export function shapeMembers(entity: DxfEntity, transform: Transform, tolerance: number): ShapeMember[] | undefined {
  const plain = readPaths(entity, tolerance / computeStretch(transform));
  if (!plain) return undefined;
  const { family, paths, plane } = plain;
  return paths.flatMap((group): ShapeMember[] => {
    const transformedPaths = group.map((path) =>
      transformPath(plane === identity ? path : transformPath(path, plane), transform),
    );
    const isWhole = transformedPaths.every((path) => path.every(Number.isFinite));
    return isWhole && transformedPaths[0]!.length >= (family === 'points' ? 2 : 4)
      ? [{ family, paths: transformedPaths }]
      : [];
  });
}

interface PlainPaths {
  readonly family: ShapeMember['family'];
  /** Paths of each member. */
  readonly paths: readonly (readonly number[])[][];
  readonly plane: Transform;
}

function readPaths(entity: DxfEntity, tolerance: number): PlainPaths | undefined {
  const number = (code: number, missing = 0): number => readGroupNumber(entity, code, missing);
  const line = (path: number[], plane = identity): PlainPaths => ({ family: 'lines', paths: [[path]], plane });
  switch (entity.type) {
    case 'POINT':
      return { family: 'points', paths: [[[number(10), number(20)]]], plane: identity };
    case 'LINE':
      return line([number(10), number(20), number(11), number(21)]);
    case 'LEADER':
      return line(readLightVertices(entity).flatMap(({ x, y }) => [x, y]));
    case 'LWPOLYLINE':
      return line(
        bulgePath(readLightVertices(entity), (number(70) & 1) === 1, tolerance),
        readPlane(entity, number(38)),
      );
    case 'POLYLINE':
      return polyline(entity, tolerance);
    case 'CIRCLE':
      return line(circlePath([number(10), number(20), number(40)], [0, 360], tolerance), readPlane(entity, number(30)));
    case 'ARC':
      return line(
        circlePath([number(10), number(20), number(40)], [number(50), number(51)], tolerance),
        readPlane(entity, number(30)),
      );
    case 'ELLIPSE': {
      // The axes are in world coordinates. Seen from below, the ellipse turns the other way.
      const ratio = number(230, 1) < 0 ? -number(40, 1) : number(40, 1);
      const axes = [number(10), number(20), number(11), number(21), ratio] as const;
      return line(ellipsePath(axes, [number(41), number(42, 2 * Math.PI)], tolerance));
    }
    case 'SPLINE':
      return line(splinePath(readSpline(entity), tolerance));
    case 'SOLID':
    case 'TRACE':
      // The format swaps the last two corners.
      return corners(entity, [0, 1, 3, 2], readPlane(entity, number(30)));
    case '3DFACE':
      return corners(entity, [0, 1, 2, 3], identity);
    case 'HATCH': {
      const rings = hatchRings(entity, tolerance);
      return rings.length === 0
        ? undefined
        : { family: 'polygons', paths: groupRings(rings), plane: readPlane(entity, number(30)) };
    }
    default:
      return undefined;
  }
}

/** Read vertices stored as consecutive groups; code 10 begins a vertex. */
function readLightVertices({ codes, values }: DxfEntity): { x: number; y: number; bulge: number }[] {
  const vertices: { x: number; y: number; bulge: number }[] = [];
  for (const [i, code] of codes.entries()) {
    const last = vertices[vertices.length - 1];
    if (code === 10) vertices.push({ x: Number(values[i]), y: Number.NaN, bulge: 0 });
    else if (code === 20 && last) last.y = Number(values[i]);
    else if (code === 42 && last) last.bulge = Number(values[i]);
  }
  return vertices;
}

function polyline(entity: DxfEntity, tolerance: number): PlainPaths | undefined {
  const flags = readGroupNumber(entity, 70);
  // Skip polygon meshes and polyface meshes.
  if (flags & 0x50) return undefined;
  const vertices = entity.parts
    // Skip control points of a spline, which are stored next to the vertices computed from them.
    .filter((part) => part.type === 'VERTEX' && (readGroupNumber(part, 70) & 16) === 0)
    .map((part) => ({ x: readGroupNumber(part, 10), y: readGroupNumber(part, 20), bulge: readGroupNumber(part, 42) }));
  const plane = flags & 8 ? identity : readPlane(entity, readGroupNumber(entity, 30));
  return { family: 'lines', paths: [[bulgePath(vertices, (flags & 1) === 1, tolerance)]], plane };
}

function corners(entity: DxfEntity, order: readonly number[], plane: Transform): PlainPaths {
  const path = order.flatMap((i) => {
    const code = readGroup(entity, 10 + i) === undefined ? 12 : 10 + i;
    return [readGroupNumber(entity, code), readGroupNumber(entity, code + 10)];
  });
  return { family: 'polygons', paths: [[path]], plane };
}

/**
 * Return the rings of a hatch in its own plane, with arcs as chords. Rings of fewer than three vertices are dropped.
 *
 * The groups of a boundary are identified only by their order (DXF reference, HATCH).
 */
function hatchRings({ codes, values }: DxfEntity, tolerance: number): number[][] {
  const rings: number[][] = [];
  let index = codes.indexOf(91);
  if (index < 0) return rings;
  const count = Number(values[index++]);
  /** Consume the next value if it has this code. */
  const take = (code: number, missing = 0): number => {
    if (codes[index] !== code) return missing;
    return Number(values[index++]);
  };
  const skipTo = (code: number): boolean => {
    while (index < codes.length && codes[index] !== code) index++;
    return index < codes.length;
  };

  function edge(): number[] {
    const kind = take(72);
    if (kind === 1) return [take(10), take(20), take(11), take(21)];
    if (kind === 2) {
      const circle = [take(10), take(20), take(40)] as const;
      return tracePath(circlePath, circle, [take(50), take(51)], take(73, 1), 360);
    }
    if (kind === 3) {
      const ellipse = [take(10), take(20), take(11), take(21), take(40)] as const;
      const degrees = [take(50), take(51)].map((angle) => (angle * Math.PI) / 180) as [number, number];
      return tracePath(ellipsePath, ellipse, degrees, take(73, 1), 2 * Math.PI);
    }
    const degree = take(94);
    const isRational = take(73) === 1;
    take(74);
    const [knotCount, pointCount] = [take(95), take(96)];
    const knots = Array.from({ length: clampCount(knotCount) }, () => take(40));
    const [points, weights]: [number[], number[]] = [[], []];
    for (let i = 0; i < clampCount(pointCount); i++) {
      points.push(take(10), take(20));
      if (codes[index] === 42) weights.push(take(42, 1));
    }
    return splinePath({ degree, knots, points, weights: isRational ? weights : [] }, tolerance);
  }

  /**
   * Return the path of an edge in its direction. Clockwise edges have mirrored angles, so their path is computed
   * counterclockwise and reversed.
   */
  function tracePath<Shape>(
    makePath: (shape: Shape, angles: readonly [number, number], tolerance: number) => number[],
    shape: Shape,
    [from, to]: readonly [number, number],
    isCounterClockwise: number,
    whole: number,
  ): number[] {
    if (isCounterClockwise) return makePath(shape, [from, to], tolerance);
    const path = makePath(shape, [whole - to, whole - from], tolerance);
    const reversedPath: number[] = [];
    for (let i = path.length - 2; i >= 0; i -= 2) reversedPath.push(path[i]!, path[i + 1]!);
    return reversedPath;
  }

  for (let loop = 0; loop < count && skipTo(92); loop++) {
    const isPolyline = (take(92) & 2) !== 0;
    if (isPolyline) {
      const hasBulges = take(72) === 1;
      take(73);
      const vertices = Array.from({ length: clampCount(take(93)) }, () => {
        const [x, y] = [take(10), take(20)];
        return { x, y, bulge: hasBulges ? take(42) : 0 };
      });
      rings.push(bulgePath(vertices, true, tolerance));
    } else {
      const ring: number[] = [];
      for (let edges = clampCount(take(93)); edges > 0; edges--) for (const value of edge()) ring.push(value);
      rings.push(ring);
    }
  }
  return rings.filter(({ length }) => length >= 6);

  function clampCount(claimed: number): number {
    return Math.max(0, Math.min(claimed, codes.length));
  }
}

/** Group rings into polygons. A ring inside an odd number of other rings is a hole in the smallest of them. */
function groupRings(rings: readonly number[][]): number[][][] {
  if (rings.length === 1) return [[rings[0]!]];
  const order = rings.map((ring) => ({ ring, size: Math.abs(computeArea(ring)) })).sort((a, b) => b.size - a.size);
  const polygons: number[][][] = [];
  const depths: number[] = [];
  const owners: number[] = [];
  for (const [i, { ring }] of order.entries()) {
    let container = -1;
    for (let j = i - 1; j >= 0 && container < 0; j--) if (contains(order[j]!.ring, ring[0]!, ring[1]!)) container = j;
    depths[i] = container < 0 ? 0 : depths[container]! + 1;
    if (depths[i]! % 2 === 0) owners[i] = polygons.push([ring]) - 1;
    else {
      owners[i] = owners[container]!;
      polygons[owners[i]!]!.push(ring);
    }
  }
  return polygons;
}

function computeArea(ring: readonly number[]): number {
  let area = 0;
  for (let a = ring.length - 2, b = 0; b + 1 < ring.length; a = b, b += 2)
    area += (ring[a]! - ring[0]!) * (ring[b + 1]! - ring[1]!) - (ring[b]! - ring[0]!) * (ring[a + 1]! - ring[1]!);
  return area / 2;
}

function contains(ring: readonly number[], x: number, y: number): boolean {
  let inside = false;
  for (let a = ring.length - 2, b = 0; b + 1 < ring.length; a = b, b += 2) {
    const [xa, ya, xb, yb] = [ring[a]!, ring[a + 1]!, ring[b]!, ring[b + 1]!];
    if (ya > y !== yb > y && x < ((xb - xa) * (y - ya)) / (yb - ya) + xa) inside = !inside;
  }
  return inside;
}
