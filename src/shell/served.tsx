import { Icon } from '../parts/icon.tsx';
import { relayText as t } from '../parts/relay/relay-text.ts';
import { addStatus } from '../parts/status-bar.tsx';
import { relayAccess } from '../relay/access.ts';
import { attachRelay, relayState } from '../relay/attach.ts';
import { openPage } from '../state/route.ts';

/**
 * Let the program that serves this page forward requests to it.
 *
 * @param isDriven whether the page has no window and is driven by the program
 */
export async function beServed(isDriven: boolean): Promise<void> {
  if (isDriven) (await import('./driver-api.ts')).driveBy(globalThis as object);
  addStatus(RelayStatus);
  await attachRelay();
}

/** Part of the status bar that shows whether programs reach the maps. It links to the settings. */
export function RelayStatus() {
  const state = relayState.value?.type;
  const isReachable = relayAccess.value.isOpen && state !== 'apart' && state !== 'replaced';
  return (
    <button type="button" class="link" title={t.reachable} onClick={() => openPage('settings')}>
      <Icon name="code" size={14} />
      {isReachable ? t.status.reachable : t.status.closed}
    </button>
  );
}
