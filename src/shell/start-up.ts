import { effect } from '@preact/signals';
import { signInWith } from '../connection/call.ts';
import { link } from '../connection/link.ts';
import { isServed } from '../host.ts';
import { admitDropped, publishFiles } from '../state/dropped.ts';
import { refreshStorage, watchHost } from '../state/host.ts';
import { offerLink, offerWorkspace } from '../state/incoming.ts';
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

signInWith(async (options) => (await import('../connection/sign-in.ts')).signPageIn(options));

/** The service that the first visit opens, if it exists. */
const firstChoice = 'World';
/** Delay of work that isn't needed for the first map, so that the map is likely drawn first. */
const startDelayMs = 3000;
/** Delay before a failed download is retried. */
const againMs = 60_000;
const offlineAnnouncedKey = 'soapstone-offline-told';

/** Queue of the files that the installed app was opened with. Chromium only, so not in the standard library's types. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void;
}

/** Start the page: wait for the server, read the catalogue, and go to the location in the URL. */
export async function begin(): Promise<void> {
  const linked = takeLinked();
  const address = readAddress(new URL(location.href));
  const firstPage = page.peek();
  /** Return the address to go to. If the user has opened another page in the meantime, keep that page. */
  const destination = () =>
    page.peek() === firstPage ? address : { ...address, page: page.peek(), route: route.peek() };
  watchHost();
  // The page is rendered before it handles shortcuts, because they are a separate script.
  void import('./shortcuts.ts').then(({ watchShortcuts }) => watchShortcuts());
  effect(() => {
    const title = currentTitle.value;
    document.title = title ? `${title} · ${text.appName}` : text.appName;
  });
  if (!(await link.start())) return;
  // If the URL names the map, or on a first visit, don't wait for the list of services.
  const isKnown = address.service !== undefined || !wasOfflineAnnounced();
  const going = isKnown ? goTo(destination(), firstChoice) : undefined;
  // On the first visit, reading the list publishes the other demo services, which would delay the first image.
  if (address.page === 'maps' && !wasOfflineAnnounced()) await firstImage();
  await refreshServices();
  const names = (services.value ?? []).map(({ name }) => name);
  const fallback = names.includes(firstChoice) ? firstChoice : names[0];
  const opening = going ?? goTo(destination(), fallback);
  // Other pages are usable while the map is still opening. The URL of the map page is complete only afterwards.
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
  if (isServed) void offerLeftMaps();
  void refreshStorage();
  setTimeout(resumeDue, startDelayMs);
  if (linked !== undefined) offerLink(linked);
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(async ({ files = [] }) => {
    await publishFiles(await Promise.all(files.map((handle) => handle.getFile())));
  });
}

/** Ask whether to restore the maps that the service worker of an earlier version had. */
async function offerLeftMaps(): Promise<void> {
  const maps = await (await import('../connection/left-worker.ts')).takeLeftMaps();
  if (maps) offerWorkspace(maps);
}

/**
 * Remove the URL of a file to open (`?open=https://…`) from the page's URL, so that a reload doesn't ask again.
 *
 * @returns the URL of the file; undefined if there is none
 */
function takeLinked(): string | undefined {
  const url = new URL(location.href);
  const linked = url.searchParams.get('open') ?? undefined;
  if (linked === undefined) return undefined;
  url.searchParams.delete('open');
  history.replaceState(null, '', url);
  return linked;
}

/**
 * Start triggering due work. If its code can't be loaded, because it isn't cached and there is no network, retry later.
 */
async function resumeDue(): Promise<void> {
  // During a change of the worker, the request for the code would keep the old one.
  await link.canSend();
  import('../state/run-due.ts').then(
    ({ keepDue }) => keepDue(),
    () => setTimeout(resumeDue, againMs),
  );
}

/** Wait until the map has an image, or can't get one. */
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

/** Announce once that the app works offline, when all of it is cached. */
async function announceOffline(): Promise<void> {
  if (wasOfflineAnnounced() || !(await link.waitForCache())) return;
  try {
    localStorage.setItem(offlineAnnouncedKey, '1');
  } catch {
    return;
  }
  showToast({ message: text.status.offlineReady });
}

/**
 * Check whether offline use was announced. True without storage too, or it would be announced on every visit, and if a
 * program serves the maps, because there is no offline use.
 */
function wasOfflineAnnounced(): boolean {
  if (isServed) return true;
  try {
    return localStorage.getItem(offlineAnnouncedKey) !== null;
  } catch {
    return true;
  }
}
