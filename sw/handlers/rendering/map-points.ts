import { type Value, wrongValue } from '../../contract/index.ts';
import { mapToScreen, screenToMap } from '../../geometry/view.ts';
import { forEachItem } from '../../scheduler.ts';
import type { Call, Handler } from '../call.ts';
import { transformationBetween } from '../references.ts';
import { type RequestedView, readRequestedView } from './requested-view.ts';

/**
 * Convert pixels, counted from the upper left corner, to map coordinates of the fitted extent, in input order.
 *
 * @throws {Fault} `bad-value` when the arrays differ in length
 */
export const ToMapPoints: Handler<'ToMapPoints'> = async (call, request) => {
  const { MapDescription, MapImageDisplay, ScreenXValues, ScreenYValues } = request;
  if (ScreenXValues.length !== ScreenYValues.length) {
    throw wrongValue(
      'bad-value',
      'ToMapPoints.ScreenYValues',
      `${ScreenXValues.length} values (as in ScreenXValues)`,
      `${ScreenYValues.length}`,
    );
  }
  const { view, reference } = await readRequestedView(
    call,
    MapDescription,
    MapImageDisplay,
    'ToMapPoints.MapImageDisplay',
  );
  const points: Value<'Point'>[] = [];
  await forEachItem(ScreenXValues, call.scheduler, (x, index) => {
    const [X, Y] = screenToMap(view, [x, ScreenYValues[index]!]) as unknown as [number, number];
    points.push({ type: 'PointN', X, Y });
  });
  return {
    Result: {
      type: 'MultipointN',
      HasID: false,
      HasZ: false,
      HasM: false,
      PointArray: points,
      SpatialReference: reference,
    },
  };
};

/** Range of `xs:int`. */
const maxDistancePx = 2 ** 31 - 1;

/**
 * Convert map coordinates to rounded pixels, which can be outside the image.
 *
 * @throws {Fault} `bad-geometry` for coordinates that are not finite or whose pixel exceeds `xs:int`
 */
export const FromMapPoints: Handler<'FromMapPoints'> = async (call, { MapDescription, MapImageDisplay, MapPoints }) => {
  const display = await readRequestedView(call, MapDescription, MapImageDisplay, 'FromMapPoints.MapImageDisplay');
  const pixels = mapToScreen(display.view, await pointsIn(call, MapPoints, display));
  const ScreenXValues: number[] = [];
  const ScreenYValues: number[] = [];
  await forEachItem(pixels, call.scheduler, (exact, index) => {
    const pixel = Math.round(exact);
    if (!(Math.abs(pixel) <= maxDistancePx)) {
      const path = `FromMapPoints.MapPoints.PointArray[${index >> 1}]`;
      throw wrongValue(
        'bad-geometry',
        path,
        `pixel coordinates from -${maxDistancePx} to ${maxDistancePx}`,
        `${pixel}`,
      );
    }
    (index % 2 === 0 ? ScreenXValues : ScreenYValues).push(pixel);
  });
  return { ScreenXValues, ScreenYValues };
};

/** Return the points in the CRS of the description, projected if they name another CRS. */
async function pointsIn(
  call: Call,
  multipoint: Value<'Multipoint'>,
  { reference, shift }: RequestedView,
): Promise<Float64Array> {
  if (multipoint.type === 'MultipointB') {
    throw wrongValue('not-supported', 'FromMapPoints.MapPoints', 'MultipointN', 'MultipointB (binary)');
  }
  const points = multipoint.PointArray ?? [];
  const common = await transformationBetween(call, multipoint.SpatialReference, reference, shift);
  const xy = new Float64Array(2 * points.length);
  await forEachItem(points, call.scheduler, async (point, index) => {
    const path = `FromMapPoints.MapPoints.PointArray[${index}]`;
    if (point.type === 'PointB') {
      throw wrongValue('not-supported', path, 'PointN', 'PointB (binary)');
    }
    if (!Number.isFinite(point.X) || !Number.isFinite(point.Y)) {
      throw wrongValue('bad-geometry', path, 'finite coordinates', `(${point.X}, ${point.Y})`);
    }
    xy[2 * index] = point.X;
    xy[2 * index + 1] = point.Y;
    const pointReference = point.SpatialReference;
    const projection = pointReference ? await transformationBetween(call, pointReference, reference, shift) : common;
    projection?.forward(xy, 2 * index, 2 * index + 2);
  });
  return xy;
}
