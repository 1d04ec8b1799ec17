/** Work that goes on after the request that began it was answered. */
interface Background {
  /** Remember work until it has ended, well or not. */
  readonly keepAlive: (work: Promise<unknown>) => void;
  /** Resolves when all work has ended, that which was added meanwhile included. */
  readonly settled: () => Promise<void>;
}

export function createBackground(): Background {
  const running = new Set<Promise<unknown>>();
  return {
    keepAlive(work) {
      const kept = work
        .catch((error: unknown) => console.warn('Work in the background failed.', error))
        .finally(() => running.delete(kept));
      running.add(kept);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
