/** Long work that yields between its steps and returns its result. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Shares the thread between requests: long work checks after each step whether it must yield. */
export interface Scheduler {
  /**
   * Return undefined during the time budget, otherwise a promise to await. Throws the signal's reason after it is
   * aborted.
   */
  yieldIfDue(): Promise<void> | undefined;
}

/** Shared channel, because creating one for each turn can take longer than the turn. */
let channel: MessageChannel | undefined;
const yielded: (() => void)[] = [];

/**
 * Let all other waiting tasks run.
 *
 * A message to this thread is queued behind everything that has arrived. Unlike a timer, it is never throttled.
 */
export function yieldNow(): Promise<void> {
  channel ??= newChannel();
  const { port2 } = channel;
  return new Promise((resolve) => {
    yielded.push(resolve);
    port2.postMessage(undefined);
  });
}

function newChannel(): MessageChannel {
  const made = new MessageChannel();
  made.port1.onmessage = () => yielded.shift()!();
  return made;
}

/** Default time budget: how long work can run before it yields, in milliseconds. */
const defaultBudgetMs = 10;

/**
 * Create a scheduler for one request or job.
 *
 * @param now milliseconds
 * @param yieldNow lets all other waiting tasks run
 * @param signal ends the work with its reason
 * @param budgetMs time budget between two yields
 */
export function createScheduler(
  now: () => number,
  yieldNow: () => Promise<void>,
  signal?: AbortSignal,
  budgetMs = defaultBudgetMs,
): Scheduler {
  let startedAt = now();
  return {
    yieldIfDue() {
      signal?.throwIfAborted();
      if (now() - startedAt < budgetMs) return undefined;
      return yieldNow().then(() => {
        startedAt = now();
        signal?.throwIfAborted();
      });
    },
  };
}

/** Run all steps, yielding between them when due. @throws any error of the steps and the scheduler */
export async function runSteps<T>(steps: Steps<T>, scheduler?: Scheduler): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const waiting = scheduler?.yieldIfDue();
    if (waiting) await waiting;
  }
}

/** Run all steps without yielding. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Visit the items of a list in order, yielding between them when due. */
export async function forEachItem<T>(
  items: Iterable<T>,
  scheduler: Scheduler | undefined,
  onItem: (item: T, index: number) => Promise<void> | void,
): Promise<void> {
  let index = 0;
  for (const item of items) {
    const waiting = scheduler?.yieldIfDue();
    if (waiting) await waiting;
    const visited = onItem(item, index++);
    if (visited) await visited;
  }
}
