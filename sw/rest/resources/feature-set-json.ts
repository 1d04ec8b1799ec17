import type { Value } from '../../contract/index.ts';
import { geoJsonShape } from '../../formats/geo-json.ts';
import type { Position, RestShape } from '../../formats/rest-value.ts';
import { codeOf } from '../../geometry/reference-definitions.ts';
import { asEpochMs, restFeatures, restFields } from '../../handlers/formats/feature-set.ts';
import { referenceJson, restWord } from '../json.ts';

/** One page of rows. */
interface Page {
  readonly records: Value<'RecordSet'>;
  readonly displayField: string;
  /** Undefined for distinct values, which are no rows. */
  readonly idField: string | undefined;
  readonly isExceeded: boolean;
  /** Of coordinates; all when undefined. */
  readonly decimals: number | undefined;
}

/** A feature set; the fields come before the features, by which some clients know what it is. */
export function featureSetJson({ records, displayField, idField, isExceeded, decimals }: Page): object {
  const fields = records.Fields.FieldArray;
  const shape = fields.find(({ Type }) => Type === 'gisFieldTypeGeometry')?.GeometryDef;
  return {
    displayFieldName: displayField,
    ...(idField === undefined
      ? {}
      : {
          objectIdFieldName: idField,
          uniqueIdField: { name: idField, isSystemMaintained: true },
          globalIdFieldName: fields.find(({ Type }) => Type === 'gisFieldTypeGlobalID')?.Name ?? '',
        }),
    fieldAliases: aliasesOf(fields),
    ...(shape
      ? {
          geometryType: restWord(shape.GeometryType),
          hasZ: false,
          hasM: false,
          spatialReference: referenceJson(shape.SpatialReference),
        }
      : {}),
    fields: restFields(fields),
    features: featuresOf(records, decimals),
    ...(isExceeded ? { exceededTransferLimit: true } : {}),
  };
}

/** Statistics, one record for each group. */
export function statisticsJson(records: Value<'RecordSet'>, isExceeded: boolean): object {
  const fields = records.Fields.FieldArray;
  return {
    displayFieldName: '',
    fieldAliases: aliasesOf(fields),
    fields: restFields(fields),
    features: restFeatures(fields, records.Records, asEpochMs),
    ...(isExceeded ? { exceededTransferLimit: true } : {}),
  };
}

const aliasesOf = (fields: readonly Value<'Field'>[]): object =>
  Object.fromEntries(
    fields
      .filter(({ Type }) => Type !== 'gisFieldTypeGeometry' && Type !== 'gisFieldTypeRaster')
      .map(({ Name, AliasName }) => [Name, AliasName ?? Name]),
  );

/** Features with their shapes, coordinates rounded to some decimals. */
export function featuresOf({ Fields, Records }: Value<'RecordSet'>, decimals: number | undefined) {
  const features = restFeatures(Fields.FieldArray, Records, asEpochMs);
  if (decimals === undefined) return features;
  return features.map(({ attributes, geometry }) => ({
    attributes,
    ...(geometry ? { geometry: rounded(geometry as RestShape, decimals) } : {}),
  }));
}

function rounded({ x, y, points, paths, rings }: RestShape, decimals: number): object {
  const factor = 10 ** Math.min(decimals, 15);
  const round = (value: number): number => Math.round(value * factor) / factor;
  const all = (positions: readonly Position[]) => positions.map(([px, py]) => [round(px), round(py)]);
  if (points) return { points: all(points) };
  if (paths) return { paths: paths.map(all) };
  return rings ? { rings: rings.map(all) } : { x: round(x!), y: round(y!) };
}

/** GeoJSON: the flag of more rows where either kind of client looks for it, and nowhere when nothing is left. */
export function geoJson({ records, idField, isExceeded, decimals }: Page): object {
  const more = isExceeded ? { exceededTransferLimit: true } : {};
  const reference = records.Fields.FieldArray.find(({ GeometryDef }) => GeometryDef)?.GeometryDef?.SpatialReference;
  const wkid = reference?.LatestWKID ?? reference?.WKID;
  return {
    type: 'FeatureCollection',
    ...(wkid && wkid !== 4326 ? { crs: { type: 'name', properties: { name: codeOf(wkid) } } } : {}),
    ...(isExceeded ? { properties: more, ...more } : {}),
    features: featuresOf(records, decimals).map(({ attributes, geometry }) => ({
      type: 'Feature',
      ...(idField === undefined ? {} : { id: attributes[idField] }),
      geometry: geometry ? geoJsonShape(geometry as RestShape) : null,
      properties: attributes,
    })),
  };
}
