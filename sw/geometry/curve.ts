/** Number of vertices for a full circle. The chords are within 4e-5 of the radius. */
const stepsPerTurn = 360;

/** Arc of an ellipse; a circle has ratio 1 and rotation 0. */
interface Arc {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly center: readonly [number, number];
  /** Direction of the major axis, in radians counterclockwise from the x axis. */
  readonly rotation: number;
  /** Minor axis divided by major axis, above 0. */
  readonly ratio: number;
  readonly isCounterClockwise: boolean;
}

/**
 * Replace an arc by chords of one degree. Equal ends mean the whole ellipse.
 *
 * @returns the vertices after `from` as flat coordinates, ending with `to`
 */
export function arcVertices(arc: Arc): number[] {
  const { from, to, center, rotation, ratio } = arc;
  const cos = Math.cos(rotation);
  const sin = Math.sin(rotation);
  // In coordinates along the axes, scaled by their ratio, the arc is circular.
  const toCircle = ([x, y]: readonly [number, number]): [angle: number, radius: number] => {
    const dx = x - center[0];
    const dy = y - center[1];
    const u = dx * cos + dy * sin;
    const v = (dy * cos - dx * sin) / ratio;
    return [Math.atan2(v, u), Math.hypot(u, v)];
  };
  const [start, startRadius] = toCircle(from);
  const [end, endRadius] = toCircle(to);
  const turn = 2 * Math.PI;
  let sweep = end - start;
  if (arc.isCounterClockwise) while (sweep <= 1e-12) sweep += turn;
  else while (sweep >= -1e-12) sweep -= turn;
  const steps = Math.max(1, Math.ceil((Math.abs(sweep) / turn) * stepsPerTurn));
  const vertices: number[] = [];
  for (let i = 1; i < steps; i++) {
    const share = i / steps;
    const radius = startRadius + (endRadius - startRadius) * share;
    const u = radius * Math.cos(start + sweep * share);
    const v = radius * Math.sin(start + sweep * share) * ratio;
    vertices.push(center[0] + u * cos - v * sin, center[1] + u * sin + v * cos);
  }
  vertices.push(...to);
  return vertices;
}

/**
 * Replace a Bézier curve by 64 chords (de Casteljau).
 *
 * @param controls all control points, including both ends, as flat coordinates
 * @returns the vertices after the first control point as flat coordinates, ending with the last control point
 */
export function bezierVertices(controls: readonly number[]): number[] {
  const steps = 64;
  const vertices: number[] = [];
  for (let i = 1; i < steps; i++) {
    const t = i / steps;
    const points = [...controls];
    for (let remaining = points.length - 2; remaining > 0; remaining -= 2) {
      for (let k = 0; k < remaining; k++) points[k] = points[k]! + (points[k + 2]! - points[k]!) * t;
    }
    vertices.push(points[0]!, points[1]!);
  }
  vertices.push(...controls.slice(-2));
  return vertices;
}
