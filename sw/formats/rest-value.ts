import type { AnyValue, Value } from '../contract/index.ts';

/** A geometry in REST JSON, by its kind; empty for a kind that REST JSON doesn't have. */
export interface RestShape {
  readonly x?: number;
  readonly y?: number;
  readonly points?: readonly Position[];
  readonly paths?: readonly (readonly Position[])[];
  readonly rings?: readonly (readonly Position[])[];
}

export type Position = readonly [x: number, y: number];

/** Return a value without its XML type. */
export function plain(value: AnyValue): unknown {
  return value !== null && typeof value === 'object' && 'value' in value ? value.value : value;
}

/** Convert a geometry of the numeric types (such as `PointN`) to REST JSON. */
export function restShape(shape: Value<'Geometry'>): RestShape {
  switch (shape.type) {
    case 'PointN':
      return { x: shape.X, y: shape.Y };
    case 'MultipointN':
      return { points: positions(shape.PointArray ?? []) };
    case 'PolylineN':
      return { paths: shape.PathArray.map((path) => positions(path.PointArray ?? [])) };
    case 'PolygonN':
      return { rings: shape.RingArray.map((ring) => positions(ring.PointArray ?? [])) };
    default:
      return {};
  }
}

const positions = (points: readonly Value<'Point'>[]): Position[] =>
  points.flatMap((point) => (point.type === 'PointN' ? [[point.X, point.Y] as const] : []));
