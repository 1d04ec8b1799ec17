/** A cache of the most recently requested values, each with the revision of its source. */
interface LastUsed<T> {
  /** Return the cached value of the key if it has this revision; otherwise read it. undefined isn't cached. */
  get(key: string, revision: number, read: () => Promise<T | undefined>): Promise<T | undefined>;
}

/**
 * Create an empty cache.
 *
 * @param most   maximum sum of all weights
 * @param weight returns the weight of a value
 */
export function createLastUsed<T>(most: number, weight: (value: T) => number): LastUsed<T> {
  const values = new Map<string, { readonly revision: number; readonly value: T }>();
  let sum = 0;
  const drop = (key: string): void => {
    const known = values.get(key);
    if (known && values.delete(key)) sum -= weight(known.value);
  };
  return {
    async get(key, revision, read) {
      const known = values.get(key);
      const value = known?.revision === revision ? known.value : await read();
      drop(key);
      if (value === undefined) return undefined;
      values.set(key, { revision, value });
      sum += weight(value);
      for (const oldest of values.keys()) {
        if (sum <= most) break;
        drop(oldest);
      }
      return value;
    },
  };
}
