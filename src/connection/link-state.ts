import { type ReadonlySignal, signal } from '@preact/signals';

/**
 * State of the page's connection to its server.
 * - `unsupported` this browser gives the page no service worker, or not the functions that the page needs
 * - `framed` a page of another origin shows this one in a frame, so it could cover parts of it
 * - `blocked` the worker couldn't be installed or doesn't take control, or the server is unreachable; data is untouched
 * - `worker-left` a service worker of an earlier visit answers instead of the server until the user has it removed
 * - `update-ready` like `ready`, and a newer version waits for the user's consent (`applyUpdate`)
 */
export type LinkState = 'starting' | 'ready' | 'framed' | 'unsupported' | 'blocked' | 'worker-left' | 'update-ready';

/** The page's connection to its server. */
export interface Link {
  /**
   * Start the link unless it has been started, and wait until it is ready or fails.
   *
   * @returns false if nothing may be sent, because another server would get it
   */
  start(): Promise<boolean>;
  /** Wait until requests can be sent. @returns false like `start` */
  canSend(): Promise<boolean>;
  /** Send a request. If its signal aborts, the server stops working on it. @throws like the global `fetch` */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Change to the newer version of the app, and reload the page. Without a newer version, only reload. */
  applyUpdate(): Promise<void>;
  /**
   * Wait until the whole app works offline. Return false if parts of it may be missing, or if it never works offline.
   */
  waitForCache(): Promise<boolean>;
}

const current = signal<LinkState>('starting');
const problem = signal<string | undefined>(undefined);

/** The state of the page's connection to its server. */
export const linkState: ReadonlySignal<LinkState> = current;
/** The reason if the state is `blocked` or `unsupported`. */
export const linkProblem: ReadonlySignal<string | undefined> = problem;

export function setLinkState(state: LinkState): void {
  current.value = state;
}

/** Set a state in which the page can't send requests. */
export function stopWith(state: Exclude<LinkState, 'starting' | 'ready' | 'update-ready'>, reason: unknown): false {
  problem.value = reason instanceof Error ? reason.message : String(reason);
  current.value = state;
  return false;
}

/**
 * Check whether a page of another origin shows this one in a frame. Not every web server sends the header that forbids
 * framing.
 */
export function isForeignFrame(): boolean {
  try {
    for (let frame: Window = window; frame !== frame.parent; frame = frame.parent)
      if (frame.parent.location.origin !== location.origin) return true;
    return false;
  } catch {
    return true;
  }
}
