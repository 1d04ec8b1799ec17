import type { Steps } from '../../../../sw/features/steps.ts';

/** Do work that comes in steps, without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
