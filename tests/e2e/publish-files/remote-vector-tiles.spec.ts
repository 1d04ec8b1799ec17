import { expect } from '@playwright/test';
import { directoryEn } from '../../../src/directory/text/directory-en.ts';
import { elsewhereEn as t } from '../../../src/publish/elsewhere/elsewhere-en.ts';
import { en } from '../../../src/text/en.ts';
import { startRangeServer } from '../../range-server.ts';
import { mapColours, mapDrawn, open } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { openPublish } from '../drivers/publish-driver.ts';

/** Tiles that GDAL wrote: two points, a line and an area with a hole, in four columns and rows of the finest level. */
const file = 'tests/unit/publisher/files/tiles/vector.pmtiles';

test('vector tiles on another server are layers that answer queries, also without a network', async ({
  page,
  appServer,
}) => {
  const server = await startRangeServer({ 'things.pmtiles': file });
  try {
    await open(page, appServer.origin);
    await openPublish(page);
    await page.getByLabel(t.address).fill(`${server.origin}/things.pmtiles`);
    await page.getByLabel(t.allow).check();
    await page.getByRole('button', { name: t.read }).click();
    await page.getByText(/^Vector tiles with 3 layers \(things: points, things: lines, things: areas\)/).waitFor();
    await page.getByText(t.tilesNote).waitFor();
    await page.getByText(t.tilesLevel(2)).waitFor();
    await page.getByText(t.tilesSampled(3)).waitFor();
    await page.getByLabel(t.name).fill('things');
    await page.getByRole('region', { name: t.title }).getByRole('button', { name: t.publish }).click();
    await mapDrawn(page, /things/);
    await expect.poll(async () => (await mapColours(page)).distinct).toBeGreaterThan(2);

    // Nobody has counted the features, and every page says so.
    await page.getByRole('button', { name: new RegExp(`^things .*${en.services.choose}`) }).click();
    const picker = page.getByRole('dialog');
    await picker.getByRole('button', { name: en.services.menu('things') }).click();
    await page.getByRole('menuitem', { name: en.services.remove }).click();
    await expect(picker).toContainText(`3 layers (${en.services.notCounted})`);
    await page.keyboard.press('Escape');
    await page.goto(`${appServer.origin}/?page=directory&item=things`);
    await expect(page.getByText(directoryEn.notCounted, { exact: true })).toBeVisible();

    const json = (path: string) =>
      page.evaluate(async (url) => (await fetch(url)).json(), `rest/services/things/MapServer/${path}`);
    expect((await json('?f=json')).layers.map(({ name }: { name: string }) => name)).toEqual([
      'things (points)',
      'things (lines)',
      'things (areas)',
    ]);
    server.fault = 'dead';
    // As ogrinfo counts them, but for the point on a corner of four tiles, which it has in each.
    for (const [layer, count] of [2, 4, 8].entries())
      expect(await json(`${layer}/query?f=json&where=1%3D1&returnCountOnly=true`)).toEqual({ count });
    const identified = await json(
      'identify?f=json&geometry=-95,20&geometryType=esriGeometryPoint&sr=4326&layers=all:2&tolerance=1&mapExtent=-180,-60,180,60&imageDisplay=800,600,96&returnGeometry=false',
    );
    expect(identified.results).toMatchObject([{ layerId: 2, attributes: { name: 'big', n: '1' } }]);
    expect(server.ranges.every((range) => range !== '')).toBe(true);
  } finally {
    await server.stop();
  }
});
