import { getDefinitionText, parseDefinition } from '../../geometry/reference-definitions.ts';
import type { RasterManifest } from '../../service/definition.ts';
import { emptySamples } from '../../service/no-data.ts';
import { type Placement, toPlacement } from '../image/world-file.ts';
import { readFault } from '../reading/diagnostic.ts';
import { ReadFault } from '../reading/read-fault.ts';
import type { PaletteEntry } from '../reading/source-raster.ts';
import { findChildren, readXmlTree, type XmlNode } from '../reading/xml.ts';
import type { TiffFile } from './tiff-file.ts';
import { getColorModel, getWhiteValue, photometrics, type TiffImage, tags } from './tiff-image.ts';

/** Georeferencing tags of a GeoTIFF; empty lists for missing tags. */
interface LocationTags {
  /** ModelTransformation: a matrix of four rows. */
  readonly matrix: ArrayLike<number>;
  /** ModelTiepoint: column, row and depth of a pixel, then its position; six numbers per point. */
  readonly tiePoints: ArrayLike<number>;
  /** ModelPixelScale: width and height of a pixel. */
  readonly scale: ArrayLike<number>;
  /** Positions refer to the centers of pixels. */
  readonly isPoint: boolean;
}

/**
 * Read the placement and the CRS of an image; each is undefined if the file has none.
 *
 * @param numbers reads a tag; returns an empty list if it's missing
 */
export async function tiffLocation(
  numbers: (tag: number) => Promise<ArrayLike<number>>,
  texts: string,
  name: string,
  sidecarPlacement?: Placement,
): Promise<{ readonly placement: Placement | undefined; readonly crs: ReturnType<typeof readGeoKeyCrs> }> {
  const keys = readGeoKeys(await numbers(tags.geoKeys), await numbers(tags.geoDoubles), texts);
  const [matrix, tiePoints, scale] = (await Promise.all(
    [tags.transformation, tags.tiePoint, tags.pixelScale].map(numbers),
  )) as [ArrayLike<number>, ArrayLike<number>, ArrayLike<number>];
  // Like GDAL, default to pixels as areas.
  const isPoint = readKeyNumber(keys, 1025) === 2;
  return {
    placement: tiffPlacement({ matrix, tiePoints, scale, isPoint }, name, sidecarPlacement),
    crs: readGeoKeyCrs(keys),
  };
}

/**
 * Return the placement from the tags that GDAL uses: the first tie point with the pixel size, otherwise the matrix.
 *
 * @param sidecarPlacement placement from a sidecar file, used if the tags have none
 * @returns undefined if neither has one
 * @throws {Fault} `not-supported` when the image is rotated or has only control points; `bad-package` for pixels that
 *   are mirrored or have no size
 * @see OGC GeoTIFF 1.1, annex B.6 and 7.1.2.4 (raster types)
 */
function tiffPlacement(
  { matrix, tiePoints, scale, isPoint }: LocationTags,
  name: string,
  sidecarPlacement?: Placement,
): Placement | undefined {
  const [column = 0, row = 0, , x, y] = Array.from(tiePoints);
  const [width, height] = [scale[0] ?? 0, Math.abs(scale[1] ?? 0)];
  const hasSize = width !== 0 && height !== 0 && y !== undefined;
  if (!hasSize && matrix.length < 8) {
    if (tiePoints.length <= 6 || sidecarPlacement) return sidecarPlacement;
    throw readFault('not-supported', 'controlPoints', name, Math.floor(tiePoints.length / 6));
  }
  const [a, b, , left, d, e, , top] = hasSize
    ? [width, 0, 0, x! - column * width, 0, -height, 0, y + row * height]
    : (Array.from(matrix) as [number, number, number, number, number, number, number, number]);
  const shift = isPoint ? 0.5 : 0;
  const transform = { pixelWidth: a!, turnX: b!, turnY: d!, step: e! };
  return toPlacement({ ...transform, left: left! - shift * (a! + b!), top: top! - shift * (d! + e!) }, name);
}

/**
 * Parse GDAL's text for no data.
 *
 * @returns a value as samples store it, with all digits for 64 bits; undefined if empty, or if samples can't have the
 * value
 */
function parseNoData(text: string, sampleType: RasterManifest['sampleType']): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return undefined;
  if (sampleType === 'f64') return value;
  if (sampleType === 'f32') return [...emptySamples({ sampleType, noData: value })][0];
  const [low, high] = { u8: [0, 255], u16: [0, 65_535], i16: [-32_768, 32_767], i32: [-(2 ** 31), 2 ** 31 - 1] }[
    sampleType
  ] as [number, number];
  return Number.isInteger(value) && value >= low && value <= high ? value : undefined;
}

/** Read a tag as text; empty if it's missing. */
export const readTextTag = async (file: TiffFile, { directory }: TiffImage, tag: number): Promise<string> =>
  new TextDecoder().decode(await file.bytes(directory.get(tag)));

/** Read the tags that GDAL adds: the no-data value (inverted if 0 is white), and band names and statistics by band. */
export async function gdalTags(
  file: TiffFile,
  image: TiffImage,
): Promise<{
  readonly noData: number | undefined;
  readonly bands: ReadonlyMap<number, ReadonlyMap<string, string>>;
}> {
  const readText = async (tag: number) => (await readTextTag(file, image, tag)).split('\0')[0]!;
  const stored = parseNoData(await readText(tags.noData), getSampleType(image));
  const white = getWhiteValue(image);
  const noData = white === undefined || stored === undefined ? stored : white - stored;
  const bands = new Map<number, Map<string, string>>();
  for (const { attributes, text } of await readItems(await readText(tags.metadata))) {
    const { sample, name } = attributes;
    if (sample === undefined || name === undefined) continue;
    const band = bands.get(Number(sample)) ?? new Map<string, string>();
    bands.set(Number(sample), band.set(name, text));
  }
  return { noData, bands };
}

/** Return the items of GDAL's metadata; empty if it isn't XML, because the image can be read without it. */
async function readItems(metadata: string): Promise<readonly XmlNode[]> {
  try {
    const { root } = await readXmlTree({ name: 'GDALMetadata', bytes: new TextEncoder().encode(metadata) });
    return findChildren(root, 'Item');
  } catch (error) {
    if (!(error instanceof ReadFault)) throw error;
    return [];
  }
}

/** Return the names of the bands: from the file, otherwise by their role. */
export async function readBandNames(
  file: TiffFile,
  image: TiffImage,
  bands: ReadonlyMap<number, ReadonlyMap<string, string>>,
): Promise<string[]> {
  const { directory, photometric } = image;
  const model = getColorModel(image);
  const samples = model ? 3 : image.samples;
  const extra = await file.numbers(directory.get(tags.extraSamples));
  const isRgb = model !== undefined || photometric === photometrics.rgb || photometric === photometrics.yCbCr;
  return Array.from({ length: samples }, (_, i) => {
    const isAlpha = (extra[0] === 1 || extra[0] === 2) && i === samples - extra.length && i > 0;
    if (isAlpha) return 'Alpha';
    const plain = isRgb && i < 3 ? ['Red', 'Green', 'Blue'][i]! : samples === 1 ? 'Value' : `Band_${i + 1}`;
    return bands.get(i)?.get('DESCRIPTION') || plain;
  });
}

/** Return the colors of the values of an image; undefined if it has no palette. */
export async function readPalette(file: TiffFile, image: TiffImage): Promise<PaletteEntry[] | undefined> {
  const map = await file.numbers(image.directory.get(tags.colorMap));
  if (image.photometric !== photometrics.palette || map.length === 0) return undefined;
  // Colors have 16 bits, but some writers fill only 8.
  const isWide = map.some((value) => value > 255);
  const byte = (index: number): number => (isWide ? (map[index] ?? 0) >> 8 : (map[index] ?? 0));
  const count = Math.floor(map.length / 3);
  return Array.from({ length: count }, (_, value) => ({
    value,
    red: byte(value),
    green: byte(count + value),
    blue: byte(2 * count + value),
  }));
}

/** Return the sample type of a raster; if none matches exactly, the next wider type. */
export function getSampleType({ numberKind, bits }: TiffImage): RasterManifest['sampleType'] {
  if (numberKind === 'float') return bits <= 32 ? 'f32' : 'f64';
  if (numberKind === 'signed') return bits === 32 ? 'i32' : 'i16';
  return bits > 16 ? 'f64' : bits > 8 ? 'u16' : 'u8';
}

type GeoKeys = ReadonlyMap<number, readonly number[] | string>;

const [doublesTag, textsTag] = [34_736, 34_737];
/** Maximum numbers of a key: a datum shift has the most. */
const maxNumbers = 7;
const userDefined = 32_767;

/** Read the keys of a GeoTIFF from its three tags; empty without them. @see OGC GeoTIFF 1.1, 7.1.1 */
function readGeoKeys(directory: ArrayLike<number>, doubles: ArrayLike<number>, texts: string): GeoKeys {
  const keys = new Map<number, readonly number[] | string>();
  for (let index = 4; index + 3 < directory.length; index += 4) {
    const [key, tag, count, value] = [0, 1, 2, 3].map((i) => directory[index + i]!) as [number, number, number, number];
    if (tag === 0) keys.set(key, [value]);
    else if (tag === textsTag) keys.set(key, texts.slice(value, value + count));
    else if (tag === doublesTag)
      keys.set(
        key,
        Array.from({ length: Math.min(count, maxNumbers) }, (_, i) => doubles[value + i] ?? 0),
      );
  }
  return keys;
}

/** Return the number of the first key that has a number; undefined if no key has one. */
const readKeyNumber = (keys: GeoKeys, ...among: readonly number[]): number | undefined =>
  among.map((key) => keys.get(key)?.[0]).find((value): value is number => Number.isFinite(value));

/**
 * Return the CRS of the keys, as an EPSG code or as WKT from its parameters.
 *
 * @returns undefined if there is none, or for unsupported projections, units and ellipsoids
 */
export function readGeoKeyCrs(keys: GeoKeys): { readonly code?: number; readonly wkt?: string } | undefined {
  const [model, projected, geographic] = [1024, 3072, 2048].map((key) => readKeyNumber(keys, key));
  const isNamed = (code: number | undefined): code is number => code !== undefined && code > 0 && code < userDefined;
  if (isNamed(projected)) return { code: projected };
  // The model is also user-defined if GeoTIFF has no code for the projection.
  const isProjected = projected !== undefined || keys.has(3075) || model === userDefined;
  if (!isProjected && isNamed(geographic)) return { code: geographic };
  const wkt = esriText(keys) ?? (isProjected ? projectedText(keys) : geographicText(keys, true));
  return wkt === undefined ? undefined : { wkt };
}

/** Return the WKT that Esri software writes into one of the names. */
const esriText = (keys: GeoKeys): string | undefined =>
  [3073, 1026, 2049].map((key) => /^ESRI PE String\s*=\s*([^|\0]+)/.exec(String(keys.get(key)))?.[1]).find(Boolean);

/** Parameters by their letter in `methods`: name, and the keys that may hold the value. */
const parameters: Readonly<Record<string, readonly (string | number)[]>> = {
  ...{ o: ['latitude_of_origin', 3081, 3085, 3089], m: ['central_meridian', 3080, 3084, 3088] },
  ...{ c: ['latitude_of_center', 3089, 3081, 3085], l: ['longitude_of_center', 3088, 3080, 3084] },
  ...{ s: ['standard_parallel_1', 3078], t: ['standard_parallel_2', 3079], p: ['central_meridian', 3095, 3080] },
  ...{ a: ['azimuth', 3094], r: ['rectified_grid_angle', 3096], k: ['scale_factor', 3092, 3093] },
  ...{ x: ['false_easting', 3082, 3090, 3086], y: ['false_northing', 3083, 3091, 3087] },
};

/** Projection name (OGC 01-009) and letters of the parameters, by the value of ProjCoordTransGeoKey. */
const methods: Readonly<Record<number, string>> = {
  ...{ 1: 'Transverse_Mercator omkxy', 3: 'Hotine_Oblique_Mercator clarkxy', 7: 'Mercator_1SP mkxy' },
  ...{ 8: 'Lambert_Conformal_Conic_2SP stomxy', 9: 'Lambert_Conformal_Conic_1SP omkxy', 24: 'Sinusoidal lxy' },
  ...{ 10: 'Lambert_Azimuthal_Equal_Area clxy', 12: 'Azimuthal_Equidistant clxy', 20: 'Miller_Cylindrical clxy' },
  ...{ 11: 'Albers_Conic_Equal_Area stclxy', 13: 'Equidistant_Conic stclxy', 22: 'Polyconic omxy' },
  ...{ 14: 'Stereographic omkxy', 15: 'Polar_Stereographic opkxy', 28: 'Cylindrical_Equal_Area smxy' },
  ...{ 16: 'Oblique_Stereographic omkxy', 17: 'Equirectangular somxy', 18: 'Cassini_Soldner omxy' },
  9815: 'Hotine_Oblique_Mercator_Azimuth_Center clarkxy',
};

/** Meters per unit of length, by EPSG code. */
const metersPerUnit: Readonly<Record<number, number>> = {
  ...{ 9001: 1, 9002: 0.3048, 9003: 1200 / 3937, 9005: 0.3047972654, 9031: 1.0000135965, 9036: 1000 },
  ...{ 9040: 0.9143984146, 9041: 0.3047994715, 9084: 0.9143985307, 9096: 0.9144 },
};

function projectedText(keys: GeoKeys): string | undefined {
  const base = geographicText(keys);
  const unit = readKeyNumber(keys, 3076) ?? 9001;
  const size = unit === userDefined ? readKeyNumber(keys, 3077) : metersPerUnit[unit];
  const projection = projectionText(keys);
  if (!base || !projection || !size || size < 0) return undefined;
  return `PROJCS["${cleanName(keys.get(3073) ?? keys.get(1026))}",${base},${projection},UNIT["unit",${size}]]`;
}

function projectionText(keys: GeoKeys): string | undefined {
  // UTM zones have their own codes.
  const code = readKeyNumber(keys, 3074) ?? 0;
  const [south, zone] = [Math.floor(code / 100) - 160, code % 100];
  const isZone = (south === 0 || south === 1) && zone > 0 && zone <= 60;
  const coordTrans = isZone ? 1 : (readKeyNumber(keys, 3075) ?? 0);
  const fixed = isZone ? [0, 6 * zone - 183, 0.9996, 500_000, south * 1e7] : [];
  // Mercator has one code for both of its variants.
  const isTrueScale = coordTrans === 7 && keys.has(3078) && !keys.has(3092);
  const [name, letters] = (isTrueScale ? 'Mercator_2SP smxy' : methods[coordTrans])?.split(' ') ?? [];
  if (!name || !letters) return undefined;
  const values = Array.from(letters, (letter, i) => {
    const [label, ...among] = parameters[letter]!;
    return `,PARAMETER["${label}",${fixed[i] ?? readKeyNumber(keys, ...(among as number[])) ?? (letter === 'k' ? 1 : 0)}]`;
  });
  return `PROJECTION["${name}"]${values.join('')}`;
}

/**
 * Return the WKT of a geographic CRS; undefined for an unknown ellipsoid or prime meridian. Angles of projections are
 * in degrees, as GDAL writes them. Coordinates (`areCoordinates`) in other angular units aren't supported.
 */
function geographicText(keys: GeoKeys, areCoordinates = false): string | undefined {
  const [named = 0, datum = 0] = [readKeyNumber(keys, 2048), readKeyNumber(keys, 2050)];
  // The codes of a datum and its CRS differ by 2000 (GeoTIFF 1.0, 6.3.2.2).
  const code = named > 0 && named < userDefined ? named : datum > 6000 && datum < 7000 ? datum - 2000 : undefined;
  const ellipsoid = readEllipsoid(keys, code);
  const east = readKeyNumber(keys, 2061);
  // These codes have a prime meridian other than Greenwich.
  const hasOtherMeridian = (readKeyNumber(keys, 2051) ?? 8901) !== 8901 || (code && code > 4800 && code < 4905);
  const isOtherUnit = areCoordinates && (readKeyNumber(keys, 2054) ?? 9102) !== 9102;
  if (!ellipsoid || isOtherUnit || (hasOtherMeridian && east === undefined)) return undefined;
  const citation = String(keys.get(2049) ?? '');
  const name = cleanName(/GCS Name = ([^|]*)/.exec(citation)?.[1] ?? citation);
  const datumName = code === 4326 ? 'WGS_1984' : cleanName(/Datum = ([^|]*)/.exec(citation)?.[1] ?? name);
  const toWorld = keys.get(2062);
  const toWgs84 = typeof toWorld === 'object' ? `,TOWGS84[${toWorld.join()}]` : '';
  const id = code ? `,AUTHORITY["EPSG","${code}"]` : '';
  return `GEOGCS["${name}",DATUM["${datumName}",SPHEROID["ellipsoid",${ellipsoid.join()}]${toWgs84}],PRIMEM["meridian",${east ?? 0}],UNIT["degree",0.0174532925199433]${id}]`;
}

/**
 * Return the semi-major axis in meters and the inverse flattening (0 for a sphere). They're from the keys or from a
 * built-in CRS.
 */
function readEllipsoid(keys: GeoKeys, code: number | undefined): readonly [number, number] | undefined {
  const [a = 0, b = 0, rf] = [2057, 2058, 2059].map((key) => readKeyNumber(keys, key));
  if (a > 0 && (rf !== undefined || b > 0)) return [a, rf ?? (a === b ? 0 : a / (a - b))];
  const text = getDefinitionText(code ?? 0);
  if (!text) return undefined;
  const { projection } = parseDefinition(text, 'GeographicTypeGeoKey');
  return [projection.a, projection.es > 0 ? 1 / (1 - Math.sqrt(1 - projection.es)) : 0];
}

/** Remove the characters of a name that could end a WKT string. */
const cleanName = (name: unknown): string =>
  String(name ?? '')
    .replace(/[^\p{L}\p{N} ()/.,+_-]/gu, '')
    .slice(0, 80) || 'unknown';
