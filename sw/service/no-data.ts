import type { RasterManifest } from './definition.ts';

const greatestFloat = (2 - 2 ** -23) * 2 ** 127;
/** Files round the greatest float to six or more digits, so a value from this limit on means the greatest float. */
const lowestGreat = (greatest: number): number => greatest * (1 - 1e-5);

/**
 * Return the samples that mean no data. Files and users write no-data values as text. Among 32-bit samples, a value
 * means the float it rounds to. A value close to the lowest or greatest float means that float. Pixels that aren't
 * numbers never have data.
 *
 * @param more values in addition to the raster's own no-data value
 */
export function emptySamples(
  { sampleType, noData }: Pick<RasterManifest, 'sampleType'> & { readonly noData?: number | undefined },
  more: readonly number[] = [],
): Set<number> {
  const empty = new Set<number>();
  for (const value of noData === undefined ? more : [noData, ...more]) {
    const size = Math.abs(value);
    if (sampleType === 'f32' && size < lowestGreat(greatestFloat)) empty.add(Math.fround(value));
    else if (sampleType === 'f32') empty.add(Math.sign(value) * greatestFloat);
    else empty.add(value);
    if (sampleType !== 'f64') continue;
    // The samples may have been converted from 32 bits.
    if (size > lowestGreat(greatestFloat) && size < 2 * greatestFloat) empty.add(Math.sign(value) * greatestFloat);
    if (size > lowestGreat(Number.MAX_VALUE)) empty.add(Math.sign(value) * Number.MAX_VALUE);
  }
  return empty;
}
