import { shownReference } from '../../state/requested.ts';
import { measured, showMeasured, tool } from '../../state/tasks.ts';
import { lineOf, type Positions, polygonOf } from '../widget/drawn-shape.ts';
import type { Viewer } from '../widget/viewer.ts';

let points: Positions = [];

/** Measure by keyboard: Enter adds a point at the center of the map, Backspace removes the last one. */
export function measureByKey(key: string, map: Pick<Viewer, 'centre'> | undefined): void {
  const centre = map?.centre();
  if (key === 'Enter' && centre) put([...pointsNow(), centre]);
  if (key === 'Backspace' && pointsNow().length > 0) put(points.slice(0, -1));
}

/** A line that the pointer drew isn't continued by keyboard. */
const pointsNow = (): Positions => (measured.peek()?.positions === points ? points : []);

function put(next: Positions): void {
  points = next;
  showMeasured(next.length === 0 ? undefined : { positions: next, shape: shapeOf(next) });
}

function shapeOf(positions: Positions) {
  const SpatialReference = shownReference.peek();
  if (positions.length === 1) {
    const [X, Y] = positions[0]!;
    return { type: 'PointN' as const, X, Y, SpatialReference };
  }
  if (tool.peek() === 'length' || positions.length === 2) return lineOf(positions, SpatialReference);
  return polygonOf([...positions, positions[0]!], SpatialReference);
}
