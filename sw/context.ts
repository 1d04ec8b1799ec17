import type { Clock } from './clock.ts';
import { toFault } from './contract/index.ts';
import type { StoreWithPortal } from './portal/store/open-store.ts';
import type { MarkKeeper } from './service/mark.ts';
import type { DecodeImage } from './service/raster-source.ts';

/** Everything of the host that the backend uses. Nothing below `worker.ts` touches a global of its host. */
export interface Context {
  readonly store: StoreWithPortal;
  /** Makes an empty canvas, transparent black. */
  readonly createCanvas: (widthPx: number, heightPx: number) => OffscreenCanvas;
  /** Decodes PNG and JPEG files; absent where the host has nothing for it. */
  readonly decodeImage?: DecodeImage;
  /** Epoch milliseconds; a test may have set them. */
  readonly now: () => number;
  /** Milliseconds that pass whatever `now` says, for durations; `now` where absent. */
  readonly stopwatch?: () => number;
  /** Sets `now` and `newId`; absent where the host has them fixed. */
  readonly clock?: Clock;
  /** A new id, 32 lower-case hex digits. */
  readonly newId: () => string;
  /** For static files of the app and for remote receivers. */
  readonly fetch: (input: string, init?: RequestInit) => Promise<Response>;
  /** Path of the app on its origin, with slash at both ends: `/` or `/maps/`. */
  readonly base: string;
  /** Scheme, host and port, without a slash at the end. */
  readonly origin: string;
  /** Resolves when the fonts the drawing needs are loaded. */
  readonly fontsReady: () => Promise<void>;
  /** Lets other requests have their turn; awaited between slices of long work. */
  readonly yieldNow: () => Promise<void>;
  /** Keeps the host running until the work is done, where a host stops when all requests are answered. */
  readonly keepAlive?: (work: Promise<unknown>) => void;
  /** Locks that all pages and workers of the origin share, and that the browser frees when their owner ends. */
  readonly locks?: Locks;
  /** Remembers what is stored where the database is not; absent where the host has no such place. */
  readonly marks?: MarkKeeper;
  /** Rounds of the password hash of new passwords; default 600,000. */
  readonly passwordIterations?: number;
}

/** The part of `navigator.locks` that is used. */
export interface Locks {
  request<T>(name: string, options: { ifAvailable: true }, task: (lock: object | null) => Promise<T>): Promise<T>;
}

/** Let work go on that nobody waits for. Its rows say how it failed, or it is tried again when it is due. */
export function inBackground(context: Context, work: Promise<unknown>): void {
  if (context.keepAlive) context.keepAlive(work);
  else work.catch(toFault);
}
