import type { AnyValue, Value } from '../../contract/index.ts';
import { latestWkid } from '../../geometry/spatial-reference.ts';
import type { QueriedRows } from './query-result.ts';

/** An object whose keys are data. */
export type Members = Record<string, unknown>;

/** The JSON formats of the REST sibling have the vendor's prefix in their words, whatever the dialect of the call. */
const restWord = (word: string): string => word.replace(/^gis/, 'esri');

/**
 * Make the feature set of the REST sibling: fields, and features with attributes by name and geometry apart. Dates stay
 * Dates for the format to write.
 */
export function featureSet({ displayField, records }: QueriedRows): Members {
  const fields = records.Fields.FieldArray;
  const shapeAt = fields.findIndex(({ Type }) => Type === 'gisFieldTypeGeometry');
  const definition = fields[shapeAt]?.GeometryDef;
  return {
    displayFieldName: displayField,
    fieldAliases: members(attributeFields(fields).map(({ field }) => [field.Name, field.AliasName ?? field.Name])),
    ...(definition
      ? {
          geometryType: restWord(definition.GeometryType),
          ...(definition.SpatialReference ? { spatialReference: restReference(definition.SpatialReference) } : {}),
        }
      : {}),
    fields: restFields(fields),
    features: restFeatures(fields, records.Records),
  };
}

/** Fields as the REST sibling describes them; the shape is no attribute. */
export const restFields = (fields: readonly Value<'Field'>[]): Members[] =>
  attributeFields(fields).map(({ field }) => ({
    name: field.Name,
    type: restWord(field.Type),
    alias: field.AliasName ?? field.Name,
    ...(field.Type === 'gisFieldTypeString' ? { length: field.Length } : {}),
  }));

/** Features as the REST sibling writes them. */
export function restFeatures(
  fields: readonly Value<'Field'>[],
  records: readonly Value<'Record'>[],
): { attributes: Members; geometry?: unknown }[] {
  const shapeAt = fields.findIndex(({ Type }) => Type === 'gisFieldTypeGeometry');
  const attributes = attributeFields(fields);
  return records.map(({ Values }) => {
    const shape = shapeAt < 0 ? null : (Values[shapeAt] as Value<'Geometry'> | null);
    return {
      attributes: members(attributes.map(({ field, at }) => [field.Name, plain(Values[at]!)])),
      ...(shape ? { geometry: restGeometry(shape) } : {}),
    };
  });
}

/** No prototype: the names are user data, `__proto__` among them. */
function members(pairs: readonly (readonly [string, unknown])[]): Members {
  const made: Members = Object.create(null);
  for (const [key, value] of pairs) made[key] = value;
  return made;
}

const attributeFields = (fields: readonly Value<'Field'>[]) =>
  fields.flatMap((field, at) =>
    field.Type === 'gisFieldTypeGeometry' || field.Type === 'gisFieldTypeRaster' ? [] : [{ field, at }],
  );

/** A value without its XML type. */
export function plain(value: AnyValue): unknown {
  return value !== null && typeof value === 'object' && 'value' in value ? value.value : value;
}

function restReference(reference: Value<'SpatialReference'>): Members {
  if ('WKID' in reference && reference.WKID) {
    return { wkid: reference.WKID, latestWkid: reference.LatestWKID ?? latestWkid(reference.WKID) };
  }
  return 'WKT' in reference && reference.WKT ? { wkt: reference.WKT } : {};
}

/** A geometry of the numeric forms in the JSON of the REST sibling. */
export function restGeometry(shape: Value<'Geometry'>): Members {
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

/** Pairs of coordinates. */
export const positions = (points: readonly Value<'Point'>[]): [number, number][] =>
  points.flatMap((point) => (point.type === 'PointN' ? [[point.X, point.Y] as [number, number]] : []));
