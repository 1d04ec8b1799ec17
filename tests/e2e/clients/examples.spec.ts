import { expect, type Page, test } from '@playwright/test';
import { PNG } from 'pngjs';
import { embedEn } from '../../../src/extensions/apps/text/apps-text.ts';
import { builds } from '../drivers/build-app.ts';
import { mapDrawn, open, waitForController, waitForFullCache } from '../drivers/driver.ts';
import { startWebServer } from '../drivers/web-server.ts';

type Name = keyof typeof embedEn.maps;
const names = Object.keys(embedEn.maps) as Name[];

/** Open an example and wait until its frame shows many colors. */
async function opened(page: Page, name: Name): Promise<void> {
  await page.getByRole('radio', { name: embedEn.maps[name].title, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: embedEn.maps[name].title }).waitFor();
  await expect.poll(() => listColors(page), { timeout: 40_000 }).toBeGreaterThan(60);
  await expect(page.getByRole('alert')).toHaveCount(0);
}

async function listColors(page: Page): Promise<number> {
  const { data } = PNG.sync.read(await page.locator('.map-example-result iframe').screenshot());
  const colors = new Set<number>();
  for (let offset = 0; offset < data.length; offset += 4)
    colors.add((data[offset]! << 16) | (data[offset + 1]! << 8) | data[offset + 2]!);
  return colors.size;
}

test('each example of a map library runs, asks this server alone, and does so without a network once it was opened', {
  tag: '@turn1',
}, async ({ page }) => {
  test.setTimeout(180_000);
  const server = await startWebServer(builds.atRoot);
  const remote: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.origin) && /^https?:/.test(request.url())) remote.push(request.url());
  });
  await open(page, server.origin);
  await mapDrawn(page, /World/);
  await waitForFullCache(page);
  // Given that the app hasn't loaded a library
  expect(server.requested.filter((item) => item.includes('examples/lib/'))).toEqual([]);
  // When the examples are opened one after the other, then each draws
  await page.goto(`${server.origin}/?page=embed`);
  await page.getByRole('link', { name: embedEn.maps['esri-leaflet'].title }).click();
  for (const name of names) {
    await opened(page, name);
    if (process.env.IMAGES) await page.screenshot({ path: `${process.env.IMAGES}/${name}.png` });
  }
  expect(remote).toEqual([]);
  // And again without a network
  await server.stop();
  await page.goto(`${server.origin}/?page=embed&item=maplibre`);
  await waitForController(page);
  for (const name of ['maplibre', 'esri-leaflet'] as const) await opened(page, name);
  // When the code is changed and fails, then the page says why
  const code = page.getByRole('textbox');
  await code.fill("import L from 'leaflet';\nthrow new Error(`no map at ${L.version}`);");
  await page.getByRole('button', { name: embedEn.run, exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('no map at 1.9');
});
