import { type ReadonlySignal, signal } from '@preact/signals';
import { readFreeBytes, type StorageState, storage } from '../connection/catalogue.ts';
import { isReachable } from '../connection/server-link.ts';
import { isServed } from '../host.ts';

/** Chromium's event when the app can be installed; not in the standard library's types. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const online = signal(navigator.onLine);
/** False without a network; if a program serves the maps, false while that program can't be reached. */
export const isOnline: ReadonlySignal<boolean> = isServed ? isReachable : online;
/** The storage of this browser; undefined if the maps aren't in it. */
export const stored = signal<StorageState | undefined>(undefined);
/** Free bytes of the server; undefined if the maps are in this browser, or unknown. */
export const freeBytes = signal<number | undefined>(undefined);
export const installPrompt = signal<InstallPrompt | undefined>(undefined);

export async function refreshStorage(): Promise<void> {
  stored.value = await storage();
  if (isServed) freeBytes.value = await readFreeBytes().catch(() => undefined);
}

export async function keepSafely(): Promise<boolean> {
  const agreed = (await navigator.storage.persist?.()) ?? false;
  await refreshStorage();
  return agreed;
}

export async function install(): Promise<void> {
  const prompt = installPrompt.value;
  if (!prompt) return;
  installPrompt.value = undefined;
  await prompt.prompt();
}

/** Watch the network, the storage and the install prompt. */
export function watchHost(): void {
  const follow = () => {
    online.value = navigator.onLine;
  };
  addEventListener('online', follow);
  addEventListener('offline', follow);
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    // Without a service worker, an installed app would open nothing while the server is stopped.
    if (!isServed) installPrompt.value = event as InstallPrompt;
  });
  addEventListener('appinstalled', () => {
    installPrompt.value = undefined;
  });
  if (!isServed) void refreshStorage();
}
