import { deleteDB, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { Fault } from '../contract/index.ts';
import {
  blobBytesSetting,
  keepBytesForBlobs,
  keepsBytesForBlobs,
  loadBytes,
  refusesBlobs,
  replaceBlobs,
  reviveBlobs,
} from './blob-bytes.ts';
import type { Database, DatabaseOptions, KeyQuery, KeyRange, OpenDatabase, StoreNames } from './database.ts';

const blockedForMs = 5000;

/** Number of write transactions per store. Only this worker writes. */
const counts = new Map<string, number>();

/** Open a database of the browser. */
export const openIndexedDb: OpenDatabase = async <Schema>(options: DatabaseOptions<Schema>) => {
  const database = await open(options);
  // Earlier versions stored handles of local files there.
  deleteDB(`${options.name}:files`).catch(() => undefined);
  if (database.objectStoreNames.contains(settings)) {
    if (await database.get(settings, blobBytesSetting)) keepBytesForBlobs();
    // A database deleted while the worker runs has lost the setting.
    else if (keepsBytesForBlobs()) await database.put(settings, true, blobBytesSetting);
  }
  return wrapDatabase<Schema>(database);
};

const settings = 'settings';

function open<Schema>({ name, version, upgrade, onLost }: DatabaseOptions<Schema>): Promise<IDBPDatabase> {
  return new Promise((resolve, reject) => {
    let giveUp: ReturnType<typeof setTimeout> | undefined;
    openDB(name, version, {
      upgrade: (database, oldVersion, _, transaction) =>
        upgrade(database as never, oldVersion, wrapTransaction(transaction) as never),
      blocked() {
        giveUp = setTimeout(() => {
          onLost?.();
          reject(
            new Fault('storage-failed', 'Another tab has an older version of the storage open. Close the other tabs.'),
          );
        }, blockedForMs);
      },
      blocking(_current, _requested, event) {
        // A newer version waits for this connection, so close it immediately.
        onLost?.();
        (event.target as IDBDatabase).close();
      },
      terminated: () => onLost?.(),
    })
      .then(resolve, (error: unknown) => {
        onLost?.();
        reject(error);
      })
      .finally(() => clearTimeout(giveUp));
  });
}

function wrapDatabase<Schema>(database: IDBPDatabase): Database<Schema> {
  const storeNames = [...database.objectStoreNames] as StoreNames<Schema>[];
  let contents = {};
  const write = async (
    stores: readonly string[],
    durability: IDBTransactionDurability,
    task: (transaction: never, requests: Promise<unknown>[]) => Promise<unknown>,
    triesLeft = 4,
  ): Promise<never> => {
    const missing = new Set<Blob>();
    try {
      return (await runWrite(database, stores, durability, task, missing)) as never;
    } catch (error) {
      // The tries are limited, because a task that creates new Blobs each time would never end.
      if (triesLeft === 0) throw error;
      if (refusesBlobs(error)) {
        keepBytesForBlobs();
        await database.put(settings, true, blobBytesSetting);
      } else if (missing.size === 0) throw error;
      await loadBytes(missing);
      return write(stores, durability, task, triesLeft - 1);
    } finally {
      if (stores.length === storeNames.length) contents = {};
    }
  };
  return {
    storeNames,
    get contents() {
      return contents;
    },
    ...wrapRequests(database),
    read: async (stores, task) => task(wrapTransaction(database.transaction(stores)) as never),
    write,
    // Writes are counted when they begin, because a later transaction waits for them.
    changes: async (stores) => stores.map((name) => counts.get(name)).join(),
    close: async () => database.close(),
  };
}

/** Run a write transaction. @throws the cause of the failure, instead of the `AbortError` of each request */
async function runWrite<T>(
  database: IDBPDatabase,
  stores: readonly string[],
  durability: IDBTransactionDurability,
  task: (transaction: never, requests: Promise<unknown>[]) => Promise<T>,
  missing: Set<Blob>,
): Promise<T> {
  for (const name of stores) counts.set(name, (counts.get(name) ?? 0) + 1);
  const transaction = database.transaction(stores, 'readwrite', { durability });
  const requests: Promise<unknown>[] = [];
  try {
    const result = await task(wrapTransaction(transaction, missing) as never, requests);
    if (missing.size > 0) throw new Error('The bytes of a Blob are missing.');
    // A restore has cleared the settings.
    if (keepsBytesForBlobs() && stores.includes(settings))
      requests.push(transaction.objectStore(settings).put(true, blobBytesSetting));
    await Promise.all([...requests, transaction.done]);
    return result;
  } catch (error) {
    // Ignore the rejections: the requests fail with the transaction, whose error is thrown below.
    for (const request of requests) request.catch(() => undefined);
    try {
      transaction.abort();
    } catch {
      // The transaction has already ended.
    }
    const reason: unknown = await transaction.done.then(
      () => undefined,
      (cause: unknown) => cause,
    );
    throw reason instanceof Error && reason.name !== 'AbortError' ? reason : error;
  }
}

/** Convert a range to the browser's; other arguments stay. */
function toNative(argument: unknown): unknown {
  const { lower, upper, lowerOpen, upperOpen } = (argument ?? {}) as KeyRange;
  if (lower !== undefined)
    return upper === undefined
      ? IDBKeyRange.lowerBound(lower, lowerOpen)
      : IDBKeyRange.bound(lower, upper, lowerOpen, upperOpen);
  return upper === undefined ? argument : IDBKeyRange.upperBound(upper, upperOpen);
}

const wrapTransaction = (transaction: { objectStore(name: string): unknown }, missing = new Set<Blob>()) => ({
  objectStore(name: string) {
    const store = transaction.objectStore(name) as IDBPObjectStore<unknown, [string], string, 'readwrite'>;
    return {
      ...wrapRequests(store),
      hasInlineKeys: store.keyPath !== null,
      put: (value: unknown, key?: IDBValidKey) => store.put(replaceBlobs(value, missing), key),
      index(indexName: string) {
        const index = store.index(indexName);
        return {
          ...wrapRequests(index),
          async getEntries(query: KeyQuery, limit = Number.POSITIVE_INFINITY) {
            const entries: { key: unknown; primaryKey: unknown }[] = [];
            let cursor = await index.openKeyCursor(toNative(query) as IDBKeyRange);
            for (; cursor; cursor = entries.length < limit ? await cursor.continue() : null)
              entries.push({ key: cursor.key, primaryKey: cursor.primaryKey });
            return entries;
          },
        };
      },
    };
  },
});

const requestNames = ['get', 'getKey', 'getAll', 'getAllKeys', 'count', 'delete', 'clear'];

/** Wrap the methods that may take a range. */
const wrapRequests = (source: object): Record<'get' | 'getAll' | 'getAllKeys' | 'count', never> =>
  Object.fromEntries(
    requestNames.map((name) => [
      name,
      (...values: unknown[]) => {
        const result = (source as Record<string, (...values: unknown[]) => Promise<unknown>>)[name]!(
          ...values.map(toNative),
        );
        return keepsBytesForBlobs() ? result.then(reviveBlobs) : result;
      },
    ]),
  ) as never;
