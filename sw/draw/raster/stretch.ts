import { badValue, quoteValue, unsupported } from '../../contract/index.ts';
import type { RasterManifest } from '../../service/definition.ts';
import { type BandHistogram, clipRange, deviationRange } from '../../service/raster-histogram.ts';

/** Maps a sample to a byte: `table[round((value - low) * scale)]`, clamped to the table. */
export interface Stretch {
  readonly low: number;
  readonly scale: number;
  readonly table: Uint8Array;
}

type StretchKind = 'none' | 'deviations' | 'equalize' | 'range' | 'percent';

/**
 * Read the name of a stretch such as `esriRasterStretch_StandardDeviations`, with or without its prefix.
 *
 * @param defaultKind result for no name
 * @throws {Fault} `bad-value` for an unknown name; `not-supported` for histogram specification, because no message
 *   contains a histogram
 */
export function stretchKind(text: string | undefined, defaultKind: StretchKind, path: string): StretchKind {
  if (!text) return defaultKind;
  const name = text.replace(/^.*_/, '').toLowerCase();
  if (/^(none|defaultfromsource)$/.test(name)) return 'none';
  if (/^standarddeviations?$/.test(name)) return 'deviations';
  if (/^histogramequali[sz]e$/.test(name)) return 'equalize';
  if (/^(minimummaximum|minmax|custom)$/.test(name)) return 'range';
  if (/^(percentminimummaximum|percentclip)$/.test(name)) return 'percent';
  if (/^histogramspecification$/.test(name))
    throw unsupported(`${path}.StretchType ${quoteValue(text)}`, 'it needs a histogram to match');
  throw badValue(
    `${path}.StretchType`,
    'None, StandardDeviations, HistogramEqualize, MinimumMaximum, PercentMinimumMaximum or Custom',
    text,
  );
}

/** Return the default stretch. Bytes are used as colors unchanged. */
export const defaultStretch = ({ sampleType }: RasterManifest): StretchKind => (sampleType === 'u8' ? 'none' : 'range');

/** Counts the values of a band. */
export type ReadHistogram = (band: number) => Promise<BandHistogram>;

/** Return true if the stretch needs a histogram. */
export const needsHistogram = (kind: StretchKind): boolean => kind === 'equalize' || kind === 'percent';

interface StretchOptions {
  readonly kind: StretchKind;
  /** Number of standard deviations; 2 by default, as in desktop software. */
  readonly deviations?: number | undefined;
  /** Replaces the statistics of the band. */
  readonly range?: readonly [number, number] | undefined;
  readonly isInverted?: boolean | undefined;
}

/** Make a stretch. `histogram` is required if `needsHistogram` returns true. */
export function makeStretch(
  { kind, deviations, range, isInverted }: StretchOptions,
  statistics: RasterManifest['statistics'][number],
  histogram: BandHistogram | undefined,
): Stretch {
  const identity = Uint8Array.from({ length: 256 }, (_, i) => (isInverted ? 255 - i : i));
  if (kind === 'none' && !range) return { low: 0, scale: 1, table: identity };
  if (kind === 'equalize' && histogram) {
    const table = equalizeHistogram(histogram).map((byte) => (isInverted ? 255 - byte : byte));
    const { low, high, counts } = histogram;
    return { low, scale: high > low ? (counts.length - 1) / (high - low) : 0, table };
  }
  const [low, high] = range ?? computeStretchRange(kind, deviations, statistics, histogram);
  return { low, scale: high > low ? 255 / (high - low) : 0, table: identity };
}

/** Return the sample values at both ends of the ramp, [low, high]. */
export function computeStretchRange(
  kind: StretchKind,
  deviations = 2,
  statistics: RasterManifest['statistics'][number],
  histogram: BandHistogram | undefined,
): readonly [number, number] {
  if (kind === 'deviations') return deviationRange(statistics, deviations);
  return kind === 'percent' && histogram ? clipRange(histogram) : [statistics.min, statistics.max];
}

/**
 * Make the table of an equalized histogram. Each byte is the share of pixels below the value plus half of the pixels
 * with the value.
 */
function equalizeHistogram({ counts, total }: BandHistogram): Uint8Array {
  const table = new Uint8Array(counts.length);
  let below = 0;
  for (let i = 0; i < counts.length; i++) {
    table[i] = total === 0 ? 0 : Math.round((255 * (below + counts[i]! / 2)) / total);
    below += counts[i]!;
  }
  return table;
}
