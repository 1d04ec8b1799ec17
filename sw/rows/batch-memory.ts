import type { AttributeBatch } from './batch.ts';

/** Returns the cached result for a batch and a key, or computes it. Results are dropped with their batch. */
type BatchMemory<T> = (batch: AttributeBatch, textOf: () => string, compute: () => T) => T;

/**
 * Maximum results per batch. A map has a few layers with the same rows, each with its own renderer, filter and labels.
 */
const resultsPerBatch = 12;
/** Minimum rows of a batch to cache. For a smaller batch, the lookup takes as long as computing the result. */
const rememberedFromRows = 512;

/**
 * Create a cache for results computed from batches, such as their classes. Drawing labels and panning need the same
 * results for the same batches. Only the most recently used results of each batch are cached. Callers must not change
 * them.
 *
 * The second argument of the returned function returns the cache key.
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
