import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { en } from '../../../src/text/en.ts';
import { workspaceEn } from '../../../src/text/workspace-text.ts';
import { open, publishButton } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { saved } from '../drivers/map-tools-driver.ts';
import { obstacles } from '../drivers/obstacles.ts';
import { openAtPublish } from '../drivers/publish-driver.ts';

const points =
  '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"A":1},"geometry":{"type":"Point","coordinates":[1,2]}}]}';

/** Serves one file; readable for pages of other origins under `/open/` alone. */
async function startFileServer() {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url!);
    if (request.url!.startsWith('/open/')) response.setHeader('Access-Control-Allow-Origin', '*');
    response.end(points);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, requested, stop: () => server.close() };
}

test('a workspace file opens by a double-click, a link only after a person agreed', async ({
  page,
  appServer,
}, info) => {
  // Given what the browser does with files that the installed app is opened with
  await page.addInitScript(() => {
    const setConsumer = (consume: unknown) => Object.assign(window, { openWith: consume });
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
  });
  await openAtPublish(page, appServer.origin);
  // When the workspace is saved from the palette, and opened again by a double-click
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: en.palette.title })).toBeFocused();
  await page.keyboard.type(workspaceEn.backUp);
  const file = await saved(page, () => page.keyboard.press('Enter'));
  expect(file.suggestedFilename()).toMatch(/^workspace-\d{4}-\d\d-\d\d\.soapstone$/);
  const path = info.outputPath('mine.soapstone');
  await file.saveAs(path);
  // A field of the page takes the file over, since a browser cannot be told to open one.
  const field = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }));
  await field.setInputFiles(path);
  const openWith = () =>
    field.evaluate(async ({ files }) => {
      const getFile = async () => files![0];
      await (window as unknown as { openWith: (launch: object) => Promise<void> }).openWith({ files: [{ getFile }] });
    });
  await page.waitForFunction(() => 'openWith' in window);
  await openWith();
  // Then it says what is in it, and asks what happens to what is here
  const dialog = page.getByRole('dialog', { name: workspaceEn.openTitle });
  await expect(dialog).toContainText('mine.soapstone');
  await expect(dialog).toContainText('Its accounts: admin. Administrators among them: ');
  expect(await obstacles(page, 'dialog[open]')).toEqual([]);
  const first = await saved(page, () => dialog.getByRole('button', { name: workspaceEn.restoreGo }).click());
  expect(first.suggestedFilename()).toMatch(/\.soapstone$/);
  await expect(page.getByText(/^The workspace was opened/)).toBeVisible();
  // And takes only services and maps of it where a person wants that.
  await openWith();
  await dialog.getByText(workspaceEn.contentChoices.maps).click();
  await dialog.getByText(workspaceEn.firstChoices.drop).click();
  const restored = page.waitForRequest((request) => request.url().endsWith('admin/restore?only=maps'));
  await dialog.getByRole('button', { name: workspaceEn.mapsGo }).click();
  await restored;
  await expect(dialog).toHaveCount(0);

  // A link says where its file is, and nothing is fetched before it is confirmed.
  const files = await startFileServer();
  try {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    const question = page.getByRole('dialog', { name: workspaceEn.linkTitle });
    await open(page, `${appServer.origin}/?open=${encodeURIComponent(`${files.origin}/closed/points.geojson`)}`);
    await expect(question).toContainText(`${files.origin}/closed/points.geojson`);
    expect(page.url()).not.toContain('open=');
    expect(await obstacles(page, 'dialog[open]')).toEqual([]);
    expect(files.requested).toEqual([]);
    await question.getByRole('button', { name: workspaceEn.linkGo }).click();
    await expect(question).toContainText(workspaceEn.linkFailed(new URL(files.origin).host));
    await expect(question.getByRole('link', { name: workspaceEn.download })).toBeVisible();
    // Where the server allows it, the file waits in the wizard.
    await open(page, `${appServer.origin}/?open=${encodeURIComponent(`${files.origin}/open/points.geojson`)}`);
    await question.getByRole('button', { name: workspaceEn.linkGo }).click();
    await expect(publishButton(page)).toBeVisible();
    expect(files.requested).toEqual(['/closed/points.geojson', '/open/points.geojson']);
  } finally {
    files.stop();
  }
});
