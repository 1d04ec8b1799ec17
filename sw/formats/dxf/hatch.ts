import { bulgePath, circlePath, ellipsePath, splinePath } from './curves.ts';
import type { DxfEntity } from './drawing.ts';

/**
 * The rings of a hatch in its own plane, arcs as chords, and whether all of its boundary could be read.
 *
 * The groups of boundaries have no names: their meaning follows from their order (DXF reference, HATCH).
 */
export function hatchRings({ codes, values }: DxfEntity, tolerance: number): number[][] {
  const rings: number[][] = [];
  let at = codes.indexOf(91);
  if (at < 0) return rings;
  const count = Number(values[at++]);
  /** The next value, if it has this code. */
  const take = (code: number, missing = 0): number => {
    if (codes[at] !== code) return missing;
    return Number(values[at++]);
  };
  const skipTo = (code: number): boolean => {
    while (at < codes.length && codes[at] !== code) at++;
    return at < codes.length;
  };

  function edge(): number[] {
    const kind = take(72);
    if (kind === 1) return [take(10), take(20), take(11), take(21)];
    if (kind === 2) {
      const circle = [take(10), take(20), take(40)] as const;
      return turned(circlePath, circle, [take(50), take(51)], take(73, 1), 360);
    }
    if (kind === 3) {
      const ellipse = [take(10), take(20), take(11), take(21), take(40)] as const;
      const degrees = [take(50), take(51)].map((angle) => (angle * Math.PI) / 180) as [number, number];
      return turned(ellipsePath, ellipse, degrees, take(73, 1), 2 * Math.PI);
    }
    const degree = take(94);
    const isRational = take(73) === 1;
    take(74);
    const [knotCount, pointCount] = [take(95), take(96)];
    const knots = Array.from({ length: bounded(knotCount) }, () => take(40));
    const [points, weights]: [number[], number[]] = [[], []];
    for (let i = 0; i < bounded(pointCount); i++) {
      points.push(take(10), take(20));
      if (codes[at] === 42) weights.push(take(42, 1));
    }
    return splinePath({ degree, knots, points, weights: isRational ? weights : [] }, tolerance);
  }

  /** Edges that turn clockwise have their angles mirrored, and begin at the end of the same edge turning the other way. */
  function turned<Shape>(
    pathOf: (shape: Shape, angles: readonly [number, number], tolerance: number) => number[],
    shape: Shape,
    [from, to]: readonly [number, number],
    isCounterClockwise: number,
    whole: number,
  ): number[] {
    if (isCounterClockwise) return pathOf(shape, [from, to], tolerance);
    const path = pathOf(shape, [whole - to, whole - from], tolerance);
    const turnedPath: number[] = [];
    for (let i = path.length - 2; i >= 0; i -= 2) turnedPath.push(path[i]!, path[i + 1]!);
    return turnedPath;
  }

  for (let loop = 0; loop < count && skipTo(92); loop++) {
    const isPolyline = (take(92) & 2) !== 0;
    if (isPolyline) {
      const hasBulges = take(72) === 1;
      take(73);
      const vertices = Array.from({ length: bounded(take(93)) }, () => {
        const [x, y] = [take(10), take(20)];
        return { x, y, bulge: hasBulges ? take(42) : 0 };
      });
      rings.push(bulgePath(vertices, true, tolerance));
    } else {
      const ring: number[] = [];
      for (let edges = bounded(take(93)); edges > 0; edges--) for (const value of edge()) ring.push(value);
      rings.push(ring);
    }
  }
  return rings.filter(({ length }) => length >= 6);

  function bounded(claimed: number): number {
    return Math.max(0, Math.min(claimed, codes.length));
  }
}

/** Group rings into polygons: one inside an odd number of others is a hole of the smallest of them. */
export function polygonsOfRings(rings: readonly number[][]): number[][][] {
  if (rings.length === 1) return [[rings[0]!]];
  const order = rings.map((ring) => ({ ring, size: Math.abs(areaOf(ring)) })).sort((a, b) => b.size - a.size);
  const polygons: number[][][] = [];
  const depths: number[] = [];
  const owners: number[] = [];
  for (const [i, { ring }] of order.entries()) {
    let around = -1;
    for (let j = i - 1; j >= 0 && around < 0; j--) if (contains(order[j]!.ring, ring[0]!, ring[1]!)) around = j;
    depths[i] = around < 0 ? 0 : depths[around]! + 1;
    if (depths[i]! % 2 === 0) owners[i] = polygons.push([ring]) - 1;
    else {
      owners[i] = owners[around]!;
      polygons[owners[i]!]!.push(ring);
    }
  }
  return polygons;
}

function areaOf(ring: readonly number[]): number {
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
