/** Work that goes on after the answer to the request that started it. */
interface Background {
  /** Remember work until it ends, even by failing. */
  readonly keepAlive: (work: Promise<unknown>) => void;
  /** Resolves when all work has ended, including what is added while it waits. */
  readonly settled: () => Promise<void>;
  /** Resolves when the work ends, even by failing, or at once when a newer worker is to take over. */
  readonly unlessReplaced: (work: Promise<unknown>) => Promise<void>;
  /** A newer worker is to take over: from now on nothing but answers keeps this one busy. */
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
