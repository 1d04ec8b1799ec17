import { expect, type Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { workerHand } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { act, dialog, entry, field, openConsole, openTab, press, submit, texts } from '../drivers/portal-driver.ts';
import { rows } from '../drivers/portal-wire.ts';
import type { WebServer } from '../drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

const items = (page: Page) => page.getByRole('region', { name: /^Items/ });
const findItem = async (page: Page, title: string) => (await rows(page, 'items')).find((row) => row.title === title);

test('an item is added, changed, emptied, shared, given files and deleted, the worker stopping in between', {
  tag: '@turn1',
}, async ({ page }) => {
  const hand = await workerHand(page);
  await openConsole(page, server.origin);
  await openTab(page, 'content');
  // Given a group, and a text item
  await press(page, texts.operation('createGroup'));
  await field(page, 'title').fill('Readers');
  await submit(page, 'createGroup');
  await press(page, texts.operation('addItem'));
  await field(page, 'title').fill('Letter');
  await field(page, 'text').fill('Dear reader');
  await field(page, 'description').fill('A first word');
  await field(page, 'tags').fill('a, b');
  await hand.stopAll();
  await submit(page, 'addItem');
  await expect(entry(page, 'Letter')).toBeVisible();
  // When it is changed, and its description cleared
  await act(page, 'Letter', 'updateItem');
  await expect(field(page, 'description')).toHaveValue('A first word');
  await field(page, 'title').fill('Second letter');
  await field(page, 'description').fill('');
  await hand.stopAll();
  await submit(page, 'updateItem');
  // Then the changes are saved
  await expect(entry(page, 'Second letter')).toBeVisible();
  expect(await findItem(page, 'Second letter')).toMatchObject({ description: '', tags: ['a', 'b'] });
  // When it is shared with the group
  await act(page, 'Second letter', 'shareItem');
  await dialog(page).getByLabel('Readers').check();
  await submit(page, 'shareItem');
  await expect(entry(page, 'Second letter')).toContainText('Readers');
  // When a file is added to it and deleted again
  const letter = entry(page, 'Second letter');
  await press(letter, texts.kinds.files.title);
  await press(letter, texts.operation('addItemResource'));
  await field(page, 'file').setInputFiles({ name: 'seal.txt', mimeType: 'text/plain', buffer: Buffer.from('wax') });
  await submit(page, 'addItemResource');
  await act(letter, 'seal.txt', 'removeItemResource');
  await submit(page, 'removeItemResource');
  await expect(letter.getByText(texts.kinds.files.none)).toBeVisible();
  // When it is downloaded, it has the written text
  await act(page, 'Second letter', 'itemData');
  await expect(dialog(page)).toContainText('Dear reader');
  const saving = page.waitForEvent('download');
  await press(dialog(page), texts.form.download);
  const chunks: Buffer[] = [];
  for await (const chunk of await (await saving).createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe('Dear reader');
  await page.keyboard.press('Escape');
  // When it is deleted, the confirmation says how much is lost
  await act(page, 'Second letter', 'deleteItem');
  await expect(dialog(page)).toContainText(texts.loss.item('11 bytes', 0, 1));
  await hand.stopAll();
  await submit(page, 'deleteItem');
  await expect(items(page).getByText('Second letter')).toHaveCount(0);
});

test('a group is changed and deleted, but not while a workspace uses it', { tag: '@turn2' }, async ({ page }) => {
  await openConsole(page, server.origin);
  await openTab(page, 'content');
  await act(page, 'Shared maps', 'updateGroup');
  await field(page, 'description').fill('');
  await submit(page, 'updateGroup');
  await expect(entry(page, 'Shared maps')).not.toContainText('What the head office');
  await act(page, 'Shared maps', 'deleteGroup');
  await expect(dialog(page)).toContainText(texts.loss.group(3));
  await press(dialog(page), texts.operation('deleteGroup'));
  await expect(dialog(page).getByRole('alert')).toContainText('linked with the workspace');
  await page.keyboard.press('Escape');
  await press(page, texts.operation('createGroup'));
  await field(page, 'title').fill('Short-lived');
  await submit(page, 'createGroup');
  await act(page, 'Short-lived', 'deleteGroup');
  await submit(page, 'deleteGroup');
  await expect(entry(page, 'Short-lived')).toHaveCount(0);
});

test('a picture among the resources is shown as a picture, and one that carries script runs none', {
  tag: '@turn0',
}, async ({ page }) => {
  await openConsole(page, server.origin);
  await openTab(page, 'resources');
  const png = new PNG({ width: 40, height: 30 });
  png.data.fill(200);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="20" onload="parent.ran = true"><script>parent.ran = true</script></svg>`;
  const files = [
    { name: 'logo.png', mimeType: 'image/png', buffer: PNG.sync.write(png) },
    { name: 'sign.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) },
  ];
  for (const [index, file] of files.entries()) {
    await press(page, texts.operation('addResource'));
    await field(page, 'file').setInputFiles(file);
    if (index === 0) await field(page, 'key').fill('pictures/logo.png');
    await submit(page, 'addResource');
  }
  for (const [key, width] of [
    ['pictures/logo.png', 40],
    ['sign.svg', 50],
  ] as const) {
    await act(page, key, 'resource');
    const image = dialog(page).getByRole('img', { name: key });
    await expect.poll(() => image.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(width);
    await page.keyboard.press('Escape');
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  // Its address downloads the file instead of showing it on the app's origin.
  const answer = await page.evaluate(async () => {
    const { sessions } = await (await fetch(new URL('session', document.baseURI), { method: 'POST' })).json();
    const { portalId, token } = sessions[0];
    const url = new URL(`portals/${portalId}/resources/sign.svg?token=${token}`, document.baseURI);
    const { headers } = await fetch(url);
    return [headers.get('content-disposition'), headers.get('content-security-policy')];
  });
  expect(answer[0]).toMatch(/^attachment/);
  expect(answer[1]).toContain('sandbox');
});
