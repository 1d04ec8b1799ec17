import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { composeEn } from '../../../src/map/text/compose-text.ts';
import { countMapColors, drop, map, mapDrawn, open, publishAndWait } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { obstacles } from '../drivers/obstacles.ts';

test('PMTiles become a map that answers its tiles, and the background of another map, also without a network', async ({
  page,
  appServer,
}) => {
  test.setTimeout(90_000);
  await open(page, appServer.origin);
  await drop(page, [{ name: 'aerial.pmtiles', content: readFileSync('tests/unit/formats/files/tiles/jpeg.pmtiles') }]);
  await publishAndWait(page, 'aerial');
  await mapDrawn(page, /aerial/);
  await expect.poll(async () => (await countMapColors(page)).distinct).toBeGreaterThan(2000);

  // The tile written by GDAL, as REST and WMTS return it.
  const heads = await page.evaluate(async () => {
    const rest = await fetch('rest/services/aerial/MapServer/tile/6/20/33');
    const capabilities = await (await fetch('rest/services/aerial/MapServer/WMTS/1.0.0/WMTSCapabilities.xml')).text();
    return [rest.status, rest.headers.get('content-type'), (await rest.blob()).size, capabilities] as const;
  });
  expect(heads.slice(0, 3)).toEqual([200, 'image/jpeg', 1599]);
  expect(heads[3]).toContain('TileMatrix');

  await page.getByRole('button', { name: composeEn.save }).click();
  await page.getByRole('dialog').getByRole('button', { name: composeEn.save }).click();
  await page.waitForURL(/\?composed=/);
  await mapDrawn(page, /aerial/);
  const background = page.getByRole('combobox', { name: new RegExp(`^${composeEn.background}`) });
  await background.selectOption('none');
  await page.locator('.layer-row').getByRole('switch').first().uncheck();
  await expect.poll(async () => (await countMapColors(page)).distinct).toBeLessThan(1500);
  await background.selectOption('service');
  const dialog = page.getByRole('dialog', { name: composeEn.serviceTitle });
  await dialog.getByRole('combobox', { name: composeEn.service }).selectOption('aerial');
  expect(await obstacles(page, 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: composeEn.useService }).click();
  await expect.poll(async () => (await countMapColors(page)).distinct).toBeGreaterThan(2000);

  await page.context().setOffline(true);
  await page.reload();
  await expect(map(page)).toBeVisible();
  await expect.poll(async () => (await countMapColors(page)).distinct).toBeGreaterThan(2000);
  await page.context().setOffline(false);
});
