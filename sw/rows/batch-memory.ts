import type { AttributeBatch } from './batch.ts';

/** Remembers what was computed of batches, as long as the batches themselves are in memory. */
type BatchMemory<T> = (batch: AttributeBatch, textOf: () => string, compute: () => T) => T;

/** A map has a few layers of the same rows, each with its renderer, its filter and its labels. */
const resultsPerBatch = 12;
/** To look up a smaller batch takes as long as to go through it. */
const rememberedFromRows = 512;

/**
 * Make a memory of what is computed of batches, such as their classes: the labels of a picture, and the pictures of a pan, need the
 * same of the same batches. Of a batch the results asked for last are remembered; nobody may change them.
 *
 * `textOf` says what is computed.
 */
export function createBatchMemory<T>(): BatchMemory<T> {
  const memory = new WeakMap<AttributeBatch, Map<string, T>>();
  return (batch, textOf, compute) => {
    if (batch.rowCount < rememberedFromRows) return compute();
    let results = memory.get(batch);
    if (!results) {
      results = new Map();
      memory.set(batch, results);
    }
    const text = textOf();
    const result = results.get(text) ?? compute();
    results.delete(text);
    results.set(text, result);
    if (results.size > resultsPerBatch) results.delete(results.keys().next().value!);
    return result;
  };
}
