import type { Value } from '../../../sw/contract/index.ts';
import { wgs84 } from '../sample-parts.ts';
import { box, curved, newfoundland, point, ring, spots, track, years } from './parts.ts';

const sorted = {
  SubFields: 'OBJECTID,NAME,SINCE,Shape',
  PostfixClause: 'ORDER BY NO DESC',
  Resolution: 0,
  OutputSpatialReference: { type: 'ProjectedCoordinateSystem', WKID: 3857 },
  SpatialReferenceFieldName: 'Shape',
} as const;
const spatial = {
  SearchOrder: 'gisSearchOrderSpatial',
  SpatialRelDescription: 'T********',
  GeometryFieldName: 'Shape',
  FilterOwnsGeometry: false,
} as const;
const within = (
  FilterGeometry: Value<'Geometry'>,
  SpatialRel: Value<'gisSpatialRelEnum'> = 'gisSpatialRelIntersects',
) =>
  ({
    type: 'SpatialFilter',
    WhereClause: '',
    Resolution: 0,
    ...spatial,
    SpatialRel,
    FilterGeometry,
  }) as Value<'SpatialFilter'>;

/** Filters of owners in which every element of a filter has an effect. */
export const filters: readonly Value<'QueryFilter'>[] = [
  { type: 'QueryFilter', WhereClause: 'NO > 11', ...sorted, FIDSet: { FIDArray: [1, 2, 3] } },
  { type: 'QueryFilter', WhereClause: '', SubFields: 'KIND', PrefixClause: 'DISTINCT' },
  { type: 'QueryFilter', WhereClause: '', FilterDefs: [] },
  within(box(-61, -1, 1, 1, wgs84), 'gisSpatialRelRelation'),
  within(box(-61, -1, 1, 1, wgs84)),
  {
    type: 'TimeQueryFilter',
    WhereClause: '',
    ...spatial,
    ...sorted,
    SpatialRel: 'gisSpatialRelIntersects',
    FilterGeometry: box(-61, -1, 61, 31),
    TimeValue: { ...years, TimeReference: { TimeZoneNameID: 'UTC' } },
    OutputTimeReference: newfoundland,
    TimeRelation: 'gisTimeRelationOverlaps',
  },
].map((filter) => ({ Resolution: 0, ...filter }) as Value<'QueryFilter'>);

/** Filters of plots, whose geometry has vertices to simplify. */
export const plotFilters: readonly Value<'QueryFilter'>[] = [
  { type: 'QueryFilter', WhereClause: '', Resolution: 0 },
  within(ring(-75, -15, -65, 15, -20, 5, -75, -15)),
];

const shapes: readonly Value<'Geometry'>[] = [
  spots(-60, 0, 0, 0),
  track(-60, 0, 0, 0, 60, 30),
  ring(-61, -1, -61, 1, 1, 1, 1, -1, -61, -1),
  point(0, 0, wgs84),
  curved({ type: 'Line', FromPoint: point(-60, 0), ToPoint: point(0, 0) }),
  curved({
    type: 'CircularArc',
    FromPoint: point(-30, 0),
    ToPoint: point(30, 0),
    CenterPoint: point(0, 0),
    FromAngle: Math.PI,
    ToAngle: 0,
    IsCounterClockwise: false,
    IsMinor: true,
    IsLine: false,
  }),
  curved({
    type: 'EllipticArc',
    FromPoint: point(-30, 0),
    ToPoint: point(30, 0),
    CenterPoint: point(0, 0),
    EllipseStd: false,
    Rotation: 0,
    MinorMajorRatio: 0.5,
    IsCounterClockwise: false,
    IsMinor: false,
  }),
  curved({
    type: 'BezierCurve',
    FromPoint: point(-60, 0),
    ToPoint: point(60, 0),
    Degree: 3,
    ControlPointArray: [point(-60, 0), point(-20, 60), point(20, 60), point(60, 0)],
  }),
];

export { shapes };
