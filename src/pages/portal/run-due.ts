import { ask, changes } from './portal-call.ts';
import { sessions } from './sessions.ts';

const everyMs = 15_000;
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Have the server do what is due (scheduled synchronisations, interrupted ones, deliveries), now and from now on for as
 * long as this page of the browser is open: the server itself has no clock that wakes it.
 */
export function keepRunningDue(): void {
  if (timer !== undefined) return;
  timer = setInterval(() => void runDue(), everyMs);
  void runDue();
}

async function runDue(): Promise<void> {
  for (const portalId of sessions.value?.keys() ?? []) {
    try {
      const { resumed, scheduled } = await ask('runDue', { portalId });
      if (resumed + scheduled > 0) changes.value++;
    } catch {
      // The next round tries again; what people ask for says itself what is wrong.
    }
  }
}
