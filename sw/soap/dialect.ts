import { targetNamespace } from '../contract/rows.ts';

/** Spelling of the contract on the wire for one family of clients. Only the codec knows about dialects. */
export interface Dialect {
  /** Target namespace of operations and types. Its last path segment is a version. */
  readonly namespace: string;
  /** Prefix of enumerations and their values on the wire, for `gis` in the contract. */
  readonly enumPrefix: 'gis' | 'esri';
}

export const neutralDialect: Dialect = { namespace: targetNamespace, enumPrefix: 'gis' };
export const arcgisDialect: Dialect = { namespace: 'http://www.esri.com/schemas/ArcGIS/10.8', enumPrefix: 'esri' };

/** Text fields that hold an enumeration value although they aren't typed as one: `Type.Field`. */
export const spelledLikeEnumerations: ReadonlySet<string> = new Set(['CenterAndSize.Units']);

/** Fields beyond the schema. They are read from all clients, but sent and described only in the neutral dialect. */
const extensions: ReadonlySet<string> = new Set([
  'FeatureLayerDrawingDescription.FeatureReduction',
  'FeatureLayerDrawingDescription.VisualVariables',
  'ClassBreaksRenderer.DefaultSymbol',
  'ClassBreaksRenderer.DefaultLabel',
]);

/** Check whether messages with this enumeration prefix can contain a field, given as `Type.Field`. */
export const isSent = (field: string, enumPrefix: Dialect['enumPrefix']): boolean =>
  enumPrefix === 'gis' || !extensions.has(field);

const versioned = /\/\d+(\.\d+)*\/?$/;
const ofVendor = /^https?:\/\/www\.esri\.com\/schemas\/ArcGIS\//i;

/**
 * Find the dialect a namespace belongs to.
 *
 * @param namespace of the operation element; empty means the neutral dialect
 * @returns undefined when the last path segment is not a version such as `10.8` or `3.2.0`
 */
export function findDialect(namespace: string): Dialect | undefined {
  if (namespace === '' || namespace === targetNamespace) return neutralDialect;
  if (namespace.length > 200 || !versioned.test(namespace)) return undefined;
  return { namespace, enumPrefix: ofVendor.test(namespace) ? 'esri' : 'gis' };
}

/** Convert a word from the wire to the contract's spelling: `esriMeters` to `gisMeters`. Other words stay unchanged. */
export function fromWire(word: string, dialect: Dialect): string {
  return dialect.enumPrefix !== 'gis' && word.startsWith(dialect.enumPrefix)
    ? `gis${word.slice(dialect.enumPrefix.length)}`
    : word;
}

/** Convert an enumeration or its value from the contract's spelling to the wire's: `gisMeters` to `esriMeters`. */
export function toWire(word: string, dialect: Dialect): string {
  return dialect.enumPrefix !== 'gis' && word.startsWith('gis') ? dialect.enumPrefix + word.slice(3) : word;
}
