import type { Value } from '../../sw/contract/index.ts';
import { type SpatialReference, sameReference } from '../../sw/geometry/spatial-reference.ts';
import { wayBetween } from '../state/references.ts';

export interface Outline {
  readonly points: readonly (readonly [number, number])[];
  readonly isClosed: boolean;
}

/** Maximum number of positions of an outline; others are thinned out. */
const maxPoints = 2000;

/** Outlines of a shape in the coordinates of `reference`; empty for shapes in binary form. */
export function outlinesOf(shape: Value<'Geometry'>, reference: SpatialReference): Outline[] {
  const own = 'SpatialReference' in shape ? shape.SpatialReference : undefined;
  const way = own && !sameReference(own, reference) ? wayBetween(own, reference) : undefined;
  const carry = (points: readonly (readonly [number, number])[], isClosed: boolean): Outline => {
    const step = Math.ceil(points.length / maxPoints);
    const thin = step > 1 ? points.filter((_, index) => index % step === 0) : points;
    if (!way) return { points: thin, isClosed };
    const flat = Float64Array.from(thin.flat());
    way.forward(flat);
    return {
      points: thin
        .map((_, index) => [flat[2 * index]!, flat[2 * index + 1]!] as const)
        .filter(([x, y]) => Number.isFinite(x + y)),
      isClosed,
    };
  };
  switch (shape.type) {
    case 'PointN':
      return [carry([[shape.X, shape.Y]], false)];
    case 'EnvelopeN': {
      const { XMin, YMin, XMax, YMax } = shape;
      return [
        carry(
          [
            [XMin, YMax],
            [XMax, YMax],
            [XMax, YMin],
            [XMin, YMin],
          ],
          true,
        ),
      ];
    }
    case 'MultipointN':
      return positions(shape.PointArray).map((point) => carry([point], false));
    case 'PolylineN':
      return shape.PathArray.map(({ PointArray }) => carry(positions(PointArray), false));
    case 'PolygonN':
      return shape.RingArray.map(({ PointArray }) => carry(positions(PointArray), true));
    default:
      return [];
  }
}

const positions = (points: Value<'ArrayOfPoint'> | undefined): (readonly [number, number])[] =>
  (points ?? []).flatMap((point) => (point.type === 'PointN' ? [[point.X, point.Y] as const] : []));
