import { Fault, type Value } from '../contract/index.ts';
import { datumOfSystem } from './datums.ts';
import { hasCoordinatesOf, readable, recognisedText, withDatumOf } from './recognise.ts';
import { mercatorAliases, parseDefinition, type ReferenceDefinition, textOf } from './reference-definitions.ts';
import { inchesPerMetres, inchesPerUnit, type Units } from './units.ts';

export type SpatialReference = Value<'SpatialReference'>;

/** No real definition comes near; parsing more would only burn time. */
const longestText = 20_000;

/**
 * Give the number that a reference goes by: aliases of Web Mercator resolved, well-known text recognised by its authority or its
 * name. Undefined for an unknown system or for text without a number.
 */
export function wkidOf(reference: SpatialReference | undefined): number | undefined {
  if (!reference || reference.type === 'UnknownCoordinateSystem') return undefined;
  const { WKID, LatestWKID, WKT } = reference;
  // Numbers of the vendor's own range were given EPSG numbers later, and those are better known.
  const isVendor =
    WKID !== undefined && ((WKID >= 37000 && WKID < 38000) || (WKID >= 53000 && WKID < 55000) || WKID >= 102000);
  const wkid =
    (isVendor && LatestWKID) ||
    WKID ||
    LatestWKID ||
    (WKT ? (wkidOfText(WKT) ?? recognisedText(WKT)?.wkid) : undefined);
  return wkid !== undefined && mercatorAliases.has(wkid) ? 3857 : wkid;
}

/** Give a text that is the same for two references exactly when they are the same system; `unknown` when there is none. */
export function spatialReferenceKey(reference: SpatialReference | undefined): string {
  const wkid = wkidOf(reference);
  if (wkid !== undefined) return String(wkid);
  if (!reference || reference.type === 'UnknownCoordinateSystem' || !reference.WKT) return 'unknown';
  return `wkt:${reference.WKT.replace(/\s+/g, ' ').trim()}`;
}

/** Tell whether two references are the same system, whatever number or text they go by. Two unknown ones are. */
export const sameReference = (a: SpatialReference | undefined, b: SpatialReference | undefined): boolean =>
  spatialReferenceKey(a) === spatialReferenceKey(b);

/**
 * Give the number that must be defined (`defineReference`, from the definitions table) before this reference can be used, or of
 * a text the number of its base. Undefined when nothing is wanting.
 */
export function missingReference(reference: SpatialReference | undefined): number | undefined {
  const wkid = wkidOf(reference) ?? baseWkidOf(reference?.WKT ?? '');
  return wkid === undefined || textOf(wkid) !== undefined ? undefined : wkid;
}

/**
 * Find the definition of a reference: by its number, else by its text.
 *
 * @returns undefined for an unknown coordinate system
 * @throws {Fault} `bad-spatial-reference` when the number is not known and no text is given, or the text is not understood
 */
export function definitionOf(reference: SpatialReference | undefined): ReferenceDefinition | undefined {
  if (spatialReferenceKey(reference) === 'unknown') return undefined;
  const wkid = wkidOf(reference);
  const text = (wkid !== undefined && textOf(wkid)) || reference?.WKT;
  if (!text)
    throw new Fault(
      'bad-spatial-reference',
      `SpatialReference.WKID: a known coordinate system expected, ${wkid} found`,
    );
  if (text.length > longestText)
    throw new Fault(
      'bad-spatial-reference',
      `SpatialReference.WKT: at most ${longestText} characters expected, ${text.length} found`,
    );
  const definition = parseDefinition(text === reference?.WKT ? readable(text) : text, 'SpatialReference');
  const datum = text === reference?.WKT ? (recognisedText(text)?.datum?.[1] ?? baseWkidOf(text)) : undefined;
  const onDatum = datum !== undefined && !/TOWGS84\s*\[/i.test(text) ? textOf(datum) : undefined;
  // What a text says of its datum is a name alone; the library knows few of them, and some with other signs.
  return onDatum ? withDatumOf(definition, parseDefinition(onDatum, 'SpatialReference')) : definition;
}

/** Give the EPSG number that a projected system in WKT 2 states of its base; undefined when it states none. */
function baseWkidOf(wkt: string): number | undefined {
  const [base = '', conversion] = wkt.split(/\bCONVERSION\s*\[/i, 2);
  const code = /\bID\s*\[\s*"EPSG"\s*,\s*"?(\d+)"?\s*\]\s*\]\s*,\s*$/i.exec(base.slice(-200))?.[1];
  return conversion === undefined || code === undefined ? undefined : Number(code);
}

/** Find the datum of a reference by its number or text; undefined when unknown, or the table of datums is not there. */
export function datumOf(reference: SpatialReference): number | undefined {
  const wkid = wkidOf(reference);
  const datum = wkid === undefined ? undefined : datumOfSystem(wkid);
  return datum ?? (reference.WKT ? recognisedText(reference.WKT)?.datum?.[0] : undefined);
}

/** Tell whether coordinates are degrees. A reference whose definition is not at hand is believed by its type. */
export function isGeographic(reference: SpatialReference | undefined): boolean {
  if (!reference || reference.type === 'UnknownCoordinateSystem') return false;
  const isKnown = missingReference(reference) === undefined || Boolean(reference.WKT);
  return isKnown ? definitionOf(reference)?.isGeographic === true : reference.type === 'GeographicCoordinateSystem';
}

/** Along the equator of WGS 84. */
const metresPerDegree = (Math.PI * 6378137) / 180;

const linearUnits: readonly Units[] = [
  'gisMeters',
  'gisKilometers',
  'gisFeet',
  'gisYards',
  'gisMiles',
  'gisNauticalMiles',
  'gisInches',
  'gisDecimeters',
  'gisCentimeters',
  'gisMillimeters',
];

/** Name the units of the coordinates; the international and the survey foot are both feet. Unknown when nothing fits. */
export function unitsOf(reference: SpatialReference | undefined): Units {
  const definition = definitionOf(reference);
  if (!definition) return 'gisUnknownUnits';
  // Clients count in degrees of the equator where they move the central meridian of a map in degrees.
  const isDegree = Math.abs(definition.metresPerUnit / metresPerDegree - 1) < 1e-6;
  if (definition.isGeographic || isDegree) return 'gisDecimalDegrees';
  const inches = inchesPerMetres(definition.metresPerUnit);
  return linearUnits.find((units) => Math.abs(inches / inchesPerUnit(units) - 1) < 1e-5) ?? 'gisUnknownUnits';
}

/** Give the inches in a coordinate unit, also where `unitsOf` has no name for it (a German legal metre); 0 when unknown. */
export function inchesPerUnitOf(reference: SpatialReference | undefined): number {
  const units = unitsOf(reference);
  return units === 'gisUnknownUnits'
    ? inchesPerMetres(definitionOf(reference)?.metresPerUnit ?? 0)
    : inchesPerUnit(units);
}

/** The number that an older one has become. */
export const latestWkid = (wkid: number): number => (mercatorAliases.has(wkid) ? 3857 : wkid);

/** Make the value of a reference from its number, for the wire; an alias keeps its number beside the latest. */
export function referenceOfWkid(wkid: number): SpatialReference {
  const bare = { WKID: wkid, LatestWKID: latestWkid(wkid) };
  const isDegrees = isGeographic({ type: 'ProjectedCoordinateSystem', ...bare });
  return { type: isDegrees ? 'GeographicCoordinateSystem' : 'ProjectedCoordinateSystem', ...bare };
}

const believed = new Map<string, boolean>();
/** Texts come from requests. */
const believedLimit = 256;

/**
 * EPSG well-known text ends with the authority; the vendor's text has only names. Those of the commonest systems are known without
 * the tables, but anybody changes parameters below a name.
 */
function wkidOfText(wkt: string): number | undefined {
  const text = wkt.trim();
  const authority = /,\s*(?:AUTHORITY|ID)\["EPSG",\s*"?(\d+)"?\s*\]\s*\]$/i.exec(text)?.[1];
  if (authority) return Number(authority);
  const named = numberOfName(/^\w+\["([^"]+)"/.exec(text)?.[1] ?? '');
  return named !== undefined && isAsNamed(wkt, named) ? named : undefined;
}

function numberOfName(name: string): number | undefined {
  if (name === 'GCS_WGS_1984') return 4326;
  if (name === 'WGS_1984_Web_Mercator_Auxiliary_Sphere') return 3857;
  const zone = /^WGS_1984_UTM_Zone_(\d{1,2})([NS])$/.exec(name);
  return zone ? (zone[2] === 'N' ? 32600 : 32700) + Number(zone[1]) : undefined;
}

function isAsNamed(wkt: string, wkid: number): boolean {
  const known = believed.get(wkt);
  if (known !== undefined) return known;
  const isWgs84 =
    /\bDATUM\s*\[\s*"(?:D_)?WGS_1984"\s*,\s*SPHEROID\s*\[\s*"[^"]*"\s*,\s*6378137(?:\.0*)?\s*,\s*298\.25722356/i;
  const isNamed =
    wkt.length <= longestText && isWgs84.test(wkt) && !/TOWGS84\s*\[/i.test(wkt) && hasCoordinatesOf(wkt, wkid);
  if (believed.size >= believedLimit) believed.delete(believed.keys().next().value!);
  believed.set(wkt, isNamed);
  return isNamed;
}
