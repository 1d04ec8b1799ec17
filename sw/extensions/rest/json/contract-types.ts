import { enums } from '../../../contract/enums.ts';
import type { FieldRef, ListRow, StructRow, TypeRow } from '../../../contract/rows.ts';
import { types } from '../../../contract/types/index.ts';
import { unexpectedValueFault } from './unexpected-value.ts';

const typeRows: Readonly<Record<string, TypeRow>> = types;

interface FieldType {
  /** Name of a scalar, an enumeration or a type. */
  readonly ref: string;
  readonly isOptional: boolean;
}

const derived = new Map<string, string[]>();
for (const [name, row] of Object.entries(typeRows))
  if ('base' in row && row.base) derived.set(row.base, [...(derived.get(row.base) ?? []), name]);

const fieldsByType = new Map<string, ReadonlyMap<string, FieldType>>();

/** Return the row of a struct of the contract; undefined for any other name. */
export function structNamed(name: string): StructRow | undefined {
  const row = Object.hasOwn(typeRows, name) ? typeRows[name] : undefined;
  return row && 'fields' in row ? row : undefined;
}

/** Return the row of a list of the contract; undefined for any other name. */
export function listNamed(name: string): ListRow | undefined {
  const row = Object.hasOwn(typeRows, name) ? typeRows[name] : undefined;
  return row && 'list' in row ? row : undefined;
}

/** Return the values of an enumeration of the contract; undefined for any other name. */
export function valuesOfEnum(name: string): readonly string[] | undefined {
  return Object.hasOwn(enums, name) ? enums[name as keyof typeof enums].values : undefined;
}

/** Return the fields of a struct by name, with inherited fields first. */
export function listTypeFields(name: string): ReadonlyMap<string, FieldType> {
  const cachedFields = fieldsByType.get(name);
  if (cachedFields) return cachedFields;
  const row = typeRows[name] as StructRow;
  const declaredFields = Object.entries<FieldRef>(row.fields).map(([field, ref]): [string, FieldType] => {
    const isOptional = ref.endsWith('?');
    return [field, { ref: isOptional ? ref.slice(0, -1) : ref, isOptional }];
  });
  const fields = new Map([...(row.base ? listTypeFields(row.base) : []), ...declaredFields]);
  fieldsByType.set(name, fields);
  return fields;
}

/** Yield a struct and its bases, itself first. */
export function* walkBaseTypes(name: string): Generator<string> {
  for (let current: string | undefined = name; current; current = structNamed(current)?.base) yield current;
}

/** List a struct and its descendants, including abstract types. */
export const listTypeFamily = (name: string): string[] => [name, ...(derived.get(name) ?? []).flatMap(listTypeFamily)];

/** Check whether a struct has a base or descendants, so that its values name their type in `type`. */
export const isInFamily = (name: string): boolean => structNamed(name)?.base !== undefined || derived.has(name);

/** Values whose REST word differs from the contract's in more than the prefix. */
const exceptions: Readonly<Record<string, string>> = {
  gisRotateSymbolGeographic: 'geographic',
  gisRotateSymbolArithmetic: 'arithmetic',
  gisNormalizeByNothing: 'esriNormalizeNone',
  gisDataStatTypeCount: 'count',
  gisDataStatTypeSum: 'sum',
  gisDataStatTypeMin: 'min',
  gisDataStatTypeMax: 'max',
  gisDataStatTypeAverage: 'avg',
  gisDataStatTypeStdDev: 'stddev',
  gisDataStatTypeVariance: 'var',
  gisIdentifyTopmost: 'top',
  gisIdentifyVisibleLayers: 'visible',
  gisIdentifyAllLayers: 'all',
  justified: 'justify',
};

/** Further words accepted in requests, by enumeration: words of newer clients, and styles that are drawn alike. */
const alsoRead: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gisSimpleLineStyle: {
    esriSLSShortDash: 'gisSLSDash',
    esriSLSLongDash: 'gisSLSDash',
    esriSLSShortDot: 'gisSLSDot',
    esriSLSShortDashDot: 'gisSLSDashDot',
    esriSLSLongDashDot: 'gisSLSDashDot',
    esriSLSShortDashDotDot: 'gisSLSDashDotDot',
  },
  gisNormalizationType: { esriNormalizeByNone: 'gisNormalizeByNothing', none: 'gisNormalizeByNothing' },
  gisSimpleTextHorizontalAlignment: { justified: 'justified' },
  gisImageFormat: { png8: 'gisImagePNG', jpeg: 'gisImageJPG', tif: 'gisImageTIFF' },
};

const readers = new Map<string, ReadonlyMap<string, string>>();

/** Return the REST word of an enumeration value. */
export function toEsriWord(value: string): string {
  const image = /^gisImage(?!Return)(\w+)$/.exec(value);
  return exceptions[value] ?? (image ? image[1]! : value.replace(/^gis/, 'esri'));
}

/**
 * Read a REST word, in any case.
 *
 * @param name of the enumeration
 * @throws {Fault} `bad-value` if the word isn't a value of the enumeration
 */
export function valueOfWord(name: string, word: unknown, path: string): string {
  const value = typeof word === 'string' ? findReader(name).get(word.trim().toLowerCase()) : undefined;
  if (value !== undefined) return value;
  throw unexpectedValueFault(path, `one of ${(valuesOfEnum(name) ?? []).map(toEsriWord).join(', ')}`, word);
}

function findReader(name: string): ReadonlyMap<string, string> {
  const cachedReader = readers.get(name);
  if (cachedReader) return cachedReader;
  const also = Object.entries(alsoRead[name] ?? {});
  const pairs = [...(valuesOfEnum(name) ?? []).map((value) => [toEsriWord(value), value] as const), ...also];
  const reader = new Map(pairs.map(([word, value]) => [word.toLowerCase(), value]));
  readers.set(name, reader);
  return reader;
}
