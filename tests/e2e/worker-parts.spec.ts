import { expect, type Page, test } from '@playwright/test';
import { builds } from './drivers/build-app.ts';
import { mapDrawn, open, updateOffer, waitForController, waitForFullCache, workerHand } from './drivers/driver.ts';
import { ask } from './drivers/soap.ts';
import { startWebServer, type WebServer } from './drivers/web-server.ts';

let server: WebServer;
test.afterEach(() => server?.stop());

/** Return the length of one degree of the equator in meters on WGS 84. A separate chunk of the worker computes it. */
async function equatorDegree(page: Page): Promise<number> {
  const point = (name: string, x: number) => `<${name} xsi:type="t:PointN"><X>${x}</X><Y>0</Y></${name}>`;
  const ends = point('FromPoint', 0) + point('ToPoint', 1);
  return Number(await ask(page, 'World', 'ComputeDistance', `<MapName>World</MapName>${ends}<Units>gisMeters</Units>`));
}

test('a part is used without a network by a worker that was stopped since its installation', async ({ page }) => {
  // Given an installed worker that has never run its chunk, and no web server
  server = await startWebServer(builds.atRoot);
  await open(page, server.origin);
  await mapDrawn(page, /World/);
  const parts = () => server.requested.filter((line) => line.startsWith('GET /worker/')).toSorted();
  expect(parts()).toEqual([...new Set(parts())]);
  expect(parts()).toContainEqual(expect.stringMatching(/^GET \/worker\/geodesic-\w+\.js$/));
  await (await workerHand(page)).stopAll();
  await server.stop();
  // Then the chunk answers
  expect(await equatorDegree(page)).toBeCloseTo(111319.4908, 3);
});

test('each version of the worker keeps its own parts', { tag: '@turn1' }, async ({ page }) => {
  // Given a next version on the web server, without the chunks of the current one
  server = await startWebServer(builds.atRoot);
  await open(page, server.origin);
  await mapDrawn(page, /World/);
  await waitForFullCache(page);
  server.serve(builds.next);
  await page.reload();
  await expect(updateOffer(page)).toBeVisible();
  const hand = await workerHand(page);
  // When the current worker is stopped
  await hand.stopAll();
  // Then it continues with its own chunk, and after the update the next one with its own
  expect(await equatorDegree(page)).toBeCloseTo(111319.4908, 3);
  await updateOffer(page).click();
  await expect(page.locator('meta[name=build]')).toHaveCount(1);
  await waitForController(page);
  await hand.stopAll();
  await server.stop();
  expect(await equatorDegree(page)).toBeCloseTo(111319.4908, 3);
  // A browser may fetch a chunk again when it checks for an update, so only the number of names is checked.
  const parts = new Set(server.requested.filter((line) => /^GET \/worker\/(next-)?geodesic-/.test(line)));
  expect(parts.size).toBe(2);
});
