import { expect } from '@playwright/test';
import { mapsEn } from '../../src/map/text/maps-text.ts';
import { measureEn } from '../../src/map/text/measure-text.ts';
import { en } from '../../src/text/en.ts';
import { geodesicDistance } from '../../sw/geometry/geodesic.ts';
import { map, mapDrawn, open } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import { positionAt, resultPanel, tableRows } from './drivers/map-tools-driver.ts';
import { obstacles } from './drivers/obstacles.ts';

test.use({ isReading: true });

test('what is selected stays when the results are closed, and a limited answer has all rows in a table', {
  tag: '@turn0',
}, async ({ page, appServer }) => {
  // This part of Europe has more towns than the service returns in one response.
  await open(page, `${appServer.origin}/?service=World#-5,42,20,55`);
  await mapDrawn(page, /World/);
  await page.getByRole('button', { name: mapsEn.bar.polygon }).click();
  const box = (await map(page).boundingBox())!;
  const toScreen = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const;
  const scale = await page.locator('.map-foot').getByText(/^1:/).textContent();
  await page.mouse.click(...toScreen(0.05, 0.3));
  await page.mouse.click(...toScreen(0.95, 0.3));
  await page.mouse.click(...toScreen(0.95, 0.75));
  await page.mouse.dblclick(...toScreen(0.05, 0.75));

  const heading = resultPanel(page).getByRole('heading', { level: 2 });
  await expect(heading).toHaveText(/^1,000 of [\d,]+ features$/);
  const all = resultPanel(page).getByRole('button', { name: /^All [\d,]+ of Small towns/ });
  const count = Number((await all.textContent())!.replace(/\D/g, ''));
  expect(count).toBeGreaterThan(500);
  await all.click();
  await expect.poll(() => tableRows(page)).toBe(count);
  await page.getByRole('button', { name: mapsEn.dock.close }).click();
  await resultPanel(page).getByRole('button', { name: en.close }).click();
  // The double-click that ends a polygon must not zoom.
  expect(await page.locator('.map-foot').getByText(/^1:/).textContent()).toBe(scale);
  await page.getByRole('button', { name: mapsEn.results.clearSelection }).click();
  await expect(page.getByRole('button', { name: mapsEn.results.clearSelection })).toBeHidden();
});

test('a distance and an area are measured on the ellipsoid', { tag: '@turn2' }, async ({ page, appServer }) => {
  await open(page, appServer.origin);
  await mapDrawn(page, /World/);
  await page.getByRole('button', { name: mapsEn.bar.measure }).click();
  const card = page.getByRole('region', { name: measureEn.title });
  const value = (name: string) => card.locator('dl > div', { hasText: name }).locator('dd');
  const box = (await map(page).boundingBox())!;
  const toScreen = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const;
  const start = await positionAt(page, toScreen(0.4, 0.5));
  const end = await positionAt(page, toScreen(0.6, 0.6));
  await page.mouse.click(...toScreen(0.4, 0.5));
  await page.mouse.dblclick(...toScreen(0.6, 0.6));

  // Computed with the server's ellipsoid functions, which agree with PROJ: 4 digits of a degree are 10 m.
  const kilometres = Number((await value(measureEn.length).textContent())!.replace(/[^\d.]/g, ''));
  expect(Math.abs(kilometres - geodesicDistance(start, end) / 1000)).toBeLessThan(0.05);
  await card.getByRole('combobox', { name: measureEn.unit }).selectOption('nmi');
  const miles = Number((await value(measureEn.length).textContent())!.replace(/[^\d.]/g, ''));
  expect(miles).toBeCloseTo(kilometres / 1.852, 1);

  await card.getByRole('radio', { name: measureEn.kinds.area }).click();
  await page.mouse.click(...toScreen(0.4, 0.4));
  await page.mouse.click(...toScreen(0.5, 0.4));
  await page.mouse.click(...toScreen(0.4, 0.5));
  await page.mouse.dblclick(...toScreen(0.5, 0.5));
  await expect(card.getByText(measureEn.crossing)).toBeVisible();
  expect(await obstacles(page, '.measure-card')).toEqual([]);
  await map(page).press('Escape');
  await expect(card).toBeHidden();

  // And with the keyboard only: the map moves under its crosshair
  await page.getByRole('button', { name: mapsEn.bar.measure }).press('Enter');
  await expect(map(page)).toBeFocused();
  await expect(page.locator('.cross-hair')).toBeVisible();
  await page.keyboard.press('Enter');
  const first = await positionAt(page, toScreen(0.5, 0.5));
  await page.keyboard.press('ArrowRight');
  // The map moves smoothly, so wait until it stops before setting a point.
  let second = first;
  await expect
    .poll(async () => {
      const before = second;
      second = await positionAt(page, toScreen(0.5, 0.5));
      return second[0] !== first[0] && second[0] === before[0];
    })
    .toBe(true);
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => Number((await value(measureEn.length).textContent())!.replace(/[^\d.]/g, '')))
    .toBeCloseTo(geodesicDistance(first, second) / 1000, 0);
  await page.keyboard.press('Backspace');
  await expect(value(measureEn.length)).toHaveText(/^0 /);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
});
