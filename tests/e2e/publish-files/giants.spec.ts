import { expect, type Page } from '@playwright/test';
import { mapsEn } from '../../../src/map/text/maps-text.ts';
import { en } from '../../../src/text/en.ts';
import { type MadeFile, type RangeServer, startRangeServer } from '../../range-server.ts';
import { giantFile, giantRowValues, pointCount, rowAt } from '../../unit/formats/by-range/giant.ts';
import { pointOfParquet, squaresParquet } from '../../unit/formats/by-range/squares-parquet.ts';
import { mapDrawn } from '../drivers/driver.ts';
import { drawsPoints, middlePoint, panDrawn, panFar } from '../drivers/giant-driver.ts';
import { test } from '../drivers/installed-app.ts';
import { doWithLayer, resultPanel, tableRows } from '../drivers/map-tools-driver.ts';
import { openAtPublish } from '../drivers/publish-driver.ts';
import { publishFound, readRemote } from '../drivers/remote-driver.ts';

/** Number of points of a file that is too large to sort. */
const largeCount = pointCount / 4;

let server: RangeServer;
let parquet: MadeFile;
test.beforeAll(async () => {
  parquet = squaresParquet();
  server = await startRangeServer({
    'giant.fgb': giantFile(),
    'large.fgb': giantFile(1056, largeCount),
    'squares.parquet': parquet,
  });
});
test.beforeEach(() => {
  Object.assign(server, { fault: undefined, etag: '"one"', latencyMs: 50 });
});
test.afterAll(() => server.stop());

const count = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });
const json = (page: Page, path: string) =>
  page.evaluate(async (url) => (await fetch(url)).json(), `rest/services/${path}`);

/** Scroll to the end of the table, and return its last cell. */
async function endOfTable(page: Page) {
  const grid = page.getByRole('grid');
  await grid.focus();
  await page.keyboard.press('End');
  return { grid, last: grid.getByRole('row').last().getByRole('gridcell').last() };
}

/** Check that no request was for the whole file, and that the total is within limits. */
function expectParts(maxRequests: number, maxBytes: number): void {
  expect(server.ranges.every((range) => range !== '')).toBe(true);
  expect(server.ranges.length).toBeLessThanOrEqual(maxRequests);
  expect(server.sentBytes).toBeLessThan(maxBytes);
}

test('a FlatGeobuf of 10 GB is a map that reads what it shows, and says what goes wrong', { tag: '@turn0' }, async ({
  page,
  appServer,
}) => {
  await openAtPublish(page, appServer.origin);
  server.reset();
  await readRemote(page, `${server.origin}/giant.fgb`, /1,003,520 features, 10 GB/);
  await publishFound(page, 'Giant');
  await expect.poll(() => drawsPoints(page)).toBe(true);
  expectParts(20, 5e6);

  // The map can move far from the start, and show the whole extent
  const start = await middlePoint(page);
  for (const _ of [1, 2, 3]) {
    server.reset();
    await panDrawn(page, 'Giant');
    await expect.poll(() => drawsPoints(page)).toBe(true);
    expectParts(6, 5e6);
  }
  const point = await middlePoint(page);
  expect(point.column).toBeGreaterThan(start.column + 12);

  // A feature has the values from the file
  await page.mouse.click(point.x, point.y);
  const { KIND, SHARE } = giantRowValues(point.row);
  const values = resultPanel(page).getByRole('definition');
  await values.filter({ hasText: KIND }).waitFor();
  await values.filter({ hasText: count.format(SHARE) }).waitFor();
  server.reset();
  const box = 'geometry=2,2,2.15,2.15&geometryType=esriGeometryEnvelope&inSR=4326&returnCountOnly=true';
  expect(await json(page, `Giant/MapServer/0/query?f=json&${box}`)).toEqual({ count: 16 * 16 });
  const inBox = Array.from({ length: 16 * 16 }, (_, i) => giantRowValues(rowAt(200 + (i % 16), 200 + (i >> 4))));
  const mossCount = inBox.filter((item) => item.KIND === 'moss').length;
  expect(mossCount).toBeGreaterThan(10);
  expect(await json(page, `Giant/MapServer/0/query?f=json&${box}&where=KIND='moss'`)).toEqual({ count: mossCount });
  expectParts(20, 10e6);

  // Errors are shown, and once they are fixed the map is correct
  const message = page.locator('.map-message');
  const faults = [
    ['broken', 'HTTP 500'],
    ['cut-off', 'the connection was cut off'],
  ] as const;
  for (const [fault, text] of faults) {
    server.fault = fault;
    await panFar(page, 'Giant');
    await expect(message).toContainText(en.map.failed);
    await expect(message).toContainText(text);
    server.fault = undefined;
    await message.getByRole('button', { name: en.retry }).click();
    await expect(message).toHaveCount(0);
    await expect.poll(() => drawsPoints(page)).toBe(true);
  }

  // A changed file isn't drawn until it is published again
  server.etag = '"two"';
  await panFar(page, 'Giant');
  await expect(message).toContainText('the file has changed since it was published');
  await readRemote(page, `${server.origin}/giant.fgb`, /1,003,520 features, 10 GB/, false);
  await publishFound(page, 'Giant again');
  await expect.poll(() => drawsPoints(page)).toBe(true);

  // Its table has all of the million rows
  server.reset();
  await doWithLayer(page, 'Giant again', en.layers.table);
  expect(await tableRows(page)).toBe(pointCount);
  const { last } = await endOfTable(page);
  await expect(last).toHaveText(count.format(giantRowValues(pointCount - 1).SHARE));
  expectParts(30, 8e6);
});

test('a sort that would read all of a file elsewhere is refused with its cost, and the table stays', {
  tag: '@deep',
}, async ({ page, appServer }) => {
  await openAtPublish(page, appServer.origin);
  server.reset();
  await readRemote(page, `${server.origin}/large.fgb`, /250,880 features, 276 MB/);
  await publishFound(page, 'Large');
  await expect.poll(() => drawsPoints(page)).toBe(true);
  expectParts(20, 5e6);

  await doWithLayer(page, 'Large', en.layers.table);
  expect(await tableRows(page)).toBe(largeCount);
  const { grid, last } = await endOfTable(page);
  await expect(last).toHaveText(count.format(giantRowValues(largeCount - 1).SHARE));
  expectParts(30, 8e6);

  const share = grid.getByRole('columnheader', { name: /^SHARE/ });
  const refusal = page.getByText(/the request needs about 26\d MB of a file that stays there/);
  server.reset();
  await share.getByRole('button').click();
  await refusal.waitFor();
  await expect(share).toHaveAttribute('aria-sort', 'none');
  expect(await tableRows(page)).toBe(largeCount);
  await expect(last).toHaveText(count.format(giantRowValues(largeCount - 1).SHARE));
  // Also a filter typed into the table
  const typed = page.getByLabel(mapsEn.dock.filter, { exact: true });
  await typed.fill('moss');
  await expect(typed).toHaveValue('');
  expect(await tableRows(page)).toBe(largeCount);
  await expect(last).toHaveText(count.format(giantRowValues(largeCount - 1).SHARE));
  expectParts(0, 1);
});

test('a GeoParquet file is a map, a feature and a table that read what they show', { tag: '@deep' }, async ({
  page,
  appServer,
}) => {
  await openAtPublish(page, appServer.origin);
  server.reset();
  await readRemote(page, `${server.origin}/squares.parquet`, /200,000 features/);
  await publishFound(page, 'Squares');
  for (const _ of [1, 2, 3]) {
    await page.getByRole('button', { name: en.map.zoomIn, exact: true }).click();
    await mapDrawn(page, 'Squares');
  }
  await expect.poll(() => drawsPoints(page)).toBe(true);
  expectParts(15, parquet.sizeBytes / 2);

  // Values are read only for the rows that are shown
  server.reset();
  const point = await middlePoint(page);
  await page.mouse.click(point.x, point.y);
  const { KIND, SHARE } = giantRowValues(point.row);
  const values = resultPanel(page).getByRole('definition');
  await values.filter({ hasText: KIND }).waitFor();
  await values.filter({ hasText: count.format(SHARE) }).waitFor();
  await doWithLayer(page, 'Squares', en.layers.table);
  expect(await tableRows(page)).toBe(200_000);
  const { last } = await endOfTable(page);
  await expect(last).toHaveText(count.format(giantRowValues(pointOfParquet(199_999)).SHARE));
  expectParts(10, parquet.sizeBytes / 4);
});
