import { expect } from '@playwright/test';
import { mapsEn } from '../../../src/map/text/maps-text.ts';
import { measureEn } from '../../../src/map/text/measure-text.ts';
import { en } from '../../../src/text/en.ts';
import { map, mapDrawn, open } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { doWithLayer } from '../drivers/map-tools-driver.ts';
import { obstacles } from '../drivers/obstacles.ts';

// An unsaved style changes nothing.
test.use({ isReading: true });

test('places of the world are found from any map, told apart by their country', { tag: '@turn1' }, async ({
  page,
  appServer,
}) => {
  await open(page, `${appServer.origin}/?service=Earthquakes`);
  await mapDrawn(page, /Earthquakes/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: en.palette.title }).fill('London');
  const option = (country: string) => page.getByRole('option', { name: new RegExp(`^London ${country}`) });
  await expect(option('Canada')).toBeVisible();
  await expect(page.getByRole('option').first()).toHaveText(/^LondonUnited Kingdom/);

  await option('United Kingdom').click();

  await expect(page).toHaveURL(/service=Earthquakes.*#-\d+\.\d+,5[01]\./);
  await expect(page.getByRole('heading', { name: 'Earthquakes', level: 1 })).toBeVisible();
});

test('Back and closing the tab ask before an unsaved style is lost', { tag: '@turn2' }, async ({ page, appServer }) => {
  await open(page, `${appServer.origin}/?service=Earthquakes`);
  await mapDrawn(page, /Earthquakes/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: en.palette.title }).fill('World');
  await page
    .getByRole('option', { name: /^World/ })
    .first()
    .click();
  await mapDrawn(page, /World/);
  await doWithLayer(page, 'Countries', en.layers.style);
  await page.getByRole('radio', { name: mapsEn.style.renderers.SimpleRenderer }).click();
  const question = page.getByRole('dialog', { name: en.unsaved.title('Countries') });

  await page.goBack();
  await question.waitFor();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/service=World/);

  const dialogShown = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const browserQuestion = await dialogShown;
  expect(browserQuestion.type()).toBe('beforeunload');
  await browserQuestion.dismiss();
  await closing;

  await expect(page.getByRole('radio', { name: mapsEn.style.renderers.SimpleRenderer })).toBeChecked();
});

test('a distance is measured on a phone in the dark', async ({ page, appServer }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, `${appServer.origin}/?service=World#-5,35,25,60`);
  await mapDrawn(page, /World/);
  await page.getByRole('button', { name: mapsEn.bar.measure }).click();
  const card = page.getByRole('region', { name: measureEn.title });
  await expect(card).toBeVisible();
  const box = (await map(page).boundingBox())!;
  // The upper half of the map is free.
  expect((await card.boundingBox())!.y).toBeGreaterThan(box.y + box.height / 2);
  const toScreen = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.click(...toScreen(0.25, 0.4));
  await page.mouse.dblclick(...toScreen(0.75, 0.45));
  const length = card.locator('dl > div', { hasText: measureEn.length }).locator('dd');
  await expect(length).toHaveText(/\d.*km/);
  expect(await card.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false);
  expect(await obstacles(page, '.measure-card')).toEqual([]);
});
