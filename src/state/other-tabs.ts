import { isComposed } from '../../sw/service/map-key.ts';
import { base } from '../connection/call.ts';
import { onLanguageInOtherTab, text } from '../text/text.ts';
import { refreshStorage } from './host.ts';
import { currentKey, openNeighbour, openService, refreshMap, refreshServices, services } from './services.ts';
import { showToast } from './toasts.ts';

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`soapstone:${base}`) : undefined;

/** Tell the other tabs of this browser that the catalogue has changed. */
export const notifyOtherTabs = (): void => channel?.postMessage('catalogue');

/** Follow what other tabs publish and delete, and the language chosen there. */
export function watchOtherTabs(): void {
  channel?.addEventListener('message', () => void follow());
  // Nobody is torn out of what he is typing here: he says when.
  onLanguageInOtherTab(() =>
    showToast({
      message: text.settings.languageInOtherTab,
      actions: [{ label: text.start.reload, onSelect: () => location.reload() }],
    }),
  );
}

/** Read the catalogue anew after this tab changed more than one service of it, and tell the others. */
export async function followCatalogue(): Promise<void> {
  notifyOtherTabs();
  await follow();
}

/** A map whose data was replaced is drawn anew where it is; one that went gives way to its neighbour. */
async function follow(): Promise<void> {
  const before = services.value ?? [];
  const key = currentKey.value;
  await Promise.all([refreshServices(), refreshStorage()]);
  if (isComposed(key)) await refreshMap();
  else if (key === undefined) {
    const first = services.value?.[0];
    if (first) await openService(first.name);
  } else if (!services.value?.some(({ name }) => name === key)) await openNeighbour(key, before);
}
