import { signal } from '@preact/signals';
import { type StorageState, storage } from '../connection/catalogue.ts';

/** Chromium's event when the app can be installed; not in the standard library's types. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export const isOnline = signal(navigator.onLine);
export const stored = signal<StorageState | undefined>(undefined);
export const installPrompt = signal<InstallPrompt | undefined>(undefined);

export async function refreshStorage(): Promise<void> {
  stored.value = await storage();
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
    isOnline.value = navigator.onLine;
  };
  addEventListener('online', follow);
  addEventListener('offline', follow);
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.value = event as InstallPrompt;
  });
  addEventListener('appinstalled', () => {
    installPrompt.value = undefined;
  });
  void refreshStorage();
}
