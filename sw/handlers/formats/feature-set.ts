import type { Value } from '../../contract/index.ts';
import { plain, restShape } from '../../formats/rest-value.ts';
import { latestWkid } from '../../geometry/spatial-reference.ts';
import type { QueriedRows } from './queried-rows.ts';

/** An object whose keys are data. */
type Members = Record<string, unknown>;

/** The JSON formats of the REST sibling have the vendor's prefix in their words, whatever the dialect of the call. */
const restName = (word: string): string => word.replace(/^gis/, 'esri');

/** How a format has dates: as the Dates that AMF knows, or as epoch milliseconds. */
type DateForm = (date: Date) => Date | number;
export const asDate: DateForm = (date) => date;
/** As JSON of the REST sibling has them. Made here, since a replacer of JSON.stringify takes longer than all the rest. */
export const asEpochMs: DateForm = (date) => date.getTime();

/** Make the feature set of the REST sibling: fields, and features with attributes by name and geometry apart. */
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

/** Fields as the REST sibling describes them; the shape is no attribute. */
export const restFields = (fields: readonly Value<'Field'>[]): Members[] =>
  attributeFields(fields).map(({ field }) => ({
    name: field.Name,
    type: restName(field.Type),
    alias: field.AliasName ?? field.Name,
    ...(field.Type === 'gisFieldTypeString' ? { length: field.Length } : {}),
  }));

/** Features as the REST sibling writes them. */
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

function restReference(reference: Value<'SpatialReference'>): Members {
  if ('WKID' in reference && reference.WKID) {
    return { wkid: reference.WKID, latestWkid: reference.LatestWKID ?? latestWkid(reference.WKID) };
  }
  return 'WKT' in reference && reference.WKT ? { wkt: reference.WKT } : {};
}
