import { expect, type Page, test } from '@playwright/test';
import { en } from '../../src/text/en.ts';
import { builds, lowerBase } from './drivers/build-app.ts';
import {
  catalogue,
  hardReload,
  mapDrawn,
  notStartedMessage,
  open,
  startingMessage,
  updateOffer,
  waitForController,
  waitForFullCache,
  workerHand,
} from './drivers/driver.ts';
import { ask, post } from './drivers/soap.ts';
import { backendRequests, startWebServer, type WebServer } from './drivers/web-server.ts';

let server: WebServer;

async function serve(folder: string, base = '/'): Promise<WebServer> {
  server = await startWebServer(folder, { base });
  return server;
}

test.afterEach(() => server?.stop());

test('on the first visit nothing is asked of the web server while the worker is installed', async ({ page }) => {
  // Given a web server that delivers the worker slowly
  const { origin, requested, delay } = await serve(builds.atRoot);
  delay('/sw.js', 2500);
  // When the user opens the page
  await page.goto(origin);
  // Then the page shows that it is starting, and draws when the worker is ready
  await expect(startingMessage(page)).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await waitForController(page);
  await mapDrawn(page, /World/);
  // And no backend request reached the web server
  expect(requested).toContain('GET /sw.js');
  expect(backendRequests(requested)).toEqual([]);
});

test('a worker that cannot be installed is said, and nothing is asked of the web server', async ({ page }) => {
  // Given a web server without the worker
  const { origin, requested } = await serve(builds.broken);
  // When the user opens the page
  await page.goto(origin);
  // Then the page says that it couldn't start
  await expect(notStartedMessage(page)).toBeVisible();
  expect(requested).toContain('GET /sw.js');
  expect(backendRequests(requested)).toEqual([]);
});

test('a hard reload regains control without sending calls to the web server', { tag: '@turn0' }, async ({ page }) => {
  // Given a page with a worker in control
  const { origin, requested } = await serve(builds.atRoot);
  await open(page, origin);
  await mapDrawn(page, /World/);
  // When it is reloaded without the cache, which removes its controller
  const hadController = await watchStarts(page);
  await hardReload(page);
  // Then the worker controls it again, and the map is drawn with SOAP
  await waitForController(page);
  await mapDrawn(page, /World/);
  expect(await ask(page, 'World', 'GetMapCount')).toBe('1');
  expect(hadController).toEqual([false]);
  expect(backendRequests(requested)).toEqual([]);
});

test('where the worker does not take a page back, the page reloads itself once', { tag: '@deep' }, async ({ page }) => {
  // Given a worker that ignores the request to claim the page
  const { origin, requested } = await serve(builds.deaf);
  await open(page, origin);
  await mapDrawn(page, /World/);
  // When the page is reloaded without the cache
  const hadController = await watchStarts(page);
  await hardReload(page);
  // Then after a while it reloads once by itself, and the worker controls it
  await waitForController(page);
  await mapDrawn(page, /World/);
  expect(hadController).toEqual([false, true]);
  expect(backendRequests(requested)).toEqual([]);
});

test('answers go on when the browser stops the worker between any two calls', async ({ page }) => {
  // Given a page with a worker in control, and a count of worker starts
  const { origin } = await serve(builds.atRoot);
  await open(page, origin);
  await ask(page, 'World', 'GetMapCount');
  const hand = await workerHand(page);
  const before = await catalogue(page);
  for (const operation of ['GetDefaultMapName', 'GetMapCount', 'GetDocumentInfo']) {
    // When the worker is stopped
    await hand.stopAll();
    // Then the next call is answered
    expect(await ask(page, 'World', operation)).toBeTruthy();
  }
  await hand.stopAll();
  expect(await catalogue(page)).toEqual(before);
});

test('a new version is offered, and used when a person says so', async ({ page, context }) => {
  // Given two pages of the current version
  const { origin, serve: deploy } = await serve(builds.atRoot);
  await open(page, origin);
  await mapDrawn(page, /World/);
  const version = await answeringVersion(page);
  // When the next version is deployed and the page is reloaded
  deploy(builds.next);
  await page.reload();
  // Then it is offered while the current one keeps answering, also after another reload
  await expect(updateOffer(page)).toBeVisible();
  expect(await answeringVersion(page)).toBe(version);
  await page.reload();
  await expect(updateOffer(page)).toBeVisible();
  expect(await answeringVersion(page)).toBe(version);
  await expect(page.locator('meta[name=build]')).toHaveCount(0);
  const other = await context.newPage();
  await open(other, origin);
  await expect(other.locator('img.map-image').first()).toBeVisible();
  expect(await answeringVersion(other)).toBe(version);
  // When the user accepts
  await page.bringToFront();
  await updateOffer(page).click();
  // Then page and worker have the next version
  await expect(page.locator('meta[name=build]')).toHaveCount(1);
  await waitForController(page);
  expect(await answeringVersion(page)).toBe(nextVersion);
  // And the page in the other tab didn't reload, still works and offers the reload
  await expect(other.locator('meta[name=build]')).toHaveCount(0);
  await other.bringToFront();
  await expect(updateOffer(other)).toBeVisible();
  expect(await ask(other, 'World', 'GetMapCount')).toBe('1');
});

test('a version that is still being fetched is used as well when a person says so', { tag: '@deep' }, async ({
  page,
}) => {
  // Given a page without a chunk that it hasn't loaded yet, and a next version that installs slowly
  const { origin, serve: deploy, delay } = await serve(builds.atRoot);
  await open(page, origin);
  await mapDrawn(page, /World/);
  await waitForFullCache(page);
  await page.evaluate(async () => {
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        if (request.url.includes('/settings-page')) await (await caches.open(name)).delete(request);
  });
  deploy(builds.next);
  delay('/index.html', 4000);
  // When the chunk is missing, and the user accepts the offer immediately
  await page.getByRole('link', { name: en.navigation.settings }).click();
  await updateOffer(page).click();
  // Then page and worker have the next version
  await expect(page.locator('meta[name=build]')).toHaveCount(1);
  await waitForController(page);
  expect(await answeringVersion(page)).toBe(nextVersion);
});

test('a page goes on with the parts of its build after two updates in another tab, until it is closed', {
  tag: '@deep',
}, async ({ page: old, context }) => {
  // Given a page of the current version, and another page in which two updates are accepted
  const { origin, serve: deploy } = await serve(builds.atRoot);
  await open(old, origin);
  await waitForFullCache(old);
  // The first visit wasn't loaded through the worker.
  await old.reload();
  await mapDrawn(old, /World/);
  const present = (await shells(old))[0]!;
  const page = await context.newPage();
  await open(page, origin);
  for (const build of ['next', 'later'] as const) {
    deploy(builds[build]);
    await page.reload();
    await updateOffer(page).click();
    await expect(page.locator(`meta[name=build][content=${build}]`)).toHaveCount(1);
    await waitForController(page);
  }
  expect(await shells(page)).toHaveLength(3);
  // When the old page opens a chunk that it hasn't loaded yet
  const failed: string[] = [];
  old.on('pageerror', ({ message }) => failed.push(message));
  await old.bringToFront();
  await old.getByRole('link', { name: en.navigation.settings }).click();
  // Then it loads, in the version of its page
  await expect(old.getByRole('heading', { level: 1, name: en.navigation.settings })).toBeVisible();
  await expect(old.locator('meta[name=build]')).toHaveCount(0);
  expect(failed).toEqual([]);
  // And after the page is closed, the files of that version are deleted
  await old.close();
  await page.bringToFront();
  await page.reload();
  await expect.poll(() => shells(page)).not.toContain(present);
  expect(await shells(page)).toHaveLength(2);
});

test('the app works in a folder of a web server', { tag: '@turn2' }, async ({ page }) => {
  // Given the app under /maps/
  const { origin, requested, stop } = await serve(builds.below, lowerBase);
  // When it is opened
  await open(page, origin + lowerBase);
  await mapDrawn(page, /World/);
  // Then it answers there, and not outside
  expect(await ask(page, 'World', 'GetMapCount')).toBe('1');
  const outside = await page.evaluate(() => fetch('/services?f=json').then(({ status }) => status));
  expect(outside).toBe(404);
  expect(backendRequests(requested)).toEqual(['GET /services?f=json']);
  // And works without the web server
  await waitForFullCache(page);
  await stop();
  await page.reload();
  await mapDrawn(page, /World/);
});

test('a link into the server opened in a fresh browser starts the worker and is answered by it', async ({ page }) => {
  // Given a browser that has never opened the app
  const { origin } = await serve(builds.below, lowerBase);
  // When the description of a service is opened
  await page.goto(`${origin}${lowerBase}services/World/MapServer?wsdl`);
  // Then it is shown after a reload
  await expect.poll(() => page.evaluate(() => document.contentType).catch(() => '')).toMatch(/xml/);
  expect(await page.content()).toContain('QueryFeatureData');
  // And an unknown path is still not found
  const response = await page.goto(`${origin}/elsewhere/services/x`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
});

test('the address can remove the worker, and the maps stay', { tag: '@turn1' }, async ({ page }) => {
  // Given a page with the demo services
  const { origin } = await serve(builds.atRoot);
  await open(page, origin);
  const before = await catalogue(page);
  expect(before.length).toBeGreaterThan(0);
  // When it is opened with ?no-sw
  await page.goto(`${origin}/?no-sw`);
  await expect(notStartedMessage(page)).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  // Then a normal visit installs the worker again and finds the same services
  await open(page, origin);
  expect(await catalogue(page)).toEqual(before);
});

/** Record for each document that starts in the page whether it had a controller. */
async function watchStarts(page: Page): Promise<readonly boolean[]> {
  const starts: boolean[] = [];
  await page.exposeFunction('noteStart', (hadController: boolean) => starts.push(hadController));
  await page.addInitScript('noteStart(navigator.serviceWorker.controller !== null)');
  return starts;
}

/** Return the names of the caches with the files of a version. */
const shells = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => /^shell-.*-[0-9a-f]{16}$/.test(name)));

const nextVersion = 'fedcba9876543210';

/** Return the version of the worker from the header of an answer. */
function answeringVersion(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const response = await fetch(new URL('services?f=json', document.baseURI));
    return response.headers.get('x-soapstone');
  });
}

test('malformed calls are answered by the worker, never by the web server', async ({ page }) => {
  const { origin, requested } = await serve(builds.atRoot);
  await open(page, origin);
  for (const path of [
    'services/World/MapServer/extra/words',
    'services/%E0%A4/MapServer',
    'arcgis/services/World/MapServer',
  ]) {
    const answer = await post(page, path, '<a/>');
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
  }
  expect(backendRequests(requested)).toEqual([]);
});
