/** Others that call while an input is answered wait no longer than this, in milliseconds. */
export const longestWaitMs = 250;
const tries = 3;

/**
 * Do work while others call all the time, and measure the longest that one of them waited. Above `longestWaitMs` all is done
 * again, and the shortest counts: work that keeps the thread does so each time, a busy machine does not.
 *
 * @param call    one short call of somebody else
 * @param prepare makes the work, which returns the same each time; what it takes itself counts for nobody
 * @returns what the work returned at last, and milliseconds
 */
export async function withLongestWait<T>(
  call: () => Promise<unknown>,
  prepare: () => () => Promise<T>,
): Promise<{ readonly result: T; readonly waitMs: number }> {
  let waitMs = Number.POSITIVE_INFINITY;
  for (let i = 1; ; i++) {
    const measured = await measure(call, prepare());
    waitMs = Math.min(waitMs, measured.waitMs);
    if (waitMs <= longestWaitMs || i === tries) return { result: measured.result, waitMs };
  }
}

async function measure<T>(call: () => Promise<unknown>, work: () => Promise<T>) {
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  let waitMs = 0;
  // From one answer to the next, as a caller between two calls meets a thread that is kept as well.
  let answeredAt = performance.now();
  do {
    await call();
    const now = performance.now();
    waitMs = Math.max(waitMs, now - answeredAt);
    answeredAt = now;
    await nextTurn();
  } while (!isDone);
  return { result: await working, waitMs };
}

/** A call from elsewhere comes in a turn of its own, also where the one before was answered within one. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
