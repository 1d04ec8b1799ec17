import { relayAccess } from '../../relay/access.ts';
import { relayState } from '../../relay/attach.ts';
import { openPage } from '../../state/route.ts';
import { Icon } from '../icon.tsx';
import { relayText as t } from './relay-text.ts';

/** Whether programs reach the maps, in the status bar, as a way to its settings. */
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
