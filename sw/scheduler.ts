/** Long work that yields between its steps and returns its result. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Divides the thread between the requests: long work asks it after each step whether others are due. */
export interface Scheduler {
  /**
   * Undefined while the time budget lasts, which costs nothing; otherwise await it.
   * Throws the signal's reason once it is aborted.
   */
  yieldIfDue(): Promise<void> | undefined;
}

/** A channel to oneself: to make one for each turn takes longer than many a turn. */
let channel: MessageChannel | undefined;
const yielded: (() => void)[] = [];

/** Let everybody else have a turn: a message to oneself waits behind all that has arrived, and unlike a timer is never slowed down. */
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

/** Time budget: how long work may run while others wait, in milliseconds. */
const defaultBudgetMs = 10;

/**
 * Make a scheduler for one request, or for one job.
 *
 * @param now      milliseconds
 * @param yieldNow lets everything that waits run
 * @param signal   ends the work with its reason
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

/** Run all steps, and yield between them where others are due. Throws what the steps and the scheduler throw. */
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

/** Visit the items of a list one after the other, and yield between them where others are due. */
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
