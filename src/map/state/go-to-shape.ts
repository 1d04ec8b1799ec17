import type { Value } from '../../../sw/contract/index.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { isGeographic } from '../../../sw/geometry/spatial-reference.ts';
import { shownReference } from '../../state/requested.ts';
import { goToExtent } from '../../state/view.ts';

/** Return the bounding box of geometries; undefined if all are empty. */
export function extentOfShapes(shapes: readonly (Value<'Geometry'> | undefined)[]): Extent | undefined {
  const extent: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (points: Value<'ArrayOfPoint'> | undefined) => {
    for (const point of points ?? []) {
      if (point.type !== 'PointN') continue;
      extent[0] = Math.min(extent[0], point.X);
      extent[1] = Math.min(extent[1], point.Y);
      extent[2] = Math.max(extent[2], point.X);
      extent[3] = Math.max(extent[3], point.Y);
    }
  };
  for (const shape of shapes) {
    if (shape?.type === 'PointN') add([shape]);
    else if (shape?.type === 'MultipointN') add(shape.PointArray);
    else if (shape?.type === 'PolylineN') for (const path of shape.PathArray) add(path.PointArray);
    else if (shape?.type === 'PolygonN') for (const ring of shape.RingArray) add(ring.PointArray);
  }
  return extent[0] <= extent[2] ? extent : undefined;
}

/**
 * Zoom to geometries in the coordinates of the view, and make them blink. Does nothing if they have no coordinates.
 *
 * @param aroundM distance shown to each side of a single point, in meters
 */
export function goToShapes(shapes: readonly (Value<'Geometry'> | undefined)[], aroundM = 15_000): void {
  const extent = extentOfShapes(shapes);
  const reference = shownReference.peek();
  if (!extent || !reference) return;
  const isPoint = extent[0] === extent[2] && extent[1] === extent[3];
  const around = isPoint ? (isGeographic(reference) ? aroundM / 100_000 : aroundM) : 0;
  goToExtent(
    [extent[0] - around, extent[1] - around, extent[2] + around, extent[3] + around],
    reference,
    shapes.filter((shape) => shape !== undefined).slice(0, 500),
  );
}
