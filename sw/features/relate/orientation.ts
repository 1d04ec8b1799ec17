import { coordinate, orientationIndex } from './jts.ts';

/**
 * Tell on which side of a directed line a point is: 1 left, -1 right, 0 on it. Where doubles cannot tell, twice as many
 * digits are used.
 *
 * @see Shewchuk 1997 for the bound of the error
 */
export function orientation(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  const left = (ax - x) * (by - y);
  const right = (ay - y) * (bx - x);
  const difference = left - right;
  const bound = 3.33e-16 * (Math.abs(left) + Math.abs(right));
  if (difference > bound) return 1;
  if (-difference > bound) return -1;
  return orientationIndex(coordinate(ax, ay), coordinate(bx, by), coordinate(x, y));
}
