import { expect } from '@playwright/test';
import { workspaceEn } from '../../src/text/workspace-text.ts';
import { mapDrawn, open, signInPage, workerHand } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import {
  act,
  cacheState,
  choose,
  chooseLevels,
  dragArea,
  holds,
  jobState,
  makeCache,
  mapSource,
  openTiles,
  press,
  readStoredTiles,
  saved,
  setUp,
  sourceEn,
  texts,
  tileBytes,
  tileSwitch,
  waitForSettledUsage,
  watchTiles,
} from './drivers/tiles-driver.ts';
import type { WebServer } from './drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

test('a build is estimated, paused, goes on, outlives its worker, and loses and doubles nothing', async ({ page }) => {
  test.setTimeout(180_000);
  // Given a cache in degrees, with one record per tile
  await openTiles(page, server.origin);
  const scheme = texts.schemes.geographic;
  await setUp(page, { [texts.scheme]: scheme, [texts.storage]: texts.storages.exploded });
  // When it is estimated, built and paused
  await chooseLevels(page, 0, 3);
  await press(page, texts.estimate);
  await expect(page.getByText(/^About 170 tiles and /)).toBeVisible();
  await press(page, texts.start);
  await press(page, texts.pause);
  await expect(jobState(page, 'paused')).toBeVisible();
  // Then drawing stops, and the reported number of tiles equals the stored one
  await expect.poll(async () => (await cacheState(page))!.tiles === (await readStoredTiles(page))).toBe(true);
  const paused = (await cacheState(page))!;
  expect(paused.tiles).toBeLessThan(170);
  expect(paused.job!.tilesDone).toBe(paused.tiles);
  // When it resumes, and the browser stops the worker in the middle
  const hand = await workerHand(page);
  await press(page, texts.resume);
  await expect.poll(async () => (await cacheState(page))!.tiles).toBeGreaterThan(paused.tiles);
  await hand.stopAll();
  // Then it still finishes, with each tile once
  await expect(jobState(page, 'done')).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText(/^170 of 170 tiles/)).toBeVisible();
  await expect(holds(page, '170')).toBeVisible();
  expect(await readStoredTiles(page)).toBe(170);
  const done = (await cacheState(page))!;
  expect(done.uses.map(({ level, tiles }) => [level, tiles])).toEqual([
    [0, 2],
    [1, 8],
    [2, 32],
    [3, 128],
  ]);
  expect(done.job!.bytesWritten).toBe(done.bytes);
});

test('the map shows the tiles of a cache and says so, until something else is wanted', { tag: '@turn0' }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  // Given a map without a cache
  await open(page, `${server.origin}/?service=World`);
  await mapDrawn(page, /World/);
  await expect(mapSource(page, sourceEn.drawn)).toBeVisible();
  await expect(tileSwitch(page)).toHaveCount(0);
  // When it gets one
  await makeCache(page, [0, 1, 2]);
  const requested = watchTiles(page);
  await page.reload();
  await mapDrawn(page, /World/);
  // Then it is shown with tiles
  await expect(mapSource(page, sourceEn.tiles)).toBeVisible();
  expect(requested.length).toBeGreaterThan(1);
  expect(requested.every((item) => /^GET \/services\/World\/MapServer\/tile\/[012]\/\d+\/\d+$/.test(item))).toBe(true);
  // And is drawn if the user wants that, changes the map, rotates it, or zooms in beyond the cache
  await tileSwitch(page).uncheck();
  await expect(mapSource(page, sourceEn.drawn)).toBeVisible();
  await tileSwitch(page).check();
  await expect(mapSource(page, sourceEn.tiles)).toBeVisible();
  const cities = page.getByRole('switch', { name: 'Show Cities', exact: true });
  await cities.uncheck();
  await expect(mapSource(page, sourceEn.because(sourceEn.why.changed))).toBeVisible();
  await cities.check();
  await expect(mapSource(page, sourceEn.tiles)).toBeVisible();
  await page.getByRole('button', { name: 'Rotate by 90°' }).click();
  await expect(mapSource(page, sourceEn.because(sourceEn.why.turned))).toBeVisible();
  await page.getByRole('button', { name: 'North up' }).click();
  await expect(mapSource(page, sourceEn.tiles)).toBeVisible();
  const nearer = page.getByRole('button', { name: 'Zoom in', exact: true });
  await expect(async () => {
    await nearer.click();
    await expect(mapSource(page, sourceEn.because(sourceEn.why.level))).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test('a cache in another projection is shown when it is wanted', { tag: '@turn1' }, async ({ page }) => {
  // Given a map in degrees with a cache in Web Mercator
  await open(page, `${server.origin}/?service=World`);
  await makeCache(page, [0, 1, 2], { scheme: 'web-mercator' });
  await page.reload();
  await expect(mapSource(page, sourceEn.because(sourceEn.why.reference))).toBeVisible();
  await expect(tileSwitch(page)).not.toBeChecked();
  // When tiles are switched on
  await tileSwitch(page).check();
  // Then the map is in their projection
  await expect(mapSource(page, sourceEn.tiles)).toBeVisible();
  expect(page.url()).toContain('projection=mercator');
});

test('a new version makes a cache stale, which is said and mended; without the cache the map is drawn', {
  tag: '@turn0',
}, async ({ page }) => {
  test.setTimeout(120_000);
  // Given a cache
  await open(page, `${server.origin}/?service=World`);
  await makeCache(page, [0, 1, 2]);
  // When the service is published again
  const status = await page.evaluate(
    async (headers) => {
      const body = JSON.stringify({ layers: [{ LayerID: 0, Description: 'Anew' }] });
      return (await fetch(new URL('admin/services/World', document.baseURI), { method: 'PATCH', body, headers }))
        .status;
    },
    await signInPage(page),
  );
  expect(status).toBe(200);
  // Then the map says that the cache is out of date
  await page.reload();
  await expect(mapSource(page, sourceEn.because(sourceEn.why.stale))).toBeVisible();
  // And the cache page offers to rebuild it
  await openTiles(page, server.origin);
  await expect(page.getByText(texts.stale)).toBeVisible();
  await press(page, texts.rebuild);
  await expect(page.getByText(texts.serving)).toBeVisible();
  expect(await cacheState(page)).toMatchObject({ tiles: 42, isStale: false });
  await page.getByRole('link', { name: 'Maps' }).click();
  await expect(mapSource(page, sourceEn.tiles)).toBeVisible();
  // When it is deleted
  await openTiles(page, server.origin);
  await press(page, texts.remove);
  await page.getByRole('dialog').getByRole('button', { name: texts.remove }).click();
  await expect(page.getByText(texts.none)).toBeVisible();
  // Then nothing of it is left
  expect(await cacheState(page)).toBeUndefined();
  expect(await readStoredTiles(page)).toBe(0);
  await page.getByRole('link', { name: 'Maps' }).click();
  await expect(mapSource(page, sourceEn.drawn)).toBeVisible();
});

test('the area of a build is a box that is dragged, and beyond it the map is drawn', { tag: '@turn2' }, async ({
  page,
}) => {
  // Given a cache that is set up
  await openTiles(page, server.origin);
  await setUp(page, { [texts.scheme]: texts.schemes.geographic });
  // When a box over Europe is dragged and its four levels are built
  await choose(page, texts.area, texts.areas.box);
  await expect(page.getByRole('button', { name: texts.start, exact: true })).toBeDisabled();
  await dragArea(page, [0.47, 0.18], [0.58, 0.3]);
  await expect(page.getByLabel(texts.sides[1]!)).not.toHaveValue('');
  await chooseLevels(page, 0, 4);
  await press(page, texts.start);
  await expect(jobState(page, 'done')).toBeVisible();
  // Then there are only tiles that intersect it
  const { uses } = (await cacheState(page))!;
  expect(uses.map(({ level }) => level)).toEqual([0, 1, 2, 3, 4]);
  const { range, tiles } = uses[4]!;
  expect(tiles).toBeLessThan(40);
  expect(range.rowMax).toBeLessThan(8);
  expect(await tileBytes(page, `4/${range.rowMin}/${range.colMin}`)).toBeDefined();
  expect(await tileBytes(page, '4/15/0')).toBeUndefined();
  await page.getByRole('link', { name: 'Maps' }).click();
  await expect(mapSource(page, sourceEn.because(sourceEn.why.missing))).toBeVisible();
});

test('a cache is saved as bundles, as PMTiles and in backups, and comes in again', { tag: '@turn2' }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  // Given a cache in bundles
  await open(page, `${server.origin}/?page=tiles&item=World`);
  await makeCache(page, [0, 1, 2, 3], { scheme: 'web-mercator', storage: 'compact' });
  await openTiles(page, server.origin);
  await expect(holds(page, '85')).toBeVisible();
  const tile = (await tileBytes(page, '3/2/4'))!;
  const files = [await saved(page, texts.exportBundles), await saved(page, texts.exportPmtiles)];
  expect(files.map(({ name }) => name)).toEqual(['World-World.bundles.zip', 'World-World.pmtiles']);
  for (const { path } of files) {
    // When it is deleted, set up again, and the file is imported
    await act(page, { action: 'delete' });
    await act(page, { action: 'settings', scheme: 'web-mercator', storage: 'compact' });
    await openTiles(page, server.origin);
    expect(await readStoredTiles(page)).toBe(0);
    await page.getByLabel(texts.import).setInputFiles(path);
    // Then each tile is there unchanged
    await expect(holds(page, '85')).toBeVisible();
    expect(await readStoredTiles(page)).toBe(85);
    expect(await tileBytes(page, '3/2/4')).toEqual(tile);
  }
  // And an invalid file is refused with a message, and the cache stays
  await page.getByLabel(texts.import).setInputFiles({
    name: 'torn.pmtiles',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('no archive at all'),
  });
  await expect(page.getByText(texts.failed)).toBeVisible();
  await expect(holds(page, '85')).toBeVisible();
  // When everything is backed up with the tiles, and without them
  await page.goto(`${server.origin}/?page=settings`);
  const whole = await saved(page, workspaceEn.backUp);
  await page.getByRole('checkbox', { name: workspaceEn.withTiles }).uncheck();
  const small = await saved(page, workspaceEn.backUp);
  // Then the backup without tiles restores an empty cache, and the other one each tile
  for (const [{ path }, tiles] of [
    [small, 0],
    [whole, 85],
  ] as const) {
    await page.getByLabel(workspaceEn.restore).setInputFiles(path);
    await press(page, workspaceEn.restoreGo);
    await expect(page.getByText(/^The workspace was opened/).last()).toBeVisible();
    await expect.poll(() => readStoredTiles(page)).toBe(tiles);
    expect(await cacheState(page)).toMatchObject({ tiles });
  }
});

test.describe(() => {
  test.use({ isFirstVisit: true });

  test('a disk that is full in the middle of a build is said, and the cache is whole and goes on later', {
    tag: '@turn0',
  }, async ({ browser, page }) => {
    test.setTimeout(180_000);
    // Given a browser with space for the app and some tiles; Chromium checks its quota only before the first write
    const measured = await browser.newContext();
    const usedBytes = await waitForSettledUsage(await measured.newPage(), server.origin);
    await measured.close();
    const session = await page.context().newCDPSession(page);
    const room = (quota: { quotaSize?: number }) =>
      session.send('Storage.overrideQuotaForOrigin', { origin: server.origin, ...quota });
    await room({ quotaSize: usedBytes + 4_000_000 });
    await waitForSettledUsage(page, server.origin);
    await makeCache(page, [0, 1]);
    await openTiles(page, server.origin);
    const tile = await tileBytes(page, '1/0/3');
    // When a build needs more
    await chooseLevels(page, 0, 4);
    await press(page, texts.start);
    // Then the job says why it ended, and reports the stored tiles
    await expect(jobState(page, 'failed')).toBeVisible({ timeout: 60_000 });
    await expect(page.locator('.job').getByText('The storage is full.')).toBeVisible();
    const failed = (await cacheState(page))!;
    expect(failed.tiles).toBe(await readStoredTiles(page));
    expect(failed.job!.tilesDone).toBe(failed.tiles);
    expect(failed.tiles).toBeLessThan(682);
    expect(await tileBytes(page, '1/0/3')).toEqual(tile);
    // When there is space again
    await room({});
    await press(page, texts.resume);
    // Then it continues at the same tile
    await expect(jobState(page, 'done')).toBeVisible({ timeout: 60_000 });
    await expect(holds(page, '682')).toBeVisible();
    expect(await readStoredTiles(page)).toBe(682);
  });
});
