import type { Value } from '../../../sw/contract/index.ts';
import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';

export type Positions = readonly (readonly [number, number])[];

const noHeights = { HasID: false, HasZ: false, HasM: false } as const;
const toPoints = (positions: Positions): Value<'ArrayOfPoint'> => positions.map(([X, Y]) => ({ type: 'PointN', X, Y }));

/** Return the line through positions in a CRS. */
export function makePolyline(positions: Positions, SpatialReference: SpatialReference | undefined): Value<'PolylineN'> {
  return {
    type: 'PolylineN',
    ...noHeights,
    PathArray: [{ type: 'Path', PointArray: toPoints(positions) }],
    SpatialReference,
  };
}

/** Return the polygon of a ring in a CRS. Outer rings are clockwise in the protocol. */
export function makePolygon(ring: Positions, SpatialReference: SpatialReference | undefined): Value<'PolygonN'> {
  let twiceArea = 0;
  for (let i = 1; i < ring.length; i++) twiceArea += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1];
  return {
    type: 'PolygonN',
    ...noHeights,
    RingArray: [{ type: 'Ring', PointArray: toPoints(twiceArea > 0 ? ring.toReversed() : ring) }],
    SpatialReference,
  };
}
