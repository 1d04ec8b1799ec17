import { createClock, restartClock } from './clock.ts';
import type { Context, Locks } from './context.ts';
import { noteFontChange } from './draw/surface/canvas-text.ts';
import { extensions } from './extensions/index.ts';
import { decodeImage } from './host-image.ts';
import { openStore } from './portal/store/open-store.ts';
import { yieldNow } from './scheduler.ts';
import { fontFiles } from './service/font-files.ts';
import { createMarkKeeper } from './service/mark.ts';
import { openIndexedDb } from './store/indexeddb.ts';

declare const self: ServiceWorkerGlobalScope;

/** Create the context of the service worker. Only this code of the backend knows its host. */
export async function hostContext(base: string, keepAlive: (work: Promise<unknown>) => void): Promise<Context> {
  const stopwatch = () => Date.now();
  const clock = createClock(stopwatch, () => crypto.randomUUID().replaceAll('-', ''));
  const { now, newId } = clock;
  const store = await openStore({
    openDatabase: openIndexedDb,
    databaseName: `soapstone:${base}`,
    now,
    newId,
    yieldNow,
    fetchRemote: (address, init) => fetch(address, init),
    remote: extensions.find(({ remote }) => remote)?.remote,
    // Some browsers don't give workers a storage manager.
    estimate: navigator.storage && (() => navigator.storage.estimate()),
  });
  await restartClock(clock, store);
  let fonts: Promise<void> | undefined;
  return {
    store,
    createCanvas: (widthPx, heightPx) => new OffscreenCanvas(widthPx, heightPx),
    decodeImage,
    now,
    stopwatch,
    clock,
    newId,
    fetch: async (input, init) => (await caches.match(input, { ignoreVary: true })) ?? fetch(input, init),
    base,
    origin: self.location.origin,
    fontsReady: () => {
      fonts ??= loadFonts(base).catch((error: unknown) => {
        // Continue with the system's fonts; the next image tries again.
        fonts = undefined;
        console.warn('The shipped fonts could not be loaded.', error);
      });
      return fonts;
    },
    yieldNow,
    keepAlive,
    marks: createMarkKeeper(caches, base),
    // Missing outside secure contexts. Then only the lease decides which worker synchronizes.
    locks: navigator.locks as Locks | undefined,
  };
}

async function loadFonts(base: string): Promise<void> {
  await Promise.all(
    fontFiles.map(async ({ family, weight, style, file, unicodeRange }) => {
      const response = (await caches.match(base + file, { ignoreVary: true })) ?? (await fetch(base + file));
      const fontFace = new FontFace(family, await response.arrayBuffer(), {
        weight: String(weight),
        style,
        unicodeRange,
      });
      self.fonts.add(await fontFace.load());
      noteFontChange();
    }),
  );
}
