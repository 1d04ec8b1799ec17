import { type Value, wrongValue } from '../../contract/index.ts';
import { getDefinition } from '../../geometry/spatial-reference.ts';
import { metersPerUnit } from '../../geometry/units.ts';
import type { Handler } from '../call.ts';
import { getPublishedMap } from '../published.ts';
import { loadReferences } from '../references.ts';
import { readRequestedView } from './requested-view.ts';

/**
 * Measure the distance between two points in the map's published CRS: on the ellipsoid if the CRS is geographic,
 * otherwise in the plane.
 *
 * The CRS of the points is ignored. Feet, yards and miles are international, also for maps in survey feet. Unknown
 * units are the units of the map.
 *
 * @throws {Fault} `bad-value` for coordinates that are not finite or beyond a pole, units that can't be converted from
 *   the map's units, or decimal degrees for a projected map
 */
export const ComputeDistance: Handler<'ComputeDistance'> = async (call, { MapName, FromPoint, ToPoint, Units }) => {
  const { SpatialReference } = getPublishedMap(call.service, MapName);
  await loadReferences(call.context, SpatialReference);
  const map = getDefinition(SpatialReference);
  const limit = map?.isGeographic ? 90 : Infinity;
  const from = coordinates(FromPoint, 'ComputeDistance.FromPoint', limit);
  const to = coordinates(ToPoint, 'ComputeDistance.ToPoint', limit);
  const planar = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (Units === 'gisUnknownUnits' || (map?.isGeographic && Units === 'gisDecimalDegrees')) return inReach(planar);
  if (map?.isGeographic) {
    const { geodesicDistance } = await import('../../geometry/geodesic.ts');
    return { Result: geodesicDistance(from, to) / metersPerUnit(Units) };
  }
  if (Units === 'gisDecimalDegrees' || !map)
    throw wrongValue('bad-value', 'ComputeDistance.Units', `a unit that the map's units can be converted to`, Units);
  return inReach((planar * map.metersPerUnit) / metersPerUnit(Units));
};

function inReach(Result: number): { Result: number } {
  if (Result < Infinity) return { Result };
  throw wrongValue('bad-value', 'ComputeDistance', 'a finite distance', 'infinity');
}

function coordinates(point: Value<'Point'>, path: string, highestY: number): readonly [number, number] {
  if (point.type === 'PointB') throw wrongValue('not-supported', path, 'PointN', 'PointB (binary)');
  if (!Number.isFinite(point.X) || !Number.isFinite(point.Y))
    throw wrongValue('bad-value', path, 'finite coordinates', `(${point.X}, ${point.Y})`);
  if (Math.abs(point.Y) > highestY)
    throw wrongValue('bad-value', `${path}.Y`, 'a latitude from -90 to 90', `${point.Y}`);
  return [point.X, point.Y];
}

/** Return the scale denominator of the image that ExportMapImage would draw; 0 for unknown units. */
export const ComputeScale: Handler<'ComputeScale'> = async (call, { MapDescription, MapImageDisplay }) => {
  const { view } = await readRequestedView(call, MapDescription, MapImageDisplay, 'ComputeScale.MapImageDisplay');
  return { Result: view.scale };
};
