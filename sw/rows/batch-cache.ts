/**
 * A cache of loaded values, limited by bytes; the least recently used entries are dropped first. Concurrent reads of
 * the same key share one load. A failed load isn't cached.
 */
export interface BatchCache {
  /**
   * Return the cached value of `key` of `owner`, or load it.
   *
   * @param owner the table that the key belongs to; equal keys of different owners are independent
   */
  read<T>(owner: object, key: string, load: () => Promise<Sized<T>>): Promise<T>;
  /** Number of bytes in the cache. */
  readonly bytes: number;
}

/** A value with the number of bytes it occupies. */
export interface Sized<T> {
  readonly value: T;
  readonly bytes: number;
}

interface Entry {
  readonly promise: Promise<unknown>;
  readonly owner: Map<string, Entry>;
  readonly key: string;
  /** 0 until the value is loaded. */
  bytes: number;
}

/**
 * Create an empty cache.
 *
 * @param maximumBytes limit of the contents; a larger entry stays until the next load
 */
export function createBatchCache(maximumBytes = 192 * 1024 * 1024): BatchCache {
  const owners = new WeakMap<object, Map<string, Entry>>();
  /** In order of last use, because a Set keeps the order of insertion. */
  const recent = new Set<Entry>();
  let bytes = 0;

  const drop = (entry: Entry): void => {
    if (!recent.delete(entry)) return;
    bytes -= entry.bytes;
    if (entry.owner.get(entry.key) === entry) entry.owner.delete(entry.key);
  };
  const shrink = (newest: Entry): void => {
    for (const entry of recent) {
      if (bytes <= maximumBytes) return;
      // Entries that are still loading have no bytes to free.
      if (entry !== newest && entry.bytes > 0) drop(entry);
    }
  };

  return {
    get bytes() {
      return bytes;
    },
    read<T>(owner: object, key: string, load: () => Promise<Sized<T>>): Promise<T> {
      let entries = owners.get(owner);
      if (!entries) {
        entries = new Map();
        owners.set(owner, entries);
      }
      const cached = entries.get(key);
      if (cached) {
        recent.delete(cached);
        recent.add(cached);
        return cached.promise as Promise<T>;
      }
      const promise = load().then(
        (loaded) => {
          entry.bytes = loaded.bytes;
          bytes += loaded.bytes;
          shrink(entry);
          return loaded.value;
        },
        (error: unknown) => {
          drop(entry);
          throw error;
        },
      );
      const entry: Entry = { promise, owner: entries, key, bytes: 0 };
      entries.set(key, entry);
      recent.add(entry);
      return promise;
    },
  };
}
