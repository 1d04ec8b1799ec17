import { expect, type Page } from '@playwright/test';
import { builds, lowerBase } from './drivers/build-app.ts';
import { mapDrawn, open } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import { backendRequests, startWebServer } from './drivers/web-server.ts';

/** Links of a page that lead to pages of the worker. */
const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('a'), ({ href }) => href.split('#')[0]!).filter((href) =>
      /\/services(\/[^?]*)?$/.test(href),
    ),
  );

test('the plain pages need no script, show pictures and lead to each other below a folder', async ({ browser }) => {
  test.setTimeout(180_000);
  // Given the app in a folder of its web server
  const server = await startWebServer(builds.below, { base: lowerBase });
  const page = await browser.newPage();
  await open(page, `${server.origin}${lowerBase}`);
  await mapDrawn(page, /World/);
  // When every page is visited that the catalogue leads to
  const waiting = [`${server.origin}${lowerBase}services`];
  const seen = new Set<string>();
  const titles: string[] = [];
  for (let address = waiting.pop(); address; address = waiting.pop()) {
    if (seen.has(address)) continue;
    seen.add(address);
    const response = await page.goto(address);
    // Then it is there, without script, and its picture is one
    expect(response?.status(), address).toBe(200);
    expect(await page.locator('script').count(), address).toBe(0);
    const pictures = await page.evaluate(() =>
      Promise.all(Array.from(document.images, (image) => image.decode().then(() => image.naturalWidth))),
    );
    expect(pictures.every((width) => width === 640)).toBe(true);
    titles.push(await page.title());
    waiting.push(...(await linksOf(page)));
  }
  expect([...seen].every((address) => address.startsWith(`${server.origin}${lowerBase}services`))).toBe(true);
  expect(titles).toEqual(expect.arrayContaining(['Services', 'World (MapServer)', 'Countries (World)']));
  expect(backendRequests(server.requested)).toEqual([]);
  // And a relation is followed to a table and back
  await page.goto(`${server.origin}${lowerBase}services/World/MapServer/3`);
  const relations = page.getByRole('table').filter({ hasText: 'Cardinality' });
  await relations.getByRole('link', { name: 'Borders' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Borders');
  await expect(page.getByText('Table without geometry')).toBeVisible();
  await relations.getByRole('link', { name: 'Countries' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Countries');
  await expect(page.getByRole('heading', { name: /^Subtypes/ })).toBeVisible();
  await page.close();
  await server.stop();
});

test('catalogue, service, map, layer and table have addresses of their own, and relations lead both ways', async ({
  page,
  appServer,
}) => {
  await open(page, `${appServer.origin}/?page=directory`);
  const heading = page.getByRole('heading', { level: 1 });
  // When somebody goes from the catalogue down to a layer, over to a table and back
  await page.getByRole('link', { name: /^World/ }).click();
  await expect(heading).toHaveText('World');
  await page.getByRole('link', { name: 'Map World' }).click();
  await expect(heading).toHaveText('Map World');
  await expect(page.getByRole('region', { name: 'Bookmarks' })).toContainText('Alps');
  await page.getByRole('link', { name: 'Countries', exact: true }).first().click();
  await expect(heading).toHaveText('Countries');
  await expect(page.getByRole('region', { name: 'Subtypes by REGION_CODE' })).toContainText('Oceania');
  await expect(page.getByRole('region', { name: 'First rows' })).toContainText('NAME');
  const relations = page.getByRole('region', { name: 'Relations' });
  await relations.getByRole('link', { name: 'Borders' }).click();
  await expect(heading).toHaveText('Borders');
  await expect(page.getByRole('region', { name: 'First rows' }).getByRole('row')).toHaveCount(9);
  const table = page.url();
  await relations.getByRole('link', { name: 'Countries' }).click();
  await expect(heading).toHaveText('Countries');
  // Then Back and Forward go the same way, and an address leads there at once
  for (const name of ['Borders', 'Countries', 'Map World', 'World', 'Services']) {
    await page.goBack();
    await expect(heading).toHaveText(name);
  }
  await page.goForward();
  await expect(heading).toHaveText('World');
  await page.goto(table);
  await expect(heading).toHaveText('Borders');
  await expect(page.getByText('Full description')).toBeVisible();
});
