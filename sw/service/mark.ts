/**
 * The ID of the database and the titles of its services when the catalogue was last read. It is stored outside the
 * database, so that a lost database is noticed.
 */
export interface Mark {
  /** ID of the database. */
  readonly dataId: string;
  /** Epoch milliseconds. */
  readonly seenAt: number;
  /** Titles of the services, including private ones. */
  readonly services: readonly string[];
  /** The database has been replaced, and the user hasn't decided yet what to do. */
  readonly isLost?: true;
}

/**
 * Storage of the mark. A browser that drops the database may keep the copy in `localStorage`, or the copy in the cache,
 * or neither.
 */
export interface MarkKeeper {
  /** Return the mark; undefined if there is none. */
  read(): Promise<Mark | undefined>;
  write(mark: Mark): Promise<void>;
}

/** The mark if nothing is stored, or once the user has deleted or given up the services. */
export const emptyMark: Mark = { dataId: '', seenAt: 0, services: [] };

/** Address of the mark in its cache. No request is ever sent to it. */
const address = 'https://mark.invalid/';

/** Return the name of the cache with the mark of the app at `base`. */
export const markCacheName = (base: string): string => `mark-${base}`;

/** Return a keeper of the app's mark in the cache storage, which worker and page share. */
export function createMarkKeeper(storage: CacheStorage, base: string): MarkKeeper {
  const cache = () => storage.open(markCacheName(base));
  return {
    async read() {
      const response = await (await cache()).match(address);
      return response && (await response.json());
    },
    async write(mark) {
      await (await cache()).put(address, new Response(JSON.stringify(mark)));
    },
  };
}
