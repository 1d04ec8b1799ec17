import type { AttributeBatch } from '../../rows/batch.ts';

/** Index for a row without a symbol. */
export const noSymbol = 0xffff;

/** Symbols and row values of one batch. */
export interface ClassifiedRows {
  /** Index in `Classifier.symbols` or `noSymbol`, by row of the batch. */
  readonly symbols: Uint16Array;
  /** Angle by row in degrees counterclockwise, added to the symbol's own angle. */
  readonly anglesDeg?: Float32Array;
  /** Alpha by row, 0 to 1. */
  readonly alphas?: Float32Array;
}

/** Assigns a symbol index to each row. */
export type Assign = (columns: AttributeBatch, symbols: Uint16Array, areas?: Float64Array) => void;
