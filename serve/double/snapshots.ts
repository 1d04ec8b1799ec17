import { Fault, quoteValue } from '../../sw/contract/index.ts';
import { findRoute } from '../../sw/contract/routes.ts';
import { findOperation } from '../../sw/portal/contract/find-operation.ts';
import { portalRow } from '../../sw/portal/contract/index.ts';
import type { Exchange } from '../exchange.ts';

/** Saves and replaces all data. */
export interface Storage {
  /** Save all data under a name. @returns size in bytes */
  backup(name: string): Promise<number>;
  /** Replace all data with a backup. @throws {Error} if the backup no longer exists */
  restore(name: string): Promise<void>;
}

const startName = 'start';
const maxSnapshots = 20;

/**
 * Snapshots of all data by name. `start` is the data before the first request that changes anything. It is taken at
 * that time, so that servers that are only read don't need it.
 */
export class Snapshots {
  readonly #storage: Storage;
  readonly #taken = new Map<string, { readonly takenAt: number; readonly bytes: number }>();
  /** Name of the snapshot that equals the current data; undefined if something may have changed. */
  #current: string | undefined = startName;
  #start: Promise<unknown> | undefined;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  list(): { readonly name: string; readonly takenAt: string; readonly bytes: number }[] {
    return [...this.#taken].map(([name, { takenAt, bytes }]) => ({
      name,
      takenAt: new Date(takenAt).toISOString(),
      bytes,
    }));
  }

  /** Save the data under a name, and replace an older snapshot. @throws {Fault} `too-large` if there are too many */
  async take(name: string): Promise<void> {
    if (!this.#taken.has(name) && this.#taken.size >= maxSnapshots)
      throw new Fault(
        'too-large',
        `Snapshot ${quoteValue(name)} can't be taken: there are already ${maxSnapshots}. Delete a snapshot first.`,
      );
    await this.#keepStart();
    this.#taken.set(name, { takenAt: Date.now(), bytes: await this.#storage.backup(name) });
    this.#current = name;
  }

  /** Restore the data of a snapshot. @throws {Fault} `not-found` */
  async restore(name: string = startName): Promise<void> {
    if (this.#current === name) return;
    if (!this.#taken.has(name)) {
      const snapshotNames = [...this.#taken.keys()].join(', ') || 'none';
      throw new Fault('not-found', `Snapshot ${quoteValue(name)} not found. Snapshots: ${snapshotNames}.`);
    }
    this.#current = undefined;
    await this.#storage.restore(name);
    this.#current = name;
  }

  /** Remove a snapshot. @returns whether it existed */
  remove(name: string): boolean {
    if (this.#current === name) this.#current = undefined;
    return this.#taken.delete(name);
  }

  /** Save the initial data if needed. Await this before forwarding a request that may change data. */
  async beforeChange(): Promise<void> {
    // A page that the user opened supports no snapshots, but its clients may still sign in and write.
    await this.#keepStart().catch(ifNotSupported);
    this.#current = undefined;
  }

  async #keepStart(): Promise<void> {
    if (this.#taken.has(startName) || this.#current !== startName) return;
    this.#start ??= this.#storage
      .backup(startName)
      .then((bytes) => this.#taken.set(startName, { takenAt: Date.now(), bytes }))
      .finally(() => {
        this.#start = undefined;
      });
    await this.#start;
  }
}

function ifNotSupported(error: unknown): void {
  if (!(error instanceof Fault) || error.code !== 'not-supported') throw error;
}

const readingRoutes: ReadonlySet<string> = new Set([
  ...['service', 'catalogue', 'rest-service', 'rest-catalogue', 'rest-token', 'wms', 'wmts', 'ogc-features'],
  ...['vector-tiles', 'session'],
]);

/** Check whether a request may change data, using the route tables of the backend and the portal. */
export function mayChange({ method, url }: Pick<Exchange, 'method' | 'url'>, base = '/'): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false;
  try {
    const match = findRoute(base, url.pathname);
    if (!match || readingRoutes.has(match.route)) return false;
    const operationMatch = match.route === 'portal' ? findOperation(match.parameters.get('path') ?? '') : undefined;
    return !operationMatch || portalRow(operationMatch.operation).effect === 'write';
  } catch {
    return false;
  }
}
