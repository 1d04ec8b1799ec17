/** One line of the table. */
export interface Row {
  readonly name: string;
  readonly ms: number;
  /** What it is compared with in the same run. */
  readonly against?: string;
  readonly againstMs?: number;
  readonly note?: string;
}

/** Give the median of some times. */
export function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}

/** Give the milliseconds that work takes. */
export async function measureTime(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/**
 * Measure some kinds of work in turn, so that what slows the machine slows all of them, and give the medians. The first
 * rounds are not counted: then the code is still being compiled.
 */
export async function inTurn(runs: number, works: readonly (() => unknown)[], warmUp = 3): Promise<number[]> {
  const times: number[][] = works.map(() => []);
  for (let run = -warmUp; run < runs; run++) {
    for (const [i, work] of works.entries()) {
      const ms = await measureTime(work);
      if (run >= 0) times[i]!.push(ms);
    }
  }
  return times.map(median);
}
