import type { AttributeBatch } from '../../rows/batch.ts';

/** Index for a row without symbol. */
export const noSymbol = 0xffff;

/** Symbols and row values of one batch. */
export interface ClassifiedRows {
  /** By row of the batch: index in `Classifier.symbols`, or `noSymbol`. */
  readonly symbols: Uint16Array;
  /** Degrees anticlockwise by row, added to the symbol's own angle. */
  readonly anglesDeg?: Float32Array;
  /** 0 to 1 by row. */
  readonly alphas?: Float32Array;
}

/** Assigns a symbol index to each row. */
export type Assign = (columns: AttributeBatch, symbols: Uint16Array, areas?: Float64Array) => void;
