import type { ByteRange } from './keys.ts';

type MaybePromise<T> = T | Promise<T>;

/** An entry of the engine: key and value. */
type Entry = readonly [key: Uint8Array, value: Uint8Array];

/** A snapshot of all entries. */
export interface EngineSnapshot {
  get(key: Uint8Array): MaybePromise<Uint8Array | undefined>;
  /** Return the entries of a range, ascending by key. @param limit maximum number of entries */
  scan(range: ByteRange, limit?: number): MaybePromise<readonly Entry[]>;
  keys(range: ByteRange, limit?: number): MaybePromise<readonly Uint8Array[]>;
  count(range: ByteRange): MaybePromise<number>;
  /** End the snapshot. Call it exactly once. */
  end(): MaybePromise<void>;
}

/** A view of all entries, including its uncommitted changes. Operations take effect in the order of their calls. */
export interface EngineTransaction extends Omit<EngineSnapshot, 'end'> {
  put(key: Uint8Array, value: Uint8Array): MaybePromise<void>;
  delete(key: Uint8Array): MaybePromise<void>;
  deleteRange(range: ByteRange): MaybePromise<void>;
  /** Store all changes, and count one change of each store that the transaction was begun for. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/**
 * An ordered map of bytes to bytes that several processes can share: the part of the database that differs between
 * LMDB and PostgreSQL.
 */
export interface Engine {
  /** Begin a snapshot, of everything committed before the call. */
  beginRead(): MaybePromise<EngineSnapshot>;
  /**
   * Begin to write when all other writers of one of the stores have ended. Readers don't wait.
   *
   * @param isDurable whether `commit` waits until the changes have reached the disk
   */
  beginWrite(stores: readonly string[], isDurable: boolean): Promise<EngineTransaction>;
  /** Return the number of committed transactions for each store. */
  changes(stores: readonly string[]): MaybePromise<readonly number[]>;
  /** Return the time of the computer with the data, in epoch milliseconds. Absent if it is this computer. */
  now?(): Promise<number>;
  /** Whether a transaction failed because of another one and can be repeated. */
  isConflict?(error: unknown): boolean;
  readonly files: FileStore;
  /** Close the engine after all transactions have ended. */
  close(): Promise<void>;
}

/** Read from a snapshot, and end it. A snapshot that stays open would keep the engine from closing. */
export async function withSnapshot<T>(
  engine: Pick<Engine, 'beginRead'>,
  read: (snapshot: EngineSnapshot) => MaybePromise<T>,
): Promise<T> {
  const snapshot = await engine.beginRead();
  try {
    return await read(snapshot);
  } finally {
    await snapshot.end();
  }
}

/** Describes a Blob whose bytes are in a file. */
export interface FileFacts {
  readonly id: string;
  readonly type: string;
  /** Number of bytes. */
  readonly size: number;
}

/** Stores the bytes of Blobs, which never change. */
export interface FileStore {
  /**
   * Store a copy of a Blob on the disk. It is deleted after an hour unless a row refers to it by then.
   *
   * @returns the ID of the file, which has never been used
   * @throws `QuotaExceededError` if the disk is full
   */
  write(blob: Blob): Promise<string>;
  /**
   * Open a file as a Blob that reads its bytes when they are needed.
   *
   * @throws {Fault} `storage-failed` if the file is missing or has another size
   */
  open(file: FileFacts): MaybePromise<Blob>;
  /** Return the IDs of all files that were written before a time, in epoch milliseconds. */
  list(before: number): Promise<string[]>;
  delete(id: string): Promise<void>;
}
