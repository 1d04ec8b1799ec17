import { type DxfEntity, readGroupNumber } from './drawing.ts';

/** Affine transform: x' = a x + c y + e, y' = b x + d y + f. */
export type Transform = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const identity: Transform = [1, 0, 0, 1, 0, 0];

/** Combine two transforms: first `inner`, then `outer`. */
export const combineTransforms = (outer: Transform, inner: Transform): Transform => {
  const [a, b, c, d, e, f] = outer;
  const [p, q, r, s, t, u] = inner;
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
};

/** Transform a path of flat coordinates. */
export function transformPath(path: readonly number[], [a, b, c, d, e, f]: Transform): number[] {
  const result: number[] = [];
  for (let i = 0; i + 1 < path.length; i += 2) {
    const [x, y] = [path[i]!, path[i + 1]!];
    result.push(a * x + c * y + e, b * x + d * y + f);
  }
  return result;
}

/** Return the maximum factor by which a transform stretches a length. */
export const computeStretch = ([a, b, c, d]: Transform): number => Math.max(Math.hypot(a, b), Math.hypot(c, d)) || 1;

/**
 * Return the transform from the plane of an entity to the world, from its extrusion (groups 210 to 230). It's the
 * arbitrary axis algorithm of the DXF reference.
 *
 * @param elevation height of the entity in its own plane
 */
export function readPlane(entity: DxfEntity, elevation = 0): Transform {
  const [nx, ny, nz] = [readGroupNumber(entity, 210), readGroupNumber(entity, 220), readGroupNumber(entity, 230, 1)];
  if (nx === 0 && ny === 0 && nz > 0) return identity;
  const length = Math.hypot(nx, ny, nz) || 1;
  const [x, y, z] = [nx / length, ny / length, nz / length];
  const isSteep = Math.abs(x) < 1 / 64 && Math.abs(y) < 1 / 64;
  const axis = isSteep ? [z, 0, -x] : [-y, x, 0];
  const size = Math.hypot(...axis) || 1;
  const [ax, ay, az] = axis.map((value) => value / size) as [number, number, number];
  return [ax, ay, y * az - z * ay, z * ax - x * az, x * elevation, y * elevation];
}

/** Return the transform that an insert applies to its block, for one cell of its array. */
export function insertTransform(
  insert: DxfEntity,
  base: { x: number; y: number },
  column: number,
  row: number,
): Transform {
  const angle = (readGroupNumber(insert, 50) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [scaleX, scaleY] = [readGroupNumber(insert, 41, 1), readGroupNumber(insert, 42, 1)];
  const [right, up] = [column * readGroupNumber(insert, 44), row * readGroupNumber(insert, 45)];
  const turn: Transform = [
    cos,
    sin,
    -sin,
    cos,
    readGroupNumber(insert, 10) + cos * right - sin * up,
    readGroupNumber(insert, 20) + sin * right + cos * up,
  ];
  const scale: Transform = [scaleX, 0, 0, scaleY, -base.x * scaleX, -base.y * scaleY];
  return combineTransforms(readPlane(insert, readGroupNumber(insert, 30)), combineTransforms(turn, scale));
}
