import { valuesOfEnum } from './contract-types.ts';
import { unexpected } from './found.ts';

/** Values whose REST word is not the contract's with the other prefix. */
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

/** Other words that are read, by enumeration: of newer clients, and for what is drawn alike. */
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

/** Give the REST word of a value of an enumeration. */
export function wordOf(value: string): string {
  const image = /^gisImage(?!Return)(\w+)$/.exec(value);
  return exceptions[value] ?? (image ? image[1]! : value.replace(/^gis/, 'esri'));
}

/**
 * Read a REST word, in any case.
 *
 * @param name of the enumeration
 * @throws {Fault} `bad-value`
 */
export function valueOfWord(name: string, word: unknown, path: string): string {
  const value = typeof word === 'string' ? readerOf(name).get(word.trim().toLowerCase()) : undefined;
  if (value !== undefined) return value;
  throw unexpected(path, `one of ${(valuesOfEnum(name) ?? []).map(wordOf).join(', ')}`, word);
}

function readerOf(name: string): ReadonlyMap<string, string> {
  const known = readers.get(name);
  if (known) return known;
  const also = Object.entries(alsoRead[name] ?? {});
  const pairs = [...(valuesOfEnum(name) ?? []).map((value) => [wordOf(value), value] as const), ...also];
  const reader = new Map(pairs.map(([word, value]) => [word.toLowerCase(), value]));
  readers.set(name, reader);
  return reader;
}
