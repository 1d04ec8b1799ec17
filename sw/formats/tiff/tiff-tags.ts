import type { RasterManifest } from '../../service/definition.ts';
import { emptySamples } from '../../service/no-data.ts';
import { type Placement, placed } from '../image/world-file.ts';
import { readFault } from '../reading/diagnostic.ts';
import type { PaletteEntry } from '../reading/source-raster.ts';
import { crsOfKeys, numberOfKeys, readGeoKeys } from './geo-keys.ts';
import type { TiffFile } from './tiff-file.ts';
import { colorModelOf, photometrics, type TiffImage, tags, whiteOf } from './tiff-image.ts';

/** What the tags of a GeoTIFF say of where it lies; empty lists for tags that it lacks. */
interface LocationTags {
  /** ModelTransformation: a matrix of four rows. */
  readonly matrix: ArrayLike<number>;
  /** ModelTiepoint: column, row and height of a pixel, then its position; six numbers for each point. */
  readonly tiePoints: ArrayLike<number>;
  /** ModelPixelScale: width and height of a pixel. */
  readonly scale: ArrayLike<number>;
  /** Positions are those of the middles of pixels. */
  readonly isPoint: boolean;
}

/**
 * Read where an image lies, and its coordinate system; each undefined when the file does not say.
 *
 * @param numbers reads a tag, empty without it
 */
export async function tiffLocation(
  numbers: (tag: number) => Promise<ArrayLike<number>>,
  texts: string,
  name: string,
  beside?: Placement,
): Promise<{ readonly placement: Placement | undefined; readonly crs: ReturnType<typeof crsOfKeys> }> {
  const keys = readGeoKeys(await numbers(tags.geoKeys), await numbers(tags.geoDoubles), texts);
  const [matrix, tiePoints, scale] = (await Promise.all(
    [tags.transformation, tags.tiePoint, tags.pixelScale].map(numbers),
  )) as [ArrayLike<number>, ArrayLike<number>, ArrayLike<number>];
  // A file that does not say has areas, as GDAL reads it.
  const isPoint = numberOfKeys(keys, 1025) === 2;
  return { placement: tiffPlacement({ matrix, tiePoints, scale, isPoint }, name, beside), crs: crsOfKeys(keys) };
}

/**
 * Find where an image lies, by the tags that GDAL takes: the first tie point with the size of a pixel, else the matrix.
 *
 * @param beside what another file says, where the tags do not
 * @returns undefined when neither says
 * @throws {Fault} `not-supported` for an image that is turned or has only control points, as `placed`
 * @see OGC GeoTIFF 1.1, annex B.6 and 7.1.2.4 (raster types)
 */
function tiffPlacement(
  { matrix, tiePoints, scale, isPoint }: LocationTags,
  name: string,
  beside?: Placement,
): Placement | undefined {
  const [column = 0, row = 0, , x, y] = Array.from(tiePoints);
  const [width, height] = [scale[0] ?? 0, Math.abs(scale[1] ?? 0)];
  const hasSize = width !== 0 && height !== 0 && y !== undefined;
  if (!hasSize && matrix.length < 8) {
    if (tiePoints.length <= 6 || beside) return beside;
    throw readFault('not-supported', 'controlPoints', name, Math.floor(tiePoints.length / 6));
  }
  const [a, b, , left, d, e, , top] = hasSize
    ? [width, 0, 0, x! - column * width, 0, -height, 0, y + row * height]
    : (Array.from(matrix) as [number, number, number, number, number, number, number, number]);
  const shift = isPoint ? 0.5 : 0;
  const way = { pixelWidth: a!, turnX: b!, turnY: d!, step: e! };
  return placed({ ...way, left: left! - shift * (a! + b!), top: top! - shift * (d! + e!) }, name);
}

/**
 * Read the text that GDAL writes for no data.
 *
 * @returns a value as it may be among the samples, of 64 bits as the text has it; undefined for none, and for one that they cannot have
 */
function noDataOf(text: string, sampleType: RasterManifest['sampleType']): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return undefined;
  if (sampleType === 'f64') return value;
  if (sampleType === 'f32') return [...emptySamples({ sampleType, noData: value })][0];
  const [low, high] = { u8: [0, 255], u16: [0, 65_535], i16: [-32_768, 32_767], i32: [-(2 ** 31), 2 ** 31 - 1] }[
    sampleType
  ] as [number, number];
  return Number.isInteger(value) && value >= low && value <= high ? value : undefined;
}

/** Read a tag as text; empty without it. */
export const textOfTag = async (file: TiffFile, { directory }: TiffImage, tag: number): Promise<string> =>
  new TextDecoder().decode(await file.bytes(directory.get(tag)));

/** What GDAL adds to an image: the value for no data, turned like the others where 0 is white, and by band names and statistics. */
export async function gdalTags(
  file: TiffFile,
  image: TiffImage,
): Promise<{
  readonly noData: number | undefined;
  readonly bands: ReadonlyMap<number, ReadonlyMap<string, string>>;
}> {
  const textOf = async (tag: number) => (await textOfTag(file, image, tag)).split('\0')[0]!;
  const stored = noDataOf(await textOf(tags.noData), sampleTypeOf(image));
  const white = whiteOf(image);
  const noData = white === undefined || stored === undefined ? stored : white - stored;
  const bands = new Map<number, Map<string, string>>();
  for (const [, attributes = '', value = ''] of (await textOf(tags.metadata)).matchAll(/<Item\s([^<>]*)>([^<]*)</g)) {
    const sample = /\bsample="(\d+)"/.exec(attributes)?.[1];
    const name = /\bname="([^"]*)"/.exec(attributes)?.[1];
    if (sample === undefined || name === undefined) continue;
    const band = bands.get(Number(sample)) ?? new Map<string, string>();
    bands.set(Number(sample), band.set(name, unescaped(value)));
  }
  return { noData, bands };
}

const unescaped = (text: string): string =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name]!);
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Names of the bands: as the file has them, else by what they are. */
export async function bandNamesOf(
  file: TiffFile,
  image: TiffImage,
  bands: ReadonlyMap<number, ReadonlyMap<string, string>>,
): Promise<string[]> {
  const { directory, photometric } = image;
  const model = colorModelOf(image);
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

/** Colours of the values of an image; undefined when it has none. */
export async function paletteOf(file: TiffFile, image: TiffImage): Promise<PaletteEntry[] | undefined> {
  const map = await file.numbers(image.directory.get(tags.colorMap));
  if (image.photometric !== photometrics.palette || map.length === 0) return undefined;
  // Sixteen bits a colour; some writers fill only eight.
  const isWide = map.some((value) => value > 255);
  const byte = (at: number): number => (isWide ? (map[at] ?? 0) >> 8 : (map[at] ?? 0));
  const count = Math.floor(map.length / 3);
  return Array.from({ length: count }, (_, value) => ({
    value,
    red: byte(value),
    green: byte(count + value),
    blue: byte(2 * count + value),
  }));
}

/** The type in which samples are answered: what has none of its own goes into the next wider. */
export function sampleTypeOf({ numberKind, bits }: TiffImage): RasterManifest['sampleType'] {
  if (numberKind === 'float') return bits <= 32 ? 'f32' : 'f64';
  if (numberKind === 'signed') return bits === 32 ? 'i32' : 'i16';
  return bits > 16 ? 'f64' : bits > 8 ? 'u16' : 'u8';
}
