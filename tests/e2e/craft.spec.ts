import { expect } from '@playwright/test';
import { mapsEn } from '../../src/map/text/maps-text.ts';
import { de } from '../../src/text/de.ts';
import { en } from '../../src/text/en.ts';
import { catalogue, drop, failureReason, map, mapDrawn, open, openWorld, waitForFullCache } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import { doWithLayer, resultPanel } from './drivers/map-tools-driver.ts';
import { skipFirstSteps } from './drivers/pages-driver.ts';
import type { WebServer } from './drivers/web-server.ts';

test.use({ isReading: true });

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

for (const [size, viewport] of Object.entries({
  wide: { width: 1440, height: 900 },
  narrow: { width: 360, height: 780 },
}))
  test(`nothing jumps while pages come, ${size}`, { tag: size === 'wide' ? [] : '@turn1' }, async ({ browser }) => {
    // Given a page that records layout shifts
    const context = await browser.newContext({ viewport, reducedMotion: 'no-preference' });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const shifts: { value: number; of: string[] }[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
            sources: { node?: Element }[];
          };
          const of = sources.map(({ node }) => `${node?.nodeName}.${node?.className}`);
          if (!hadRecentInput) shifts.push({ value, of });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // When it is opened for the first time, again, and at other pages
    for (const query of ['', '?service=World', '?page=settings', '?page=publish', '?page=tiles&service=World']) {
      await page.goto(`${server.origin}/${query}`);
      if (query.includes('page=')) await page.getByRole('heading', { level: 1 }).waitFor();
      else await mapDrawn(page, /World/);
      if (query === '') await waitForFullCache(page);
      // Then there are almost none; 0.1 is considered good
      const shifts = await page.evaluate(() => (window as unknown as { shifts: { value: number }[] }).shifts);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      test.info().annotations.push({ type: 'layout shift', description: `${size} /${query}: ${sum.toFixed(4)}` });
      expect(sum, `${query} ${JSON.stringify(shifts)}`).toBeLessThan(0.02);
    }
    await context.close();
  });

test('everything is reached with the keyboard, what has the focus is seen, and it comes back', async ({ page }) => {
  await openWorld(page, server);
  const tour = page.getByRole('region', { name: en.firstSteps.title });
  await tour.waitFor();
  await page.keyboard.press('Escape');
  await expect(tour).toBeHidden();
  // Given a user who has just opened the page and pressed nothing
  await page.reload();
  await mapDrawn(page, /World/);
  // Then the first tab stop skips the rail and leads to the map
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: en.skipToMap })).toBeFocused();
  await expect(page.getByRole('link', { name: en.skipToMap })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(map(page)).toBeFocused();
  // And every tab stop is visible
  await page.reload();
  await mapDrawn(page, /World/);
  const stops = new Set<string>();
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const shown = element.matches('input[type=checkbox],input[type=radio]')
        ? (element.parentElement ?? element)
        : element;
      const seen = [element, shown, ...element.children].some((item) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(item);
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
      });
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
      return { name: `${element.nodeName} ${name}`, seen };
    });
    stops.add(stop.name);
    expect(stop.seen, stop.name).toBe(true);
  }
  expect(stops.size).toBeGreaterThan(20);
  // And a panel opened with a key closes with Escape and returns the focus
  const find = page.getByRole('navigation').getByRole('button', { name: en.navigation.search });
  await find.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(find).toBeFocused();
  const menu = page.getByRole('button', { name: en.layers.menu('Countries'), exact: true });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').nth(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: en.palette.title })).toBeFocused();
  await page.keyboard.type('settings');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: en.navigation.settings })).toBeVisible();
  // And search works from every page, with the country of places with equal names
  await page.keyboard.press('Control+k');
  await page.keyboard.type('springfield');
  const places = page.getByRole('option', { name: /^Springfield United States, / });
  await places.first().waitFor();
  const details = await places.allTextContents();
  expect(details.length).toBeGreaterThan(3);
  expect(new Set(details).size).toBe(details.length);
  await page.keyboard.press('Enter');
  await expect(resultPanel(page).getByRole('heading', { name: 'Springfield' })).toBeVisible();
});

test('who wants no motion gets none', async ({ page }) => {
  await openWorld(page, server);
  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().waitFor();
  const slow = await page.evaluate(() =>
    document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 1),
  );
  expect(slow).toEqual([]);
});

test('a German browser gets German words, numbers and dates', { tag: '@turn0' }, async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await open(page, `${server.origin}/?service=Earthquakes`);
  await page.getByText(/1:\d{1,3}(\.\d{3})+/).waitFor();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('button', { name: de.layers.menu('Earthquakes'), exact: true }).click();
  await page.getByRole('menuitem', { name: 'Tabelle öffnen' }).click();
  // 31.01.2018 and 4,5 instead of 1/31/2018 and 4.5
  await expect(page.getByRole('gridcell', { name: /^\d{1,2}\.\d{1,2}\.\d{4}/ }).first()).toBeVisible();
  await expect(page.getByRole('gridcell', { name: /^-?\d+,\d+$/ }).first()).toBeVisible();
  // Errors of a file's reader are in German too
  await drop(page, [{ name: 'Weg.gpx', content: '' }]);
  await expect(failureReason(page)).toHaveText('Weg.gpx ist leer.');
  await context.close();
});

test('fingers read and zoom the map', { tag: '@turn1' }, async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await openWorld(page, server);
  await skipFirstSteps(page);
  const box = (await map(page).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const extent = () => decodeURIComponent(new URL(page.url()).hash.slice(1)).split(',').map(Number);
  const measureWidth = () => extent()[2]! - extent()[0]!;
  // The address gets the view shortly after it is drawn.
  await expect.poll(measureWidth).toBeGreaterThan(0);
  const before = measureWidth();
  const session = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', gap?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        gap === undefined
          ? []
          : [
              { x: x - gap, y, id: 0 },
              { x: x + gap, y, id: 1 },
            ],
    });
  await touch('touchStart', 20);
  for (let gap = 30; gap <= 110; gap += 10) await touch('touchMove', gap);
  await touch('touchEnd');
  await expect.poll(measureWidth).toBeLessThan(before / 2);
  await mapDrawn(page, /World/);
  const [, south, , north] = extent();
  const latitude = north! - ((y + 150 - box.y) / box.height) * (north! - south!);
  await page.touchscreen.tap(x, y + 150);
  await expect(resultPanel(page)).toBeVisible();
  // The map moves, so that the card doesn't cover the feature
  const { y: top } = (await resultPanel(page).boundingBox())!;
  await expect
    .poll(() => box.y + ((extent()[3]! - latitude) / (extent()[3]! - extent()[1]!)) * box.height)
    .toBeLessThan(top);
  await resultPanel(page).getByRole('button', { name: en.close }).click();
  // The layer menu opens above the sheet, and the hint to drop a file is gone
  await page.getByRole('button', { name: en.navigation.layers }).click();
  await expect(page.getByRole('button', { name: en.publish.action })).toBeVisible();
  await expect(page.getByText(en.publish.hint)).toBeHidden();
  await page.getByRole('button', { name: en.layers.menu('Graticule'), exact: true }).click();
  await expect(page.getByRole('menuitem').first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('menuitem').last()).toBeInViewport({ ratio: 1 });
  await context.close();
});

test('a service that is not there and a table with nothing in it are said in words', { tag: '@turn2' }, async ({
  page,
}) => {
  await openWorld(page, server);
  await page.goto(`${server.origin}/?service=Nowhere`);
  await expect(page.getByText(en.services.unknownTitle('Nowhere'))).toBeVisible();
  await openWorld(page, server);
  await doWithLayer(page, 'Countries', en.layers.table);
  await page.getByRole('searchbox', { name: mapsEn.dock.filter }).fill('no country is called like this');
  await expect(page.getByRole('status').filter({ hasText: /^0 rows$/ })).toBeVisible();
});

test.describe(() => {
  // This test deletes a service.
  test.use({ isReading: false });

  test('back and forward walk through services, and a deleted one comes back', { tag: '@turn2' }, async ({ page }) => {
    await openWorld(page, server);
    await skipFirstSteps(page);
    await page.getByRole('button', { name: new RegExp(`^World .*${en.services.choose}`) }).click();
    await page.getByRole('button', { name: en.services.open('Earthquakes') }).click();
    await mapDrawn(page, /Earthquakes/);
    await page.goBack();
    await mapDrawn(page, /World/);
    await page.goForward();
    await mapDrawn(page, /Earthquakes/);
    await page.getByRole('button', { name: new RegExp(`^Earthquakes .*${en.services.choose}`) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: en.services.menu('Earthquakes') })
      .click();
    await page.getByRole('menuitem', { name: en.services.remove }).click();
    await page.getByRole('dialog').getByRole('button', { name: en.services.remove }).click();
    await page.getByText(en.services.removed('Earthquakes')).waitFor();
    expect((await catalogue(page)).map(({ name }) => name)).not.toContain('Earthquakes');
    await page.getByRole('button', { name: en.undo }).click();
    await expect.poll(async () => (await catalogue(page)).map(({ name }) => name)).toContain('Earthquakes');
  });
});
