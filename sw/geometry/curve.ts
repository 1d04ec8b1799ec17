/** Vertices of a whole turn: the chords stay within 4e-5 of the radius. */
const stepsPerTurn = 360;

/** An arc of an ellipse; a circle has ratio 1 and rotation 0. */
interface Arc {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly center: readonly [number, number];
  /** Of the major axis, radians anti-clockwise from the x axis. */
  readonly rotation: number;
  /** Minor axis over major axis, above 0. */
  readonly ratio: number;
  readonly counterClockwise: boolean;
}

/**
 * Replace an arc by chords of a degree each. Equal ends mean the whole ellipse.
 *
 * @returns the vertices after `from`, flat, `to` the last
 */
export function arcVertices(arc: Arc): number[] {
  const { from, to, center, rotation, ratio } = arc;
  const cos = Math.cos(rotation);
  const sin = Math.sin(rotation);
  // In the frame of its axes, stretched to a circle, the arc is one of a circle.
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
  if (arc.counterClockwise) while (sweep <= 1e-12) sweep += turn;
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
 * @param controls all control points, the ends among them, flat
 * @returns the vertices after the first control point, flat, the last control point the last
 */
export function bezierVertices(controls: readonly number[]): number[] {
  const steps = 64;
  const vertices: number[] = [];
  for (let i = 1; i < steps; i++) {
    const t = i / steps;
    const points = [...controls];
    for (let left = points.length - 2; left > 0; left -= 2) {
      for (let k = 0; k < left; k++) points[k] = points[k]! + (points[k + 2]! - points[k]!) * t;
    }
    vertices.push(points[0]!, points[1]!);
  }
  vertices.push(...controls.slice(-2));
  return vertices;
}
