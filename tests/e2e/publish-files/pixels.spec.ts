import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { remoteEn as t } from '../../../src/extensions/remote/remote-text.ts';
import { pastedEn as pasted } from '../../../src/publish/pasted/pasted-text.ts';
import { type RangeServer, startRangeServer } from '../../range-server.ts';
import type { LevelValues } from '../../unit/service/tiff/raster-of-file.ts';
import { mapDrawn } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { dropAndCheck, openAtPublish, openPublish, publishDraft } from '../drivers/publish-driver.ts';

const folder = fileURLToPath(new URL('../../unit/service/tiff/files/', import.meta.url));
const values = JSON.parse(readFileSync(`${folder}values.json`, 'utf8')) as Record<string, LevelValues[]>;

let files: RangeServer;
test.beforeAll(async () => {
  const served = ['rgb-jpeg.tif', 'rgb-deflate.tif'].map((name) => [name, `${folder}${name}`]);
  files = await startRangeServer(Object.fromEntries(served));
});
test.afterAll(() => files.stop());

/** Paste an address and publish it; the first time, confirm the host. */
async function publishThere(page: Page, name: string, isFirst: boolean): Promise<void> {
  await openPublish(page);
  await page.getByLabel(pasted.label).fill(`${files.origin}/${name}.tif`);
  await page.getByRole('button', { name: 'Leave it there' }).click();
  if (isFirst) {
    await page.getByLabel(t.allow).check();
    await page.getByRole('button', { name: t.read }).click();
  }
  await page.getByText(/203 × 141 pixels/).waitFor();
  await page.getByRole('region', { name: t.title }).getByRole('button', { name: t.publish }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await mapDrawn(page, new RegExp(name));
}

test('a GeoTIFF on another server is a layer of pixels', async ({ page, appServer }) => {
  await openAtPublish(page, appServer.origin);

  // Given a file with JPEG tiles and a mask, then its pixels equal those that GDAL reads
  await publishThere(page, 'rgb-jpeg', true);
  const identify = (x: number, y: number) =>
    page.evaluate(
      async (query) => (await fetch(`rest/services/rgb-jpeg/MapServer/identify?${query}`)).json(),
      `f=json&geometry=${x},${y}&geometryType=esriGeometryPoint&sr=32632&layers=all:0&tolerance=1&mapExtent=500000,5498590,502030,5500000&imageDisplay=203,141,96`,
    );
  for (const [column, row, ...expected] of values['rgb-jpeg']![0]!.pixels.slice(4, 10)) {
    const { results } = await identify(500_000 + 10 * (column! + 0.5), 5_500_000 - 10 * (row! + 0.5));
    const { Red, Green, Blue, ...found } = results[0].attributes;
    if (expected[3] === 0) expect(found['Pixel Value']).toBe('NoData');
    else
      for (const [i, value] of [Red, Green, Blue].entries())
        expect(Math.abs(Number(value) - expected[i]!)).toBeLessThanOrEqual(2);
  }

  // Given a lossless file, then its image in full resolution equals that of a copy
  await publishThere(page, 'rgb-deflate', false);
  await openPublish(page);
  await dropAndCheck(page, [{ name: 'copy.tif', content: readFileSync(`${folder}rgb-deflate.tif`) }]);
  await publishDraft(page, 'copy');
  const image = (service: string) =>
    page.evaluate(
      async (url) => [...new Uint8Array(await (await fetch(url)).arrayBuffer())],
      `rest/services/${service}/MapServer/export?f=image&format=png32&bbox=500000,5498590,502030,5500000&bboxSR=32632&imageSR=32632&size=203,141`,
    );
  const there = await image('rgb-deflate');
  expect(there.length).toBeGreaterThan(1000);
  expect(there).toEqual(await image('copy'));
  expect(files.ranges.every((range) => range !== '')).toBe(true);
});
