import { shownReference } from '../../state/requested.ts';
import { measured, showMeasured, tool } from '../../state/tasks.ts';
import { makePolygon, makePolyline, type Positions } from '../widget/drawn-shape.ts';
import type { Viewer } from '../widget/viewer.ts';

let points: Positions = [];

/** Measure by keyboard: Enter adds a point at the center of the map, Backspace removes the last one. */
export function measureByKey(key: string, map: Pick<Viewer, 'getCenter'> | undefined): void {
  const center = map?.getCenter();
  if (key === 'Enter' && center) put([...pointsNow(), center]);
  if (key === 'Backspace' && pointsNow().length > 0) put(points.slice(0, -1));
}

/** Return the points added by keyboard; empty if the pointer drew the line, which the keyboard doesn't continue. */
const pointsNow = (): Positions => (measured.peek()?.positions === points ? points : []);

function put(next: Positions): void {
  points = next;
  showMeasured(next.length === 0 ? undefined : { positions: next, shape: makeShape(next) });
}

function makeShape(positions: Positions) {
  const SpatialReference = shownReference.peek();
  if (positions.length === 1) {
    const [X, Y] = positions[0]!;
    return { type: 'PointN' as const, X, Y, SpatialReference };
  }
  if (tool.peek() === 'length' || positions.length === 2) return makePolyline(positions, SpatialReference);
  return makePolygon([...positions, positions[0]!], SpatialReference);
}
