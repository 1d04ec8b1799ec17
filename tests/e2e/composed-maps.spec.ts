import { type Browser, expect, type Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { shareEn } from '../../src/extensions/share/share-text.ts';
import { composeEn } from '../../src/map/text/compose-text.ts';
import { mapsEn } from '../../src/map/text/maps-text.ts';
import { en } from '../../src/text/en.ts';
import { drop, map, mapDrawn, publishAndWait } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import { doWithLayer, saved } from './drivers/map-tools-driver.ts';
import { obstacles } from './drivers/obstacles.ts';
import { openAtPublish } from './drivers/publish-driver.ts';

const box = (x: number, y: number) => [
  [x, y],
  [x + 8, y],
  [x + 8, y + 6],
  [x, y + 6],
  [x, y],
];
const parks = JSON.stringify({
  type: 'FeatureCollection',
  features: [-104, 174].map((x, index) => ({
    type: 'Feature',
    properties: { NAME: `Park ${index}`, SIZE: index },
    geometry: { type: 'Polygon', coordinates: [box(x - 2 * index, index ? 51 : 38)] },
  })),
});

/** Return the fraction of the map that has nearly this color. */
async function computeShare(page: Page, [red, green, blue]: readonly [number, number, number]): Promise<number> {
  const { data } = PNG.sync.read(await map(page).screenshot());
  let count = 0;
  for (let offset = 0; offset < data.length; offset += 4)
    if (Math.abs(data[offset]! - red) + Math.abs(data[offset + 1]! - green) + Math.abs(data[offset + 2]! - blue) < 8)
      count++;
  return count / (data.length / 4);
}

/** The sea of the background, light and dark. */
const [lightSea, darkSea] = [
  [0xdc, 0xe7, 0xed],
  [0x13, 0x1b, 0x21],
] as const;

const sound = async (page: Page) => expect(await obstacles(page, 'dialog[open]')).toEqual([]);

const background = (page: Page) => page.getByRole('combobox', { name: new RegExp(`^${composeEn.background}`) });

const tileColor = [10, 200, 120] as const;

/** Enter the address of tiles, which are requested only afterwards; all have the same color. */
async function useTiles(page: Page): Promise<void> {
  const tile = new PNG({ width: 256, height: 256 });
  for (let offset = 0; offset < tile.data.length; offset += 4) tile.data.set([...tileColor, 255], offset);
  const requests: string[] = [];
  await page.context().route('https://tiles.example/**', (route) => {
    requests.push(route.request().url());
    return route.fulfill({ contentType: 'image/png', body: PNG.sync.write(tile) });
  });
  await background(page).selectOption('tiles');
  const address = page.getByRole('textbox', { name: composeEn.tilesUrl });
  await expect(address).toBeFocused();
  await address.fill('https://tiles.example/{z}/{x}');
  await expect(page.getByText(composeEn.tilesWrong)).toBeVisible();
  await address.fill('https://tiles.example/{z}/{x}/{y}.png');
  await page.getByRole('textbox', { name: composeEn.tilesCredit }).fill('Tiles by Example');
  await sound(page);
  expect(requests).toEqual([]);
  await page.getByRole('button', { name: composeEn.use }).click();
  await expect(page.getByText('Tiles by Example')).toBeVisible();
  await expect.poll(() => computeShare(page, tileColor)).toBeGreaterThan(0.2);
  expect(requests[0]).toMatch(/^https:\/\/tiles\.example\/\d+\/\d+\/\d+\.png$/);
}

/** Check that the map saved as a web page has the layers of both services with the same filters. */
async function sharedWithBothServices(page: Page, browser: Browser) {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: en.palette.title })).toBeFocused();
  await page.keyboard.type(shareEn.title);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: shareEn.title });
  const download = await saved(page, () => dialog.getByRole('button', { name: shareEn.action }).click());
  const path = `${await download.path()}.html`;
  await download.saveAs(path);
  const shared = await browser.newPage();
  await shared.goto(`file://${path}`);
  await expect(shared.getByRole('checkbox', { name: 'Countries' })).toBeChecked();
  await expect(shared.getByRole('checkbox', { name: 'parks' })).toBeChecked();
  await expect(shared.locator('.legend img').nth(1)).toBeVisible();
  await shared.close();
}

const layerNames = (page: Page) => page.locator('.layer-row .layer-name > span').allTextContents();

test('what was published lies on a world, and becomes a map with layers of another service', async ({
  page,
  appServer,
  browser,
}) => {
  test.setTimeout(120_000);
  await openAtPublish(page, appServer.origin);
  await drop(page, [{ name: 'parks.geojson', content: parks }]);
  await publishAndWait(page, 'parks');

  // The page shows the map with its layer, and suggests next steps.
  await mapDrawn(page, /parks/);
  await expect(page.getByRole('region', { name: composeEn.whatNow })).toBeVisible();
  await expect.poll(() => computeShare(page, lightSea)).toBeGreaterThan(0.2);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => computeShare(page, darkSea)).toBeGreaterThan(0.2);
  await page.emulateMedia({ colorScheme: 'light' });

  await page.getByRole('button', { name: composeEn.save }).click();
  await expect(page.getByRole('textbox', { name: composeEn.titleField })).toBeFocused();
  await page.keyboard.type('Parks of the world');
  await sound(page);
  await page.getByRole('dialog').getByRole('button', { name: composeEn.save }).click();
  await mapDrawn(page, /Parks of the world/);
  await expect(page).toHaveURL(/\?composed=[a-z0-9]{12}/);

  await page.getByRole('button', { name: composeEn.addLayers }).click();
  await page.getByRole('combobox', { name: composeEn.data }).selectOption({ label: 'World' });
  await page.getByRole('checkbox', { name: /^Countries/ }).check();
  await sound(page);
  await page.getByRole('button', { name: composeEn.add(1) }).click();
  await expect.poll(() => layerNames(page)).toEqual(['Countries', 'parks']);
  // While the dialog is open, elements behind it can't get the focus.
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Move a layer with the keyboard; its handle keeps the focus.
  await page.getByRole('button', { name: /^Move parks/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => layerNames(page)).toEqual(['parks', 'Countries']);
  await expect(page.getByRole('button', { name: /^Move parks/ })).toBeFocused();
  // Drag the layer back and forth.
  const [above, below] = [page.locator('.layer-handle').first(), page.locator('.layer-handle').last()];
  await below.dragTo(above, { targetPosition: { x: 5, y: 2 } });
  await expect.poll(() => layerNames(page)).toEqual(['Countries', 'parks']);

  await doWithLayer(page, 'parks', en.layers.settings);
  await page.getByRole('textbox', { name: composeEn.filter }).fill('SIZE = 0');
  await page.getByRole('button', { name: composeEn.apply }).click();
  await page.getByRole('slider', { name: composeEn.opacity }).fill('40');
  await expect(page.getByRole('slider', { name: composeEn.opacity })).toHaveValue('40');
  await page
    .getByRole('region', { name: composeEn.settingsOf('parks') })
    .getByRole('button', { name: en.close })
    .click();
  // The legend and the table mention the filter too.
  await page.getByRole('tab', { name: en.layers.legend }).click();
  await expect(page.locator('.legend').getByText(composeEn.filtered('SIZE is 0'))).toBeVisible();
  await page.getByRole('tab', { name: en.layers.title }).click();
  await doWithLayer(page, 'parks', en.layers.table);
  const table = page.getByRole('region', { name: mapsEn.dock.label('parks') });
  await expect(table.getByText(composeEn.filtered('SIZE is 0'))).toBeVisible();
  await expect(table.getByText(mapsEn.dock.rows('1', true))).toBeVisible();
  await table.getByRole('button', { name: mapsEn.dock.close }).click();

  await useTiles(page);
  await background(page).selectOption('satellite');
  await expect.poll(() => computeShare(page, tileColor)).toBe(0);
  expect(await computeShare(page, lightSea)).toBeLessThan(0.05);
  await background(page).selectOption('world');
  await sharedWithBothServices(page, browser);

  const stored = page.waitForResponse((response) => {
    const request = response.request();
    return request.method() === 'PUT' && /"visible":\s*false/.test(request.postData() ?? '');
  });
  await page.getByRole('switch', { name: en.layers.visible('Countries') }).uncheck();
  await stored;

  // The map's address shows all of it again, also on a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await mapDrawn(page, /Parks of the world/);
  await page.getByRole('button', { name: en.navigation.layers }).click();
  await expect.poll(() => layerNames(page)).toEqual(['Countries', 'parks']);
  await expect(page.getByText(composeEn.filtered('SIZE is 0'))).toBeVisible();
  await expect(page.getByRole('switch', { name: en.layers.visible('Countries') })).not.toBeChecked();
  await doWithLayer(page, 'parks', en.layers.count);
  await expect(page.getByText(en.layers.counted('1'), { exact: true })).toBeVisible();
  await doWithLayer(page, 'parks', en.layers.settings);
  await expect(page.getByRole('slider', { name: composeEn.opacity })).toHaveValue('40');

  // Delete the map, and restore it with undo.
  await page.getByRole('button', { name: composeEn.menu('Parks of the world') }).click();
  await page.getByRole('menuitem', { name: composeEn.remove }).click();
  await page.getByRole('button', { name: en.undo }).click();
  await expect(page.getByRole('heading', { name: 'Parks of the world' })).toBeVisible();

  // The address of a map that doesn't exist shows an error.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${appServer.origin}/?composed=missing`);
  await expect(page.getByText(composeEn.unknown)).toBeVisible();
});
