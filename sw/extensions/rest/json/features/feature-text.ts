import type { AnyValue, Value } from '../../../../contract/infer.ts';
import { geoJsonShape } from '../../../../formats/geojson/write-geojson.ts';
import { formatAuthorityCode } from '../../../../geometry/reference-definitions.ts';
import { toEsriWord } from '../contract-types.ts';
import { writeReference } from '../spatial-reference.ts';
import { type FeaturePage, geometryTypes, type PageGeometry } from './page.ts';
import type { Transform } from './quantize.ts';
import { shapeJson } from './shape-json.ts';

/**
 * Write a feature set in pieces of text. The fields come before the features, because some clients recognize a feature
 * set by them.
 */
export function* featureSetTexts(page: FeaturePage): Iterable<string> {
  const { fields, values, displayField, idField, isExceeded, geometry } = page;
  const head = {
    displayFieldName: displayField,
    objectIdFieldName: idField,
    uniqueIdField: idField === undefined ? undefined : { name: idField, isSystemMaintained: true },
    globalIdFieldName: idField === undefined ? undefined : globalIdField(fields),
    fieldAliases: Object.fromEntries(fields.map(({ Name, AliasName }) => [Name, AliasName ?? Name])),
    ...(geometry
      ? {
          geometryType: geometryTypes[geometry.kind],
          hasZ: false,
          hasM: false,
          spatialReference: geometry.reference && writeReference(geometry.reference),
          transform: geometry.transform && transformJson(geometry.transform),
        }
      : {}),
    fields: fields.map(fieldJson),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"features":[`;
  const attributes = attributeWriter(fields);
  const options = { decimals: geometry?.decimals, isQuantized: geometry?.transform !== undefined };
  for (const [row, list] of values.entries()) {
    const shape = geometry?.shapes[row];
    const centroid = geometry?.centroids?.[row];
    const written = shape ? `,"geometry":${JSON.stringify(shapeJson(shape, options))}` : '';
    const middle = centroid ? `,"centroid":${JSON.stringify(shapeJson(centroid, options))}` : '';
    yield `${row === 0 ? '' : ','}{"attributes":${attributes(list)}${written}${middle}}`;
  }
  yield isExceeded ? '],"exceededTransferLimit":true}' : ']}';
}

/**
 * Write GeoJSON in pieces of text. If more rows match, set `exceededTransferLimit` in both places where clients look
 * for it.
 */
export function* geoJsonTexts(page: FeaturePage): Iterable<string> {
  const { fields, values, idField, isExceeded, geometry } = page;
  const head = {
    type: 'FeatureCollection',
    ...makeCrs(geometry),
    ...(isExceeded ? { properties: more, ...more } : {}),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"features":[`;
  const attributes = attributeWriter(fields);
  for (const [row, list] of values.entries()) {
    const shape = geometry?.shapes[row];
    const id = idField === undefined ? '' : `"id":${attributeText(list[fields.length] ?? null)},`;
    const written = shape ? JSON.stringify(geoJsonShape(shapeJson(shape, { decimals: geometry?.decimals }))) : 'null';
    yield `${row === 0 ? '' : ','}{"type":"Feature",${id}"geometry":${written},"properties":${attributes(list)}}`;
  }
  yield ']}';
}

const more = { exceededTransferLimit: true };

/** Name a CRS other than WGS 84 in the `crs` member of GeoJSON 2008, because RFC 7946 has none. */
function makeCrs(geometry: PageGeometry | undefined): object {
  const wkid = geometry?.reference?.LatestWKID ?? geometry?.reference?.WKID;
  return wkid && wkid !== 4326 ? { crs: { type: 'name', properties: { name: formatAuthorityCode(wkid) } } } : {};
}

export const globalIdField = (fields: readonly Value<'Field'>[]): string =>
  fields.find(({ Type }) => Type === 'gisFieldTypeGlobalID')?.Name ?? '';

const transformJson = ({ scale, originX, originY, isUpperLeft }: Transform): object => ({
  originPosition: isUpperLeft ? 'upperLeft' : 'lowerLeft',
  scale: [scale, scale],
  translate: [originX, originY],
});

/** Describe a field of a response, in fewer members than a field of a layer. */
const fieldJson = ({ Name, Type, AliasName, Length }: Value<'Field'>): object => ({
  name: Name,
  type: toEsriWord(Type),
  alias: AliasName ?? Name,
  length: Type === 'gisFieldTypeString' ? Length : undefined,
});

/** Create the writer of a row's attributes. Names are serialized once, because they are the same in every row. */
function attributeWriter(fields: readonly Value<'Field'>[]): (values: readonly AnyValue[]) => string {
  const names = fields.map(({ Name }, i) => `${i === 0 ? '' : ','}${JSON.stringify(Name)}:`);
  return (values) => {
    let text = '{';
    for (const [i, name] of names.entries()) text += name + attributeText(values[i]!);
    return `${text}}`;
  };
}

/** Write an attribute value: dates as epoch milliseconds, non-finite numbers as null. */
function attributeText(value: AnyValue): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (value instanceof Date) return attributeText(value.getTime());
  if (value !== null && typeof value === 'object' && 'value' in value) return attributeText(value.value);
  return JSON.stringify(value);
}
