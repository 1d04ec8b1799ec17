import type { Clock } from './clock.ts';
import { toFault } from './contract/index.ts';
import type { StoreWithPortal } from './portal/store/open-store.ts';
import type { MarkKeeper } from './service/mark.ts';
import type { DecodeImage } from './service/raster-source.ts';

/**
 * Everything that the backend requires from its host. Only `worker.ts` and its host modules use globals of the host.
 */
export interface Context {
  readonly store: StoreWithPortal;
  /** Creates an empty canvas, transparent black. */
  readonly createCanvas: (widthPx: number, heightPx: number) => OffscreenCanvas;
  /** Decodes PNG and JPEG files. Absent if the host can't. */
  readonly decodeImage?: DecodeImage;
  /** Epoch milliseconds. Tests can set this clock. */
  readonly now: () => number;
  /** Milliseconds for durations, independent of `now`. If absent, use `now`. */
  readonly stopwatch?: () => number;
  /** Sets `now` and `newId`. Absent if the host fixes them. */
  readonly clock?: Clock;
  /** Returns a new ID: 32 lower-case hex digits. */
  readonly newId: () => string;
  /** Fetches static files of the app, and calls remote receivers. */
  readonly fetch: (input: string, init?: RequestInit) => Promise<Response>;
  /** Path of the app on its origin, with a slash at both ends: `/` or `/maps/`. */
  readonly base: string;
  /** Scheme, host and port, without a trailing slash. */
  readonly origin: string;
  /**
   * False if the request doesn't come from the app's page, so that it can't sign in without a password. Absent if only
   * pages of this origin can send requests.
   */
  readonly isPage?: boolean;
  /** Resolves when the fonts for drawing are loaded. */
  readonly fontsReady: () => Promise<void>;
  /** Lets other requests run. Await it between slices of long work. */
  readonly yieldNow: () => Promise<void>;
  /** Keeps the host running until the work is done, if the host would stop after answering all requests. */
  readonly keepAlive?: (work: Promise<unknown>) => void;
  /** Locks shared by all pages and workers of the origin. The browser releases them when their owner ends. */
  readonly locks?: Locks;
  /** Records the contents of the database outside of it. Absent if the host has no place for that. */
  readonly marks?: MarkKeeper;
  /** Iterations of the hash of new passwords; default 600,000. */
  readonly passwordIterations?: number;
}

/** The subset of `navigator.locks` in use. */
export interface Locks {
  request<T>(name: string, options: { ifAvailable: true }, task: (lock: object | null) => Promise<T>): Promise<T>;
}

/** Run work in the background. A failure is recorded in the work's own records, or the work is retried when due. */
export function inBackground(context: Context, work: Promise<unknown>): void {
  if (context.keepAlive) context.keepAlive(work);
  else work.catch(toFault);
}
