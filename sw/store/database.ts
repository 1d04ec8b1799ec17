/**
 * The database that a host gives to the backend: records in named stores, ordered by key, with indexes and
 * transactions.
 *
 * Keys, their order, key paths and indexes are those of IndexedDB. Records are structured clones and may contain Blobs.
 */

/** Numbers sort before dates, dates before strings, strings before lists. Strings sort by UTF-16 code units. */
export type Key = number | Date | string | readonly Key[];

/** Keys between two bounds. A missing bound doesn't limit; bounds are inclusive unless they are open. */
export interface KeyRange {
  readonly lower?: Key | undefined;
  readonly upper?: Key | undefined;
  readonly lowerOpen?: boolean | undefined;
  readonly upperOpen?: boolean | undefined;
}

/** A key, a range of keys, or everything. */
export type KeyQuery<K = Key> = K | KeyRange | undefined;

/** Return the range of list keys that start with `prefix`. Lists sort after all other keys. */
export const keysStartingWith = (prefix: readonly Key[]): KeyRange => ({ lower: prefix, upper: [...prefix, []] });

/** Check whether a query is a range and not a key. */
export const isKeyRange = (query: KeyQuery): query is KeyRange =>
  typeof query === 'object' && !Array.isArray(query) && !(query instanceof Date);

/** Names of the stores of a schema: an interface with a `key`, a `value` and maybe `indexes` for each store. */
export type StoreNames<Schema> = keyof Schema & string;
export type StoreKey<Schema, Name> = Name extends keyof Schema
  ? Schema[Name] extends { key: infer K }
    ? K
    : never
  : never;
export type StoreValue<Schema, Name> = Name extends keyof Schema
  ? Schema[Name] extends { value: infer V }
    ? V
    : never
  : never;
type Indexes<Schema, Name extends keyof Schema> = Schema[Name] extends { indexes: infer I } ? I : Record<never, never>;

/** Index of a store. Records are in the order of the index, then of their keys. */
export interface IndexReader<K, V, IndexKey> {
  getKey(query: KeyQuery<IndexKey>): Promise<K | undefined>;
  getAll(query?: KeyQuery<IndexKey>, limit?: number): Promise<V[]>;
  getAllKeys(query?: KeyQuery<IndexKey>, limit?: number): Promise<K[]>;
  /** Return the index keys with the keys of their records, without reading the records. */
  getEntries(query?: KeyQuery<IndexKey>, limit?: number): Promise<{ readonly key: IndexKey; readonly primaryKey: K }[]>;
  count(query?: KeyQuery<IndexKey>): Promise<number>;
}

/** Records of a store, ascending by key. A limit is the maximum number of records, from the first. */
export interface StoreReader<K, V, I = Record<never, never>> {
  get(query: KeyQuery<K>): Promise<V | undefined>;
  getKey(query: KeyQuery<K>): Promise<K | undefined>;
  getAll(query?: KeyQuery<K>, limit?: number): Promise<V[]>;
  getAllKeys(query?: KeyQuery<K>, limit?: number): Promise<K[]>;
  count(query?: KeyQuery<K>): Promise<number>;
  index<Name extends keyof I & string>(name: Name): IndexReader<K, V, I[Name]>;
}

export interface StoreWriter<K, V, I = Record<never, never>> extends StoreReader<K, V, I> {
  /** Whether records contain their keys. `put` is then called without a key. */
  readonly hasInlineKeys: boolean;
  /** Store a copy of a record in place of the record with this key. */
  put(value: V, key?: K): Promise<void>;
  delete(query: KeyQuery<K>): Promise<void>;
  clear(): Promise<void>;
}

/** A consistent snapshot of some stores. Changes that others commit meanwhile aren't visible. */
export interface ReadTransaction<Schema, Names extends ArrayLike<StoreNames<Schema>> = StoreNames<Schema>[]> {
  objectStore<Name extends Names[number]>(
    name: Name,
  ): StoreReader<StoreKey<Schema, Name>, StoreValue<Schema, Name>, Indexes<Schema, Name>>;
}

/** A view of some stores with its own changes, of which either all or none are stored. */
export interface WriteTransaction<Schema, Names extends ArrayLike<StoreNames<Schema>> = StoreNames<Schema>[]>
  extends ReadTransaction<Schema, Names> {
  objectStore<Name extends Names[number]>(
    name: Name,
  ): StoreWriter<StoreKey<Schema, Name>, StoreValue<Schema, Name>, Indexes<Schema, Name>>;
}

/** `strict`: a write has reached the disk when it is acknowledged. */
export type Durability = 'strict' | 'relaxed';

export interface Database<Schema> {
  /** Names of all stores, ascending. */
  readonly storeNames: readonly StoreNames<Schema>[];
  /**
   * Identifies the stored data: a new object once a write has covered all stores, which replaces the data. A write of
   * another process is noticed by the next call of `changes`.
   */
  readonly contents: object;
  /** Run a task in one snapshot. It may only await requests of the transaction. */
  read<const Names extends readonly StoreNames<Schema>[], T>(
    stores: Names,
    task: (transaction: ReadTransaction<Schema, Names>) => Promise<T>,
  ): Promise<T>;
  /**
   * Run a task that stores all of its changes or none. Writers of the same store wait for each other.
   *
   * The task may only await requests of the transaction, and must be safe to run again, because a host may repeat it
   * (for example after it has stored the bytes of Blobs). It adds requests whose result it doesn't need to `requests`.
   * Create Blobs before the write starts.
   *
   * @throws the cause of the failure, for example a `QuotaExceededError`
   */
  write<const Names extends readonly StoreNames<Schema>[], T>(
    stores: Names,
    durability: Durability,
    task: (transaction: WriteTransaction<Schema, Names>, requests: Promise<unknown>[]) => Promise<T>,
  ): Promise<T>;
  /** Like the methods of a store of that name, in a snapshot for this request only. */
  get<Name extends StoreNames<Schema>>(
    store: Name,
    query: KeyQuery<StoreKey<Schema, Name>>,
  ): Promise<StoreValue<Schema, Name> | undefined>;
  getAll<Name extends StoreNames<Schema>>(
    store: Name,
    query?: KeyQuery<StoreKey<Schema, Name>>,
    limit?: number,
  ): Promise<StoreValue<Schema, Name>[]>;
  getAllKeys<Name extends StoreNames<Schema>>(
    store: Name,
    query?: KeyQuery<StoreKey<Schema, Name>>,
    limit?: number,
  ): Promise<StoreKey<Schema, Name>[]>;
  count<Name extends StoreNames<Schema>>(store: Name, query?: KeyQuery<StoreKey<Schema, Name>>): Promise<number>;
  /**
   * Return a value that changes after any write to one of the stores, by this process or another.
   * Data read after this call is at least as new as the value.
   */
  changes(stores: readonly StoreNames<Schema>[]): Promise<string>;
  /** Close the database when its transactions have ended. */
  close(): Promise<void>;
}

/** Changes the stores of a database while it is upgraded. */
export interface SchemaEditor {
  /** Create a store. Without a key path, records don't contain their keys. */
  createObjectStore(name: string, options?: { readonly keyPath?: KeyPath }): StoreEditor;
}
interface StoreEditor {
  createIndex(name: string, keyPath: KeyPath, options?: IndexOptions): unknown;
}

/**
 * Member of a record, or a list of members whose values form a list key. Records without a valid key aren't indexed.
 */
export type KeyPath = string | readonly string[];
export interface IndexOptions {
  /** Two records can't have the same key in the index. */
  readonly unique?: boolean;
  /** A list is indexed by each of its items. */
  readonly multiEntry?: boolean;
}

export interface DatabaseOptions<Schema> {
  readonly name: string;
  readonly version: number;
  /** Upgrade a database of version `oldVersion` (0 = new), in one transaction over all stores. */
  upgrade(editor: SchemaEditor, oldVersion: number, transaction: WriteTransaction<Schema>): Promise<void>;
  /** Called if the database can no longer be used. It can then be opened again. */
  onLost?(): void;
}

/** Open the database of the host. @throws `VersionError` if it has a newer version */
export type OpenDatabase = <Schema>(options: DatabaseOptions<Schema>) => Promise<Database<Schema>>;
