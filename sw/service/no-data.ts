import type { RasterManifest } from './definition.ts';

const greatestFloat = (2 - 2 ** -23) * 2 ** 127;
/** Files write the greatest number with six digits or more: from here on it is meant. */
const lowestGreat = (greatest: number): number => greatest * (1 - 1e-5);

/**
 * List the samples that stand for no data. A file and a user write the number as text: among 32-bit samples it means the one it
 * rounds to, and a text close to the lowest or greatest float means that. Pixels that aren't numbers never have data.
 *
 * @param more values beside that of the raster
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
    // Samples that had 32 bits once.
    if (size > lowestGreat(greatestFloat) && size < 2 * greatestFloat) empty.add(Math.sign(value) * greatestFloat);
    if (size > lowestGreat(Number.MAX_VALUE)) empty.add(Math.sign(value) * Number.MAX_VALUE);
  }
  return empty;
}
