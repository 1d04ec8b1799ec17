import { openDB } from 'idb';
import { Fault } from '../contract/index.ts';
import {
  blobBytesSetting,
  keepBytesForBlobs,
  keepsBytesForBlobs,
  readAwaitedBytes,
  refusesBlobs,
} from './blob-bytes.ts';
import { type Database, type DatabaseSchema, schemaVersion, upgrade } from './schema.ts';

/** The connection to the database. It is opened when first needed, and again if the browser has dropped it. */
export interface Connection {
  /**
   * Run `task`, a whole transaction, on the open database. If the connection is lost, the task runs again on a new one,
   * so it must be safe to run twice.
   *
   * @throws {Fault} `no-space`, `storage-failed`, or whatever `task` throws
   */
  run<T>(task: (database: Database) => Promise<T>): Promise<T>;
  /** Identifies the stored data: a new object once the data may differ. Use it as the key for caches of stored data. */
  contents(): object;
  /** Declare that all stored data has been replaced. */
  renew(): void;
  close(): void;
}

/** Return an accessor of a cache that is created again once the stored data may differ. */
export function cachePerContents<T>(connection: Pick<Connection, 'contents'>, make: () => T): () => T {
  const memories = new WeakMap<object, T>();
  return () => {
    const contents = connection.contents();
    const memory = memories.get(contents) ?? make();
    memories.set(contents, memory);
    return memory;
  };
}

const retryAfterMs = 100;
const blockedForMs = 5000;

/** Names of the errors of a lost connection; the data itself is intact. */
const lost = new Set(['InvalidStateError', 'UnknownError']);

/** Create a connection, without opening the database yet. */
export function connect(databaseName: string): Connection {
  let opening: Promise<Database> | undefined;
  let contents = {};
  let isClosed = false;

  const renew = (): void => {
    contents = {};
  };

  const open = (): Promise<Database> => {
    // Set before awaiting anything, so that concurrent calls share one opening.
    if (!opening) {
      const started = openDatabase(databaseName, () => {
        if (opening !== started) return;
        opening = undefined;
        renew();
      });
      opening = started;
    }
    return opening;
  };
  return {
    async run(task) {
      if (isClosed) throw new Fault('storage-failed', `Database ${databaseName}: it has been closed.`);
      try {
        return await withBlobs(task, await open());
      } catch (error) {
        if (!lost.has(errorName(error)) || isClosed) throw asFault(error);
      }
      // A connection that never opened doesn't need closing.
      opening?.then((database) => database.close()).catch(() => undefined);
      opening = undefined;
      renew();
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
      try {
        return await withBlobs(task, await open());
      } catch (error) {
        throw asFault(error);
      }
    },
    contents: () => contents,
    renew,
    close() {
      isClosed = true;
      opening?.then((database) => database.close()).catch(() => undefined);
      opening = undefined;
    },
  };
}

/**
 * Run a task. If the browser can't store Blobs, run it again with their bytes loaded. The tries are limited, because a
 * task that creates new Blobs each time would never end.
 */
async function withBlobs<T>(task: (database: Database) => Promise<T>, database: Database, triesLeft = 4): Promise<T> {
  try {
    return await task(database);
  } catch (error) {
    if (triesLeft === 0) throw error;
    if (refusesBlobs(error)) {
      keepBytesForBlobs();
      await database.put('settings', true, blobBytesSetting);
    } else if (!(await readAwaitedBytes(error))) throw error;
  }
  return withBlobs(task, database, triesLeft - 1);
}

/** Open the database. @param onLost called if the promise or its database can no longer be used */
function openDatabase(databaseName: string, onLost: () => void): Promise<Database> {
  return new Promise<Database>((resolve, reject) => {
    let giveUp: ReturnType<typeof setTimeout> | undefined;
    openDB<DatabaseSchema>(databaseName, schemaVersion, {
      upgrade: (database, oldVersion, _, transaction) => upgrade(database, oldVersion, transaction),
      blocked() {
        giveUp = setTimeout(() => {
          onLost();
          reject(
            new Fault('storage-failed', 'Another tab has an older version of the storage open. Close the other tabs.'),
          );
        }, blockedForMs);
      },
      blocking(_current, _requested, event) {
        // A newer version waits for this connection, so close it immediately.
        onLost();
        (event.target as IDBDatabase).close();
      },
      terminated: onLost,
    })
      .then((database) => {
        clearTimeout(giveUp);
        return database
          .get('settings', blobBytesSetting)
          .then((keepsBytes) => {
            if (keepsBytes) keepBytesForBlobs();
            // A database deleted while the worker runs has lost the setting.
            else if (keepsBytesForBlobs()) return database.put('settings', true, blobBytesSetting);
          })
          .then(() => resolve(database));
      })
      .catch((error: unknown) => {
        clearTimeout(giveUp);
        onLost();
        reject(error);
      });
  });
}

const errorName = (error: unknown): string =>
  error instanceof Error || error instanceof DOMException ? error.name : '';

function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const name = errorName(error);
  const text = error instanceof Error ? error.message : String(error);
  if (name === 'QuotaExceededError')
    return new Fault('no-space', 'The storage of this browser is full.', {}, { cause: error });
  if (name === 'VersionError') {
    return new Fault('storage-failed', 'A newer version of the app has changed the storage. Reload the page.');
  }
  return new Fault('storage-failed', `The storage of this browser failed: ${name} ${text}`, {}, { cause: error });
}
