import { badValue } from '../../contract/index.ts';

export type Resampling = 'nearest' | 'bilinear' | 'cubic' | 'majority';

/**
 * Read the name of a resampling method such as `RSP_BilinearInterpolation`, with or without its prefix.
 *
 * @param defaultResampling result for no name
 * @throws {Fault} `bad-value` for an unknown name
 */
export function parseResampling(text: string | undefined, defaultResampling: Resampling, path: string): Resampling {
  if (!text) return defaultResampling;
  if (/bilin/i.test(text)) return 'bilinear';
  if (/nearest/i.test(text)) return 'nearest';
  if (/cubic/i.test(text)) return 'cubic';
  if (/major/i.test(text)) return 'majority';
  throw badValue(
    `${path}.ResamplingType`,
    'RSP_NearestNeighbor, RSP_BilinearInterpolation, RSP_CubicConvolution or RSP_Majority',
    text,
  );
}

/** Piece of a level with the kind of each pixel: 1 for data. */
export interface Piece {
  readonly width: number;
  readonly height: number;
  /** Undefined if every pixel is data. */
  readonly kinds: Uint8Array | undefined;
}

/**
 * Resamples values at positions. Pixels that aren't data are excluded from a mixture. Whether a position has a value
 * depends on its nearest pixel, which the caller checks.
 *
 * @param samples row by row, `piece.width` per row
 * @param x, y    `count` positions in pixels of the piece, from its upper left corner
 * @param out     receives one value per position
 */
type Resampler = (
  piece: Piece,
  samples: Float32Array | Float64Array,
  x: Float64Array,
  y: Float64Array,
  count: number,
  out: Float64Array,
) => void;

const clamp = (value: number, max: number): number => (value < 0 ? 0 : Math.min(value, max));

/** Return the index of the pixel that contains a point. A point on the last edge belongs to the last pixel. */
export function nearestIndex({ width, height }: Piece, x: number, y: number): number {
  return clamp(Math.floor(y), height - 1) * width + clamp(Math.floor(x), width - 1);
}

const nearest: Resampler = (piece, samples, x, y, count, out) => {
  for (let i = 0; i < count; i++) out[i] = samples[nearestIndex(piece, x[i]!, y[i]!)]!;
};

const bilinear: Resampler = (piece, samples, x, y, count, out) => {
  const { width, height, kinds } = piece;
  for (let i = 0; i < count; i++) {
    const px = x[i]! - 0.5;
    const py = y[i]! - 0.5;
    const left = Math.floor(px);
    const top = Math.floor(py);
    const u = px - left;
    const v = py - top;
    const x0 = left < 0 ? 0 : left >= width ? width - 1 : left;
    const x1 = left + 1 < 0 ? 0 : left + 1 >= width ? width - 1 : left + 1;
    const row0 = (top < 0 ? 0 : top >= height ? height - 1 : top) * width;
    const row1 = (top + 1 < 0 ? 0 : top + 1 >= height ? height - 1 : top + 1) * width;
    const [i00, i01, i10, i11] = [row0 + x0, row0 + x1, row1 + x0, row1 + x1];
    if (!kinds || (kinds[i00] === 1 && kinds[i01] === 1 && kinds[i10] === 1 && kinds[i11] === 1)) {
      const above = samples[i00]! * (1 - u) + samples[i01]! * u;
      const below = samples[i10]! * (1 - u) + samples[i11]! * u;
      out[i] = above * (1 - v) + below * v;
      continue;
    }
    let sum = 0;
    let weight = 0;
    const corners = [i00, i01, i10, i11];
    const shares = [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v];
    for (let corner = 0; corner < 4; corner++) {
      if (kinds[corners[corner]!] !== 1) continue;
      sum += samples[corners[corner]!]! * shares[corner]!;
      weight += shares[corner]!;
    }
    out[i] = sum / weight;
  }
};

/** Compute the weights of the four pixels around a position, for a = -0.5 (Keys 1981). */
function cubicWeights(share: number, weights: Float64Array): void {
  const s = share;
  weights[0] = ((-0.5 * s + 1) * s - 0.5) * s;
  weights[1] = (1.5 * s - 2.5) * s * s + 1;
  weights[2] = ((-1.5 * s + 2) * s + 0.5) * s;
  weights[3] = (0.5 * s - 0.5) * s * s;
}

const cubic: Resampler = (piece, samples, x, y, count, out) => {
  const { width, height, kinds } = piece;
  const across = new Float64Array(4);
  const down = new Float64Array(4);
  for (let i = 0; i < count; i++) {
    const left = Math.floor(x[i]! - 0.5);
    const top = Math.floor(y[i]! - 0.5);
    cubicWeights(x[i]! - 0.5 - left, across);
    cubicWeights(y[i]! - 0.5 - top, down);
    let sum = 0;
    let weight = 0;
    for (let row = 0; row < 4; row++) {
      const start = clamp(top - 1 + row, height - 1) * width;
      for (let column = 0; column < 4; column++) {
        const sample = start + clamp(left - 1 + column, width - 1);
        if (kinds && kinds[sample] !== 1) continue;
        const share = down[row]! * across[column]!;
        sum += samples[sample]! * share;
        weight += share;
      }
    }
    // The weights of a few pixels may cancel each other out.
    out[i] = weight > 0.1 ? sum / weight : samples[nearestIndex(piece, x[i]!, y[i]!)]!;
  }
};

/** Return the most frequent value of the four surrounding pixels; the nearest one in a tie. */
const majority: Resampler = (piece, samples, x, y, count, out) => {
  const { width, height, kinds } = piece;
  for (let i = 0; i < count; i++) {
    const left = Math.floor(x[i]! - 0.5);
    const top = Math.floor(y[i]! - 0.5);
    const nearestSample = samples[nearestIndex(piece, x[i]!, y[i]!)]!;
    const neighbors: number[] = [];
    for (let corner = 0; corner < 4; corner++) {
      const sample = clamp(top + (corner >> 1), height - 1) * width + clamp(left + (corner % 2), width - 1);
      if (!kinds || kinds[sample] === 1) neighbors.push(samples[sample]!);
    }
    const times = (value: number): number => neighbors.reduce((sum, other) => sum + (other === value ? 1 : 0), 0);
    out[i] = neighbors.reduce((best, value) => (times(value) > times(best) ? value : best), nearestSample);
  }
};

export const resamplers: Readonly<Record<Resampling, Resampler>> = { nearest, bilinear, cubic, majority };
