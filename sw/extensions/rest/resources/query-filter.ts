import { quoteValue, unsupported, type Value, wrongValue } from '../../../contract/index.ts';
import type { RestValues } from '../contract/index.ts';
import { geometryValue, referenceValue } from '../json.ts';
import { timeValue } from './map-description.ts';

/** Parameters that select rows. */
type RowValues = Pick<
  RestValues<'query'>,
  | 'where'
  | 'objectIds'
  | 'geometry'
  | 'geometryType'
  | 'inSR'
  | 'spatialRel'
  | 'relationParam'
  | 'distance'
  | 'units'
  | 'time'
  | 'timeRelation'
>;

/** Create the filter of a query. Missing parameters don't filter. */
export function queryFilter(
  values: RowValues,
  more: Partial<Pick<Value<'QueryFilter'>, 'SubFields' | 'PostfixClause' | 'PrefixClause'>> & {
    OutputSpatialReference?: Value<'SpatialReference'>;
  },
): Value<'QueryFilter'> {
  const { where, objectIds, time } = values;
  const filter = {
    WhereClause: where ?? '',
    Resolution: 0,
    ...more,
    FIDSet: objectIds && { FIDArray: [...objectIds] },
  };
  const spatial = { ...filter, ...spatialPart(values) };
  const isTimed = time !== undefined && (time[0] !== null || time[1] !== null);
  if (isTimed)
    return {
      type: 'TimeQueryFilter',
      ...spatial,
      TimeValue: timeValue(time),
      OutputTimeReference: { TimeZoneNameID: '' },
      TimeRelation: values.timeRelation as Value<'gisTimeRelation'>,
    };
  return values.geometry ? { type: 'SpatialFilter', ...spatial } : { type: 'QueryFilter', ...filter };
}

type SpatialPart = Pick<
  Value<'SpatialFilter'>,
  'SearchOrder' | 'SpatialRel' | 'SpatialRelDescription' | 'FilterGeometry' | 'GeometryFieldName' | 'FilterOwnsGeometry'
>;

function spatialPart({ geometry, geometryType, inSR, spatialRel, relationParam }: RowValues): SpatialPart {
  return {
    SearchOrder: 'gisSearchOrderSpatial',
    SpatialRel: spatialRel as Value<'gisSpatialRelEnum'>,
    SpatialRelDescription: relationParam ?? '',
    FilterGeometry: geometry
      ? checkGeometryType(geometryValue(geometry, inSR && referenceValue(inSR), 'geometry'), geometryType)
      : { type: 'Geometry' },
    GeometryFieldName: '',
    FilterOwnsGeometry: true,
  };
}

const metersPerUnit: Readonly<Record<string, number>> = {
  esriSRUnit_Meter: 1,
  esriSRUnit_Kilometer: 1000,
  esriSRUnit_Foot: 0.3048,
  esriSRUnit_StatuteMile: 1609.344,
  esriSRUnit_NauticalMile: 1852,
  esriSRUnit_USNauticalMile: 1853.248,
};

/**
 * Return the distance around the query geometry in meters; 0 for none.
 *
 * @throws {Fault} `not-supported` unless the relation is "intersects"
 */
export function readDistance({ distance = 0, units, geometry, spatialRel }: RowValues): number {
  if (distance === 0 || !geometry) return 0;
  if (spatialRel === 'gisSpatialRelIntersects') return distance * metersPerUnit[units ?? 'esriSRUnit_Meter']!;
  const relationName = spatialRel.replace(/^gis/, 'esri');
  throw unsupported(`spatialRel ${quoteValue(relationName)}`, 'with a distance it must be esriSpatialRelIntersects');
}

/** Check a geometry and return it. @throws {Fault} `bad-value` if it isn't of the type that the request names */
export function checkGeometryType(shape: Value<'Geometry'>, geometryType: string | undefined): Value<'Geometry'> {
  const actualType = `esriGeometry${shape.type.replace(/N$/, '')}`;
  if (geometryType === undefined || shape.type === 'Geometry' || geometryType === actualType) return shape;
  throw wrongValue('bad-value', 'geometry', `${geometryType} JSON`, actualType);
}

export const outReference = (requested: RestValues<'query'>['outSR'], fallback: Value<'SpatialReference'>) =>
  requested ? referenceValue(requested) : fallback;
