/** Lets other work run during a long drawing, and ends it when nobody waits for it any more. */
export interface Pace {
  /**
   * Call between pieces of work. Undefined when there is time left, which costs nothing; otherwise wait for the answer.
   * Throws the signal's reason once it is aborted.
   */
  pause(): Promise<void> | undefined;
}

/** How long a drawing that somebody waits for may keep the thread, in milliseconds. */
const usualStretchMs = 10;

/**
 * Make a pace.
 *
 * @param now      milliseconds
 * @param yieldNow lets everything that waits run
 * @param stretchMs how long the thread may be kept
 */
export function createPace(
  now: () => number,
  yieldNow: () => Promise<void>,
  signal?: AbortSignal,
  stretchMs = usualStretchMs,
): Pace {
  let startedAt = now();
  return {
    pause() {
      signal?.throwIfAborted();
      if (now() - startedAt < stretchMs) return undefined;
      return yieldNow().then(() => {
        startedAt = now();
        signal?.throwIfAborted();
      });
    },
  };
}
