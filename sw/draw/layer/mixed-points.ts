import { grown } from '../../geometry/grown.ts';

/**
 * Points of many symbols in pixels, at most one per pixel of all of them together. Which one stays where several fall, and which
 * is drawn over its neighbours, is chosen by their rows as by lot, the same in every image: so each symbol has the share of the
 * image that it has of the points, where drawing symbol by symbol would leave the last one alone.
 */
export interface MixedPoints {
  /** Add a point of a row at `pixel`, its index in the image with its margin. */
  add(pixel: number, px: number, py: number, row: number, symbol: number): void;
  /**
   * Yields the points in drawing order, in runs of one symbol; none can be added any more.
   *
   * @param ranks of the symbols: which is drawn over which where their lots say the same
   */
  runs(
    ranks: readonly number[],
  ): Generator<{ readonly symbol: number; readonly xy: Float32Array; readonly count: number }>;
}

/** Together no more than about so many runs. */
const maximumRuns = 4096;
const maximumRounds = 64;

/** Pixels of an image with its margin whose memory is worth keeping. */
const largestSpare = 1 << 22;
/** All zero. Fresh memory of this size costs more than the points of a small layer. */
let spare: Int32Array<ArrayBuffer> | undefined;

interface Columns {
  readonly xy: Float32Array<ArrayBuffer>;
  readonly pixels: Int32Array<ArrayBuffer>;
  readonly lots: Int32Array<ArrayBuffer>;
  readonly symbols: Int32Array<ArrayBuffer>;
}

/** Points whose memory is worth keeping. */
const largestSpareCount = 1 << 18;
/** Of the picture before; what is in them is of no use. */
let spareColumns: Columns | undefined;

const newColumns = (count: number): Columns => ({
  xy: new Float32Array(2 * count),
  pixels: new Int32Array(count),
  lots: new Int32Array(count),
  symbols: new Int32Array(count),
});

export function createMixedPoints(pixelCount: number): MixedPoints {
  /** One more than the index of the point; 0 for none. */
  const places = spare && spare.length >= pixelCount ? spare : new Int32Array(pixelCount);
  spare = undefined;
  let count = 0;
  let { xy, pixels, lots, symbols } = spareColumns ?? newColumns(64);
  spareColumns = undefined;
  return {
    add(pixel, px, py, row, symbol) {
      const lot = lotOf(row);
      let at = places[pixel]! - 1;
      if (at < 0) {
        at = count++;
        places[pixel] = count;
        if (2 * at === xy.length) {
          xy = grown(xy);
          pixels = grown(pixels);
          lots = grown(lots);
          symbols = grown(symbols);
        }
      } else if (lots[at]! >= lot) return;
      xy[2 * at] = px;
      xy[2 * at + 1] = py;
      pixels[at] = pixel;
      lots[at] = lot;
      symbols[at] = symbol;
    },
    *runs(ranks) {
      for (let at = 0; at < count; at++) places[pixels[at]!] = 0;
      if (places.length <= largestSpare) spare = places;
      const symbolCount = ranks.length;
      if (symbolCount === 0) return;
      const symbolOf = new Int32Array(symbolCount);
      for (const [symbol, rank] of ranks.entries()) symbolOf[rank] = symbol;
      const rounds = Math.max(1, Math.min(maximumRounds, Math.floor(maximumRuns / symbolCount)));
      // The lower part of a lot says nothing of how high it is, so those that won a pixel come in every round.
      const runOf = (at: number) => ((lots[at]! & 0xffff) % rounds) * symbolCount + ranks[symbols[at]!]!;
      const ends = new Uint32Array(rounds * symbolCount + 1);
      for (let at = 0; at < count; at++) ends[runOf(at) + 1]!++;
      for (let run = 0; run < ends.length - 1; run++) ends[run + 1]! += ends[run]!;
      const starts = ends.slice(0, -1);
      const next = starts.slice();
      const ordered = new Float32Array(2 * count);
      for (let at = 0; at < count; at++) {
        const to = next[runOf(at)]!++;
        ordered[2 * to] = xy[2 * at]!;
        ordered[2 * to + 1] = xy[2 * at + 1]!;
      }
      if (pixels.length <= largestSpareCount) spareColumns = { xy, pixels, lots, symbols };
      for (let run = 0; run < starts.length; run++) {
        const [from, to] = [starts[run]!, next[run]!];
        if (to > from)
          yield { symbol: symbolOf[run % symbolCount]!, xy: ordered.subarray(2 * from, 2 * to), count: to - from };
      }
    },
  };
}

/** A number of 31 bits for a row that looks like chance: the last steps of the hash function Murmur 3. */
function lotOf(row: number): number {
  let lot = row;
  lot = Math.imul(lot ^ (lot >>> 16), 0x85ebca6b);
  lot = Math.imul(lot ^ (lot >>> 13), 0xc2b2ae35);
  return (lot ^ (lot >>> 16)) >>> 1;
}
