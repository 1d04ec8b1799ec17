import { effect } from '@preact/signals';
import { signInWith } from '../connection/call.ts';
import { cachedWhole, controlled } from '../connection/worker-link.ts';
import { admitDropped, publishFiles } from '../state/dropped.ts';
import { refreshStorage, watchHost } from '../state/host.ts';
import { offerLink } from '../state/incoming.ts';
import { page, route } from '../state/route.ts';
import {
  closeService,
  currentTitle,
  isTablesOnly,
  mapError,
  openService,
  refreshServices,
  services,
} from '../state/services.ts';
import { showToast } from '../state/toasts.ts';
import { goTo, readAddress, watchAddress } from '../state/url.ts';
import { activity, drawn } from '../state/view.ts';
import { text } from '../text/text.ts';

signInWith(async () => (await import('../connection/sign-in.ts')).signPageIn());

/** The service that a first visit opens on, where it is there. */
const firstChoice = 'World';
/** What can wait does so until the first map is likely drawn. */
const quietMs = 3000;
/** What could not be had is asked for again. */
const againMs = 60_000;
const offlineAnnouncedKey = 'soapstone-offline-told';

/** The queue of files the installed app was opened with; Chromium only, so not in the standard library's types. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void;
}

/** Bring the page to life: wait for the server, read the catalogue, go where the address says. */
export async function begin(): Promise<void> {
  const linked = takeLinked();
  const address = readAddress(new URL(location.href));
  const firstPage = page.peek();
  /** Where to go: a page that the user has opened meanwhile stays. */
  const destination = () =>
    page.peek() === firstPage ? address : { ...address, page: page.peek(), route: route.peek() };
  watchHost();
  // The page is shown before its keys are heard: they come with a script of their own.
  void import('./shortcuts.ts').then(({ watchShortcuts }) => watchShortcuts());
  effect(() => {
    const title = currentTitle.value;
    document.title = title ? `${title} · ${text.appName}` : text.appName;
  });
  if (!(await controlled())) return;
  const served = document.querySelector<HTMLMetaElement>('meta[name="soapstone-relay"]')?.content;
  if (served && window.top === window)
    void import('./served.tsx').then(({ beServed }) => beServed(served === 'driven'));
  // The map does not wait for the list of maps where it is known which one the address names.
  const isKnown = address.service !== undefined || !wasOfflineAnnounced();
  const going = isKnown ? goTo(destination(), firstChoice) : undefined;
  // On the first visit the other demos come with the list: they would hold the first picture up.
  if (address.page === 'maps' && !wasOfflineAnnounced()) await firstImage();
  await refreshServices();
  const names = (services.value ?? []).map(({ name }) => name);
  const fallback = names.includes(firstChoice) ? firstChoice : names[0];
  const opening = going ?? goTo(destination(), fallback);
  // Another page is used while the map behind it is still opening; the map page's address is complete only afterwards.
  const isMap = page.peek() === 'maps';
  if (!isMap) watchAddress();
  await opening;
  if (going && address.service === undefined && services.value && !names.includes(firstChoice)) {
    if (fallback === undefined) closeService();
    else await openService(fallback);
  }
  if (isMap) watchAddress();
  admitDropped();
  void import('../state/other-tabs.ts').then(({ watchOtherTabs }) => watchOtherTabs());
  void announceOffline();
  void refreshStorage();
  setTimeout(resumeDue, quietMs);
  if (linked !== undefined) offerLink(linked);
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(async ({ files = [] }) => {
    await publishFiles(await Promise.all(files.map((handle) => handle.getFile())));
  });
}

/** Take the address of a file that is to be opened (`?open=https://…`) out of the page's own address: a reload does not ask again. */
function takeLinked(): string | undefined {
  const url = new URL(location.href);
  const linked = url.searchParams.get('open') ?? undefined;
  if (linked === undefined) return undefined;
  url.searchParams.delete('open');
  history.replaceState(null, '', url);
  return linked;
}

/** See from now on to what is due; where the code for it cannot be had, because it is not kept yet and the network is gone, later. */
function resumeDue(): void {
  import('../state/run-due.ts').then(
    ({ keepDue }) => keepDue(),
    () => setTimeout(resumeDue, againMs),
  );
}

/** Wait until the map has a picture, or it is clear that it gets none. */
function firstImage(): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      const isSettled = drawn.value !== undefined || mapError.value !== undefined || activity.value.state === 'failed';
      if (!isSettled && page.value === 'maps' && !isTablesOnly.value) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}

/** Say once that the app works without a network: when all of it is kept, not before. */
async function announceOffline(): Promise<void> {
  if (wasOfflineAnnounced() || !(await cachedWhole())) return;
  try {
    localStorage.setItem(offlineAnnouncedKey, '1');
  } catch {
    return;
  }
  showToast({ message: text.status.offlineReady });
}

/** True as well where nothing can be remembered: it would be said each time. */
function wasOfflineAnnounced(): boolean {
  try {
    return localStorage.getItem(offlineAnnouncedKey) !== null;
  } catch {
    return true;
  }
}
