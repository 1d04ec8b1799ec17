import { toPoint } from 'mgrs';
import type { LooseGeometry } from '../../../../sw/formats/reading/collect-features.ts';
import { isOnEarth, wgs84 } from '../../../../sw/formats/reading/spatial-reference.ts';
import { depths, parseWktGeometry } from '../../../../sw/formats/text/wkt-geometry.ts';
import { transformation } from '../../../../sw/geometry/project.ts';
import { referenceFromWkid } from '../../../../sw/geometry/spatial-reference.ts';
import { type NumberStyle, readCoordinate } from './angle.ts';

type Position = readonly [x: number, y: number];

/** Maximum length of a position. It limits the time of regular expressions below that take more than linear time. */
const maxPositionLength = 200;

const number = String.raw`[+-]?(?:\d+(?:[.,]\d+)?|\.\d+)`;
/** A number, or degrees with minutes and seconds. */
const piece = String.raw`${number}(?:\s?[°º:d]\s?${number}\s?(?:['’′:m]\s?(?:${number}\s?(?:["”″]|''|s)?)?)?|\s?°)?`;
const side = String.raw`([NSEWO]\s?${piece}|${piece}\s?[NSEWO]?)`;
const twoNumbers = new RegExp(String.raw`^${side}(\s*[;/|,]\s+|\s+|\s*[;/|]\s*|,)${side}$`, 'i');
/** Matches ISO 6709: +48.1371+011.5754/ */
const signed = /^([+-]\d{1,2}(?:\.\d+)?)([+-]\d{1,3}(?:\.\d+)?)(?:[+-][\d.]+)?\/?$/;

/**
 * Read two coordinates from a text: `48.1, 11.5`, `48,1; 11,5`, `N 48°08' E 11°34'`. Direction letters determine the
 * order.
 *
 * @param order order for text without letters
 * @returns undefined if the text isn't a pair
 */
export function readPair(text: string, order: 'lat-lon' | 'lon-lat', style: NumberStyle): Position | undefined {
  if (text.length > maxPositionLength) return undefined;
  const plain = text.replace(/−/g, '-').trim();
  const inside = plain.replace(/^[([{]|[)\]}]$/g, '').trim();
  const iso = signed.exec(inside);
  const two = iso ? undefined : splitPair(inside);
  const parts = iso ? [iso[1]!, iso[2]!] : two;
  if (!parts) return undefined;
  const a = readCoordinate(parts[0]!, style);
  const b = readCoordinate(parts[1]!, style);
  if (!a || !b || (a.axis !== undefined && a.axis === b.axis)) return undefined;
  const isLatitudeFirst = iso ? true : a.axis ? a.axis === 'y' : b.axis ? b.axis === 'x' : order === 'lat-lon';
  return isLatitudeFirst ? [b.value, a.value] : [a.value, b.value];
}

function splitPair(text: string): readonly [string, string] | undefined {
  const match = twoNumbers.exec(text);
  if (!match) return undefined;
  const [, a, mark, b] = match;
  // `48,137` is one number. A comma separates two numbers only if both have a point.
  if (mark === ',' && !(/[.°NSEWO]/i.test(a!) && /[.°NSEWO]/i.test(b!))) return undefined;
  return [a!, b!];
}

const base32 = '0123456789bcdefghjkmnpqrstuvwxyz';
export const geohashPattern = /^[0-9bcdefghjkmnp-z]{1,12}$/i;

/** Return the center of a geohash cell in degrees; undefined if the text isn't a geohash. */
export function readGeohash(text: string): Position | undefined {
  const code = text.trim().toLowerCase();
  if (!geohashPattern.test(code)) return undefined;
  const range = { x: [-180, 180], y: [-90, 90] };
  let isX = true;
  for (const letter of code) {
    const bits = base32.indexOf(letter);
    for (let mask = 16; mask > 0; mask >>= 1) {
      const side = isX ? range.x : range.y;
      const middle = (side[0]! + side[1]!) / 2;
      side[(bits & mask) === 0 ? 1 : 0] = middle;
      isX = !isX;
    }
  }
  return [(range.x[0]! + range.x[1]!) / 2, (range.y[0]! + range.y[1]!) / 2];
}

const mgrsPattern = /^(0?[1-9]|[1-5]\d|60)([C-HJ-NP-X])([A-HJ-NP-Z]{2})((?:\d\d){0,5})$/;
const utmPattern =
  /^(?:UTM|ZONE)?\s*(0?[1-9]|[1-5]\d|60)\s*([C-HJ-NP-X])\s*[:,]?\s*(?:E\s*)?(\d{6}(?:[.,]\d+)?)\s*(?:M?E)?\s*[,;/]?\s*(?:N\s*)?(\d{1,8}(?:[.,]\d+)?)\s*(?:M?N)?$/;

/**
 * Read a position in MGRS (without the poles) or in a UTM zone with easting and northing, both on WGS 84.
 *
 * The letter after a UTM zone is a band or a hemisphere. N and S can be either; they are read as a band if the northing
 * is in that band.
 *
 * @returns degrees, for MGRS the center of the square; undefined if the text is neither
 */
export function readGrid(text: string): Position | undefined {
  if (text.length > maxPositionLength) return undefined;
  const plain = text.normalize('NFKC').trim().toUpperCase();
  const grid = mgrsPattern.exec(plain.replace(/\s+/g, ''));
  if (grid) return readMgrs(grid[0]);
  const utm = utmPattern.exec(plain);
  if (!utm) return undefined;
  const [, zone, letter, easting, northing] = utm;
  const [x, y] = [easting!, northing!].map((number) => Number(number.replace(',', '.'))) as [number, number];
  const xy = Float64Array.of(x, y);
  const reference = referenceFromWkid((isSouthern(letter!, y) ? 32700 : 32600) + Number(zone));
  transformation(reference, wgs84)?.forward(xy);
  return isOnEarth(xy[0]!, xy[1]!) ? [xy[0]!, xy[1]!] : undefined;
}

function readMgrs(text: string): Position | undefined {
  try {
    const [x, y] = toPoint(text);
    return isOnEarth(x, y) ? [x, y] : undefined;
  } catch {
    // The zone doesn't have a square with these letters.
    return undefined;
  }
}

/**
 * Check whether a position is in the southern hemisphere, by the northings in meters of the bands N (0° to 8°) and S
 * (32° to 40°).
 */
function isSouthern(letter: string, northing: number): boolean {
  if (letter === 'S') return !(northing > 3_530_000 && northing < 4_440_000);
  return letter < 'N';
}

const geometryStart =
  /^\s*(?:SRID=\d+;\s*)?(?:MULTI)?(?:POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION)\s*(?:(?:ZM?|M)\s*)?(?:\(|EMPTY)/i;
const jsonStart = /^\s*\{\s*"(?:type|coordinates)"\s*:/;

/** Check whether a text starts like well-known text or GeoJSON. */
export const startsGeometry = (text: string): boolean => geometryStart.test(text) || jsonStart.test(text);

/** Read a geometry as well-known text or GeoJSON; undefined if the text is neither. */
export function readGeometryText(text: string): LooseGeometry | undefined {
  if (!jsonStart.test(text)) return parseWktGeometry(text);
  try {
    const geometry = JSON.parse(text) as LooseGeometry;
    return isGeometry(geometry) ? geometry : undefined;
  } catch {
    return undefined;
  }
}

function isGeometry({ type, coordinates, geometries }: LooseGeometry, nesting = 0): boolean {
  if (type === 'GeometryCollection')
    return (
      Array.isArray(geometries) && nesting < 16 && geometries.every((part) => isGeometry(Object(part), nesting + 1))
    );
  const depth = typeof type === 'string' && Object.hasOwn(depths, type) ? depths[type] : undefined;
  return depth !== undefined && isNested(coordinates, depth);
}

const isNested = (list: unknown, depth: number): boolean =>
  Array.isArray(list) &&
  (depth === 0 ? list.length >= 2 && list.every(Number.isFinite) : list.every((item) => isNested(item, depth - 1)));

/**
 * Return the SRID that PostGIS writes before well-known text, as in `SRID=25832;POINT (1 2)`; undefined if there is
 * none.
 */
export const parseSrid = (text: string): number | undefined => {
  const match = /^\s*SRID=(\d{4,6});/i.exec(text);
  return match ? Number(match[1]) : undefined;
};
