import type { GeometryKind } from '../../../../sw/rows/manifest.ts';
import { random } from '../../geometry/random.ts';

/** A geometry in the form other libraries use: polygons with their holes. */
export interface Shape {
  readonly kind: GeometryKind;
  /** Polygons of rings with flat coordinates; other kinds have one "polygon" with all points or lines. */
  readonly polygons: readonly (readonly (readonly number[])[])[];
}

/**
 * Positions of the vertices: on a small grid, so that many coincide, or anywhere. `crossed` polygons are single rings
 * of four vertices.
 */
export type Scatter = 'grid' | 'far grid' | 'anywhere' | 'crossed';

/** Return a generator of geometries that are mostly valid. */
export function shapeMaker(seed: number, scatter: Scatter): (kind: GeometryKind) => Shape {
  const next = random(seed);
  const isFree = scatter === 'anywhere' || scatter === 'crossed';
  const whole = (n: number): number => Math.floor(next() * n);
  const vertex = (): number[] => (isFree ? [next() * 8, next() * 8] : [moveValue(whole(8)), moveValue(whole(8))]);
  // With a large offset, tenths aren't exact, so three points are hardly ever collinear.
  const moveValue = (value: number): number => (scatter === 'far grid' ? 4_000_000 + value / 10 : value);

  return (kind) => {
    switch (kind) {
      case 'point':
        return { kind, polygons: [[vertex()]] };
      case 'multipoint':
        return { kind, polygons: [Array.from({ length: 1 + whole(4) }, vertex)] };
      case 'polyline':
        return { kind, polygons: [Array.from({ length: 1 + whole(3) }, line)] };
      case 'polygon':
        if (scatter === 'crossed') return { kind, polygons: [[ring(vertex(), vertex(), vertex(), vertex())]] };
        return { kind, polygons: Array.from({ length: 1 + Number(whole(4) === 0) }, polygon) };
    }
  };

  function line(): number[] {
    const points = Array.from({ length: 2 + whole(4) }, vertex);
    if (points.length > 2 && whole(4) === 0) points.push(points[0]!);
    return points.flat();
  }

  function polygon(): number[][] {
    const kind = whole(4);
    if (kind === 0) return [ring(vertex(), vertex(), vertex())];
    if (kind === 1) return [ring(vertex(), vertex(), vertex(), vertex())];
    const [x, y] = [whole(3), whole(3)];
    const [width, height] = [3 + whole(4), 3 + whole(4)];
    const makePoint = (dx: number, dy: number): number[] =>
      isFree ? [x + dx + next() / 4, y + dy + next() / 4] : [moveValue(x + dx), moveValue(y + dy)];
    const shell = ring(makePoint(0, 0), makePoint(0, height), makePoint(width, height), makePoint(width, 0));
    if (kind === 2) return [shell];
    const hole = ring(makePoint(1, 1), makePoint(width - 1, 1), makePoint(1 + whole(width - 1), height - 1 + whole(2)));
    const second = ring(makePoint(1, 1), makePoint(1, 2), makePoint(0, 2 - whole(2)));
    return whole(3) === 0 ? [shell, hole, second] : [shell, hole];
  }
}

const ring = (...points: readonly (readonly number[])[]): number[] => [...points, points[0]!].flat();

/** Format as well-known binary in hexadecimal digits, which preserves every bit of the numbers. */
export function wkb({ kind, polygons }: Shape): string {
  const bytes: number[] = [];
  const scratch = new DataView(new ArrayBuffer(8));
  const head = (type: number): void => {
    bytes.push(1);
    count(type);
  };
  const count = (value: number): void => {
    bytes.push(value & 255, (value >> 8) & 255, (value >> 16) & 255, value >> 24);
  };
  const points = (flat: readonly number[]): void => {
    for (const value of flat) {
      scratch.setFloat64(0, value, true);
      for (let i = 0; i < 8; i++) bytes.push(scratch.getUint8(i));
    }
  };
  const vertices = (flat: readonly number[]): void => {
    count(flat.length / 2);
    points(flat);
  };
  const parts = polygons.flat();
  if (kind === 'point') {
    head(1);
    points(parts[0]!);
  } else if (kind === 'polygon') {
    head(6);
    count(polygons.length);
    for (const rings of polygons) {
      head(3);
      count(rings.length);
      rings.forEach(vertices);
    }
  } else {
    head(kind === 'polyline' ? 5 : 4);
    count(parts.length);
    for (const part of parts) {
      head(kind === 'polyline' ? 2 : 1);
      if (kind === 'polyline') vertices(part);
      else points(part);
    }
  }
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
