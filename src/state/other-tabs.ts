import { isComposed } from '../../sw/service/map-key.ts';
import { base } from '../connection/call.ts';
import { onLanguageInOtherTab, text } from '../text/text.ts';
import { refreshStorage } from './host.ts';
import { currentKey, openNeighbour, openService, refreshMap, refreshServices, services } from './services.ts';
import { showToast } from './toasts.ts';

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`soapstone:${base}`) : undefined;

/** Notify the other tabs of this browser that the catalogue has changed. */
export const notifyOtherTabs = (): void => channel?.postMessage('catalogue');

/** Follow changes of the catalogue and the language in other tabs. */
export function watchOtherTabs(): void {
  channel?.addEventListener('message', () => void follow());
  // Don't reload while the user is typing; offer a reload instead.
  onLanguageInOtherTab(() =>
    showToast({
      message: text.settings.languageInOtherTab,
      actions: [{ label: text.start.reload, onSelect: () => location.reload() }],
    }),
  );
}

/** Read the catalogue again after this tab changed several services, and notify the other tabs. */
export async function followCatalogue(): Promise<void> {
  notifyOtherTabs();
  await follow();
}

/**
 * Read the catalogue again. A map whose data was replaced is redrawn in place; if the open service is gone, its
 * neighbor opens.
 */
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
