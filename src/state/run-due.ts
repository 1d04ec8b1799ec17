import { errorCodeOf } from '../../sw/contract/index.ts';
import { base, send } from '../connection/call.ts';
import { bearers, currentSessions } from '../connection/sessions.ts';
import { signPageIn } from '../connection/sign-in.ts';
import { followCatalogue } from './other-tabs.ts';

const everyMs = 60_000;

/**
 * Trigger due work on the server now and regularly: scheduled and interrupted synchronizations, and deliveries. The
 * server can't wake itself, so an open tab must do it. Only one tab does it for all; when it is closed, the next tab
 * takes over.
 */
export function keepDue(): void {
  const start = () => {
    setInterval(() => void round(), everyMs);
    void round();
  };
  if (!navigator.locks) start();
  else
    void navigator.locks.request(`soapstone-due:${base}`, () => {
      start();
      // Never resolves, so the lock is released only when the tab is closed.
      return new Promise<never>(() => undefined);
    });
}

let hasStarted = false;

async function round(): Promise<void> {
  try {
    // The previous round may have added map services.
    if (hasStarted) await followCatalogue();
    hasStarted = false;
    if (!bearers()) {
      await signPageIn();
      if (bearers()) await followCatalogue();
    }
    await runDue();
  } catch {
    // The next round tries again. Requests by the user report their errors themselves.
  }
}

/** Trigger due work in the portals that this page is signed in to. @throws {ServiceFault} */
export async function runDue(): Promise<void> {
  for (const { portalId, token } of currentSessions()) {
    const url = `${base}portals/${portalId}/runDue?f=json`;
    const headers = { 'x-request-id': crypto.randomUUID() };
    const response = await send('runDue', url, { method: 'POST', headers }, `Bearer ${token}`);
    const answer = await response.json();
    // If a token is refused, sign in again for the next round, if the portal allows it.
    if (errorCodeOf(answer.error) === 'bad-token') await signPageIn();
    else if (answer.resumed + answer.scheduled > 0) hasStarted = true;
  }
}
