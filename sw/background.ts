/** Work that continues after the response to the request that started it. */
interface Background {
  /** Track work until it ends or fails. */
  readonly keepAlive: (work: Promise<unknown>) => void;
  /** Resolves when all work has ended, including work added while waiting. */
  readonly settled: () => Promise<void>;
  /** Resolves when the work ends or fails, or immediately if a newer worker is to take over. */
  readonly unlessReplaced: (work: Promise<unknown>) => Promise<void>;
  /** Prepare for a newer worker to take over: from now on, only responses keep this worker busy. */
  readonly makeWay: () => void;
}

export function createBackground(): Background {
  const running = new Set<Promise<unknown>>();
  const waiting = new Set<() => void>();
  let isReplaced = false;
  return {
    unlessReplaced: (work) =>
      new Promise((resolve) => {
        const end = () => {
          waiting.delete(end);
          resolve();
        };
        waiting.add(end);
        work.then(end, end);
        if (isReplaced) end();
      }),
    makeWay() {
      isReplaced = true;
      for (const end of waiting) end();
    },
    keepAlive(work) {
      const watched = work
        .catch((error: unknown) => console.warn('Work in the background failed.', error))
        .finally(() => running.delete(watched));
      running.add(watched);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
