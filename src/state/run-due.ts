import { errorCodeOf } from '../../sw/contract/index.ts';
import { base, send } from '../connection/call.ts';
import { bearers, currentSessions } from '../connection/sessions.ts';
import { signPageIn } from '../connection/sign-in.ts';
import { followCatalogue } from './other-tabs.ts';

const everyMs = 60_000;

/**
 * Have the server do what is due (scheduled synchronisations, interrupted ones, deliveries), now and from now on for as
 * long as a tab of the browser is open: the server itself has no clock that wakes it. One tab does it for all; when it is
 * closed, the next takes over.
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
      // Held until the browser takes it back from a tab that is gone.
      return new Promise<never>(() => undefined);
    });
}

let hasStarted = false;

async function round(): Promise<void> {
  try {
    // What the round before started may have brought map services.
    if (hasStarted) await followCatalogue();
    hasStarted = false;
    if (!bearers()) {
      await signPageIn();
      if (bearers()) await followCatalogue();
    }
    await runDue();
  } catch {
    // The next round tries again; what people ask for says itself what is wrong.
  }
}

/** Have the server do what is due in the portals that this page is signed in to. @throws {ServiceFault} */
export async function runDue(): Promise<void> {
  for (const { portalId, token } of currentSessions()) {
    const url = `${base}portals/${portalId}/runDue?f=json`;
    const headers = { 'x-request-id': crypto.randomUUID() };
    const response = await send('runDue', url, { method: 'POST', headers }, `Bearer ${token}`);
    const answer = await response.json();
    // Whose token is refused has another the next time, where the portal lets the page in.
    if (errorCodeOf(answer.error) === 'bad-token') await signPageIn();
    else if (answer.resumed + answer.scheduled > 0) hasStarted = true;
  }
}
