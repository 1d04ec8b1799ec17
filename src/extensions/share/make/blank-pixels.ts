import type { SourceRaster } from '../../../../sw/formats/reading/source-raster.ts';
import type { RasterManifest } from '../../../../sw/service/definition.ts';
import { alphaBandOf } from '../../../../sw/service/raster-drawing.ts';
import type { Samples } from '../../../../sw/service/raster-source.ts';

type Pixels = Pick<SourceRaster, 'sampleType' | 'noData' | 'bands'>;

const bitsOf = { u8: 8, u16: 16, i16: 16, i32: 32 } as const;

/**
 * Take the values of some pixels away, in place where the raster can say so: they become transparent, else no data. A picture gets a
 * band of opacity for it; whole numbers get a value for no data that none of them is.
 *
 * @param isBlank 1 for a pixel whose value goes
 */
export function blankPixels(manifest: RasterManifest, bands: SourceRaster['bands'], isBlank: Uint8Array): Pixels {
  const { sampleType, noData } = manifest;
  if (!isBlank.includes(1)) return { sampleType, bands, ...(noData !== undefined && { noData }) };
  const isPicture = sampleType === 'u8' && bands.length === 3 && noData === undefined;
  if (isPicture || alphaBandOf(manifest) !== undefined) {
    for (const { samples } of bands) put(samples, isBlank, 0);
    const Alpha = { name: 'Alpha', samples: isBlank.map((blank) => (blank ? 0 : 255)) };
    return { sampleType, bands: isPicture ? [...bands, Alpha] : bands, ...(noData !== undefined && { noData }) };
  }
  if (sampleType === 'f32' || sampleType === 'f64') {
    for (const { samples } of bands) put(samples, isBlank, noData ?? Number.NaN);
    return { sampleType, bands, ...(noData !== undefined && { noData }) };
  }
  const value = noData ?? unusedValue(sampleType, bands);
  if (value !== undefined) {
    for (const { samples } of bands) put(samples, isBlank, value);
    return { sampleType, bands, noData: value };
  }
  const wider = bands.map(({ name, samples }) => ({ name, samples: Int32Array.from(samples) }));
  return blankPixels({ ...manifest, sampleType: 'i32' }, wider, isBlank);
}

function put(samples: Samples, isBlank: Uint8Array, value: number): void {
  for (let at = 0; at < isBlank.length; at++) if (isBlank[at]) samples[at] = value;
}

/** A whole number of a type that occurs in no band; undefined where all do. */
function unusedValue(sampleType: 'u8' | 'u16' | 'i16' | 'i32', bands: SourceRaster['bands']): number | undefined {
  const count = 2 ** bitsOf[sampleType];
  const low = sampleType.startsWith('i') ? -count / 2 : 0;
  const used = new Set<number>();
  // Of so many numbers one of the first is free.
  if (sampleType !== 'i32') for (const { samples } of bands) for (const value of samples) used.add(value);
  const isUsed = (value: number) =>
    sampleType === 'i32' ? bands.some(({ samples }) => samples.includes(value)) : used.has(value);
  for (let value = low; value < low + count; value++) if (!isUsed(value)) return value;
  return undefined;
}
