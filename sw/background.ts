/** Work that goes on after the answer to the request that started it. */
interface Background {
  /** Remember work until it ends, even by failing. */
  readonly keepAlive: (work: Promise<unknown>) => void;
  /** Resolves when all work has ended, including what is added while it waits. */
  readonly settled: () => Promise<void>;
}

export function createBackground(): Background {
  const running = new Set<Promise<unknown>>();
  return {
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
