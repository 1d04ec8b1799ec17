import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { remoteEn as t } from '../../../src/extensions/remote/remote-text.ts';
import { publishEn } from '../../../src/publish/text/publish-en.ts';
import { type RangeServer, startRangeServer } from '../../range-server.ts';
import { type Area, areas } from '../../unit/formats/by-range/areas.ts';
import { mapDrawn, signInPage, workerHand } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { dropAndCheck, openAtPublish, openManage, openPublish, publishDraft } from '../drivers/publish-driver.ts';

const file = fileURLToPath(new URL('../../unit/formats/by-range/areas.fgb', import.meta.url));

let files: RangeServer;
test.beforeAll(async () => {
  files = await startRangeServer({ 'areas.fgb': file });
});
test.afterAll(() => files.stop());

/** Return whether the bounding box of a polygon intersects a box. */
const meets = ({ geometry }: Area, [west, south, east, north]: readonly number[]): boolean => {
  const points = geometry.coordinates.flat(2);
  const [x, y] = [points.map((point) => point[0]!), points.map((point) => point[1]!)];
  return Math.min(...x) <= east! && Math.max(...x) >= west! && Math.min(...y) <= north! && Math.max(...y) >= south!;
};

test('a file on another server is a layer that reads what a request needs', async ({ page, appServer }) => {
  await openAtPublish(page, appServer.origin);
  const host = new URL(files.origin).host;

  // When the user enters its address, the page explains what the host sees, and asks once
  await openPublish(page);
  await page.getByLabel(t.address).fill(`${files.origin}/areas.fgb?X-Amz-Signature=secret`);
  await page.getByText(t.privacy(host)).waitFor();
  await page.getByLabel(t.allow).check();
  await page.getByRole('button', { name: t.read }).click();
  await page.getByText(/1,000 features/).waitFor();
  await page.getByRole('region', { name: t.title }).getByRole('button', { name: t.publish }).click();
  await page.getByRole('heading', { name: 'areas', level: 1 }).waitFor();
  await mapDrawn(page, /areas/);

  // Then it answers like any other layer
  const json = async (path: string, service = 'areas') =>
    page.evaluate(async (url) => (await fetch(url)).json(), `rest/services/${service}/MapServer/${path}`);
  const box = [5, 45, 9, 48];
  const area = `geometry=${box}&geometryType=esriGeometryEnvelope&inSR=4326&spatialRel=esriSpatialRelEnvelopeIntersects`;
  const expected = areas().filter((item) => meets(item, box));
  const actual = await json(`0/query?f=json&${area}&where=n>=500&outFields=n&returnGeometry=false`);
  expect(actual.features.map(({ attributes }: { attributes: { n: number } }) => attributes.n).sort()).toEqual(
    expected
      .map(({ properties }) => properties.n as number)
      .filter((n) => n >= 500)
      .sort(),
  );
  expect(await json(`0/query?f=json&${area}&returnCountOnly=true`)).toEqual({ count: expected.length });
  const layer = encodeURIComponent('{"id":101,"source":{"type":"mapLayer","mapLayerId":0}}');
  expect(await json(`dynamicLayer/query?f=json&layer=${layer}&${area}&returnCountOnly=true`)).toEqual({
    count: expected.length,
  });
  const [x, y] = expected[0]!.geometry.coordinates[0]![0]![0]!;
  const identified = await json(
    `identify?f=json&geometry=${x},${y}&geometryType=esriGeometryPoint&sr=4326&layers=all:0&tolerance=3&mapExtent=4,44,10,49&imageDisplay=800,600,96&returnGeometry=false`,
  );
  expect(identified.results.map(({ attributes }: { attributes: { n: string } }) => Number(attributes.n))).toContain(
    expected[0]!.properties.n,
  );
  expect(files.ranges.every((range) => range !== '')).toBe(true);

  // And no package contains the signature
  const headers = await signInPage(page);
  const packed = await page.evaluate(
    async (init) => (await fetch('admin/services/areas?f=definition', { headers: init })).text(),
    headers,
  );
  expect(packed).toContain(`${files.origin}/areas.fgb`);
  expect(packed).not.toContain('secret');

  // And it has the same geometry and values as a copy of the file
  await openPublish(page);
  await dropAndCheck(page, [{ name: 'copy.fgb', content: readFileSync(file) }]);
  await publishDraft(page, 'copy');
  const whole = `0/query?f=json&${area}&outFields=n,big,share,name,flag,day,at&returnGeometry=true&orderByFields=n`;
  const there = await json(whole);
  expect(there.features).toHaveLength(expected.length);
  expect(there.features).toEqual((await json(whole, 'copy')).features);

  // And the map works offline, once the user has seen the download size
  await openManage(page, 'areas');
  await page.getByRole('button', { name: publishEn.manage.openMap }).click();
  await mapDrawn(page, /areas/);
  await openManage(page, 'areas');
  await page.getByRole('button', { name: t.offlineCount }).click();
  await page.getByText(/400 kB of the area/).waitFor();
  await page.getByRole('button', { name: t.offlineKeep, exact: true }).click();
  await page.getByText(t.offlineReady).waitFor();
  files.fault = 'dead';
  await (await workerHand(page)).stopAll();
  expect(await json(`0/query?f=json&${area}&returnCountOnly=true`)).toEqual({ count: expected.length });
  files.fault = undefined;

  // Downloaded data still answers after the file has changed. Once it is deleted, a request reports the change instead
  // of reading the new content
  files.etag = '"two"';
  expect(await json(`0/query?f=json&${area}&returnCountOnly=true`)).toEqual({ count: expected.length });
  await openManage(page, 'areas');
  await page
    .getByText(t.stored('', '', '').trim().split(' ')[0]!)
    .first()
    .waitFor();
  const offline = page.getByText(/stored for offline use and does not count/);
  await offline.waitFor();
  await page.getByRole('button', { name: t.forget }).click();
  await expect(offline).toHaveCount(0);
  expect((await json(whole)).error.message).toContain('the file has changed');
});
