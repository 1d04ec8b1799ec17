import { Fault } from '../../sw/contract/fault.ts';
import type {
  Database,
  DatabaseOptions,
  Durability,
  Key,
  KeyQuery,
  ReadTransaction,
  StoreNames,
  WriteTransaction,
} from '../../sw/store/database.ts';
import { type Engine, type EngineSnapshot, type EngineTransaction, withSnapshot } from './engine.ts';
import { createReader, createWriter, fillIndex, Requests } from './rows.ts';
import { contentsStore, createEditor, type DatabaseState, emptyState, stateKey, stateStore } from './schema.ts';
import { decodeWithoutFiles, encodeRow } from './values.ts';

/** Maximum number of attempts of a write, which is repeated after a conflict, and to store Blobs that it creates. */
const maxTries = 5;

/** Open the database in an engine, and upgrade it if its version is older. @throws `VersionError` if it is newer */
export async function openDatabase<Schema>(
  engine: Engine,
  options: DatabaseOptions<Schema>,
): Promise<Database<Schema>> {
  const [replacements] = await engine.changes([contentsStore]);
  const stored = await withSnapshot(engine, readState);
  const state = stored.version < options.version ? await upgradeState(engine, stored, options) : stored;
  checkVersion(state, options.version);
  return createDatabase<Schema>(engine, state, replacements);
}

/** @throws {Fault} `storage-failed`, named `VersionError`, if this program only knows older versions */
export function checkVersion(stored: DatabaseState, version: number): void {
  if (stored.version <= version) return;
  const text = `The stored data has version ${stored.version}, which is newer than ${version}. Update this program.`;
  throw Object.assign(new Fault('storage-failed', text), { name: 'VersionError' });
}

export async function readState(snapshot: Pick<EngineSnapshot, 'get'>): Promise<DatabaseState> {
  const bytes = await snapshot.get(stateKey);
  return bytes ? ((await decodeWithoutFiles(bytes)) as DatabaseState) : emptyState;
}

/** Upgrade a database in one transaction. Does nothing if another process has done it in the meantime. */
function upgradeState<Schema>(
  engine: Engine,
  { stores }: DatabaseState,
  { version, upgrade }: DatabaseOptions<Schema>,
): Promise<DatabaseState> {
  return runWrite(engine, [stateStore, ...Object.keys(stores)], 'strict', async ({ transaction, requests, fileOf }) => {
    const before = await readState(transaction);
    if (before.version >= version) return before;
    const after = { ...structuredClone(before), version };
    const editor = createEditor(after, (store, index) => {
      const state = after.stores[store]!.indexes[index]!;
      requests.run(() => fillIndex(transaction, store, index, state)).catch(() => undefined);
    });
    const stored = {
      objectStore: (name: string) =>
        createWriter({ name, state: stateOf(after, name), requests, files: engine.files }, transaction, fileOf),
    };
    await upgrade(editor, before.version, stored as unknown as WriteTransaction<Schema>);
    await requests.run(() => transaction.put(stateKey, encodeRow(after, fileOf).bytes));
    return after;
  });
}

function stateOf({ stores }: DatabaseState, name: string) {
  if (!Object.hasOwn(stores, name)) throw new DOMException(`There is no store "${name}".`, 'NotFoundError');
  return stores[name]!;
}

interface Writing {
  readonly transaction: EngineTransaction;
  readonly requests: Requests;
  /** Returns the ID of a new file for the bytes of a Blob. Rows don't share files. */
  readonly fileOf: (blob: Blob) => string;
}

/**
 * Run a task in a write transaction, and repeat it after a conflict.
 *
 * No file may be written during a transaction, because other writers wait for its end. A task that puts Blobs is
 * therefore rolled back, and repeated when their files are written. Files belong to one row, and are deleted with it.
 */
async function runWrite<T>(
  engine: Engine,
  stores: readonly string[],
  durability: Durability,
  task: (writing: Writing) => Promise<T>,
): Promise<T> {
  const files = new FilesOfBlobs();
  for (let tries = 1; ; tries++) {
    files.restart();
    const transaction = await engine.beginWrite(stores, durability === 'strict');
    const requests = new Requests();
    try {
      const result = await task({ transaction, requests, fileOf: (blob) => files.take(blob) });
      await requests.end();
      if (requests.failure !== undefined) throw requests.failure;
      if (files.missing.length === 0) {
        await transaction.commit();
        return result;
      }
      await transaction.rollback();
    } catch (error) {
      await requests.end();
      await transaction.rollback().catch(() => undefined);
      if (tries === maxTries || !engine.isConflict?.(error)) throw error;
    }
    if (tries === maxTries) throw new Error('A write creates other Blobs each time that it is repeated.');
    for (const blob of files.missing) files.add(blob, await engine.files.write(blob));
  }
}

/** The files that were written for the Blobs of a transaction. */
class FilesOfBlobs {
  readonly #written = new Map<Blob, string[]>();
  #taken = new Map<Blob, number>();
  /** Blobs that need a file, once for each file. */
  missing: Blob[] = [];

  /** Begin with the first file of each Blob again. */
  restart(): void {
    this.#taken = new Map();
    this.missing = [];
  }

  add(blob: Blob, id: string): void {
    this.#written.set(blob, [...(this.#written.get(blob) ?? []), id]);
  }

  take(blob: Blob): string {
    const count = this.#taken.get(blob) ?? 0;
    this.#taken.set(blob, count + 1);
    const id = this.#written.get(blob)?.[count];
    if (id === undefined) this.missing.push(blob);
    return id ?? '';
  }
}

/** @param replacements number of writes that have replaced all data, as far as this process knows */
function createDatabase<Schema>(
  engine: Engine,
  state: DatabaseState,
  replacements: number | undefined,
): Database<Schema> {
  type Name = StoreNames<Schema>;

  const storeNames = Object.keys(state.stores).sort() as Name[];
  let isClosed = false;
  let contents = {};
  const noteReplacements = (count: number | undefined): void => {
    if (replacements !== count) contents = {};
    replacements = count;
  };
  const checkOpen = (): void => {
    if (isClosed) throw new DOMException('The database has been closed.', 'InvalidStateError');
  };

  const read = async <T>(task: (transaction: ReadTransaction<Schema>) => Promise<T>): Promise<T> => {
    checkOpen();
    const snapshot = await engine.beginRead();
    const requests = new Requests();
    const objectStore = (name: string) =>
      createReader({ name, state: stateOf(state, name), requests, files: engine.files }, snapshot);
    try {
      return await task({ objectStore } as unknown as ReadTransaction<Schema>);
    } finally {
      await requests.end();
      await snapshot.end();
    }
  };
  const readStore = <T>(name: string, request: (store: ReturnType<typeof createReader>) => Promise<T>) =>
    read((transaction) => request(transaction.objectStore(name as Name) as never)) as Promise<never>;

  return {
    storeNames,
    get contents() {
      return contents;
    },
    read: (_, task) => read(task as never),
    async write(stores, durability, task) {
      checkOpen();
      const isReplacing = stores.length === storeNames.length;
      const counted = isReplacing ? [...stores, contentsStore] : stores;
      const written = await runWrite(engine, counted, durability, async ({ transaction, requests, fileOf }) => {
        // Rows of this version would lack what a newer program expects, such as entries in new indexes.
        checkVersion(await readState(transaction), state.version);
        const objectStore = (name: string) => {
          if (!stores.includes(name as Name))
            throw new DOMException(`The transaction doesn't include the store "${name}".`, 'NotFoundError');
          return createWriter(
            { name, state: stateOf(state, name), requests, files: engine.files },
            transaction,
            fileOf,
          );
        };
        const pending: Promise<unknown>[] = [];
        try {
          const result = await task({ objectStore } as never, pending);
          await Promise.all(pending);
          return result;
        } catch (error) {
          for (const request of pending) request.catch(() => undefined);
          throw error;
        }
      });
      if (isReplacing) noteReplacements((await engine.changes([contentsStore]))[0]);
      return written;
    },
    get: (name, query) => readStore(name, (store) => store.get(query as KeyQuery<Key>)),
    getAll: (name, query, limit) => readStore(name, (store) => store.getAll(query as KeyQuery<Key>, limit)),
    getAllKeys: (name, query, limit) => readStore(name, (store) => store.getAllKeys(query as KeyQuery<Key>, limit)),
    count: (name, query) => readStore(name, (store) => store.count(query as KeyQuery<Key>)),
    async changes(stores) {
      checkOpen();
      const [count, ...counts] = await engine.changes([contentsStore, ...stores]);
      noteReplacements(count);
      return counts.join();
    },
    // The engine stays open, because other connections may use it.
    async close() {
      isClosed = true;
    },
  };
}
