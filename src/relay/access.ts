import { signal } from '@preact/signals';
import type { RelayAccess } from './frames.ts';

const key = `soapstone:relay:${import.meta.env.BASE_URL}`;

const newToken = (): string => `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '');

function stored(): RelayAccess {
  const first: RelayAccess = { isOpen: true, needsToken: false, token: newToken() };
  try {
    return { ...first, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
  } catch {
    return first;
  }
}

/** Which programs the owner of this browser lets reach the maps; the same in all tabs. */
export const relayAccess = signal<RelayAccess>(stored());

/** Change it from now on, and remember it where the browser lets us. */
export function changeAccess(change: Partial<RelayAccess>): void {
  relayAccess.value = { ...relayAccess.value, ...change };
  try {
    localStorage.setItem(key, JSON.stringify(relayAccess.value));
  } catch {
    // It holds until the page is closed.
  }
}

addEventListener('storage', (event) => {
  if (event.key === key) relayAccess.value = stored();
});
