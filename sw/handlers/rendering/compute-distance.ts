import { Fault, type Value } from '../../contract/index.ts';
import { geodesicDistance } from '../../geometry/geodesic.ts';
import { isGeographic } from '../../geometry/spatial-reference.ts';
import { inchesPerUnit } from '../../geometry/units.ts';
import type { Handler } from '../call.ts';
import { publishedMap } from '../published.ts';
import { mapUnitsOf } from '../references.ts';

/**
 * Measure between two points of the map's published reference: on the ellipsoid when it is geographic, else in the plane.
 * A reference that a point carries is not consulted (semantics.md 2).
 *
 * @throws {Fault} `bad-value` for coordinates that are no numbers, or decimal degrees asked of a projected map
 */
export const ComputeDistance: Handler<'ComputeDistance'> = async (call, { MapName, FromPoint, ToPoint, Units }) => {
  const map = publishedMap(call.service, MapName);
  const from = coordinates(FromPoint, 'ComputeDistance.FromPoint');
  const to = coordinates(ToPoint, 'ComputeDistance.ToPoint');
  const planar = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const mapUnits = await mapUnitsOf(call, map.SpatialReference);
  if (isGeographic(map.SpatialReference)) {
    if (Units === 'gisDecimalDegrees' || Units === 'gisUnknownUnits') return { Result: planar };
    const metres = geodesicDistance(from, to);
    return { Result: (metres * inchesPerUnit('gisMeters')) / inchesPerUnit(Units) };
  }
  if (Units === 'gisUnknownUnits' || Units === mapUnits) return { Result: planar };
  if (Units === 'gisDecimalDegrees' || inchesPerUnit(mapUnits) === 0) {
    throw new Fault('bad-value', `ComputeDistance.Units: a unit that ${mapUnits} convert to expected, ${Units} found.`);
  }
  return { Result: (planar * inchesPerUnit(mapUnits)) / inchesPerUnit(Units) };
};

function coordinates(point: Value<'Point'>, place: string): readonly [number, number] {
  if (point.type === 'PointB') throw new Fault('not-supported', `${place}: PointN expected, PointB (binary) found.`);
  if (Number.isFinite(point.X) && Number.isFinite(point.Y)) return [point.X, point.Y];
  throw new Fault('bad-value', `${place}: finite coordinates expected, (${point.X}, ${point.Y}) found.`);
}
