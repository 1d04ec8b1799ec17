import type { Pace } from './scan.ts';

/** Long work in pieces: it yields wherever others may have a turn, and returns what it made. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Do the work, with pauses where its pace wants them; throws what the work and the pace throw. */
export async function inSteps<T>(steps: Steps<T>, pace?: Pace): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const waiting = pace?.pause();
    if (waiting) await waiting;
  }
}

/** Do the work without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
