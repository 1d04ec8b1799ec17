import { Fault } from '../../sw/contract/index.ts';
import { findRoute } from '../../sw/contract/routes.ts';
import { findOperation } from '../../sw/portal/contract/find-operation.ts';
import { portalRow } from '../../sw/portal/contract/index.ts';
import type { Exchange } from '../exchange.ts';

/** What reads and replaces all that is stored in the browser. */
export interface Storage {
  /** Keep all of it under a name. @returns bytes */
  backup(name: string): Promise<number>;
  /** @throws {Error} when there is no such backup any more */
  restore(name: string): Promise<void>;
}

const startName = 'start';
const mostSnapshots = 20;

/**
 * Snapshots of all that is stored, by name. `start` is what was there before the first request that changes anything: it is
 * taken then, so that servers that only answer questions pay nothing.
 */
export class Snapshots {
  readonly #storage: Storage;
  readonly #taken = new Map<string, { readonly takenAt: number; readonly bytes: number }>();
  /** Name of the snapshot that is stored as it is; undefined once something may have changed. */
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

  /** Keep what is stored under a name, in place of an older snapshot. @throws {Fault} `too-large` for too many of them */
  async take(name: string): Promise<void> {
    if (!this.#taken.has(name) && this.#taken.size >= mostSnapshots)
      throw new Fault('too-large', `snapshots: at most ${mostSnapshots} expected, "${name.slice(0, 80)}" is one more.`);
    await this.#keepStart();
    this.#taken.set(name, { takenAt: Date.now(), bytes: await this.#storage.backup(name) });
    this.#current = name;
  }

  /** Put back what a snapshot holds. @throws {Fault} `not-found` */
  async restore(name: string = startName): Promise<void> {
    if (this.#current === name) return;
    if (!this.#taken.has(name)) {
      const known = [...this.#taken.keys()].join(', ') || 'none';
      throw new Fault('not-found', `snapshots: one of ${known} expected, "${name.slice(0, 80)}" found.`);
    }
    this.#current = undefined;
    await this.#storage.restore(name);
    this.#current = name;
  }

  /** @returns whether there was one */
  remove(name: string): boolean {
    if (this.#current === name) this.#current = undefined;
    return this.#taken.delete(name);
  }

  /** Await this before a request is passed on that may change what is stored. */
  async beforeChange(): Promise<void> {
    // The page of a person keeps no snapshot, and its programs sign in and write all the same.
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

/** Whether a request may change what is stored, by the table of routes and that of the portal. */
export function mayChange({ method, url }: Pick<Exchange, 'method' | 'url'>, base = '/'): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false;
  try {
    const match = findRoute(base, url.pathname);
    if (!match || readingRoutes.has(match.route)) return false;
    const found = match.route === 'portal' ? findOperation(match.parameters.get('path') ?? '') : undefined;
    return !found || portalRow(found.operation).effect === 'write';
  } catch {
    return false;
  }
}
