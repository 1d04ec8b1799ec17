import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { PMTiles, type RangeResponse } from 'pmtiles';
import { remoteEn as t } from '../../../src/extensions/remote/remote-text.ts';
import { startRangeServer } from '../../range-server.ts';
import { countMapColors, mapDrawn, open } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { openPublish } from '../drivers/publish-driver.ts';

/** Tiles written by GDAL. */
const file = 'tests/unit/formats/files/tiles/jpeg.pmtiles';

test('PMTiles on another server are a map with its tiles, also without a network', { tag: '@turn0' }, async ({
  page,
  appServer,
}) => {
  const server = await startRangeServer({ 'aerial.pmtiles': file });
  try {
    await open(page, appServer.origin);
    await openPublish(page);
    await page.getByLabel(t.address).fill(`${server.origin}/aerial.pmtiles`);
    await page.getByLabel(t.allow).check();
    await page.getByRole('button', { name: t.read }).click();
    await page.getByText(/^An image of 1,024 × 512 pixels/).waitFor();
    await page.getByLabel(t.name).fill('aerial');
    await page.getByRole('region', { name: t.title }).getByRole('button', { name: t.publish }).click();
    await mapDrawn(page, /aerial/);
    await expect.poll(async () => (await countMapColors(page)).distinct).toBeGreaterThan(2000);

    // The tile equals that in the archive, read by the library of the format's authors.
    const bytes = new Uint8Array(readFileSync(file));
    const judge = new PMTiles({
      getKey: () => 'memory',
      getBytes: async (offset, length): Promise<RangeResponse> => ({
        data: bytes.slice(offset, offset + length).buffer,
      }),
    });
    const expected = [...new Uint8Array((await judge.getZxy(6, 33, 20))!.data)];
    const tile = () =>
      page.evaluate(async () => {
        const response = await fetch('rest/services/aerial/MapServer/tile/6/20/33');
        return [...new Uint8Array(await response.arrayBuffer())];
      });
    expect(await tile()).toEqual(expected);
    server.fault = 'dead';
    expect(await tile()).toEqual(expected);
    expect(server.ranges.every((range) => range !== '')).toBe(true);
  } finally {
    await server.stop();
  }
});
