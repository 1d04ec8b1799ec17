/**
 * A cache of what has been read, bounded by bytes, least recently used first out. Two who ask for the same key at the
 * same time share one reading; a reading that fails is not cached.
 */
export interface BatchCache {
  /**
   * Answer the cached value of `key` of `owner`, or read it.
   *
   * @param owner the table the key belongs to; keys of different owners never meet
   */
  read<T>(owner: object, key: string, load: () => Promise<Sized<T>>): Promise<T>;
  /** Bytes cached now. */
  readonly bytes: number;
}

/** Something with the number of bytes it occupies. */
export interface Sized<T> {
  readonly value: T;
  readonly bytes: number;
}

interface Entry {
  readonly promise: Promise<unknown>;
  readonly owner: Map<string, Entry>;
  readonly key: string;
  /** 0 until it has been read. */
  bytes: number;
}

/**
 * Make an empty cache.
 *
 * @param mostBytes limit of its contents; a single larger entry stays until the next is read
 */
export function createBatchCache(maximumBytes = 192 * 1024 * 1024): BatchCache {
  const owners = new WeakMap<object, Map<string, Entry>>();
  /** In the order of last use: a Set keeps the order of insertion. */
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
      // What is still being read has no bytes to give back.
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
      const known = entries.get(key);
      if (known) {
        recent.delete(known);
        recent.add(known);
        return known.promise as Promise<T>;
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
