// Playwright: npx playwright test parcels.spec.mjs
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { start } from 'soapstone';

let server;

test.beforeAll(async () => {
  server = await start({ files: [join(import.meta.dirname, 'parcels.geojson')], port: 0 });
});
test.afterAll(() => server.stop());

test.beforeEach(async ({ page }) => {
  await server.reset();
  await page.route('http://app.test/', (route) => route.fulfill({ path: join(import.meta.dirname, 'parcels.html') }));
  // The page stays as it is: what it asks of its map server goes to this one.
  await page.route('http://app.test/maps/**', async (route) => {
    const url = route.request().url().replace('http://app.test/maps/', server.url);
    // Requests that name a page of another site are refused, so they come from the test itself.
    const { referer: _, ...headers } = route.request().headers();
    await route.fulfill({ response: await route.fetch({ url, headers }) });
  });
});

test('the page lists the parcels', async ({ page }) => {
  await page.goto('http://app.test/');
  await expect(page.getByRole('status')).toHaveText('3 parcels');
  await expect(page.getByRole('listitem')).toHaveText(['P1', 'P2', 'P3']);
  expect(await server.requests({ operation: 'query' })).toHaveLength(1);
});

test('the page says why there are no parcels', async ({ page }) => {
  const fault = { code: 'internal', message: 'The database is closed.' };
  server.rules.add({ when: { operation: 'query' }, do: { fault } });
  await page.goto('http://app.test/');
  await expect(page.getByRole('status')).toHaveText('No parcels: The database is closed.');
  await expect(page.getByRole('listitem')).toHaveCount(0);
});
