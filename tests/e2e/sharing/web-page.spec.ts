import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { PNG } from 'pngjs';
import { writePage } from '../../../src/extensions/share/make/write-page.ts';
import { shareEn } from '../../../src/extensions/share/share-text.ts';
import { en } from '../../../src/text/en.ts';
import { builds } from '../drivers/build-app.ts';
import { drop, mapDrawn, publishAndWait } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { saved } from '../drivers/map-tools-driver.ts';
import { obstacles } from '../drivers/obstacles.ts';
import { openAtPublish } from '../drivers/publish-driver.ts';

const strange = '</script><b>"שלום" 🦊 <!--';
const box = (x: number, y: number) => [
  [x, y],
  [x + 8, y],
  [x + 8, y + 6],
  [x, y + 6],
  [x, y],
];
const parks = JSON.stringify({
  type: 'FeatureCollection',
  features: [strange, 'Second park'].map((NAME, index) => ({
    type: 'Feature',
    properties: { NAME, SIZE: 1234.5 + index, SECRET: 'stays-at-home' },
    geometry: { type: 'Polygon', coordinates: [box(10 * index, 40)] },
  })),
});
const places = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', properties: { TITLE: 'Centre' }, geometry: { type: 'Point', coordinates: [4, 43] } },
    { type: 'Feature', properties: { TITLE: 'Far' }, geometry: { type: 'Point', coordinates: [14, 43] } },
  ],
});

/** Open a file in a browser without the app and without a network. */
async function openFile(
  browser: Browser,
  path: string,
  colorScheme: 'dark' | 'light',
  [width, height]: [number, number],
) {
  const context = await browser.newContext({ offline: true, viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  const objections: string[] = [];
  page.on('console', (message) => message.type() !== 'log' && objections.push(message.text()));
  page.on('pageerror', (error) => objections.push(error.message));
  page.on('request', (request) => {
    if (!/^(file|blob|data):/.test(request.url())) objections.push(request.url());
  });
  await page.goto(`file://${path}`);
  return { page, objections };
}

/** Return the color at a fraction of the map's width and height. */
async function colorAt(page: Page, across: number, down: number): Promise<string> {
  const { data, width, height } = PNG.sync.read(await page.getByRole('application').screenshot());
  const offset = 4 * (Math.round(down * height) * width + Math.round(across * width));
  return `#${[...data.subarray(offset, offset + 3)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

test('a map is shared as one file, which opens from a disk and has nothing but what was chosen', async ({
  page,
  appServer,
  browser,
}) => {
  await openAtPublish(page, appServer.origin);
  await drop(page, [
    { name: 'parks.geojson', content: parks },
    { name: 'places.geojson', content: places },
  ]);
  await publishAndWait(page, 'parks');
  await mapDrawn(page, /parks/);

  // Share the map from the card that appears after publishing.
  await page.getByRole('button', { name: shareEn.title }).click();
  const dialog = page.getByRole('dialog', { name: shareEn.title });
  await dialog.getByRole('textbox', { name: shareEn.name }).fill(`Parks ${strange}`);
  await dialog.getByRole('textbox', { name: shareEn.text }).fill('What we saw');
  await dialog.getByText(shareEn.fields('3', '3')).click();
  await dialog.getByRole('checkbox', { name: 'SECRET' }).uncheck();
  expect(await obstacles(page, 'dialog[open]')).toEqual([]);
  const download = await saved(page, () => dialog.getByRole('button', { name: shareEn.action }).click());
  expect(download.suggestedFilename()).toMatch(/^Parks .*\.html$/);
  const path = `${await download.path()}.html`;
  await download.saveAs(path);
  expect(readFileSync(path, 'utf8')).not.toContain(strange);

  const wide = await openFile(browser, path, 'light', [1280, 800]);
  const shared = wide.page;
  const panel = shared.getByRole('complementary');
  await expect(shared.getByRole('heading', { level: 1 })).toHaveText(`Parks ${strange}`);
  await expect(panel).toContainText('What we saw');
  await expect(panel.getByRole('checkbox')).toHaveCount(2);
  await expect(panel.locator('.legend img')).toHaveCount(2);
  // The edge of the map has a color of the background.
  await expect.poll(() => colorAt(shared, 0.02, 0.5)).toMatch(/^#(dce7ed|f7f5f0)$/);
  await shared.getByRole('application').focus();
  await shared.keyboard.press('Enter');
  const card = shared.locator('.card');
  await shared.getByRole('searchbox').fill('שלום');
  await shared.keyboard.press('Enter');
  await card.getByRole('button', { name: strange }).click();
  await expect(card.getByRole('heading')).toHaveText(strange);
  await expect(card).toContainText('1,234.5');
  await expect(card).not.toContainText('SECRET');
  await expect(card).not.toContainText('stays-at-home');
  expect(await obstacles(shared, 'body')).toEqual([]);
  // The park now fills the center: a click finds it, and it disappears when its layer is switched off.
  const park = await colorAt(shared, 0.35, 0.5);
  await card.getByRole('button', { name: 'Close' }).click();
  await panel.getByRole('checkbox', { name: 'parks' }).uncheck();
  await expect.poll(() => colorAt(shared, 0.35, 0.5)).not.toBe(park);
  expect(wide.objections).toEqual([]);
  await shared.context().close();

  const phone = await openFile(browser, path, 'dark', [390, 844]);
  await expect.poll(() => colorAt(phone.page, 0.04, 0.5)).toMatch(/^#(131b21|222c33)$/);
  await phone.page.getByRole('application').click({ position: { x: 120, y: 330 } });
  await expect(phone.page.locator('.card')).toBeVisible();
  expect(await obstacles(phone.page, 'body')).toEqual([]);
  await phone.page.getByRole('button', { name: 'Legend and layers' }).click();
  await expect(phone.page.getByRole('checkbox', { name: 'parks' })).toBeVisible();
  expect(phone.objections).toEqual([]);
  await phone.page.context().close();

  // The parts of a larger map also open from disk.
  const data = Buffer.from(/id="map-data">([^<]*)</.exec(readFileSync(path, 'utf8'))![1]!, 'base64');
  const template = readFileSync(`${builds.atRoot}/share/page.html`, 'utf8');
  const zip = await writePage(template, new Blob([data]), { title: 'Parts', text: '', language: 'en' }, 1000);
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-page-'));
  for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(await zip.content.arrayBuffer()))))
    writeFileSync(join(folder, name), bytes);
  const parts = await openFile(browser, join(folder, 'map.html'), 'light', [1280, 800]);
  await expect.poll(() => colorAt(parts.page, 0.02, 0.5)).toMatch(/^#(dce7ed|f7f5f0)$/);
  expect(parts.objections).toEqual([]);
  await parts.page.context().close();
  rmSync(folder, { recursive: true });

  // Share the map from the command palette on a phone, in the dark scheme.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: en.palette.title })).toBeFocused();
  await page.keyboard.type('web page');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: shareEn.action })).toBeEnabled();
  expect(await obstacles(page, 'dialog[open]')).toEqual([]);
});
