import { type BrowserContext, test as base, type CDPSession, type Page } from '@playwright/test';
import { builds } from './build-app.ts';
import { cachedWhole, open, takesFiles, type WorkerHand, workerHand } from './driver.ts';
import { startWebServer, type WebServer } from './web-server.ts';

/** What the tests of one process share: a web server, and a browser in which the app is installed from it. */
interface Installed {
  readonly server: WebServer;
  readonly context: BrowserContext;
  /** No test closes it. */
  readonly page: Page;
  readonly session: CDPSession;
  readonly hand: WorkerHand;
}

interface PerTest {
  /** Whether the test begins in a browser that has never seen the app. */
  readonly isFirstVisit: boolean;
}

interface PerProcess {
  /** Serves the app at its root; `requested` begins anew with each test. */
  readonly appServer: WebServer;
  readonly installed: Installed;
}

/**
 * For tests of what the app does once it is installed: each finds the worker and the files of the app, and nothing else
 * stored. To install them for each test takes longer than most of what is tested.
 */
export const test = base.extend<PerTest, PerProcess>({
  isFirstVisit: [false, { option: true }],
  installed: [
    async ({ browser }, use) => {
      const server = await startWebServer(builds.atRoot);
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      const hand = await workerHand(page);
      await open(page, server.origin);
      await takesFiles(page);
      await cachedWhole(page);
      await page.goto('about:blank');
      const installed = { server, context, page, session, hand };
      await session.send('Network.enable');
      await session.send('Network.setBypassServiceWorker', { bypass: true });
      await emptyOrigin(installed);
      await use(installed);
      await context.close();
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  appServer: [({ installed }, use) => use(installed.server), { scope: 'worker' }],
  context: async ({ installed, isFirstVisit, browser }, use) => {
    const { server, context } = installed;
    server.requested.length = 0;
    if (isFirstVisit) {
      const fresh = await browser.newContext();
      await use(fresh);
      await fresh.close();
      return;
    }
    await use(context);
    for (const page of context.pages()) if (page !== installed.page) await page.close();
    await context.setOffline(false);
    await context.clearPermissions();
    await emptyOrigin(installed);
  },
});

/** Remove all that the app stores, but for the worker and its files. */
async function emptyOrigin({ server, page, session, hand }: Installed): Promise<void> {
  const { origin } = server;
  await hand.stopAll();
  const storageTypes = 'cookies,file_systems,indexeddb,local_storage';
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  // As text, past the worker: a page of the app would begin to store anew.
  await page.goto(`${origin}/client.js`);
  await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => !/^shell-.*-[0-9a-f]{16}$/.test(name));
    await Promise.all(names.map((name) => caches.delete(name)));
  });
  await page.goto('about:blank');
}
