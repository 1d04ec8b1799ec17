import type { FieldPlan, Plan, StructPlan } from '../../../sw/soap/plan.ts';
import { envelopeOf } from '../../state/references.ts';
import type { RequestFacts } from '../request-facts.ts';

/** The type of a family that an empty form starts with. */
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

/** The type that a form for a family starts with. */
export function firstMember(plan: StructPlan): StructPlan {
  const name = defaultMembers[plan.name];
  const [first] = plan.members.values();
  return (name ? plan.members.get(name) : undefined) ?? plan.members.get(plan.name) ?? first ?? plan;
}

/** Initial value of an input: one that works on the open service if known, otherwise an empty one. */
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

/** A value of exactly this type with its required fields. */
export function blankStruct(plan: StructPlan, facts: RequestFacts): Record<string, unknown> {
  const known = knownValue(plan.name, facts);
  if (known) return known;
  const value: Record<string, unknown> = plan.isInFamily ? { type: plan.name } : {};
  for (const field of plan.fields) {
    const start = startOf(field, facts);
    if (start !== undefined) value[field.name] = start;
  }
  return value;
}

function startOf(field: FieldPlan, facts: RequestFacts): unknown {
  if (field.isOptional) return undefined;
  return field.whenAbsent !== undefined ? structuredClone(field.whenAbsent) : blankValue(field.plan, field.name, facts);
}

function knownValue(name: string, facts: RequestFacts): Record<string, unknown> | undefined {
  const { center, extent, reference } = facts;
  switch (name) {
    case 'EnvelopeN':
      return { ...envelopeOf(extent, reference) };
    case 'PointN':
      return { type: 'PointN', X: center[0], Y: center[1], SpatialReference: reference };
    case 'MapExtent':
      return { type: 'MapExtent', Extent: envelopeOf(extent, reference) };
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
    case 'PolygonN':
      return {
        type: name,
        HasID: false,
        HasZ: false,
        HasM: false,
        RingArray: [{ type: 'Ring', PointArray: corners(facts) }],
      };
    case 'PolylineN': {
      const [from, , to] = corners(facts);
      return {
        type: name,
        HasID: false,
        HasZ: false,
        HasM: false,
        PathArray: [{ type: 'Path', PointArray: [from, to] }],
      };
    }
    default:
      return undefined;
  }
}

/** The extent of the map as a closed ring, clockwise from the upper left. */
function corners({ extent: [xmin, ymin, xmax, ymax] }: RequestFacts): Record<string, unknown>[] {
  const at = (X: number, Y: number) => ({ type: 'PointN', X, Y });
  return [at(xmin, ymax), at(xmax, ymax), at(xmax, ymin), at(xmin, ymin), at(xmin, ymax)];
}
