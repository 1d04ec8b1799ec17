import { expect, type Page } from '@playwright/test';
import { en } from '../../src/text/en.ts';
import { builds, lowerBase } from './drivers/build-app.ts';
import { mapDrawn, open } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import { obstacles } from './drivers/obstacles.ts';
import { backendRequests, startWebServer } from './drivers/web-server.ts';

test.use({ isReading: true });

/** Return the links of a page that lead to pages of services. */
const listLinks = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('a'), ({ href }) => href.split('#')[0]!).filter(
      (href) => /\/services(\/[^?]*)?$/.test(href) && !href.includes('/rest/'),
    ),
  );

/**
 * Return words of a page that are broken across lines, except addresses and code, and elements that overflow to the
 * side.
 */
const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const broken: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement!.closest('code, pre, style, option, details:not([open]) > :not(summary)')) continue;
      for (const { 0: word, index } of node.textContent!.matchAll(/(?<!\S)[\p{L}\p{M}]+(?=[\s,.;:]|$)/gu)) {
        // Names of the contract may be wider than a phone.
        if (/[a-z][A-Z]/.test(word)) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1) broken.push(word);
      }
    }
    const { scrollWidth } = document.documentElement;
    return scrollWidth > innerWidth ? [...broken, `${scrollWidth} pixels wide`] : broken;
  });

const widths = [360, 820, 1440, 1920];
/**
 * Widths and schemes that axe checks. Other widths give the same results, and unit tests check the contrast of the
 * tokens of both schemes.
 */
const lookedAt: Readonly<Record<number, readonly ('light' | 'dark')[]>> = process.env.VITE_DEEP
  ? Object.fromEntries(widths.map((width) => [width, ['light', 'dark']]))
  : { 1440: ['light'] };

for (const [path, title, turn] of [
  ['services', 'Services', '@turn0'],
  ['rest/services', 'REST services', '@turn1'],
  ['portals', 'Portals', '@turn2'],
] as const)
  test(`the cards of ${path} hold at every width, in light and dark`, { tag: turn }, async ({ page, appServer }) => {
    await page.goto(`${appServer.origin}/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    // Without scripts, resizing a page is the same as opening it at that width.
    expect(await page.locator('script').count()).toBe(0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const cards = page.locator('.cards > li');
      expect(await cards.count()).toBeGreaterThan(1);
      for (const card of await cards.all()) {
        const { width: cardWidth } = (await card.boundingBox())!;
        expect(cardWidth).toBeGreaterThanOrEqual(280);
        // A description has at most two lines; the image is on top and as wide as the card.
        const lines = await card
          .locator('.clamp')
          .evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight));
        expect(Math.round(lines)).toBeLessThanOrEqual(2);
        for (const image of await card.locator('img').all()) {
          expect(await image.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(
            640,
          );
          const [box, heading] = [(await image.boundingBox())!, (await card.getByRole('heading').boundingBox())!];
          expect(box.width).toBeGreaterThanOrEqual(cardWidth - 2);
          expect(box.y + box.height).toBeLessThanOrEqual(heading.y);
        }
      }
      expect([width, await layoutFaults(page)]).toEqual([width, []]);
      for (const colorScheme of lookedAt[width] ?? []) {
        await page.emulateMedia({ colorScheme });
        expect([width, colorScheme, await obstacles(page)]).toEqual([width, colorScheme, []]);
      }
    }
    // The whole card is a link
    await page.locator('.cards .clamp').last().click({ force: true });
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title);
  });

test('the pages of a service and a layer hold at every width', async ({ page, appServer }) => {
  for (const path of ['services/World/MapServer', 'services/World/MapServer/3', 'services/World/MapServer/7']) {
    await page.goto(`${appServer.origin}/${path}`);
    expect(await page.locator('script').count()).toBe(0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect([path, width, await layoutFaults(page)]).toEqual([path, width, []]);
      for (const colorScheme of lookedAt[width] ?? []) {
        await page.emulateMedia({ colorScheme });
        expect([path, colorScheme, await obstacles(page)]).toEqual([path, colorScheme, []]);
      }
    }
  }
});

test('the app leads to the plain pages by its rail, a key, the palette and addresses of old', {
  tag: '@turn0',
}, async ({ page, context, appServer }) => {
  const { origin } = appServer;
  await open(page, `${origin}/?page=settings`);
  const openedBy = async (act: () => Promise<void>) => {
    const opened = context.waitForEvent('page');
    await act();
    const other = await opened;
    await expect(other).toHaveURL(`${origin}/services`);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Services');
    await other.close();
  };
  await openedBy(() => page.getByRole('link', { name: en.navigation.services, exact: true }).click());
  await openedBy(async () => {
    await page.locator('#main').focus();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
  });
  await openedBy(async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(en.navigation.services);
    await page.keyboard.press('Enter');
  });
  // The page itself doesn't change
  await expect(page).toHaveURL(/page=settings/);
  for (const [query, path] of [
    ['page=directory', 'services'],
    ['page=services', 'services'],
    ['page=directory&item=World', 'services/World/MapServer'],
    ['page=directory&item=World&map=World', 'services/World/MapServer'],
    ['page=directory&item=World&layer=3', 'services/World/MapServer/3'],
  ]) {
    await page.goto(`${origin}/?${query}`);
    await expect(page).toHaveURL(`${origin}/${path}`);
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Countries');
});

test('the plain pages need no script, show pictures and lead to each other below a folder', { tag: '@turn0' }, async ({
  browser,
}) => {
  test.setTimeout(180_000);
  // Given the app in a folder of its web server
  const server = await startWebServer(builds.below, { base: lowerBase });
  const page = await browser.newPage();
  await open(page, `${server.origin}${lowerBase}`);
  await mapDrawn(page, /World/);
  // When each page that the catalog links to is visited
  const waiting = [`${server.origin}${lowerBase}services`];
  const seen = new Set<string>();
  const titles: string[] = [];
  for (let address = waiting.pop(); address; address = waiting.pop()) {
    if (seen.has(address)) continue;
    seen.add(address);
    const response = await page.goto(address);
    // Then it exists, without scripts, and its image loads
    expect(response?.status(), address).toBe(200);
    expect(await page.locator('script').count(), address).toBe(0);
    const images = await page.evaluate(() =>
      Promise.all(Array.from(document.images, (image) => image.decode().then(() => image.naturalWidth))),
    );
    expect(images.every((width) => width === 640)).toBe(true);
    titles.push(await page.title());
    waiting.push(...(await listLinks(page)));
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
