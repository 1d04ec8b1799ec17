import { expect } from '@playwright/test';
import { explorerEn } from '../../src/explorer/text/explorer-text.ts';
import { restRows } from '../../sw/extensions/rest/contract/index.ts';
import { openWorld } from './drivers/driver.ts';
import { chooseRestOperation, formReady, openExplorer, sendRequest, waitForAnswer } from './drivers/explorer-driver.ts';
import { test } from './drivers/installed-app.ts';
import { obstacles } from './drivers/obstacles.ts';
import type { WebServer } from './drivers/web-server.ts';

test.use({ isReading: true });

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

test('a person goes from the REST services to the rows of a layer, by form and without script', async ({ page }) => {
  // Given the first page of the REST services
  await openWorld(page, server);
  await page.goto(`${server.origin}/rest/services`);
  expect(await obstacles(page)).toEqual([]);
  // When the user follows the links to the query of a layer, and sends its form by POST
  await page.getByRole('link', { name: 'World' }).first().click();
  await expect(page.getByRole('img', { name: 'World, current image' })).toBeVisible();
  expect(await obstacles(page)).toEqual([]);
  await page.getByRole('link', { name: 'Countries', exact: true }).click();
  expect(await obstacles(page)).toEqual([]);
  await page.getByRole('link', { name: 'Query', exact: true }).click();
  await page.locator('[name=where]').fill("NAME LIKE 'Ger%'");
  await page.locator('[name=outFields]').fill('NAME,CAPITAL');
  await page.getByRole('button', { name: 'Send (POST)' }).click();
  // Then the rows are below the form, and it keeps its values
  await expect(page.getByRole('cell', { name: 'Berlin' })).toBeVisible();
  await expect(page.locator('[name=where]')).toHaveValue("NAME LIKE 'Ger%'");
  expect(await page.locator('script').count()).toBe(0);
  // And they fit a phone, in the dark scheme
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await obstacles(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  // And an image is shown
  await page.goto(`${server.origin}/rest/services/World/MapServer/export`);
  const image = page.getByRole('img', { name: 'The answer' });
  await expect(image).toBeVisible();
  expect(await image.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(400);
});

test('the explorer fills the form of every REST operation with what works', { tag: '@deep' }, async ({ page }) => {
  test.setTimeout(240_000);
  await openWorld(page, server);
  await openExplorer(page);
  const outcomes: Record<string, string | undefined> = {};
  for (const name of Object.keys(restRows)) {
    // When the form of an operation is sent unchanged
    await chooseRestOperation(page, name);
    await formReady(page);
    if (name === 'folder') continue;
    await sendRequest(page);
    outcomes[name] = await waitForAnswer(page);
  }
  // Then it succeeds, except for tiles, because this map has no cache, and attachments, which the first layer doesn't
  // have
  const none = { tile: 'not-found', tilemap: 'not-found', attachment: 'not-supported', attachments: 'not-supported' };
  const well = Object.fromEntries(Object.keys(outcomes).map((name) => [name, undefined]));
  expect(outcomes).toEqual({ ...well, ...none, queryAttachments: 'not-supported' });
  await page.goto(`${server.origin}/?page=explorer&service=World&operation=rest:query`);
  await formReady(page);
  await sendRequest(page);
  await waitForAnswer(page);
  await expect(
    page.getByRole('region', { name: explorerEn.answer, exact: true }).getByRole('table').last().getByRole('row'),
  ).toHaveCount(11);
});
