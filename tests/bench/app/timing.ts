/** A measurement, as a row of the table of results. */
export interface Row {
  readonly name: string;
  readonly ms: number;
  /** Name of the measurement in the same run that this is compared with. */
  readonly against?: string;
  readonly againstMs?: number;
  readonly note?: string;
}

/** Return the median of times. */
export function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}

/** Return the milliseconds that a task takes. */
export async function measureTime(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/**
 * Measure tasks in turn, so that a slow machine slows all of them, and return the medians.
 * The first rounds don't count, because the code is still being compiled.
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
