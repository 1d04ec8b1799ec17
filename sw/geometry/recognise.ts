import proj4 from 'proj4';
import { type DatumRow, datumOfSystem, knownDatums, systemsOn } from './datums.ts';
import {
  lastEpsg,
  type Projection,
  parseDefinition,
  type ReferenceDefinition,
  textOf,
} from './reference-definitions.ts';

/** What a well-known text without a number is found to be. */
interface Recognised {
  /** Number of the system that has the same datum, projection and parameters. */
  readonly wkid?: number | undefined;
  /** Its datum, also where no known system has its projection. */
  readonly datum?: DatumRow;
}

const recognised = new Map<string, Recognised>();
/** Texts come from requests. */
const recognisedLimit = 256;
const longestText = 20_000;

/** Give what `recognise` found; undefined for a text that it has not seen. */
export const recognisedText = (wkt: string): Recognised | undefined => recognised.get(wkt);

/**
 * Find out what a well-known text is: its datum by the names of EPSG and Esri and the ellipsoid, its number by comparing
 * coordinates with those of every system on the datum. Names of projections are not believed, as anybody changes parameters below them.
 *
 * A text with a shift of its own (TOWGS84) gets no number, since the shift counts. Needs the tables of datums and definitions.
 */
export function recognise(wkt: string): Recognised {
  const known = recognised.get(wkt);
  if (known) return known;
  const found = wkt.length > longestText ? {} : find(wkt);
  if (recognised.size >= recognisedLimit) recognised.delete(recognised.keys().next().value!);
  recognised.set(wkt, found);
  return found;
}

function find(wkt: string): Recognised {
  const datum = datumOfText(wkt);
  if (!datum) return {};
  const wkid = /TOWGS84\s*\[/i.test(wkt) ? undefined : numberOf(wkt, datum);
  return { datum, wkid };
}

const plain = (name: string): string => name.toLowerCase().replace(/^(gcs|d)_|[^a-z0-9+]/g, '');
/** Find the datum that a text names, with the ellipsoid that the text states; undefined when it is none or another. */
export function datumOfText(wkt: string): DatumRow | undefined {
  const { byName } = knownDatums() ?? {};
  const [, name] = /\b(?:DATUM|TRF|ENSEMBLE|GEODETICDATUM)\s*\[\s*"([^"]+)"/i.exec(wkt) ?? [];
  const [, system] = /\b(?:GEOGCS|GEOGCRS|BASEGEOGCRS|GEODCRS|BASEGEODCRS)\s*\[\s*"([^"]+)"/i.exec(wkt) ?? [];
  const [, a, rf] = /\b(?:SPHEROID|ELLIPSOID)\s*\[\s*"[^"]*"\s*,\s*([\d.]+)\s*,\s*([\d.]+)/i.exec(wkt) ?? [];
  const rows = [name, system].flatMap((one) => byName?.get(plain(one ?? '')) ?? []);
  const [, code] = /UNIT\s*\[(?:[^[\]]|\[[^[\]]*\])*\]\s*,\s*AUTHORITY\s*\[\s*"EPSG"\s*,\s*"?(\d+)/i.exec(wkt) ?? [];
  const coded = code && knownDatums()?.datums.get(datumOfSystem(Number(code)) ?? 0);
  if (coded) rows.push(coded);
  return rows.find((row) => Math.abs(row[2] - Number(a)) < 0.01 && Math.abs(row[3] - Number(rf)) < 1e-4);
}

/** Latitudes far apart: two projections that agree at all that they have an image for are the same. */
const latitudes = [-70, -33, 4, 42, 51, 68, 86];
/** Of coordinate units; texts round parameters. */
const tolerance = 0.01;

function numberOf(wkt: string, [datum, geographic]: DatumRow): number | undefined {
  const same = comparison(wkt);
  if (!same) return undefined;
  if (same(geographic)) return geographic;
  const [, title = ''] = /^\w+\s*\[\s*"([^"]*)"/.exec(wkt) ?? [];
  // Esri leaves Krüger out of its names, and EPSG did so in numbers that are deprecated.
  const whole = title.replace(/_(gauss|gk)(?=_)/i, '_Gauss_Kruger');
  const rank = (wkid: number): number => (wkid > lastEpsg ? 1000 : 0) + distanceOfNames(whole, names.get(wkid) ?? '');
  return systemsOn(datum)
    .filter(same)
    .sort((a, b) => rank(a) - rank(b))[0];
}

/** Tell whether a well-known text has the coordinates of a system whose definition is at hand; datums are not compared. */
export const hasCoordinatesOf = (wkt: string, wkid: number): boolean => comparison(wkt)?.(wkid) ?? false;

/** Make what compares a text with systems; undefined when it is not understood. */
function comparison(wkt: string): ((wkid: number) => boolean) | undefined {
  let own: ReferenceDefinition;
  try {
    own = parseDefinition(readable(wkt), 'WKT');
  } catch {
    return undefined;
  }
  const points = samples(own.projection);
  const image = imageOf(own, points);
  if (image.filter(Number.isFinite).length < 6) return undefined;
  return (wkid) => {
    const text = textOf(wkid);
    if (text === undefined) return false;
    const definition = parseDefinition(text, String(wkid));
    if (definition.isGeographic !== own.isGeographic) return false;
    const other = imageOf(definition, points);
    const close = own.isGeographic ? 1e-8 : isOblique(own.projection) ? 10 * tolerance : tolerance;
    return image.every(
      (value, index) => Math.abs(value - other[index]!) < close || (Number.isNaN(value) && Number.isNaN(other[index]!)),
    );
  };
}

const names = new Map<number, string>();

/** Name a system. Several have the same coordinates and differ in the order of axes or in age: the nearest name decides. */
export const nameSystem = (wkid: number, name: string): void => void names.set(wkid, name);

/** Count the words that only one of two names has. */
function distanceOfNames(...both: [string, string]): number {
  const [a, b] = both.map((name) => new Set(name.toLowerCase().split(/[^a-z0-9+]+/))) as [Set<string>, Set<string>];
  return new Set([...a, ...b]).size * 2 - a.size - b.size;
}

const isOblique = ({ projName }: Projection): boolean => /oblique|omerc|krovak/i.test(projName);

function samples(projection: Projection): number[] {
  const { long0 = 0, lat0 = 0 } = projection;
  const [middle, centre] = [long0, lat0].map((angle) => (angle * 180) / Math.PI) as [number, number];
  // Oblique projections have two names with formulas that agree around the centre alone.
  const near = [-1.5, -0.4, 0.3, 1.1].map((off) => centre + off);
  const some = isOblique(projection) ? near : latitudes;
  return some.flatMap((latitude, index) => [middle + (index % 2 ? 1.3 : -0.7), latitude]);
}

const degree = Math.PI / 180;

const primeUnit = /PRIMEM\s*\[(?:[^[\]]|\[[^[\]]*\])*\]\s*,\s*UNIT\s*\[\s*"[^"]*"\s*,\s*([\d.eE+-]+)/i;

/** Projections that the library has by another name, by theirs in lower case. The southern pole's reads the northern one too. */
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

/** A text that the library understands: angles in degrees, which it takes for granted, and a projection that it knows. */
export function readable(wkt: string): string {
  const unit = Number(primeUnit.exec(wkt)?.[1] ?? degree);
  const isSwiss = /"Azimuth"\s*,\s*90(\.0*)?\s*\]/i.test(wkt);
  const known = wkt
    .replace(/(PROJECTION\s*\[\s*)"([^"]+)"/i, (whole, head: string, name: string) => {
      const isCenter = isSwiss && /^Hotine_Oblique_Mercator_Azimuth_Center$/i.test(name);
      const other = isCenter ? 'somerc' : libraryNames[name.toLowerCase().replaceAll(' ', '_')];
      return other ? `${head}"${other}"` : whole;
    })
    .replace(/"XY_Plane_Rotation"/i, '"rectified_grid_angle"');
  if (!(unit > 0) || Math.abs(unit / degree - 1) < 1e-9) return known;
  return known.replace(
    /(PARAMETER\s*\[\s*"(?:lat|lon|central_m|standard_p|azimuth|rectified|pseudo)[^"]*"\s*,\s*)([-\d.eE+]+)/gi,
    (_, head: string, value: string) => `${head}${(Number(value) * unit) / degree}`,
  );
}

/** Where points of a datum lie in a system on it, whatever shift is stated of it. */
function imageOf(definition: ReferenceDefinition, points: readonly number[]): number[] {
  const converter = proj4(
    ownDegrees(definition).projection as unknown as string,
    withoutDatum(definition).projection as unknown as string,
  );
  const image: number[] = [];
  for (let at = 0; at < points.length; at += 2) {
    try {
      image.push(...(converter.forward([points[at]!, points[at + 1]!], true) as number[]));
    } catch {
      // Outside the domain of the projection.
      image.push(Number.NaN, Number.NaN);
    }
  }
  return image;
}

/** The same system without a shift of its datum. */
export function withoutDatum(definition: ReferenceDefinition): ReferenceDefinition {
  const { a, es } = definition.projection;
  return withDatumOf(definition, parseDefinition(ellipsoidText(a, es), 'Ellipsoid'));
}

/** Degrees from Greenwich on the ellipsoid of a system, without a shift. */
export const ownDegrees = ({ projection: { a, es } }: ReferenceDefinition): ReferenceDefinition =>
  parseDefinition(ellipsoidText(a, es), 'Ellipsoid');

const ellipsoidText = (a: number, es: number): string => `+proj=longlat +a=${a} +b=${a * Math.sqrt(1 - es)} +no_defs`;

/** A system with the datum of another in place of its own. */
export function withDatumOf(definition: ReferenceDefinition, other: ReferenceDefinition): ReferenceDefinition {
  const { datum, datumCode, datum_params } = other.projection as Projection & { datum: unknown };
  return {
    ...definition,
    text: `${definition.text} on ${other.text}`,
    projection: Object.assign(Object.create(definition.projection), { datum, datumCode, datum_params }),
    isApproximate: other.isApproximate,
  };
}
