import type { PaletteEntry } from '../../../../sw/formats/reading/source-raster.ts';
import type { TiffFile } from '../../../../sw/formats/tiff/tiff-file.ts';
import { photometrics, type TiffImage, tags } from '../../../../sw/formats/tiff/tiff-image.ts';
import { noDataOf } from '../../../../sw/formats/tiff/tiff-location.ts';
import type { RasterManifest } from '../../../../sw/service/definition.ts';

/** Read a tag as text; empty without it. */
export const textOfTag = async (file: TiffFile, { directory }: TiffImage, tag: number): Promise<string> =>
  new TextDecoder().decode(await file.bytes(directory.get(tag)));

/** What GDAL adds to an image: the value for no data, and by band names and statistics. */
export async function gdalTags(
  file: TiffFile,
  image: TiffImage,
): Promise<{
  readonly noData: number | undefined;
  readonly bands: ReadonlyMap<number, ReadonlyMap<string, string>>;
}> {
  const textOf = async (tag: number) => (await textOfTag(file, image, tag)).split('\0')[0]!;
  const noData = noDataOf(await textOf(tags.noData), sampleTypeOf(image));
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
  { directory, samples, photometric }: TiffImage,
  bands: ReadonlyMap<number, ReadonlyMap<string, string>>,
): Promise<string[]> {
  const extra = await file.numbers(directory.get(tags.extraSamples));
  const isRgb = photometric === photometrics.rgb || photometric === photometrics.yCbCr;
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
  if (numberKind === 'float') return bits === 32 ? 'f32' : 'f64';
  if (numberKind === 'signed') return bits === 32 ? 'i32' : 'i16';
  return bits === 32 ? 'f64' : bits === 16 ? 'u16' : 'u8';
}
