import { Fault } from '../contract/index.ts';
import type { OpenDatabase } from './database.ts';
import { type Database, type DatabaseSchema, schemaVersion, upgrade } from './schema.ts';

/** The connection to the database. It is opened when first needed, and again if the host has dropped it. */
export interface Connection {
  /**
   * Run `task`, a whole transaction, on the open database. If the connection is lost, the task runs again on a new
   * connection, so it must be safe to run twice.
   *
   * @throws {Fault} `no-space` when the storage is full, `storage-failed` when the database can't be used, or whatever
   *   `task` throws
   */
  run<T>(task: (database: Database) => Promise<T>): Promise<T>;
  /** Identifies the stored data: a new object once the data may differ. Use it as the key for caches of stored data. */
  contents(): object;
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

/** Names of the errors of a lost connection; the data itself is intact. */
const lost = new Set(['InvalidStateError', 'UnknownError']);

/** Create a connection, without opening the database yet. */
export function connect(openDatabase: OpenDatabase, databaseName: string): Connection {
  let opening: Promise<Database> | undefined;
  let opened: Database | undefined;
  let openedContents: object | undefined;
  let contents = {};
  let isClosed = false;

  const drop = (): void => {
    opening = undefined;
    opened = undefined;
    openedContents = undefined;
    contents = {};
  };

  const open = (): Promise<Database> => {
    // Set before awaiting anything, so that concurrent calls share one opening.
    if (!opening) {
      const onLost = (): void => {
        if (opening === started) drop();
      };
      const started = openDatabase<DatabaseSchema>({
        name: databaseName,
        version: schemaVersion,
        upgrade,
        onLost,
      }).then((database) => {
        if (opening === started) {
          opened = database;
          openedContents = database.contents;
        }
        return database;
      });
      opening = started;
      // The next call tries again.
      started.catch(onLost);
    }
    return opening;
  };
  return {
    async run(task) {
      if (isClosed) throw new Fault('storage-failed', `Database "${databaseName}" has been closed.`);
      try {
        return await task(await open());
      } catch (error) {
        if (!lost.has(errorName(error)) || isClosed) throw asFault(error);
      }
      // A connection that never opened doesn't need closing.
      opening?.then((database) => database.close()).catch(() => undefined);
      drop();
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
      try {
        return await task(await open());
      } catch (error) {
        throw asFault(error);
      }
    },
    contents() {
      if (opened && opened.contents !== openedContents) {
        openedContents = opened.contents;
        contents = {};
      }
      return contents;
    },
    close() {
      isClosed = true;
      opening?.then((database) => database.close()).catch(() => undefined);
      opening = undefined;
    },
  };
}

const errorName = (error: unknown): string =>
  error instanceof Error || error instanceof DOMException ? error.name : '';

function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const name = errorName(error);
  const text = error instanceof Error ? error.message : String(error);
  if (name === 'QuotaExceededError')
    return new Fault('no-space', 'The storage is full. Delete data, then try again.', {}, { cause: error });
  if (name === 'VersionError') {
    return new Fault('storage-failed', 'A newer version of the app has changed the storage. Reload the page.');
  }
  return new Fault('storage-failed', `The storage failed: ${name} ${text}`, {}, { cause: error });
}
