import { type Value, wrongValue } from '../contract/index.ts';
import { findSystemDatum } from './datums.ts';
import { getIdentity, hasSameCoordinates, toLibraryWkt, withDatum } from './identify-wkt.ts';
import {
  getDefinitionText,
  mercatorAliases,
  parseDefinition,
  type ReferenceDefinition,
} from './reference-definitions.ts';
import { inchesPerUnit, metersToInches, type Units } from './units.ts';

export type SpatialReference = Value<'SpatialReference'>;

/** Maximum characters of WKT. No real definition is nearly as long, and parsing takes time. */
const maxWktLength = 20_000;

/**
 * Return the WKID of a reference. Aliases of Web Mercator are resolved, and WKT is recognized by its authority or
 * content. Undefined for an unknown CRS, or WKT without a WKID.
 */
export function getWkid(reference: SpatialReference | undefined): number | undefined {
  if (!reference || reference.type === 'UnknownCoordinateSystem') return undefined;
  const { WKID, LatestWKID, WKT } = reference;
  // Esri codes often got an EPSG code later, which is better known.
  const isVendor =
    WKID !== undefined && ((WKID >= 37000 && WKID < 38000) || (WKID >= 53000 && WKID < 55000) || WKID >= 102000);
  const wkid =
    (isVendor && LatestWKID) || WKID || LatestWKID || (WKT ? (readWktWkid(WKT) ?? getIdentity(WKT)?.wkid) : undefined);
  return wkid !== undefined && mercatorAliases.has(wkid) ? 3857 : wkid;
}

/** Return a key that is equal for two references if they're the same CRS; `unknown` without a CRS. */
export function spatialReferenceKey(reference: SpatialReference | undefined): string {
  const wkid = getWkid(reference);
  if (wkid !== undefined) return String(wkid);
  if (!reference || reference.type === 'UnknownCoordinateSystem' || !reference.WKT) return 'unknown';
  return `wkt:${reference.WKT.replace(/\s+/g, ' ').trim()}`;
}

/**
 * Check whether two references are the same CRS, whatever WKID or WKT they have. Two unknown references are the same.
 */
export const sameReference = (a: SpatialReference | undefined, b: SpatialReference | undefined): boolean =>
  spatialReferenceKey(a) === spatialReferenceKey(b);

/**
 * Return the WKID that must be defined (`defineReference`, from the definitions table) before a reference can be used;
 * undefined if nothing is missing. For WKT, it's the WKID of its base.
 */
export function missingReference(reference: SpatialReference | undefined): number | undefined {
  const wkid = getWkid(reference) ?? readBaseWkid(reference?.WKT ?? '');
  return wkid === undefined || getDefinitionText(wkid) !== undefined ? undefined : wkid;
}

/**
 * Return the definition of a reference, by its WKID or otherwise its WKT.
 *
 * @returns undefined for an unknown CRS
 * @throws {Fault} `bad-spatial-reference` when the WKID is unknown and there is no WKT, or when the WKT is too long or
 * can't be parsed
 */
export function getDefinition(reference: SpatialReference | undefined): ReferenceDefinition | undefined {
  if (spatialReferenceKey(reference) === 'unknown') return undefined;
  const wkid = getWkid(reference);
  const text = (wkid !== undefined && getDefinitionText(wkid)) || reference?.WKT;
  if (!text) throw wrongValue('bad-spatial-reference', 'SpatialReference.WKID', 'a known coordinate system', `${wkid}`);
  if (text.length > maxWktLength)
    throw wrongValue(
      'bad-spatial-reference',
      'SpatialReference.WKT',
      `at most ${maxWktLength} characters`,
      `${text.length}`,
    );
  const definition = parseDefinition(text === reference?.WKT ? toLibraryWkt(text) : text, 'SpatialReference');
  const datum = text === reference?.WKT ? (getIdentity(text)?.datum?.[1] ?? readBaseWkid(text)) : undefined;
  const onDatum = datum !== undefined && !/TOWGS84\s*\[/i.test(text) ? getDefinitionText(datum) : undefined;
  // WKT only names its datum. The library knows few of the names, and some with opposite signs.
  return onDatum ? withDatum(definition, parseDefinition(onDatum, 'SpatialReference')) : definition;
}

/** Return the EPSG code that a projected CRS in WKT 2 states for its base; undefined if it states none. */
function readBaseWkid(wkt: string): number | undefined {
  const [base = '', conversion] = wkt.split(/\bCONVERSION\s*\[/i, 2);
  const code = /\bID\s*\[\s*"EPSG"\s*,\s*"?(\d+)"?\s*\]\s*\]\s*,\s*$/i.exec(base.slice(-200))?.[1];
  return conversion === undefined || code === undefined ? undefined : Number(code);
}

/**
 * Return the datum of a reference by its WKID or WKT; undefined if it's unknown or the table of datums isn't loaded.
 */
export function getDatum(reference: SpatialReference): number | undefined {
  const wkid = getWkid(reference);
  const datum = wkid === undefined ? undefined : findSystemDatum(wkid);
  return datum ?? (reference.WKT ? getIdentity(reference.WKT)?.datum?.[0] : undefined);
}

/** Check whether coordinates are degrees. Without a definition, the type of the reference decides. */
export function isGeographic(reference: SpatialReference | undefined): boolean {
  if (!reference || reference.type === 'UnknownCoordinateSystem') return false;
  const isKnown = missingReference(reference) === undefined || Boolean(reference.WKT);
  return isKnown ? getDefinition(reference)?.isGeographic === true : reference.type === 'GeographicCoordinateSystem';
}

/** Length of a degree along the equator of WGS 84. */
const metersPerDegree = (Math.PI * 6378137) / 180;

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

/**
 * Return the units of the coordinates; `gisUnknownUnits` if no unit matches. The international and the survey foot are
 * both feet.
 *
 * @throws {Fault} as `getDefinition`
 */
export function getUnits(reference: SpatialReference | undefined): Units {
  const definition = getDefinition(reference);
  if (!definition) return 'gisUnknownUnits';
  // Clients that shift the central meridian of a map in degrees use degrees of the equator as the unit.
  const isDegree = Math.abs(definition.metersPerUnit / metersPerDegree - 1) < 1e-6;
  if (definition.isGeographic || isDegree) return 'gisDecimalDegrees';
  const inches = metersToInches(definition.metersPerUnit);
  return linearUnits.find((units) => Math.abs(inches / inchesPerUnit(units) - 1) < 1e-5) ?? 'gisUnknownUnits';
}

/**
 * Return the inches per coordinate unit, even if `Units` has no name for it (a German legal meter); 0 if unknown.
 * @throws {Fault} as `getDefinition`
 */
export function getInchesPerUnit(reference: SpatialReference | undefined): number {
  const units = getUnits(reference);
  return units === 'gisUnknownUnits'
    ? metersToInches(getDefinition(reference)?.metersPerUnit ?? 0)
    : inchesPerUnit(units);
}

/** Return the latest WKID of a CRS: 3857 for all WKIDs of Web Mercator, otherwise the same WKID. */
export const latestWkid = (wkid: number): number => (mercatorAliases.has(wkid) ? 3857 : wkid);

/** Create a reference from a WKID for responses. An alias is sent with the latest WKID. */
export function referenceFromWkid(wkid: number): SpatialReference {
  const bare = { WKID: wkid, LatestWKID: latestWkid(wkid) };
  const isDegrees = isGeographic({ type: 'ProjectedCoordinateSystem', ...bare });
  return { type: isDegrees ? 'GeographicCoordinateSystem' : 'ProjectedCoordinateSystem', ...bare };
}

const namedWkts = new Map<string, boolean>();
/** Maximum cached results, because WKT comes from requests. */
const maxNamedWkts = 256;

/**
 * Return the WKID of WKT by its authority, which EPSG's WKT ends with. Esri's WKT has only names; the names of the most
 * common CRSs are known without the tables. Users change parameters and leave the name, so the coordinates are
 * compared.
 */
function readWktWkid(wkt: string): number | undefined {
  const text = wkt.trim();
  const authority = /,\s*(?:AUTHORITY|ID)\["EPSG",\s*"?(\d+)"?\s*\]\s*\]$/i.exec(text)?.[1];
  if (authority) return Number(authority);
  const named = wkidForName(/^\w+\["([^"]+)"/.exec(text)?.[1] ?? '');
  return named !== undefined && hasNamedCoordinates(wkt, named) ? named : undefined;
}

function wkidForName(name: string): number | undefined {
  if (name === 'GCS_WGS_1984') return 4326;
  if (name === 'WGS_1984_Web_Mercator_Auxiliary_Sphere') return 3857;
  const zone = /^WGS_1984_UTM_Zone_(\d{1,2})([NS])$/.exec(name);
  return zone ? (zone[2] === 'N' ? 32600 : 32700) + Number(zone[1]) : undefined;
}

function hasNamedCoordinates(wkt: string, wkid: number): boolean {
  const cached = namedWkts.get(wkt);
  if (cached !== undefined) return cached;
  const isWgs84 =
    /\bDATUM\s*\[\s*"(?:D_)?WGS_1984"\s*,\s*SPHEROID\s*\[\s*"[^"]*"\s*,\s*6378137(?:\.0*)?\s*,\s*298\.25722356/i;
  const isNamed =
    wkt.length <= maxWktLength && isWgs84.test(wkt) && !/TOWGS84\s*\[/i.test(wkt) && hasSameCoordinates(wkt, wkid);
  if (namedWkts.size >= maxNamedWkts) namedWkts.delete(namedWkts.keys().next().value!);
  namedWkts.set(wkt, isNamed);
  return isNamed;
}
