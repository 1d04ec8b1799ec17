import { statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { createBackground } from '../../sw/background.ts';
import { createClock, restartClock } from '../../sw/clock.ts';
import type { Context } from '../../sw/context.ts';
import { extensions } from '../../sw/extensions/index.ts';
import { openStore } from '../../sw/portal/store/open-store.ts';
import { type BatchCache, createBatchCache } from '../../sw/rows/batch-cache.ts';
import type { OpenDatabase } from '../../sw/store/database.ts';
import { fetchFrom } from './app-fetch.ts';
import { createCanvas, decodeImage, loadFonts } from './canvas.ts';

interface NodeContextOptions {
  readonly openDatabase: OpenDatabase;
  /** Epoch milliseconds of the computer with the data; by default of this one. */
  readonly machineNow?: () => number;
  /** Folder of the data. The free space of its file system is reported. */
  readonly folder: string;
  /** Folder of the built app. */
  readonly dist: string;
  /** Scheme, host and port of the server, without a trailing slash. */
  readonly origin: string;
  /** Other processes have the same data, so clients can't set the clock. */
  readonly isShared?: boolean;
  /** False for an empty list of demo services. */
  readonly hasDemo: boolean;
  /** Requests addresses that users choose. Default: any address. */
  readonly fetchRemote?: Context['fetch'] | undefined;
}

/** The backend's context in this process. */
export interface NodeContext {
  readonly context: Context;
  /**
   * Return the context of a request, with the same data.
   *
   * @param origin by which its client reached the server
   * @param isPage whether it has the key of the page
   */
  readonly contextFor: (origin: string, isPage: boolean) => Context;
  /** Count the reads of tables and rasters through the cache, those that had to load, and the bytes in the cache. */
  readonly countCache: () => Record<'reads' | 'misses' | 'bytes', number>;
  /** Wait for work in the background, and close the storage. */
  readonly close: () => Promise<void>;
}

/** Time for work in the background to end when the host closes. */
const maxSettleMs = 5000;

/** Create the context of the backend in Node. */
export async function createNodeContext(options: NodeContextOptions): Promise<NodeContext> {
  const { openDatabase, folder, dist, origin, hasDemo, fetchRemote = fetch, machineNow = Date.now, isShared } = options;
  const clock = createClock(machineNow, () => crypto.randomUUID().replaceAll('-', ''));
  const { now, newId } = clock;
  const background = createBackground();
  const cache = createBatchCache();
  const counts = { reads: 0, misses: 0 };
  const read: BatchCache['read'] = (owner, key, load) => {
    counts.reads++;
    return cache.read(owner, key, () => {
      counts.misses++;
      return load();
    });
  };
  const store = await openStore({
    openDatabase,
    databaseName: 'soapstone:/',
    cache: { ...cache, read },
    now,
    newId,
    yieldNow,
    fetchRemote,
    remote: extensions.find(({ remote }) => remote)?.remote,
    estimate: async () => {
      const { bavail, bsize } = await statfs(folder);
      return { usage: 0, quota: bavail * bsize };
    },
  });
  await restartClock(clock, store);
  const context: Context = {
    store,
    createCanvas,
    decodeImage,
    now,
    stopwatch: () => performance.now(),
    clock,
    newId,
    fetch: fetchFrom(dist, hasDemo, fetchRemote),
    base: '/',
    origin,
    fontsReady: () => loadFonts(dist),
    yieldNow,
    keepAlive: background.keepAlive,
  };
  const { clock: _, ...withoutClock } = context;
  const clientContext = isShared ? withoutClock : context;
  return {
    context,
    countCache: () => ({ ...counts, bytes: cache.bytes }),
    contextFor: (requestedOrigin, isPage) => ({ ...clientContext, origin: requestedOrigin, isPage }),
    async close() {
      // Interrupted work is resumed when it is due.
      await Promise.race([background.settled(), setTimeout(maxSettleMs, undefined, { ref: false })]);
      await store.close();
    },
  };
}

/** Let pending requests run. Unlike a message channel, this doesn't keep the process running. */
const yieldNow = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
