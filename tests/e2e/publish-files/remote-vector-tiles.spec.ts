import { expect } from '@playwright/test';
import { remoteEn as t } from '../../../src/extensions/remote/remote-text.ts';
import { startRangeServer } from '../../range-server.ts';
import { mapDrawn, open } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { publishDraft } from '../drivers/publish-driver.ts';
import { readRemote } from '../drivers/remote-driver.ts';

/**
 * Tiles written by GDAL: two points, a line and a polygon with a hole, in four columns and rows of the finest level.
 */
const file = 'tests/unit/formats/files/tiles/vector.pmtiles';

test('vector tiles on another server are copied as a whole, and answer without it', { tag: '@turn1' }, async ({
  page,
  appServer,
}) => {
  const server = await startRangeServer({ 'things.pmtiles': file });
  try {
    await open(page, appServer.origin);
    await readRemote(page, `${server.origin}/things.pmtiles`, /has vector tiles, and of PMTiles only pictures/);
    await page.getByRole('button', { name: new RegExp(`^${t.copyHere('').split(' (')[0]}`) }).click();
    await publishDraft(page, 'things');
    server.fault = 'dead';
    await mapDrawn(page, /things/);
    const json = (path: string) =>
      page.evaluate(async (url) => (await fetch(url)).json(), `rest/services/things/MapServer/${path}`);
    // ogrinfo lists the same features when the clipped parts are merged by ID.
    for (const [layer, count] of [2, 1, 1].entries())
      expect(await json(`${layer}/query?f=json&where=1%3D1&returnCountOnly=true`)).toEqual({ count });
  } finally {
    await server.stop();
  }
});
