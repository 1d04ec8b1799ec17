import cluster from 'node:cluster';
import { mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { open, type RootDatabase, type Transaction } from 'lmdb';
import { describeReason, Fault, wrongValue } from '../../sw/contract/fault.ts';
import { isSoundLmdb } from './check-lmdb.ts';
import type { Engine, EngineSnapshot, EngineTransaction, FileStore } from './engine.ts';
import { type ByteRange, encodeKeys } from './keys.ts';

type Environment = RootDatabase<Buffer, Buffer>;

/** LMDB refuses keys of more than 1,978 bytes. */
const maxKeyBytes = 1900;
const maxReaders = 1024;
const readerCheckMs = 60_000;
const snapshotPollMs = 5;
/** With less free space than this, a failed commit means that the disk is full. */
const minFreeBytes = 1 << 20;

const options = {
  keyEncoding: 'binary',
  encoding: 'binary',
  maxReaders,
  // Other processes must not see a commit before it is on the disk.
  overlappingSync: false,
  // Otherwise a commit that fails also ends the process by an unhandled rejection.
  eventTurnBatching: false,
} as const;

/**
 * Open the LMDB environment in a folder, which several processes can share.
 *
 * There are two handles, because all reads through a handle with an open write transaction see its changes. One writes
 * and one reads. All entries are in the root database of the environment, so that no other has to be opened, which
 * would need the write lock and block a process forever within its own write transaction.
 */
export async function openLmdb(folder: string, files: FileStore): Promise<Engine> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isSoundLmdb(join(folder, 'data.mdb')))
    throw new Fault('storage-failed', `The database in "${folder}" is damaged. Restore a backup of the data folder.`);
  const [writer, reader] = [openEnvironment(folder), openEnvironment(folder)];
  // Readers that were killed would keep the pages of their snapshots.
  reader.readerCheck();
  const timer = setInterval(() => reader.readerCheck(), readerCheckMs).unref();
  const queue = new WriterQueue();
  const snapshots = new Set<object>();
  let isClosed = false;
  const checkOpen = (): void => {
    if (isClosed) throw new Fault('storage-failed', 'The data folder has been closed.');
  };

  return {
    beginRead() {
      checkOpen();
      // The handle doesn't notice commits of the other one in the same turn of the event loop.
      reader.resetReadTxn();
      return readSnapshot(reader, snapshots);
    },
    async beginWrite(stores, isDurable) {
      const leaveQueue = await queue.enter();
      if (cluster.isWorker) process.once('exit', endAtOnce);
      const leave = () => {
        process.off('exit', endAtOnce);
        leaveQueue();
      };
      try {
        checkOpen();
        return await beginWrite(folder, writer, { stores, isDurable, leave });
      } catch (error) {
        leave();
        throw error;
      }
    },
    changes(stores) {
      checkOpen();
      reader.resetReadTxn();
      return stores.map((store) => readCount(reader.getBinary(counterKey(store))));
    },
    files,
    async close() {
      clearInterval(timer);
      const leave = await queue.enter();
      isClosed = true;
      // lmdb must not be closed under a snapshot.
      while (snapshots.size > 0) await setTimeout(snapshotPollMs);
      await writer.close();
      await reader.close();
      leave();
    },
  };
}

/** On exit of a worker, LMDB would wait forever for a transaction that is still open. */
const endAtOnce = (): void => void process.kill(process.pid, 'SIGKILL');

function openEnvironment(folder: string): Environment {
  try {
    return open<Buffer, Buffer>({ ...options, path: folder });
  } catch (error) {
    const message = `The database in "${folder}" can't be opened: ${describeReason(error)}.`;
    throw new Fault('storage-failed', message, {}, { cause: error });
  }
}

/**
 * Queue of the writers of this process. Otherwise, a second writer would become part of the first one's transaction.
 */
class WriterQueue {
  #last: Promise<void> = Promise.resolve();

  /** Wait for all earlier writers. Return a function that lets the next one enter; repeated calls do nothing. */
  async enter(): Promise<() => void> {
    const before = this.#last;
    let leave!: () => void;
    this.#last = new Promise((resolve) => {
      leave = resolve;
    });
    await before;
    return leave;
  }
}

/** Return the options of lmdb for a range. A bound may be longer than any stored key, but not for LMDB. */
const within = ({ lower, upper }: ByteRange, options: { limit?: number | undefined; transaction?: Transaction }) => ({
  start: clip(lower),
  end: clip(upper),
  ...(options as { limit?: number; transaction?: Transaction }),
});

/** Return a bound that LMDB accepts, with the same stored keys below it. */
const clip = (bound: Uint8Array): Buffer =>
  bound.length > maxKeyBytes ? Buffer.concat([bound.subarray(0, maxKeyBytes), Buffer.of(0)]) : (bound as Buffer);

function readSnapshot(reader: Environment, snapshots: Set<object>): EngineSnapshot {
  const transaction = reader.useReadTransaction();
  snapshots.add(transaction);
  return {
    ...operationsOf(reader, { transaction }),
    end() {
      snapshots.delete(transaction);
      transaction.done();
    },
  };
}

/** Return the operations that read, in the given transaction or in the transaction of the handle. */
function operationsOf(
  environment: Environment,
  inTransaction: { transaction?: Transaction },
): Omit<EngineSnapshot, 'end'> {
  return {
    get: (key) =>
      key.length > maxKeyBytes ? undefined : (environment as BinaryReader).getBinary(key as Buffer, inTransaction),
    scan: (range, limit) =>
      Array.from(
        environment.getRange(within(range, { limit, ...inTransaction })),
        ({ key, value }) => [key, value] as const,
      ),
    keys: (range, limit) => Array.from(environment.getKeys(within(range, { limit, ...inTransaction }))),
    count: (range) => environment.getKeysCount(within(range, inTransaction)),
  };
}

/** The types of lmdb lack the options of this method. */
type BinaryReader = { getBinary(key: Buffer, options: { transaction?: Transaction }): Buffer | undefined };

interface WriteOptions {
  readonly stores: readonly string[];
  readonly isDurable: boolean;
  readonly leave: () => void;
}

/** Begin a transaction on the writing handle. It stays open until the promise of the callback is settled. */
function beginWrite(folder: string, writer: Environment, { stores, isDurable, leave }: WriteOptions) {
  return new Promise<EngineTransaction>((resolve, reject) => {
    let commit!: () => void;
    let rollback!: (reason: Error) => void;
    const ended = new Promise<void>((resolveEnd, rejectEnd) => {
      commit = resolveEnd;
      rollback = rejectEnd;
    });
    const transaction: EngineTransaction = {
      ...writerOperations(writer),
      async commit() {
        for (const store of stores) raiseCount(writer, store);
        commit();
        try {
          await finished;
          if (isDurable) await writer.flushed;
        } catch (error) {
          throw await describeFailure(folder, error);
        } finally {
          leave();
        }
      },
      async rollback() {
        rollback(new Error('The transaction was rolled back.'));
        await finished.catch(() => undefined);
        leave();
      },
    };
    const finished: Promise<unknown> = writer.childTransaction(() => {
      resolve(transaction);
      return ended;
    });
    finished.catch(reject);
  });
}

function writerOperations(writer: Environment): Omit<EngineTransaction, 'commit' | 'rollback'> {
  const remove = (key: Uint8Array): void => {
    if (key.length <= maxKeyBytes) writer.remove(key as Buffer);
  };
  return {
    ...operationsOf(writer, {}),
    put(key, value) {
      if (key.length > maxKeyBytes)
        throw wrongValue('too-large', 'Row key', `at most ${maxKeyBytes} bytes`, `${key.length}`);
      writer.put(key as Buffer, value as Buffer);
    },
    delete: remove,
    deleteRange(range) {
      for (const key of Array.from(writer.getKeys(within(range, {})))) remove(key);
    },
  };
}

const counterKey = (store: string): Buffer => encodeKeys('#changes', store);
const readCount = (value: Buffer | undefined): number => value?.readDoubleBE() ?? 0;

function raiseCount(writer: Environment, store: string): void {
  const value = Buffer.alloc(8);
  value.writeDoubleBE(readCount(writer.getBinary(counterKey(store))) + 1);
  writer.put(counterKey(store), value);
}

/** Find the cause of a failed commit. LMDB reports a full disk as an input/output error. */
async function describeFailure(folder: string, error: unknown): Promise<unknown> {
  const { commitError } = error as { commitError?: Promise<unknown> };
  const cause = await Promise.resolve(commitError).catch((reason: unknown) => reason);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < minFreeBytes)
    return new DOMException('The disk of the data folder is full.', 'QuotaExceededError');
  return cause ?? error;
}
