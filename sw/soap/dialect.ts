import { targetNamespace } from '../contract/rows.ts';

/** How one family of clients spells the contract on the wire. Nothing above the codec knows of it. */
export interface Dialect {
  /** Target namespace of operations and types, its last path segment a version. */
  readonly namespace: string;
  /** What the wire has where the contract writes `gis` at the beginning of an enumeration or its value. */
  readonly enumPrefix: 'gis' | 'esri';
}

export const neutralDialect: Dialect = { namespace: targetNamespace, enumPrefix: 'gis' };
export const arcgisDialect: Dialect = { namespace: 'http://www.esri.com/schemas/ArcGIS/10.8', enumPrefix: 'esri' };

/** Free texts that hold the value of an enumeration all the same: `Type.Field`. */
export const spelledLikeEnumerations: ReadonlySet<string> = new Set(['CenterAndSize.Units']);

/** Fields beyond the schema: read from all clients, sent to and described for those of the neutral dialect alone. */
const extensions: ReadonlySet<string> = new Set([
  'FeatureLayerDrawingDescription.FeatureReduction',
  'FeatureLayerDrawingDescription.VisualVariables',
  'ClassBreaksRenderer.DefaultSymbol',
  'ClassBreaksRenderer.DefaultLabel',
]);

/** True for a field, `Type.Field`, that messages with this spelling of enumerations may have. */
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
export function dialectOf(namespace: string): Dialect | undefined {
  if (namespace === '' || namespace === targetNamespace) return neutralDialect;
  if (namespace.length > 200 || !versioned.test(namespace)) return undefined;
  return { namespace, enumPrefix: ofVendor.test(namespace) ? 'esri' : 'gis' };
}

/** Turn a word of the wire into the contract's spelling: `esriMeters` to `gisMeters`. The contract's own passes too. */
export function fromWire(word: string, dialect: Dialect): string {
  return dialect.enumPrefix !== 'gis' && word.startsWith(dialect.enumPrefix)
    ? `gis${word.slice(dialect.enumPrefix.length)}`
    : word;
}

/** Turn the contract's spelling of an enumeration or its value into the wire's: `gisMeters` to `esriMeters`. */
export function toWire(word: string, dialect: Dialect): string {
  return dialect.enumPrefix !== 'gis' && word.startsWith('gis') ? dialect.enumPrefix + word.slice(3) : word;
}
