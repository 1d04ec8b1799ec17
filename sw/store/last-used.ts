/** A cache of the most recently requested values, each with the revision of its source. */
interface LastUsed<T> {
  /** Return the cached value of the key if it has this revision; otherwise read it. undefined isn't cached. */
  get(key: string, revision: number, read: () => Promise<T | undefined>): Promise<T | undefined>;
}

/**
 * Create an empty cache.
 *
 * @param maxWeight   maximum sum of all weights
 * @param weight returns the weight of a value, for example its bytes
 */
export function createLastUsed<T>(maxWeight: number, weight: (value: T) => number): LastUsed<T> {
  const values = new Map<string, { readonly revision: number; readonly value: T }>();
  let sum = 0;
  const drop = (key: string): void => {
    const entry = values.get(key);
    if (entry && values.delete(key)) sum -= weight(entry.value);
  };
  return {
    async get(key, revision, read) {
      const entry = values.get(key);
      const value = entry?.revision === revision ? entry.value : await read();
      drop(key);
      if (value === undefined) return undefined;
      values.set(key, { revision, value });
      sum += weight(value);
      for (const oldest of values.keys()) {
        if (sum <= maxWeight) break;
        drop(oldest);
      }
      return value;
    },
  };
}
