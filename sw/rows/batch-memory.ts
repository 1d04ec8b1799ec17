import type { AttributeBatch } from './batch.ts';

/** Caches results computed from batches, as long as the batches themselves are in memory. */
type BatchMemory<T> = (batch: AttributeBatch, textOf: () => string, compute: () => T) => T;

/** A map has a few layers of the same rows, each with its own renderer, filter and labels. */
const resultsPerBatch = 12;
/** Looking up a smaller batch takes as long as computing its result. */
const rememberedFromRows = 512;

/**
 * Create a cache for results computed from batches, such as their classes. The labels of an image and the images of a
 * pan need the same results for the same batches. Each batch keeps its most recently used results. Callers must not
 * change them.
 *
 * `textOf` returns the cache key.
 */
export function createBatchMemory<T>(): BatchMemory<T> {
  const memory = new WeakMap<AttributeBatch, Map<string, T>>();
  return (batch, getText, compute) => {
    if (batch.rowCount < rememberedFromRows) return compute();
    let results = memory.get(batch);
    if (!results) {
      results = new Map();
      memory.set(batch, results);
    }
    const text = getText();
    const result = results.get(text) ?? compute();
    results.delete(text);
    results.set(text, result);
    if (results.size > resultsPerBatch) results.delete(results.keys().next().value!);
    return result;
  };
}
