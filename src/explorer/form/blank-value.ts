import type { Extent } from '../../../sw/geometry/extent.ts';
import { minMax } from '../../../sw/geometry/min-max.ts';
import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import type { FieldPlan, Plan, StructPlan } from '../../../sw/soap/plan.ts';
import { extentToEnvelope } from '../../state/references.ts';
import type { RequestFacts } from '../request-facts.ts';

/** Initial type of an empty form, by type family. */
const defaultMembers: Readonly<Record<string, string>> = {
  Geometry: 'EnvelopeN',
  Point: 'PointN',
  Envelope: 'EnvelopeN',
  Multipoint: 'MultipointN',
  Polygon: 'PolygonN',
  Polyline: 'PolylineN',
  SpatialReference: 'GeographicCoordinateSystem',
  MapArea: 'MapExtent',
  Color: 'RgbColor',
  Symbol: 'SimpleMarkerSymbol',
  QueryFilter: 'QueryFilter',
  MapTableDescription: 'LayerDescription',
  TimeValue: 'TimeExtent',
  FeatureRenderer: 'SimpleRenderer',
  DataClassificationDef: 'ClassBreaksDef',
  MapServerSourceDescription: 'MapTableSourceDescription',
  Element: 'MarkerElement',
  GraphicElement: 'MarkerElement',
};

/** Return the initial type of a form for a family. */
export function firstMember(plan: StructPlan): StructPlan {
  const name = defaultMembers[plan.name];
  const [first] = plan.members.values();
  return (name ? plan.members.get(name) : undefined) ?? plan.members.get(plan.name) ?? first ?? plan;
}

/** Return the initial value of an input: one that works on the open service if possible, otherwise an empty one. */
export function blankValue(plan: Plan, name: string, facts: RequestFacts): unknown {
  switch (plan.kind) {
    case 'list':
      return [];
    case 'enum':
      return [...plan.values][0];
    case 'struct':
      return blankStruct(firstMember(plan), facts);
    case 'scalar':
      if (plan.name === 'string') return name === 'MapName' || name === 'Name' ? facts.info.Name : '';
      if (plan.name === 'boolean') return false;
      if (plan.name === 'dateTime') return `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
      if (plan.name === 'base64Binary') return new Uint8Array();
      if (plan.name === 'anyType') return '';
      return /LayerID|TableID/.test(name) ? facts.layerId : /DPI/.test(name) ? 96 : 0;
  }
}

/** Make a value of exactly this type with its required fields. */
export function blankStruct(plan: StructPlan, facts: RequestFacts): Record<string, unknown> {
  const knownMembers = findKnownValue(plan.name, facts);
  if (knownMembers) return knownMembers;
  const value: Record<string, unknown> = plan.isInFamily ? { type: plan.name } : {};
  for (const field of plan.fields) {
    const start = initialFieldValue(field, facts);
    if (start !== undefined) value[field.name] = start;
  }
  return value;
}

function initialFieldValue(field: FieldPlan, facts: RequestFacts): unknown {
  if (field.isOptional) return undefined;
  return field.whenAbsent !== undefined ? structuredClone(field.whenAbsent) : blankValue(field.plan, field.name, facts);
}

function findKnownValue(name: string, facts: RequestFacts): Record<string, unknown> | undefined {
  const { extent, reference } = facts;
  switch (name) {
    case 'EnvelopeN':
    case 'PointN':
    case 'PolygonN':
    case 'PolylineN':
      return shapeOfExtent(name, extent, reference);
    case 'MapExtent':
      return { type: 'MapExtent', Extent: extentToEnvelope(extent, reference) };
    case 'GeographicCoordinateSystem':
      return { type: name, WKID: 4326 };
    case 'ProjectedCoordinateSystem':
      return { type: name, WKID: 3857 };
    case 'MapDescription':
      return facts.info.DefaultMapDescription && { ...facts.info.DefaultMapDescription };
    case 'LayerDescription': {
      const all = facts.info.DefaultMapDescription?.LayerDescriptions;
      const published = all?.find(({ LayerID }) => LayerID === facts.layerId);
      return published && { ...published };
    }
    case 'ImageDisplay':
      return { ImageHeight: 300, ImageWidth: 400, ImageDPI: 96 };
    default:
      return undefined;
  }
}

export type ShapeKind = 'PointN' | 'MultipointN' | 'PolylineN' | 'PolygonN' | 'EnvelopeN';
export type Position = readonly [x: number, y: number];
export const flat = { HasID: false, HasZ: false, HasM: false } as const;
export const pointAt = ([X, Y]: Position) => ({ type: 'PointN', X, Y }) as const;

/** Make a geometry from positions; a point and an envelope use only some of them. */
export function shapeOfPositions(
  kind: ShapeKind,
  positions: readonly Position[],
  reference: SpatialReference | undefined,
): Record<string, unknown> {
  const also = { SpatialReference: reference };
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
      return { ...extentToEnvelope([xmin, ymin, xmax, ymax], reference) };
    }
  }
}

/** Make a geometry from a rectangle: its center, its diagonal, or its full area. */
export function shapeOfExtent(
  kind: ShapeKind,
  [xmin, ymin, xmax, ymax]: Extent,
  reference: SpatialReference | undefined,
): Record<string, unknown> {
  const center: Position = [(xmin + xmax) / 2, (ymin + ymax) / 2];
  const positions: Readonly<Record<ShapeKind, readonly Position[]>> = {
    PointN: [center],
    MultipointN: [center],
    PolylineN: [
      [xmin, ymin],
      [xmax, ymax],
    ],
    // Clockwise, like all outer rings.
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
