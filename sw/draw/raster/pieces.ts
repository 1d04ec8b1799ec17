import { emptySamples } from '../../service/no-data.ts';
import type { Coloring } from './coloring.ts';
import type { Piece } from './resample.ts';
import { sourceBox, type Tiles } from './tiles.ts';

/** Samples around a patch. The next piece reuses the buffers. */
export interface SourcePiece extends Piece {
  /** Upper left corner in pixels of the level. */
  readonly x: number;
  readonly y: number;
  /** One list per band of the coloring. */
  readonly samples: readonly (Float32Array | Float64Array)[];
}

/** Kinds of pixels: NoData, data and background. */
const nothing = 0;
const something = 1;
const background = 2;

/** Make a reader of pieces of a level. It joins tiles and marks NoData and background pixels. */
export function createPieces(
  { manifest, level, across, byIndex }: Tiles,
  coloring: Coloring,
): { around(patches: Float64Array, at: number, scale: readonly [x: number, y: number]): SourcePiece } {
  const { bands, hasAlphaBand, noDataValues, background: backgroundValues } = coloring;
  const { tileSizePx: side, sampleType } = manifest;
  const size = manifest.levels[level]!;
  const isWide = sampleType === 'f64' || sampleType === 'i32';
  const isFloat = sampleType === 'f32' || sampleType === 'f64';
  const makeBuffer = (length: number) => (isWide ? new Float64Array(length) : new Float32Array(length));
  const empty = emptySamples(manifest, noDataValues);
  const colorBands = hasAlphaBand ? bands.length - 1 : bands.length;
  const isMarked = empty.size > 0 || isFloat || hasAlphaBand || backgroundValues !== undefined;
  const box = new Int32Array(4);
  let samples = bands.map(() => makeBuffer(4096));
  let kinds = new Uint8Array(4096);

  const copy = (width: number, height: number): void => {
    const [left, top] = [box[0]!, box[1]!];
    const [right, bottom] = [left + width, top + height];
    for (let row = Math.floor(top / side); row * side < bottom; row++) {
      for (let column = Math.floor(left / side); column * side < right; column++) {
        const tile = byIndex.get(row * across + column)!;
        const from = Math.max(left, column * side);
        const to = Math.min(right, column * side + tile.widthPx);
        const last = Math.min(bottom, row * side + tile.heightPx);
        for (let line = Math.max(top, row * side); line < last; line++) {
          const start = ((line - row * side) * tile.widthPx + from - column * side) * tile.pixelStride;
          const target = (line - top) * width + from - left;
          for (let band = 0; band < bands.length; band++) {
            const out = samples[band]!;
            for (
              let i = 0, source = start + bands[band]! * tile.bandStride;
              i < to - from;
              i++, source += tile.pixelStride
            )
              out[target + i] = tile.samples[source]!;
          }
        }
      }
    }
  };

  const [only] = empty;
  /** Mark the kinds of `count` pixels. @returns true if all are data */
  const mark = (count: number): boolean => {
    if (colorBands === 1 && !hasAlphaBand && !backgroundValues && empty.size <= 1) return markPlain(samples[0]!, count);
    let isWhole = true;
    for (let i = 0; i < count; i++) {
      let kind = nothing;
      for (let band = 0; band < colorBands && kind === nothing; band++) {
        const value = samples[band]![i]!;
        if (Number.isFinite(value) && !empty.has(value)) kind = something;
      }
      if (kind === something && hasAlphaBand && samples[colorBands]![i] === 0) kind = nothing;
      if (kind === something && backgroundValues) {
        let isBackground = true;
        for (let band = 0; band < colorBands; band++)
          if (samples[band]![i] !== backgroundValues[band]) isBackground = false;
        if (isBackground) kind = background;
      }
      kinds[i] = kind;
      if (kind !== something) isWhole = false;
    }
    return isWhole;
  };

  /** Mark pixels for one band with at most one NoData value, like most rasters. @returns true if all are data */
  const markPlain = (values: Float32Array | Float64Array, count: number): boolean => {
    let dataCount = 0;
    for (let i = 0; i < count; i++) {
      const value = values[i]!;
      const kind = value !== only && Number.isFinite(value) ? something : nothing;
      kinds[i] = kind;
      dataCount += kind;
    }
    return dataCount === count;
  };

  return {
    around(patches, offset, scale) {
      sourceBox(patches, offset, scale, size, box);
      const width = box[2]! - box[0]!;
      const height = box[3]! - box[1]!;
      if (width * height > kinds.length) {
        samples = bands.map(() => makeBuffer(width * height));
        kinds = new Uint8Array(width * height);
      }
      copy(width, height);
      const isWhole = !isMarked || mark(width * height);
      return { width, height, x: box[0]!, y: box[1]!, samples, kinds: isWhole ? undefined : kinds };
    },
  };
}
