import type { Value } from '../../../sw/contract/index.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { minMax } from '../../../sw/geometry/min-max.ts';
import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import { envelopeOf } from '../../state/references.ts';
import { outlinesOf } from '../outlines.ts';

export type ShapeKind = 'PointN' | 'MultipointN' | 'PolylineN' | 'PolygonN' | 'EnvelopeN';
export type Position = readonly [x: number, y: number];
type Members = Record<string, unknown>;

const flat = { HasID: false, HasZ: false, HasM: false } as const;
const pointAt = ([X, Y]: Position) => ({ type: 'PointN', X, Y }) as const;

/** Make a shape of positions; a point and an envelope use only some of them. */
export function shapeOfPositions(
  kind: ShapeKind,
  positions: readonly Position[],
  reference: SpatialReference | undefined,
): Members {
  const also = { ...(reference && { SpatialReference: reference }) };
  const points = positions.map(pointAt);
  switch (kind) {
    case 'PointN':
      return { ...(points.at(-1) ?? pointAt([0, 0])), ...also };
    case 'MultipointN':
      return { type: kind, ...flat, PointArray: points, ...also };
    case 'PolylineN':
      return { type: kind, ...flat, PathArray: [{ type: 'Path', PointArray: points }], ...also };
    case 'PolygonN':
      return { type: kind, ...flat, RingArray: [{ type: 'Ring', PointArray: points }], ...also };
    case 'EnvelopeN': {
      const [xmin, xmax] = minMax(positions.map(([x]) => x));
      const [ymin, ymax] = minMax(positions.map(([, y]) => y));
      return { ...envelopeOf([xmin, ymin, xmax, ymax], reference) };
    }
  }
}

/** Make a shape of a kind from a rectangle: its centre, its diagonal, or all of it. */
export function shapeOfExtent(
  kind: ShapeKind,
  [xmin, ymin, xmax, ymax]: Extent,
  reference: SpatialReference | undefined,
): Members {
  const center: Position = [(xmin + xmax) / 2, (ymin + ymax) / 2];
  const positions: Readonly<Record<ShapeKind, readonly Position[]>> = {
    PointN: [center],
    MultipointN: [center],
    PolylineN: [
      [xmin, ymin],
      [xmax, ymax],
    ],
    // Clockwise, as outer rings are.
    PolygonN: [
      [xmin, ymax],
      [xmax, ymax],
      [xmax, ymin],
      [xmin, ymin],
      [xmin, ymax],
    ],
    EnvelopeN: [
      [xmin, ymin],
      [xmax, ymax],
    ],
  };
  return shapeOfPositions(kind, positions[kind], reference);
}

/** Project a shape of the form to the spatial reference of a map for display; none when it is empty. */
export function shapesForMap(value: unknown, reference: SpatialReference): Value<'Geometry'>[] {
  const outlines = outlinesOf(value as Value<'Geometry'>, reference);
  const isPoints = outlines.every(({ points }) => points.length === 1);
  if (outlines.length === 0) return [];
  if (isPoints)
    return [{ type: 'MultipointN', ...flat, PointArray: outlines.flatMap(({ points }) => points.map(pointAt)) }];
  if (outlines.every(({ isClosed }) => isClosed))
    return [
      {
        type: 'PolygonN',
        ...flat,
        RingArray: outlines.map(({ points }) => ({ type: 'Ring', PointArray: [...points, points[0]!].map(pointAt) })),
      },
    ];
  return [
    {
      type: 'PolylineN',
      ...flat,
      PathArray: outlines.map(({ points }) => ({ type: 'Path', PointArray: points.map(pointAt) })),
    },
  ];
}
