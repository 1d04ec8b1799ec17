import { expect, type Page, test } from '@playwright/test';
import { en } from '../../src/text/en.ts';
import { workspaceEn } from '../../src/text/workspace-text.ts';
import { builds } from './drivers/build-app.ts';
import { catalogue, mapDrawn, openWorld, signInPage, waitForController, workerHand } from './drivers/driver.ts';
import { startWebServer, type WebServer } from './drivers/web-server.ts';

let server: WebServer;

test.beforeEach(async () => {
  server = await startWebServer(builds.atRoot, { base: '/' });
});
// Each test has three visits, two of them with a complete setup.
test.setTimeout(150_000);
test.afterEach(() => server.stop());

test('services that the browser has dropped are named, and a backup brings them back', async ({ page }, info) => {
  // Given a browser with services and a backup of them
  const titles = await listVisited(page);
  const headers = await signInPage(page);
  const download = page.waitForEvent('download');
  await page.evaluate(
    async (init) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await (await fetch('/admin/backup', init)).blob());
      link.download = 'all.backup.zip';
      link.click();
    },
    { headers },
  );
  const backup = info.outputPath('all.backup.zip');
  await (await download).saveAs(backup);
  // When the browser deletes only the database
  await dropStorage(page, 'indexeddb');
  // Then the page says which data has been missing since when, and doesn't publish the demo instead
  await saysLost(page, titles);
  await page.reload();
  await saysLost(page, titles);
  // And the backup restores everything
  await page.locator('input[type=file]').last().setInputFiles(backup);
  await page.getByRole('button', { name: workspaceEn.restoreGo }).click();
  await expect(heading(page)).toHaveCount(0);
  expect((await catalogue(page)).map(({ title }) => title)).toEqual(titles);
  await openWorld(page, server);
});

test('where worker and caches are gone as well the page still knows, and goes on without them when a person says so', {
  tag: '@turn0',
}, async ({ page }) => {
  const titles = await listVisited(page);
  // When the browser deletes everything except the smallest storage
  await dropStorage(page, 'indexeddb,cache_storage,service_workers');
  // Then the page says what is missing
  await saysLost(page, titles);
  // And starts as on a first visit after the user confirms
  await page.getByRole('button', { name: en.lost.goOn }).click();
  await mapDrawn(page, /World/);
  expect((await catalogue(page)).length).toBeGreaterThan(0);
  await page.reload();
  await mapDrawn(page, /World/);
  await expect(heading(page)).toHaveCount(0);
});

/** Open the app, wait until it has recorded its services, and return their titles. */
async function listVisited(page: Page): Promise<string[]> {
  await openWorld(page, server);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('soapstone-mark:/'))).toContain('World');
  return (await catalogue(page)).map(({ title }) => title);
}

/** Delete storage like a browser does between two visits. */
async function dropStorage(page: Page, storageTypes: string): Promise<void> {
  const hand = await workerHand(page);
  await page.goto('about:blank');
  await hand.stopAll();
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: server.origin, storageTypes });
  await page.goto(server.origin);
  await waitForController(page);
}

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: en.lost.title });

async function saysLost(page: Page, titles: readonly string[]): Promise<void> {
  await expect(heading(page)).toBeVisible();
  for (const title of titles) await expect(page.getByRole('main').getByText(title, { exact: true })).toBeVisible();
  await expect(page.getByText(new RegExp(`last here on .*${new Date().getFullYear()}`))).toBeVisible();
  expect(await catalogue(page)).toEqual([]);
}
