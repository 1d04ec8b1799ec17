import type { IndexReader, Key, KeyQuery, StoreReader, StoreWriter } from '../../sw/store/database.ts';
import type { EngineSnapshot, EngineTransaction, FileStore } from './engine.ts';
import { type ByteRange, decodeKeys, encodeKeys, isKey, rangeOfPrefix, rangeOfQuery, readKey } from './keys.ts';
import { filesPrefix, type IndexState, indexPrefix, rowPrefix, type StoreState, unusedPrefix } from './schema.ts';
import { decodeRow, decodeWithoutFiles, encodeRow } from './values.ts';

/** Number of rows and index entries to read per step of long work, which limits the memory. */
const rowsAtOnce = 200;
const noValue = Buffer.of(0);

type Snapshot = Omit<EngineSnapshot, 'end'>;

/**
 * The requests of one transaction. They run one after the other, in the order of their calls.
 *
 * A failed request that no one awaits isn't an unhandled rejection, which would end the process: it fails the
 * transaction.
 */
export class Requests {
  #last: Promise<unknown> = Promise.resolve();
  #isEnded = false;
  /** The first error of a request. The transaction then can't be stored. */
  failure: unknown;

  run<T>(request: () => T | Promise<T>): Promise<T> {
    if (this.#isEnded) throw new DOMException('The transaction has ended.', 'TransactionInactiveError');
    const result = this.#last.then(request);
    this.#last = result.catch((error: unknown) => {
      this.failure ??= error;
    });
    return result;
  }

  /** Wait until all requests have run. New ones are then refused. */
  async end(): Promise<void> {
    let last: Promise<unknown> | undefined;
    while (last !== this.#last) {
      last = this.#last;
      await last;
    }
    this.#isEnded = true;
  }
}

interface Store {
  readonly name: string;
  readonly state: StoreState;
  readonly requests: Requests;
  readonly files: FileStore;
}
type Entries<T> = Promise<T[]>;

/** Read the rows of a store in a snapshot. */
export function createReader(store: Store, snapshot: Snapshot): StoreReader<Key, unknown, Record<string, Key>> {
  const { name, state, requests } = store;
  const prefix = rowPrefix(name);
  const select = (query: KeyQuery): ByteRange => rangeOfQuery(prefix, query);
  const keyOf = (bytes: Uint8Array): Key => decodeKeys(bytes, prefix.length)[0]!;
  const decode = (bytes: Uint8Array) => decodeRow(bytes, (file) => store.files.open(file));
  const getRow = async (key: Key): Promise<unknown> => {
    const bytes = await snapshot.get(encodeKeys(name, key));
    return bytes && decode(bytes);
  };
  const scan = async (range: ByteRange, limit?: number): Entries<unknown> => {
    const entries = await snapshot.scan(range, limit);
    return Promise.all(entries.map(([, value]) => decode(value)));
  };
  return {
    get(query) {
      checkQuery(query);
      if (isKey(query)) return requests.run(() => getRow(query));
      const range = select(query);
      return requests.run(async () => (await scan(range, 1))[0]);
    },
    getKey(query) {
      checkQuery(query);
      const range = select(query);
      return requests.run(async () => (await snapshot.keys(range, 1)).map(keyOf)[0]);
    },
    getAll(query, limit) {
      const range = select(query);
      return requests.run(() => scan(range, limit));
    },
    getAllKeys(query, limit) {
      const range = select(query);
      return requests.run(async () => (await snapshot.keys(range, limit)).map(keyOf));
    },
    count(query) {
      const range = select(query);
      return requests.run(() => snapshot.count(range));
    },
    index(index) {
      if (!Object.hasOwn(state.indexes, index))
        throw new DOMException(`Store "${name}" has no index "${index}".`, 'NotFoundError');
      return createIndexReader(store, snapshot, index, getRow);
    },
  };
}

function checkQuery(query: KeyQuery): void {
  if (query === undefined) throw new DOMException('A key or a range is missing.', 'DataError');
}

function createIndexReader(
  { name, requests }: Store,
  snapshot: Snapshot,
  index: string,
  getRow: (key: Key) => Promise<unknown>,
): IndexReader<Key, unknown, Key> {
  const prefix = indexPrefix(name, index);
  const readEntries = async (range: ByteRange, limit?: number) => {
    const keys = await snapshot.keys(range, limit);
    return keys.map((bytes) => {
      const [key, primaryKey] = decodeKeys(bytes, prefix.length);
      return { key: key!, primaryKey: primaryKey! };
    });
  };
  const request = <T>(
    query: KeyQuery,
    limit: number | undefined,
    task: (entries: Awaited<ReturnType<typeof readEntries>>) => T | Promise<T>,
  ): Promise<T> => {
    const range = rangeOfQuery(prefix, query);
    return requests.run(async () => task(await readEntries(range, limit)));
  };
  return {
    getKey: (query) => request(query, 1, ([first]) => first?.primaryKey),
    getAllKeys: (query, limit) => request(query, limit, (entries) => entries.map(({ primaryKey }) => primaryKey)),
    getEntries: (query, limit) => request(query, limit, (entries) => entries),
    getAll: (query, limit) =>
      request(query, limit, (entries) => Promise.all(entries.map(({ primaryKey }) => getRow(primaryKey)))),
    count(query) {
      const range = rangeOfQuery(prefix, query);
      return requests.run(() => snapshot.count(range));
    },
  };
}

/** Read and write the rows of a store in a transaction. @param fileOf the file with the bytes of a Blob */
export function createWriter(
  store: Store,
  transaction: EngineTransaction,
  fileOf: (blob: Blob) => string,
): StoreWriter<Key, unknown, Record<string, Key>> {
  const { name, state, requests } = store;
  const indexes = Object.entries(state.indexes);

  const putRow = async (key: Key, rowKey: Buffer, { bytes, files }: ReturnType<typeof encodeRow>) => {
    await dropRows(transaction, name, state, { lower: rowKey, upper: afterKey(rowKey) }, false);
    const row = indexes.length > 0 ? await decodeWithoutFiles(bytes) : undefined;
    for (const [index, indexState] of indexes)
      await addToIndex(transaction, indexPrefix(name, index), indexState, row, key);
    if (files.length > 0) await transaction.put(fileKey(rowKey), encodeRow(files, fileOf).bytes);
    await transaction.put(rowKey, bytes);
  };
  return {
    ...createReader(store, transaction),
    hasInlineKeys: state.keyPath !== undefined,
    put(row, outsideKey) {
      const key = state.keyPath === undefined ? outsideKey : readKey(row, state.keyPath);
      if (state.keyPath !== undefined && outsideKey !== undefined)
        throw new DOMException(`Rows of store "${name}" contain their keys.`, 'DataError');
      const rowKey = encodeKeys(name, key);
      // Encode now, because the caller may change the row afterwards.
      const encoded = encodeRow(row, fileOf);
      return requests.run(() => putRow(key!, rowKey, encoded));
    },
    delete(query) {
      checkQuery(query);
      const range = rangeOfQuery(rowPrefix(name), query);
      return requests.run(() => dropRows(transaction, name, state, range));
    },
    clear() {
      return requests.run(async () => {
        for (const [index] of indexes) await transaction.deleteRange(rangeOfPrefix(indexPrefix(name, index)));
        await dropRows(transaction, name, { ...state, indexes: {} }, rangeOfPrefix(rowPrefix(name)));
      });
    },
  };
}

/** Return the range's end for a single encoded key. */
const afterKey = (key: Uint8Array): Buffer => Buffer.concat([key, Buffer.of(0)]);
const fileKey = (rowKey: Uint8Array): Buffer => Buffer.concat([filesPrefix, rowKey]);

/** Delete the rows of a range with their entries in indexes, and note which files no row refers to any more. */
async function dropRows(
  transaction: EngineTransaction,
  name: string,
  { indexes }: StoreState,
  range: ByteRange,
  deletesRows = true,
): Promise<void> {
  if (Object.keys(indexes).length > 0) {
    await forEachRow(transaction, range, async (rowKey, row) => {
      const [, primaryKey] = decodeKeys(rowKey);
      for (const [index, state] of Object.entries(indexes))
        for (const key of indexKeys(state, row))
          await transaction.delete(Buffer.concat([indexPrefix(name, index), encodeKeys(key, primaryKey)]));
    });
  }
  const filesRange = { lower: fileKey(range.lower), upper: fileKey(range.upper) };
  const lists = await transaction.scan(filesRange);
  for (const [, list] of lists) {
    for (const id of (await decodeWithoutFiles(list)) as string[])
      await transaction.put(Buffer.concat([unusedPrefix, encodeKeys(id)]), encodeKeys(Date.now()));
  }
  if (lists.length > 0) await transaction.deleteRange(filesRange);
  if (deletesRows) await transaction.deleteRange(range);
}

/** Run a task for each row of a range. It may delete the row. */
async function forEachRow(
  transaction: EngineTransaction,
  range: ByteRange,
  task: (rowKey: Uint8Array, row: unknown) => Promise<void>,
): Promise<void> {
  for (let { lower } = range; ; ) {
    const entries = await transaction.scan({ lower, upper: range.upper }, rowsAtOnce);
    for (const [rowKey, bytes] of entries) await task(rowKey, await decodeWithoutFiles(bytes));
    if (entries.length < rowsAtOnce) return;
    lower = afterKey(entries.at(-1)![0]);
  }
}

/** Return the keys of a row in an index. */
function indexKeys({ keyPath, multiEntry }: IndexState, row: unknown): Key[] {
  if (!multiEntry || typeof keyPath !== 'string') {
    const key = readKey(row, keyPath);
    return key === undefined ? [] : [key];
  }
  let value = row;
  for (const part of keyPath.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[part];
  return (Array.isArray(value) ? value : [value]).filter(isKey);
}

async function addToIndex(
  transaction: EngineTransaction,
  prefix: Buffer,
  state: IndexState,
  row: unknown,
  primaryKey: Key,
): Promise<void> {
  for (const key of indexKeys(state, row)) {
    const entry = Buffer.concat([prefix, encodeKeys(key, primaryKey)]);
    if (state.unique) {
      const others = await transaction.keys(rangeOfQuery(prefix, key), 2);
      if (others.some((other) => Buffer.compare(other, entry) !== 0))
        throw new DOMException('Another row has the same key in a unique index.', 'ConstraintError');
    }
    await transaction.put(entry, noValue);
  }
}

/** Add the rows of a store to a new index. */
export async function fillIndex(transaction: EngineTransaction, name: string, index: string, state: IndexState) {
  await forEachRow(transaction, rangeOfPrefix(rowPrefix(name)), async (rowKey, row) =>
    addToIndex(transaction, indexPrefix(name, index), state, row, decodeKeys(rowKey)[1]!),
  );
}
