import { type Browser, type BrowserContext, test as base, type CDPSession, expect, type Page } from '@playwright/test';
import { builds } from './build-app.ts';
import { catalogue, open, takesFiles, type WorkerHand, waitForFullCache, workerHand } from './driver.ts';
import { startWebServer, type WebServer } from './web-server.ts';

/** A browser with the installed app, and a page that no test closes. */
interface App {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly session: CDPSession;
  readonly hand: WorkerHand;
}

/** Resources shared by the tests of one process: a web server and two browsers with the app installed from it. */
interface Installed {
  readonly server: WebServer;
  /** The browser that is emptied after each test. */
  readonly emptied: App;
  /** Return the browser with the demo services, created for the first test that only reads. */
  reading(): Promise<App>;
}

interface PerTest {
  /** Whether the test needs a browser that has never opened the app. */
  readonly isFirstVisit: boolean;
  /** Whether the test only reads services, files and accounts. It then shares the published demo services. */
  readonly isReading: boolean;
}

interface PerProcess {
  /** Serves the app at its root; `requested` is cleared before each test. */
  readonly appServer: WebServer;
  readonly installed: Installed;
}

/**
 * The `test` for an app that is already installed: each test starts with the worker and the files of the app, and with
 * empty storage, or with the demo services if it only reads.
 * Installing or publishing for each test would take longer than most tests.
 */
export const test = base.extend<PerTest, PerProcess>({
  isFirstVisit: [false, { option: true }],
  isReading: [false, { option: true }],
  installed: [
    async ({ browser }, use) => {
      const server = await startWebServer(builds.atRoot);
      const emptied = await installApp(browser, server);
      const { session, page } = emptied;
      await page.goto('about:blank');
      await session.send('Network.enable');
      await session.send('Network.setBypassServiceWorker', { bypass: true });
      await emptyOrigin(emptied, server);
      let reading: Promise<App> | undefined;
      const readingApp = () => {
        reading ??= publishApp(browser, server);
        return reading;
      };
      await use({ server, emptied, reading: readingApp });
      await emptied.context.close();
      await (await reading)?.context.close();
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  appServer: [({ installed }, use) => use(installed.server), { scope: 'worker' }],
  context: async ({ installed, isFirstVisit, isReading, browser }, use) => {
    const { server } = installed;
    server.requested.length = 0;
    if (isFirstVisit) {
      const fresh = await browser.newContext();
      await use(fresh);
      await fresh.close();
      return;
    }
    const app = isReading ? await installed.reading() : installed.emptied;
    const { context, session } = app;
    server.requested.length = 0;
    await use(context);
    for (const page of context.pages()) if (page !== app.page) await page.close();
    await context.setOffline(false);
    await context.clearPermissions();
    if (!isReading) return emptyOrigin(app, server);
    await session.send('Storage.clearDataForOrigin', { origin: server.origin, storageTypes: 'cookies,local_storage' });
  },
});

async function installApp(browser: Browser, server: WebServer): Promise<App> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const hand = await workerHand(page);
  await open(page, server.origin);
  await takesFiles(page);
  await waitForFullCache(page);
  return { context, page, session, hand };
}

async function publishApp(browser: Browser, server: WebServer): Promise<App> {
  const app = await installApp(browser, server);
  // Each demo service appears in the list only after all are published.
  await expect.poll(async () => (await catalogue(app.page)).length).toBe(3);
  await app.page.goto('about:blank');
  return app;
}

/** Delete all stored data of the app, except the worker and its files. */
async function emptyOrigin({ page, session, hand }: App, server: WebServer): Promise<void> {
  const { origin } = server;
  await hand.stopAll();
  const storageTypes = 'cookies,file_systems,indexeddb,local_storage';
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  // Open a text file without the worker, because a page of the app would store data again.
  await page.goto(`${origin}/client.js`);
  await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => !/^shell-.*-[0-9a-f]{16}$/.test(name));
    await Promise.all(names.map((name) => caches.delete(name)));
  });
  await page.goto('about:blank');
}
