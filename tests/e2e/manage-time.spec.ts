import { expect } from '@playwright/test';
import { mapsEn } from '../../src/map/text/maps-text.ts';
import { publishEn as t } from '../../src/publish/text/publish-en.ts';
import { en } from '../../src/text/en.ts';
import { workerHand } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import { openManage, publishSpots, readDefinition, saveSection, section } from './drivers/publish-driver.ts';
import type { WebServer } from './drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

const rows = 'name,seen,gone,longitude,latitude\nA,03.02.2018,05.02.2018,10,50\nB,01.03.2018,09.03.2018,11,51\n';

test('a layer is given a time, which the map then shows; it is undone and survives a stopped worker', {
  tag: '@turn0',
}, async ({ page }) => {
  await publishSpots(page, server.origin, rows);
  const hand = await workerHand(page);
  await openManage(page, 'Spots');
  const layer = section(page, 'Spots');
  const time = async () => (await readDefinition(page, 'Spots')).maps[0].layers[0].time;
  await layer.getByLabel(t.time.start).selectOption('seen');
  await expect(layer.getByLabel(t.time.end).getByRole('option', { name: 'seen' })).toHaveCount(0);
  await layer.getByLabel(t.time.end).selectOption('gone');
  // The page reports an invalid pattern immediately; the server reports one that doesn't match the values
  const pattern = layer.getByLabel(t.time.pattern);
  await pattern.fill('dd.MM.');
  await expect(layer.getByText(t.time.patternBad)).toBeVisible();
  await expect(layer.getByRole('button', { name: t.manage.save, exact: true })).toBeDisabled();
  await pattern.fill('yyyyMMdd');
  await layer.getByRole('button', { name: t.manage.save, exact: true }).click();
  await expect(layer.getByRole('alert')).toContainText('time.TimeValueFormat');
  expect(await time()).toBeUndefined();
  // A correct pattern is saved, with the time extent of the rows
  await pattern.fill('dd.MM.yyyy');
  await layer.getByLabel(t.time.interval).fill('2');
  await layer.getByLabel(t.time.unit).selectOption(t.time.units.gisTimeUnitsWeeks);
  await hand.stopAll();
  await saveSection(page, 'Spots');
  expect(await time()).toEqual({
    StartTimeFieldName: 'seen',
    EndTimeFieldName: 'gone',
    TimeValueFormat: 'dd.MM.yyyy',
    TimeInterval: 2,
    TimeIntervalUnits: 'gisTimeUnitsWeeks',
    fullTimeExtent: [Date.UTC(2018, 1, 3), Date.UTC(2018, 2, 9)],
  });
  // Time can be removed, and restored with undo
  await hand.stopAll();
  await layer.getByLabel(t.time.start).selectOption(t.manage.none);
  await saveSection(page, 'Spots');
  expect(await time()).toBeUndefined();
  await page.getByRole('button', { name: en.undo }).last().click();
  await page.getByText(t.manage.undone).waitFor();
  expect(await time()).toMatchObject({ StartTimeFieldName: 'seen', TimeInterval: 2 });
  await expect(layer.getByLabel(t.time.start)).toHaveValue('seen');
  // The map has a time slider now
  await page.getByRole('button', { name: t.manage.openMap }).click();
  await page.getByRole('button', { name: mapsEn.bar.time, exact: true }).click();
  await expect(page.getByRole('region', { name: mapsEn.time.label }).locator('output')).toContainText('Feb 3');
});
