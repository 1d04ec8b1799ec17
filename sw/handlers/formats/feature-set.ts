import type { Value } from '../../contract/index.ts';
import { plain, restShape } from '../../formats/rest-value.ts';
import { latestWkid } from '../../geometry/spatial-reference.ts';

/** Object whose keys are data, such as field names. */
type Members = Record<string, unknown>;

/** Replace the contract's prefix of a word by the vendor's prefix, which REST JSON uses in every dialect. */
const restName = (word: string): string => word.replace(/^gis/, 'esri');

/** Converts dates for an output format: Dates for AMF, epoch milliseconds for JSON. */
type DateForm = (date: Date) => Date | number;
export const asDate: DateForm = (date) => date;
/** Convert a date for REST JSON. A `JSON.stringify` replacer would take longer than the rest of the response. */
export const asEpochMs: DateForm = (date) => date.getTime();

/** Make a REST feature set: the fields, and features with attributes by name and a separate geometry. */
export function featureSet({ displayField, records }: QueriedRows, dateForm: DateForm): Members {
  const fields = records.Fields.FieldArray;
  const shapeAt = fields.findIndex(({ Type }) => Type === 'gisFieldTypeGeometry');
  const definition = fields[shapeAt]?.GeometryDef;
  return {
    displayFieldName: displayField,
    fieldAliases: members(attributeFields(fields).map(({ field }) => [field.Name, field.AliasName ?? field.Name])),
    ...(definition
      ? {
          geometryType: restName(definition.GeometryType),
          ...(definition.SpatialReference ? { spatialReference: restReference(definition.SpatialReference) } : {}),
        }
      : {}),
    fields: restFields(fields),
    features: restFeatures(fields, records.Records, dateForm),
  };
}

export const restFields = (fields: readonly Value<'Field'>[]): Members[] =>
  attributeFields(fields).map(({ field }) => ({
    name: field.Name,
    type: restName(field.Type),
    alias: field.AliasName ?? field.Name,
    ...(field.Type === 'gisFieldTypeString' ? { length: field.Length } : {}),
  }));

/** Convert records to REST features: attributes by field name, with a separate geometry. */
export function restFeatures(
  fields: readonly Value<'Field'>[],
  records: readonly Value<'Record'>[],
  dateForm: DateForm,
): { attributes: Members; geometry?: unknown }[] {
  const shapeAt = fields.findIndex(({ Type }) => Type === 'gisFieldTypeGeometry');
  const attributes = attributeFields(fields);
  const written = (value: unknown) => (value instanceof Date ? dateForm(value) : value);
  return records.map(({ Values }) => {
    const shape = shapeAt < 0 ? null : (Values[shapeAt] as Value<'Geometry'> | null);
    return {
      attributes: members(attributes.map(({ field, at }) => [field.Name, written(plain(Values[at]!))])),
      ...(shape ? { geometry: restShape(shape) } : {}),
    };
  });
}

/** Make an object without a prototype, because field names are user data and can be `__proto__`. */
function members(pairs: readonly (readonly [string, unknown])[]): Members {
  const made: Members = Object.create(null);
  for (const [key, value] of pairs) made[key] = value;
  return made;
}

const attributeFields = (fields: readonly Value<'Field'>[]) =>
  fields.flatMap((field, index) =>
    field.Type === 'gisFieldTypeGeometry' || field.Type === 'gisFieldTypeRaster' ? [] : [{ field, at: index }],
  );

function restReference(reference: Value<'SpatialReference'>): Members {
  if ('WKID' in reference && reference.WKID) {
    return { wkid: reference.WKID, latestWkid: reference.LatestWKID ?? latestWkid(reference.WKID) };
  }
  return 'WKT' in reference && reference.WKT ? { wkt: reference.WKT } : {};
}

/** Queried rows, with the names that output formats also need. */
export interface QueriedRows {
  /** Name of the layer or table. */
  readonly name: string;
  /** Name of the display field; empty if there is none. */
  readonly displayField: string;
  readonly records: Value<'RecordSet'>;
}
