import { RelayStatus } from '../parts/relay/relay-status.tsx';
import { servedStatus } from '../parts/status-bar.tsx';
import { attachRelay } from '../relay/attach.ts';

/**
 * Let the program that serves this page pass requests on to it.
 *
 * @param isDriven nobody sees the page, and the program acts in it
 */
export async function beServed(isDriven: boolean): Promise<void> {
  if (isDriven) (await import('./driven.ts')).driveBy(globalThis as object);
  servedStatus.value = RelayStatus;
  await attachRelay();
}
