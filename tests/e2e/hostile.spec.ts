import { expect } from '@playwright/test';
import { publishEn as t } from '../../src/publish/text/publish-en.ts';
import { failureReason, signInPage } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import {
  dropAndCheck,
  goToName,
  layerCard,
  nameField,
  openAtPublish,
  openManage,
  publishDraft,
  readDefinition,
} from './drivers/publish-driver.ts';
import type { WebServer } from './drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

const attack = '<img src=x onerror="window.broken = 1">';
const long = 'very_long_'.repeat(40);

test('names that are markup, turned around or endless are shown as they are, and run nowhere', async ({ page }) => {
  await openAtPublish(page, server.origin);
  const header = [attack.replaceAll('"', "'"), '__proto__', 'constructor', '\u202eexe', long, 'longitude', 'latitude'];
  const row = ['<script>window.broken = 2</script>', "' OR 1=1 --", 'c', 'עברית', 'x', '10', '50'];
  // When a file with a hostile name, fields and values is dropped
  await dropAndCheck(page, [
    { name: `${attack}.csv`.replaceAll('"', "'"), content: `${header.join()}\n${row.join()}\n` },
  ]);
  const card = layerCard(page, attack.replaceAll('"', "'"));
  await expect(card).toContainText('<script>window.broken = 2</script>');
  await expect(card.getByRole('textbox', { name: t.fields.aliasOf('constructor_1') })).toHaveValue('constructor');
  await goToName(page);
  // Then the suggested name is valid in an address
  await expect(nameField(page)).toHaveValue(/^[A-Za-z0-9_-]{1,64}$/);
  await nameField(page).fill('Hostile');
  await publishDraft(page, attack.replaceAll('"', "'"));
  // And the pages of the layer, the service and its settings show the text and don't run it
  await page.goto(`${server.origin}/services/Hostile/MapServer/0`);
  await expect(page.getByRole('cell', { name: '__proto__', exact: true })).toBeVisible();
  await page.goto(`${server.origin}/?page=publish`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await openManage(page, 'Hostile', attack.replaceAll('"', "'"));
  const fits = await page.evaluate(() => (document.querySelector('#main')?.scrollWidth ?? 0) <= innerWidth);
  expect(fits).toBe(true);
  await page.goto(`${server.origin}/services/Hostile/MapServer`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x');
  expect(await page.evaluate(() => 'broken' in window)).toBe(false);
  expect(Object.keys((await page.goto(server.origin).then(() => readDefinition(page, 'Hostile'))).tables)).toHaveLength(
    1,
  );
});

test('a package whose service has a hostile name is refused with the place and the reason', { tag: '@turn2' }, async ({
  page,
}) => {
  await openAtPublish(page, server.origin);
  await page.evaluate(
    async (headers) => {
      const response = await fetch(new URL('admin/services/Earthquakes?f=package', document.baseURI), { headers });
      const bytes = new Uint8Array(await response.arrayBuffer());
      // The parts aren't compressed, so the name can be overwritten with one of the same length.
      const text = new TextEncoder().encode('"name":"Earthquakes"');
      const offset = bytes.findIndex((_, i) => text.every((word, j) => bytes[i + j] === word));
      bytes.set(new TextEncoder().encode('"name":"<script></s"'), offset);
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], 'hostile.zip'));
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    },
    await signInPage(page),
  );
  await expect(failureReason(page)).toContainText('service.name');
  await expect(failureReason(page)).toContainText('1 to 64 letters');
});
