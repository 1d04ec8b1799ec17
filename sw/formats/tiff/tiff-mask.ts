import type { GeoTIFF, GeoTIFFImage } from 'geotiff';
import type { Samples } from '../../service/raster-source.ts';
import type { SourceBand } from '../reading/source-raster.ts';

/** Bits of NewSubfileType (TIFF 6.0): a reduced copy, and a mask. */
const reduced = 1;
const mask = 4;

/**
 * Read the mask that a TIFF has for its first image beside it, as GDAL writes it.
 *
 * @returns for each pixel whether it counts; undefined when there is none, or all count
 */
export async function readMask(
  tiff: GeoTIFF,
  image: GeoTIFFImage,
  signal?: AbortSignal,
): Promise<Uint8Array | undefined> {
  const count = await tiff.getImageCount();
  for (let i = 1; i < count; i++) {
    const other = await tiff.getImage(i);
    const kind = (await other.fileDirectory.loadValue('NewSubfileType')) as number | undefined;
    const isMask = kind !== undefined && (kind & mask) !== 0 && (kind & reduced) === 0;
    if (!isMask || other.getWidth() !== image.getWidth() || other.getHeight() !== image.getHeight()) continue;
    const [read] = (await other.readRasters({ ...(signal ? { signal } : {}), interleave: false })) as unknown as [
      Samples,
    ];
    const counts = Uint8Array.from(read, (value) => (value > 0 ? 1 : 0));
    return counts.includes(0) ? counts : undefined;
  }
  return undefined;
}

/**
 * Leave out the pixels that a mask leaves out: as the value that stands for no data, as no number where samples may be none, and
 * else by a band of opacity.
 */
export function maskedBands(
  bands: readonly SourceBand[],
  counts: Uint8Array,
  noData: number | undefined,
): readonly SourceBand[] {
  const first = bands[0]!.samples;
  const isFloat = first instanceof Float32Array || first instanceof Float64Array;
  const empty = noData ?? (isFloat ? Number.NaN : undefined);
  if (empty !== undefined)
    return bands.map((band) => ({ ...band, samples: band.samples.map((value, i) => (counts[i] ? value : empty)) }));
  if (bands.some(({ name }) => /^alpha$/i.test(name))) return bands;
  return [...bands, { name: 'Alpha', samples: first.map((_, i) => (counts[i] ? 255 : 0)) }];
}
