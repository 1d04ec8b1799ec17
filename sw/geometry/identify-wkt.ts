import proj4 from 'proj4';
import { type DatumRow, findSystemDatum, getDatumTable, listSystems } from './datums.ts';
import {
  getDefinitionText,
  lastEpsg,
  type Projection,
  parseDefinition,
  type ReferenceDefinition,
} from './reference-definitions.ts';

/** Identity of WKT without a code. */
interface WktIdentity {
  /** WKID of the CRS with the same datum, projection and parameters. */
  readonly wkid?: number | undefined;
  /** Datum, even if no known CRS has the projection. */
  readonly datum?: DatumRow;
}

const identities = new Map<string, WktIdentity>();
/** Maximum cached results, because WKT comes from requests. */
const maxIdentities = 256;
const maxTextLength = 20_000;

/** Return the result of `identifyWkt` for WKT; undefined if it isn't cached. */
export const getIdentity = (wkt: string): WktIdentity | undefined => identities.get(wkt);

/**
 * Identify WKT. Its datum follows from the names of EPSG and Esri and the ellipsoid. Its WKID is found by comparing
 * coordinates with every CRS on the datum. Names of projected CRSs aren't trusted, because users change parameters and
 * leave the name.
 *
 * WKT with its own shift (TOWGS84) gets no WKID, because the shift takes precedence. The tables of datums and
 * definitions must be loaded.
 */
export function identifyWkt(wkt: string): WktIdentity {
  const cached = identities.get(wkt);
  if (cached) return cached;
  const identity = wkt.length > maxTextLength ? {} : findIdentity(wkt);
  if (identities.size >= maxIdentities) identities.delete(identities.keys().next().value!);
  identities.set(wkt, identity);
  return identity;
}

function findIdentity(wkt: string): WktIdentity {
  const datum = findWktDatum(wkt);
  if (!datum) return {};
  const wkid = /TOWGS84\s*\[/i.test(wkt) ? undefined : findWkid(wkt, datum);
  return { datum, wkid };
}

const normalizeName = (name: string): string => name.toLowerCase().replace(/^(gcs|d)_|[^a-z0-9+]/g, '');
/** Return the datum that WKT names, if the ellipsoid matches; undefined otherwise. */
export function findWktDatum(wkt: string): DatumRow | undefined {
  const { byName } = getDatumTable() ?? {};
  const [, name] = /\b(?:DATUM|TRF|ENSEMBLE|GEODETICDATUM)\s*\[\s*"([^"]+)"/i.exec(wkt) ?? [];
  const [, system] = /\b(?:GEOGCS|GEOGCRS|BASEGEOGCRS|GEODCRS|BASEGEODCRS)\s*\[\s*"([^"]+)"/i.exec(wkt) ?? [];
  const [, a, rf] = /\b(?:SPHEROID|ELLIPSOID)\s*\[\s*"[^"]*"\s*,\s*([\d.]+)\s*,\s*([\d.]+)/i.exec(wkt) ?? [];
  const rows = [name, system].flatMap((candidate) => byName?.get(normalizeName(candidate ?? '')) ?? []);
  const [, code] = /UNIT\s*\[(?:[^[\]]|\[[^[\]]*\])*\]\s*,\s*AUTHORITY\s*\[\s*"EPSG"\s*,\s*"?(\d+)/i.exec(wkt) ?? [];
  const coded = code && getDatumTable()?.datums.get(findSystemDatum(Number(code)) ?? 0);
  if (coded) rows.push(coded);
  return rows.find((row) => Math.abs(row[2] - Number(a)) < 0.01 && Math.abs(row[3] - Number(rf)) < 1e-4);
}

/** Latitudes far apart. Projections are the same if they agree at all of them that they can project. */
const latitudes = [-70, -33, 4, 42, 51, 68, 86];
/** In coordinate units. WKT rounds parameters. */
const tolerance = 0.01;

function findWkid(wkt: string, [datum, geographic]: DatumRow): number | undefined {
  const same = makeComparison(wkt);
  if (!same) return undefined;
  if (same(geographic)) return geographic;
  const [, title = ''] = /^\w+\s*\[\s*"([^"]*)"/.exec(wkt) ?? [];
  // Esri omits Krüger from its names, as EPSG did in deprecated CRSs.
  const whole = title.replace(/_(gauss|gk)(?=_)/i, '_Gauss_Kruger');
  const rank = (wkid: number): number => (wkid > lastEpsg ? 1000 : 0) + nameDistance(whole, names.get(wkid) ?? '');
  return listSystems(datum)
    .filter(same)
    .sort((a, b) => rank(a) - rank(b))[0];
}

/** Check whether WKT has the same coordinates as a defined CRS, ignoring datums. */
export const hasSameCoordinates = (wkt: string, wkid: number): boolean => makeComparison(wkt)?.(wkid) ?? false;

/** Create a function that compares WKT with CRSs; undefined if the WKT can't be parsed. */
function makeComparison(wkt: string): ((wkid: number) => boolean) | undefined {
  let source: ReferenceDefinition;
  try {
    source = parseDefinition(toLibraryWkt(wkt), 'WKT');
  } catch {
    return undefined;
  }
  const points = makeSamplePoints(source.projection);
  const image = projectPoints(source, points);
  if (image.filter(Number.isFinite).length < 6) return undefined;
  return (wkid) => {
    const text = getDefinitionText(wkid);
    if (text === undefined) return false;
    const definition = parseDefinition(text, String(wkid));
    if (definition.isGeographic !== source.isGeographic) return false;
    const other = projectPoints(definition, points);
    const close = source.isGeographic ? 1e-8 : isOblique(source.projection) ? 10 * tolerance : tolerance;
    return image.every(
      (value, index) => Math.abs(value - other[index]!) < close || (Number.isNaN(value) && Number.isNaN(other[index]!)),
    );
  };
}

const names = new Map<number, string>();

/**
 * Register the name of a CRS. CRSs with the same coordinates may differ in axis order or age; the nearest name decides.
 */
export const registerSystemName = (wkid: number, name: string): void => void names.set(wkid, name);

/** Count the words that are in only one of two names. */
function nameDistance(...both: [string, string]): number {
  const [a, b] = both.map((name) => new Set(name.toLowerCase().split(/[^a-z0-9+]+/))) as [Set<string>, Set<string>];
  return new Set([...a, ...b]).size * 2 - a.size - b.size;
}

const isOblique = ({ projName }: Projection): boolean => /oblique|omerc|krovak/i.test(projName);

function makeSamplePoints(projection: Projection): number[] {
  const { long0 = 0, lat0 = 0 } = projection;
  const [middle, centerLatitude] = [long0, lat0].map((angle) => (angle * 180) / Math.PI) as [number, number];
  // Oblique projections have two names whose formulas agree only near the center.
  const near = [-1.5, -0.4, 0.3, 1.1].map((off) => centerLatitude + off);
  const some = isOblique(projection) ? near : latitudes;
  return some.flatMap((latitude, index) => [middle + (index % 2 ? 1.3 : -0.7), latitude]);
}

const degree = Math.PI / 180;

const primeUnit = /PRIMEM\s*\[(?:[^[\]]|\[[^[\]]*\])*\]\s*,\s*UNIT\s*\[\s*"[^"]*"\s*,\s*([\d.eE+-]+)/i;

/**
 * Projection names of the library by their WKT name in lower case. Its south polar projection also reads the north
 * polar projection.
 */
const libraryNames: Readonly<Record<string, string>> = {
  transverse_mercator_south_orientated: 'Transverse_Mercator',
  plate_carree: 'Equidistant_Cylindrical',
  mercator_2sp: 'Mercator',
  stereographic: 'stere',
  stereographic_north_pole: 'Stereographic_South_Pole',
  cylindrical_equal_area: 'cea',
  behrmann: 'cea',
  rectified_skew_orthomorphic_center: 'Hotine_Oblique_Mercator_Azimuth_Center',
  rectified_skew_orthomorphic_natural_origin: 'Hotine_Oblique_Mercator_Azimuth_Natural_Origin',
};

/** Rewrite WKT for the library: angles in degrees, which it assumes, and a projection name that it knows. */
export function toLibraryWkt(wkt: string): string {
  const unit = Number(primeUnit.exec(wkt)?.[1] ?? degree);
  const isSwiss = /"Azimuth"\s*,\s*90(\.0*)?\s*\]/i.test(wkt);
  const rewritten = wkt
    .replace(/(PROJECTION\s*\[\s*)"([^"]+)"/i, (whole, head: string, name: string) => {
      const isCenter = isSwiss && /^Hotine_Oblique_Mercator_Azimuth_Center$/i.test(name);
      const other = isCenter ? 'somerc' : libraryNames[name.toLowerCase().replaceAll(' ', '_')];
      return other ? `${head}"${other}"` : whole;
    })
    .replace(/"XY_Plane_Rotation"/i, '"rectified_grid_angle"');
  if (!(unit > 0) || Math.abs(unit / degree - 1) < 1e-9) return rewritten;
  return rewritten.replace(
    /(PARAMETER\s*\[\s*"(?:lat|lon|central_m|standard_p|azimuth|rectified|pseudo)[^"]*"\s*,\s*)([-\d.eE+]+)/gi,
    (_, head: string, value: string) => `${head}${(Number(value) * unit) / degree}`,
  );
}

/** Project points on the datum of a CRS to the CRS, ignoring any datum shift. */
function projectPoints(definition: ReferenceDefinition, points: readonly number[]): number[] {
  const converter = proj4(
    ellipsoidDegrees(definition).projection as unknown as string,
    withoutDatum(definition).projection as unknown as string,
  );
  const image: number[] = [];
  for (let i = 0; i < points.length; i += 2) {
    try {
      image.push(...(converter.forward([points[i]!, points[i + 1]!], true) as number[]));
    } catch {
      // Outside the domain of the projection.
      image.push(Number.NaN, Number.NaN);
    }
  }
  return image;
}

/** Return a definition without its datum shift. */
export function withoutDatum(definition: ReferenceDefinition): ReferenceDefinition {
  const { a, es } = definition.projection;
  return withDatum(definition, parseDefinition(ellipsoidText(a, es), 'Ellipsoid'));
}

/** Return the definition of degrees from Greenwich on the ellipsoid of a CRS, without a shift. */
export const ellipsoidDegrees = ({ projection: { a, es } }: ReferenceDefinition): ReferenceDefinition =>
  parseDefinition(ellipsoidText(a, es), 'Ellipsoid');

const ellipsoidText = (a: number, es: number): string => `+proj=longlat +a=${a} +b=${a * Math.sqrt(1 - es)} +no_defs`;

/** Return a definition with the datum of another definition. */
export function withDatum(definition: ReferenceDefinition, other: ReferenceDefinition): ReferenceDefinition {
  const { datum, datumCode, datum_params } = other.projection as Projection & { datum: unknown };
  return {
    ...definition,
    text: `${definition.text} on ${other.text}`,
    projection: Object.assign(Object.create(definition.projection), { datum, datumCode, datum_params }),
    isApproximate: other.isApproximate,
  };
}
