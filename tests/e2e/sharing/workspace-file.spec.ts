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

/** Start a server for a file, which other origins may read only under `/open/`. */
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
  // Given the launch queue that a browser fills when files are opened with the installed app
  await page.addInitScript(() => {
    const setConsumer = (consume: unknown) => Object.assign(window, { openWith: consume });
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
  });
  await openAtPublish(page, appServer.origin);
  // When the workspace is saved from the palette, and opened again with a double-click
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: en.palette.title })).toBeFocused();
  await page.keyboard.type(workspaceEn.backUp);
  const file = await saved(page, () => page.keyboard.press('Enter'));
  expect(file.suggestedFilename()).toMatch(/^workspace-\d{4}-\d\d-\d\d\.soapstone$/);
  const path = info.outputPath('mine.soapstone');
  await file.saveAs(path);
  // A file input passes the file to the page, because the test can't make the browser open one.
  const field = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }));
  await field.setInputFiles(path);
  const openWith = () =>
    field.evaluate(async ({ files }) => {
      const getFile = async () => files![0];
      await (window as unknown as { openWith: (launch: object) => Promise<void> }).openWith({ files: [{ getFile }] });
    });
  await page.waitForFunction(() => 'openWith' in window);
  await openWith();
  // Then the page shows its content, and asks whether to replace the current data
  const dialog = page.getByRole('dialog', { name: workspaceEn.openTitle });
  await expect(dialog).toContainText('mine.soapstone');
  await expect(dialog).toContainText('Its accounts: admin. Administrators among them: ');
  expect(await obstacles(page, 'dialog[open]')).toEqual([]);
  const first = await saved(page, () => dialog.getByRole('button', { name: workspaceEn.restoreGo }).click());
  expect(first.suggestedFilename()).toMatch(/\.soapstone$/);
  await expect(page.getByText(/^The workspace was opened/)).toBeVisible();
  // And imports only its services and maps if the user wants that.
  await openWith();
  await dialog.getByText(workspaceEn.contentChoices.maps).click();
  await dialog.getByText(workspaceEn.firstChoices.drop).click();
  const restored = page.waitForRequest((request) => request.url().endsWith('admin/restore?only=maps'));
  await dialog.getByRole('button', { name: workspaceEn.mapsGo }).click();
  await restored;
  await expect(dialog).toHaveCount(0);

  // A link names its file, and nothing is fetched before the user confirms.
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
    // If the server allows it, the wizard has the file.
    await open(page, `${appServer.origin}/?open=${encodeURIComponent(`${files.origin}/open/points.geojson`)}`);
    await question.getByRole('button', { name: workspaceEn.linkGo }).click();
    await expect(publishButton(page)).toBeVisible();
    expect(files.requested).toEqual(['/closed/points.geojson', '/open/points.geojson']);
  } finally {
    files.stop();
  }
});
