import { growArray } from '../../geometry/grow-array.ts';

/**
 * Points of many symbols in pixels, at most one per pixel in total.
 *
 * A hash of the row decides which of several points in a pixel remains, and which is drawn over its neighbors, so all
 * images agree. Each symbol therefore covers a share of the image that matches its share of the points. Drawing symbol
 * by symbol would show mostly the last symbol.
 */
export interface MixedPoints {
  /** Add the point of a row at `pixel`, its index in the image with its margin. */
  add(pixel: number, px: number, py: number, row: number, symbol: number): void;
  /**
   * Yield the points in drawing order, in runs of one symbol. No points can be added afterwards.
   *
   * @param ranks rank of each symbol, which decides the drawing order of points with equal hashes
   */
  runs(
    ranks: readonly number[],
  ): Generator<{ readonly symbol: number; readonly xy: Float32Array; readonly count: number }>;
}

/** Approximate maximum number of runs. */
const maxRuns = 4096;
const maxRounds = 64;

/** Maximum pixels of an image, with its margin, whose memory is reused. */
const maxSparePixels = 1 << 22;
/** Reusable memory, all zero. Allocating this much costs more than the points of a small layer. */
let spare: Int32Array<ArrayBuffer> | undefined;

interface Columns {
  readonly xy: Float32Array<ArrayBuffer>;
  readonly pixels: Int32Array<ArrayBuffer>;
  readonly lots: Int32Array<ArrayBuffer>;
  readonly symbols: Int32Array<ArrayBuffer>;
}

/** Maximum points whose memory is reused. */
const maxSparePoints = 1 << 18;
/** Reusable memory of the previous image, with undefined contents. */
let spareColumns: Columns | undefined;

const newColumns = (count: number): Columns => ({
  xy: new Float32Array(2 * count),
  pixels: new Int32Array(count),
  lots: new Int32Array(count),
  symbols: new Int32Array(count),
});

export function createMixedPoints(pixelCount: number): MixedPoints {
  /** Index of the point in each pixel plus one; 0 for none. */
  const places = spare && spare.length >= pixelCount ? spare : new Int32Array(pixelCount);
  spare = undefined;
  let count = 0;
  let { xy, pixels, lots, symbols } = spareColumns ?? newColumns(64);
  spareColumns = undefined;
  return {
    add(pixel, px, py, row, symbol) {
      const lot = hashRow(row);
      let index = places[pixel]! - 1;
      if (index < 0) {
        index = count++;
        places[pixel] = count;
        if (2 * index === xy.length) {
          xy = growArray(xy);
          pixels = growArray(pixels);
          lots = growArray(lots);
          symbols = growArray(symbols);
        }
      } else if (lots[index]! >= lot) return;
      xy[2 * index] = px;
      xy[2 * index + 1] = py;
      pixels[index] = pixel;
      lots[index] = lot;
      symbols[index] = symbol;
    },
    *runs(ranks) {
      for (let i = 0; i < count; i++) places[pixels[i]!] = 0;
      if (places.length <= maxSparePixels) spare = places;
      const symbolCount = ranks.length;
      if (symbolCount === 0) return;
      const symbolsByRank = new Int32Array(symbolCount);
      for (const [symbol, rank] of ranks.entries()) symbolsByRank[rank] = symbol;
      const rounds = Math.max(1, Math.min(maxRounds, Math.floor(maxRuns / symbolCount)));
      // The lower bits of a hash are independent of its magnitude, so points that won a pixel are spread over all
      // rounds.
      const findRun = (index: number) => ((lots[index]! & 0xffff) % rounds) * symbolCount + ranks[symbols[index]!]!;
      const ends = new Uint32Array(rounds * symbolCount + 1);
      for (let i = 0; i < count; i++) ends[findRun(i) + 1]!++;
      for (let run = 0; run < ends.length - 1; run++) ends[run + 1]! += ends[run]!;
      const starts = ends.slice(0, -1);
      const next = starts.slice();
      const ordered = new Float32Array(2 * count);
      for (let i = 0; i < count; i++) {
        const to = next[findRun(i)]!++;
        ordered[2 * to] = xy[2 * i]!;
        ordered[2 * to + 1] = xy[2 * i + 1]!;
      }
      if (pixels.length <= maxSparePoints) spareColumns = { xy, pixels, lots, symbols };
      for (let run = 0; run < starts.length; run++) {
        const [from, to] = [starts[run]!, next[run]!];
        if (to > from)
          yield { symbol: symbolsByRank[run % symbolCount]!, xy: ordered.subarray(2 * from, 2 * to), count: to - from };
      }
    },
  };
}

/** Hash a row to 31 bits with the final steps of MurmurHash3. */
function hashRow(row: number): number {
  let lot = row;
  lot = Math.imul(lot ^ (lot >>> 16), 0x85ebca6b);
  lot = Math.imul(lot ^ (lot >>> 13), 0xc2b2ae35);
  return (lot ^ (lot >>> 16)) >>> 1;
}
