import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { exportEn } from '../../src/extensions/export/text/export-text.ts';
import { composeEn } from '../../src/map/text/compose-text.ts';
import { mapsEn } from '../../src/map/text/maps-text.ts';
import { queryEn } from '../../src/map/text/query-text.ts';
import { statisticsEn } from '../../src/map/text/statistics-text.ts';
import { en } from '../../src/text/en.ts';
import { builds } from './drivers/build-app.ts';
import { catalogue, drop, mapDrawn, open, publishAndWait, startingMessage } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import {
  doWithLayer,
  dragBox,
  dragOnMap,
  resultPanel,
  saved,
  tableRows,
  waitForSearchStatus,
} from './drivers/map-tools-driver.ts';
import { startWebServer, type WebServer } from './drivers/web-server.ts';

test.use({ isReading: true });

let server: WebServer;
const problems: string[] = [];

test.beforeAll(({ appServer }) => {
  server = appServer;
});
test.beforeEach(async ({ page }) => {
  problems.length = 0;
  page.on('pageerror', (error) => problems.push(String(error)));
  const images = countRequestedImages(page);
  await open(page, server.origin);
  await mapDrawn(page, /World/);
  // An opened map is drawn once.
  expect(images).toHaveLength(1);
});
test.afterEach(() => {
  expect(problems).toEqual([]);
});

/**
 * Return the widths of the images that the map requests; the function adds new ones. The smaller thumbnail of a service
 * isn't counted.
 */
function countRequestedImages(page: Page): number[] {
  const widths: number[] = [];
  page.on('request', (request) => {
    const width = Number(/ExportMapImage.*<ImageWidth>(\d+)/s.exec(request.postData() ?? '')?.[1] ?? 0);
    if (width > 500) widths.push(width);
  });
  return widths;
}

test('a name is found, its place shown, and all that belongs to it read', async ({ page }) => {
  const finder = page.getByRole('combobox', { name: mapsEn.bar.find });

  await finder.fill('germany');
  await finder.press('Enter');

  await expect(resultPanel(page).getByRole('heading', { name: 'Germany' })).toBeVisible();
  await resultPanel(page).getByRole('tab', { name: mapsEn.results.tabs.popup }).click();
  const frame = page.locator('iframe[sandbox=""]');
  await expect(frame.contentFrame().getByText('Germany').first()).toBeVisible();
  await resultPanel(page).getByRole('tab', { name: mapsEn.results.tabs.related }).click();
  await expect(
    resultPanel(page)
      .getByRole('button', { name: /German/ })
      .first(),
  ).toBeVisible();
  await resultPanel(page).getByRole('tab', { name: mapsEn.results.tabs.attachments }).click();
  await expect(resultPanel(page).getByRole('link', { name: mapsEn.results.editAttachments })).toHaveAttribute(
    'href',
    /manage=World&layer=3&row=\d+$/,
  );
  await expect(resultPanel(page).getByRole('img').first()).toBeVisible();
});

test('a box is read, listed by layer, and shown as a selection', async ({ page }) => {
  await page.getByRole('button', { name: mapsEn.bar.box }).click();
  await dragOnMap(page, [0.45, 0.4], [0.55, 0.5]);

  await expect(resultPanel(page).getByRole('heading', { name: /^\d+ features$/ })).toBeVisible();
  await resultPanel(page).getByRole('button', { name: mapsEn.results.all }).click();
  await page.getByRole('menuitem', { name: mapsEn.results.tableOf('Countries') }).click();
  const inBox = await tableRows(page);
  expect(inBox).toBeGreaterThan(1);
  await page.getByRole('button', { name: mapsEn.dock.dropQuery }).click();
  await expect.poll(() => tableRows(page)).toBeGreaterThan(inBox);
});

test('the filter of a layer is in the address, and the legend says it in words', { tag: '@turn2' }, async ({
  page,
}) => {
  await doWithLayer(page, 'Cities', en.layers.settings);
  await page.getByRole('textbox', { name: composeEn.filter }).fill('POPULATION > 10000000');
  await page.getByRole('button', { name: composeEn.apply }).click();
  await expect(page).toHaveURL(/filter\.0=POPULATION/);
  await page.reload();
  await mapDrawn(page, /World/);
  await page.getByRole('tab', { name: en.layers.legend }).click();
  await expect(page.locator('.legend').getByText(/^Only Population is greater than 10000000$/i)).toBeVisible();
});

test('the table is sorted and filtered by the server and walked with the keyboard', { tag: '@turn0' }, async ({
  page,
}) => {
  await doWithLayer(page, 'Countries', en.layers.table);
  const grid = page.getByRole('grid');
  const cell = (row: number) => grid.getByRole('row').nth(row).getByRole('gridcell').nth(1);

  await grid.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click();
  await expect(cell(1)).toHaveText('Afghanistan');
  await page.getByRole('searchbox', { name: mapsEn.dock.filter }).fill('switzerl');
  await expect(cell(1)).toHaveText('Switzerland');
  expect(await tableRows(page)).toBe(1);
  await page.getByRole('searchbox', { name: mapsEn.dock.filter }).fill('');
  await expect(cell(1)).toHaveText('Afghanistan');

  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(grid.getByRole('row', { selected: true })).toHaveCount(1);
  const before = page.url();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).not.toBe(before);

  // Related rows load like those of a feature on the map, and the address keeps the table's state.
  await page.keyboard.press('Shift+Enter');
  await expect(resultPanel(page).getByRole('heading', { name: 'Akrotiri' })).toBeVisible();
  await cell(2).click();
  await page.getByRole('button', { name: mapsEn.dock.rowActions }).click();
  await page.getByRole('menuitem', { name: mapsEn.dock.onlySuch('Name', 'Akrotiri') }).click();
  await expect.poll(() => tableRows(page)).toBe(1);
  await page.reload();
  await expect(cell(1)).toHaveText('Akrotiri');
  expect(await tableRows(page)).toBe(1);
});

test('a query is counted first, refused with a reason, and its result exported', async ({ page }) => {
  await doWithLayer(page, 'Countries', en.layers.query);
  await page.getByLabel(`${queryEn.operator} 1`).selectOption('begins');
  await page.getByLabel(`${queryEn.value} 1`).fill('Fr');
  await waitForSearchStatus(page, /^[1-9] of 255 features match$/);

  await page.getByRole('radio', { name: queryEn.drawn }).click();
  await waitForSearchStatus(page, queryEn.noShape);
  await page.getByRole('button', { name: queryEn.drawBox }).click();
  await dragBox(page);
  await waitForSearchStatus(page, /^\d+ of 255 features match$/);

  await page.getByRole('button', { name: queryEn.expert }).click();
  await page.getByLabel(queryEn.sql).fill('NAME >');
  await expect(page.getByRole('alert').filter({ hasText: queryEn.failed })).toBeVisible();

  await page.getByRole('radio', { name: queryEn.anywhere }).click();
  await page.getByLabel(queryEn.sql).fill("NAME = 'France'");
  await waitForSearchStatus(page, '1 of 255 features match');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await saved(page, () => page.getByRole('button', { name: exportEn.download, exact: true }).click());
  expect(file.suggestedFilename()).toBe('Countries.geojson');
  const { features } = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(features).toHaveLength(1);
  expect(features[0].properties.NAME).toBe('France');
  expect(features[0].geometry.type).toBe('MultiPolygon');
});

test('statistics of a table become a chart whose bars lead to their rows', { tag: '@turn1' }, async ({ page }) => {
  await doWithLayer(page, 'Cities', en.layers.statistics);
  await page.getByLabel(statisticsEn.groupBy).selectOption({ label: 'Country' });
  const bars = page.getByRole('figure').getByRole('button');
  await expect(bars.first()).toBeVisible();
  const name = (await bars.first().locator('span').first().textContent())!;

  await bars.first().click();

  await expect(page.getByRole('grid').getByRole('gridcell', { name, exact: true }).first()).toBeVisible();
});

test('time is opened, played and closed', async ({ page }) => {
  await page.goto(`${server.origin}/?service=Earthquakes`);
  await mapDrawn(page, /Earthquakes/);
  await page.getByRole('button', { name: mapsEn.bar.time, exact: true }).click();
  const slider = page.getByRole('region', { name: mapsEn.time.label });
  const shown = slider.locator('output');
  const before = await shown.textContent();

  await slider.getByRole('button', { name: mapsEn.time.play }).click();

  await expect(shown).not.toHaveText(before!);
  await slider.getByRole('button', { name: mapsEn.time.pause }).click();
  await slider.getByRole('slider', { name: mapsEn.time.end }).press('End');
  await slider.getByRole('button', { name: mapsEn.time.close }).click();
  await expect(slider).toBeHidden();
});

test('the picture is exported in every format of the service', { tag: '@turn2' }, async ({ page }) => {
  test.setTimeout(120_000);
  const starts = { PNG: '\x89PNG', PDF: '%PDF', SVG: '<?xml', JPEG: '\xff\xd8', GeoTIFF: 'II*' };
  for (const [format, start] of Object.entries(starts)) {
    await page.getByRole('button', { name: mapsEn.bar.export }).click();
    await page.getByRole('menuitem', { name: 'Save as image' }).click();
    const choice = page.getByLabel(exportEn.format);
    await expect(choice.getByRole('option')).toHaveCount(14);
    const label = await choice
      .getByRole('option')
      .filter({ hasText: new RegExp(`^${format}`) })
      .first()
      .textContent();
    await choice.selectOption({ label: label! });
    const file = await saved(page, () => page.getByRole('button', { name: exportEn.download, exact: true }).click());
    expect(readFileSync(await file.path(), 'latin1').slice(0, start.length)).toBe(start);
  }
});

test.describe(() => {
  // These tests publish.
  test.use({ isReading: false });

  test('a style is tried on the map and published when it is saved', async ({ page }) => {
    const readVersion = async () => (await catalogue(page)).find(({ name }) => name === 'World')!.version;
    const before = await readVersion();
    await doWithLayer(page, 'Countries', en.layers.style);

    await page.getByRole('radio', { name: mapsEn.style.renderers.UniqueValueRenderer }).click();
    await page
      .getByRole('combobox', { name: mapsEn.style.field, exact: true })
      .selectOption({ label: 'Part of the world' });
    await expect(page.getByRole('textbox', { name: mapsEn.style.classLabel('Africa') })).toBeVisible();
    expect(await readVersion()).toBe(before);
    await page.getByRole('button', { name: mapsEn.style.save }).click();
    await page.getByText(mapsEn.style.saved('Countries')).waitFor();

    expect(await readVersion()).toBe(before + 1);
    await page.reload();
    await mapDrawn(page, /World/);
    await page.getByRole('tab', { name: en.layers.legend }).click();
    await expect(page.getByRole('tabpanel').getByText('Africa')).toBeVisible();
  });

  test('a table without coordinates is shown as a table', async ({ page }) => {
    await drop(page, [{ name: 'prices.csv', content: 'item,price,note\napple,1.5,=1+1\npear,2.25,ok\n' }]);
    await publishAndWait(page, 'prices');

    await expect(page.getByText(en.layers.onlyTables)).toBeVisible();
    await expect(page.getByRole('gridcell', { name: 'apple' })).toBeVisible();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const file = await saved(page, () => page.getByRole('button', { name: exportEn.download, exact: true }).click());
    // A spreadsheet must not run text from a stranger.
    expect(readFileSync(await file.path(), 'utf8')).toContain("apple,1.5,'=1+1");
  });

  test('files that are dropped before the server stands are published when it does', { tag: '@turn1' }, async ({
    browser,
  }) => {
    const slow = await startWebServer(builds.atRoot);
    slow.delay('/sw.js', 2000);
    const context = await browser.newContext();
    const page: Page = await context.newPage();
    await page.goto(slow.origin);
    await startingMessage(page).waitFor();

    await drop(page, [{ name: 'early.csv', content: 'name,longitude,latitude\nA,10,50\nB,11,51\n' }]);

    await publishAndWait(page, 'early');
    await context.close();
    await slow.stop();
  });
});
