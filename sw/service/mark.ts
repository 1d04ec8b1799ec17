/** What this browser stored when the catalogue was last read, kept outside of the database. */
export interface Mark {
  /** Which database it was. */
  readonly dataId: string;
  /** Epoch milliseconds. */
  readonly seenAt: number;
  /** Titles of the services, private ones included. */
  readonly services: readonly string[];
  /** The database is another one now, and nobody has decided yet what becomes of it. */
  readonly isLost?: true;
}

/** Where the mark stands: a browser that drops the database leaves a copy in `localStorage`, or the cache, or neither. */
export interface MarkKeeper {
  /** Undefined when there is none. */
  read(): Promise<Mark | undefined>;
  write(mark: Mark): Promise<void>;
}

/** Nothing was stored: what a mark says once its services are deleted or given up. */
export const emptyMark: Mark = { dataId: '', seenAt: 0, services: [] };

/** A cache of its own; the address is nobody's, so that no request is answered with it. */
const address = 'https://mark.invalid/';

/** Name of the cache with the mark of the app at `base`. */
export const markCacheName = (base: string): string => `mark-${base}`;

/** Keep the mark of the app at `base` among the caches, which worker and page share. */
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
