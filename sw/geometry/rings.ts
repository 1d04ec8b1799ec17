import { ringArea } from './measure.ts';

/** Put the vertices [from, to) into the opposite order, in place. */
export function reverse(xy: Float64Array, from: number, to: number): void {
  for (let a = from, b = to - 1; a < b; a++, b--) {
    const x = xy[a * 2]!;
    const y = xy[a * 2 + 1]!;
    xy[a * 2] = xy[b * 2]!;
    xy[a * 2 + 1] = xy[b * 2 + 1]!;
    xy[b * 2] = x;
    xy[b * 2 + 1] = y;
  }
}

/** Turn the closed ring [from, to) as rings are stored, in place: exteriors clockwise, holes counter-clockwise. */
export function turnRing(xy: Float64Array, from: number, to: number, isHole: boolean): void {
  const area = ringArea(xy, from, to);
  if (isHole ? area < 0 : area > 0) reverse(xy, from, to);
}
