import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Fault } from '../../sw/contract/fault.ts';
import type { OpenDatabase } from '../../sw/store/database.ts';
import { checkVersion, openDatabase, readState } from './database.ts';
import { type Engine, withSnapshot } from './engine.ts';
import { openFiles } from './files.ts';
import { openLmdb } from './lmdb.ts';
import { stateKey } from './schema.ts';
import { sweepFiles } from './sweep.ts';

/** Storage of a host, for any number of contexts. */
export interface OpenedStorage {
  readonly openDatabase: OpenDatabase;
  /**
   * Delete files that no row has referred to for an hour, by the clock and at two sweeps, which are ten minutes apart.
   *
   * @param now epoch milliseconds
   */
  sweep(now: number): Promise<void>;
  /** Check that the storage can be read and written. @throws {Fault} `storage-failed` */
  check(): Promise<void>;
  /**
   * Return the time of the computer with the data, in epoch milliseconds. Computers that share data need one clock for
   * leases and expiry.
   */
  now(): number;
  /** Compare the clock of the computer with the data again. @throws {Fault} `storage-failed` */
  checkClock(): Promise<void>;
  close(): Promise<void>;
}

const sweepIntervalMs = 10 * 60_000;
/** Maximum wait for a database that is started together with this program. */
const maxStartMs = 30_000;
const startPollMs = 500;

/**
 * Open the storage in a folder, which is created if necessary: the database in `db`, and one file for each Blob in
 * `files`. Several processes can open the same folder.
 *
 * @throws {Fault} `storage-failed`
 */
export async function openFolder(folder: string): Promise<OpenedStorage> {
  // Synchronous, because a process that ends meanwhile has removed its temporary folder.
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  const files = await openFiles(join(folder, 'files'));
  const engine = await openLmdb(join(folder, 'db'), files);
  // Another process may write its first file in the meantime.
  const isLost = (await isEmpty(engine)) && (await files.list(Infinity)).length > 0 && (await isEmpty(engine));
  if (!isLost) return openStorage(engine);
  await engine.close();
  throw new Fault('storage-failed', `The database in "${folder}" is empty, but has files. Restore a backup.`);
}

/**
 * Open the storage in a PostgreSQL database, whose tables are created if necessary. Any number of processes and
 * computers can open the same database.
 *
 * @param url `postgres://user:password@host:port/database`
 * @param cacheFolder for copies of the files of Blobs, which can be deleted while no process uses it
 * @param say receives a message if the database isn't reachable yet and is awaited
 * @throws {Fault} `bad-value`, `storage-failed`
 */
export async function openPostgres(
  url: string,
  cacheFolder: string,
  say?: (line: string) => void,
): Promise<OpenedStorage> {
  const { isUnreachable, openPostgresEngine } = await import('./postgres.ts');
  const deadline = performance.now() + maxStartMs;
  for (let tries = 1; ; tries++) {
    try {
      return openStorage(await openPostgresEngine(url, cacheFolder));
    } catch (error) {
      if (!say || !isUnreachable(error) || performance.now() > deadline) throw error;
      if (tries === 1) say(`${error.message.replace('Try again.', '')}Waiting for it, at most ${maxStartMs / 1000} s.`);
      await setTimeout(startPollMs);
    }
  }
}

const isEmpty = async (engine: Engine): Promise<boolean> =>
  (await withSnapshot(engine, (snapshot) => snapshot.get(stateKey))) === undefined;

/** Open storage on an engine, and delete unused files periodically. */
function openStorage(engine: Engine): OpenedStorage {
  let sweeping: Promise<unknown> = Promise.resolve();
  let suspects: ReadonlySet<string> = new Set();
  let offsetMs = 0;
  const sweep = (now: number): Promise<void> => {
    const swept = sweeping.then(async () => {
      suspects = await sweepFiles(engine, now, suspects);
    });
    // If a file can't be deleted now, the next sweep tries again.
    sweeping = swept.catch(() => undefined);
    return swept;
  };
  let version = Number.POSITIVE_INFINITY;
  const sweepNow = () => void sweep(Date.now()).catch(() => undefined);
  sweepNow();
  const timer = setInterval(sweepNow, sweepIntervalMs).unref();
  return {
    openDatabase(options) {
      version = options.version;
      return openDatabase(engine, options);
    },
    sweep,
    check: async () => checkVersion(await withSnapshot(engine, readState), version),
    now: () => Date.now() + offsetMs,
    async checkClock() {
      if (!engine.now) return;
      const before = Date.now();
      const storageNow = await engine.now();
      offsetMs = Math.round(storageNow - (before + Date.now()) / 2);
    },
    async close() {
      clearInterval(timer);
      await sweeping;
      await engine.close();
    },
  };
}
