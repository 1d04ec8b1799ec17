import type { AttributeBatch } from '../../rows/batch.ts';

/** Number of a row that no symbol draws. */
export const noSymbol = 0xffff;

/** What a renderer says of the rows of one batch. */
export interface ClassifiedRows {
  /** By row of the batch: position in `Classifier.symbols`, or `noSymbol`. */
  readonly symbols: Uint16Array;
  /** Degrees anti-clockwise by row, added to the symbol's own angle. */
  readonly anglesDeg?: Float32Array;
  /** 0 to 1 by row. */
  readonly alphas?: Float32Array;
}

/** Gives the number of a symbol to each row. */
export type Assign = (columns: AttributeBatch, symbols: Uint16Array, areas?: Float64Array) => void;
