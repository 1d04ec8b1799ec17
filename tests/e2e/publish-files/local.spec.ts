import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { lockedFilesEn } from '../../../src/parts/local-files/locked-files-en.ts';
import { elsewhereEn as t } from '../../../src/publish/elsewhere/elsewhere-en.ts';
import { mapDrawn, open, workerHand } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { openManage, openPublish } from '../drivers/publish-driver.ts';

const file = readFileSync(fileURLToPath(new URL('../../unit/rows/remote/areas.fgb', import.meta.url)));

test('a file on this computer is read in place, and asked for again where the browser has locked it', async ({
  page,
  appServer,
}) => {
  await open(page, appServer.origin);
  await mapDrawn(page, /World/);
  // Given a file that a person chooses: one of the private file system, which needs no dialogue
  await page.evaluate(async (base64) => {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle('areas here.fgb', { create: true });
    const writer = await handle.createWritable();
    await writer.write(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
    await writer.close();
    Object.assign(window, { showOpenFilePicker: async () => [handle] });
  }, file.toString('base64'));

  // When it is published in place
  await openPublish(page);
  await page.getByRole('button', { name: t.local }).click();
  await page.getByText(t.found('1,000', '', '').split(', ')[0]!).waitFor();
  await page.getByText(t.localCopy).waitFor();
  await page.getByLabel(t.name).fill('Here');
  await page.getByRole('region', { name: t.title }).getByRole('button', { name: t.publish }).click();
  await page.getByRole('heading', { name: 'Here', level: 1 }).waitFor();
  await mapDrawn(page, /Here/);

  // Then it answers as any other layer, also after the worker was stopped
  const count = () =>
    page.evaluate(async () =>
      (await fetch('rest/services/Here/MapServer/0/query?f=json&where=n>=500&returnCountOnly=true')).json(),
    );
  expect(await count()).toEqual({ count: 500 });
  await (await workerHand(page)).stopAll();
  expect(await count()).toEqual({ count: 500 });
  await openManage(page, 'Here');
  await page.getByText(t.localSource('').split(',')[0]!).waitFor();

  // When the browser has locked the file, the map says so, and one click asks for the permission
  await page.evaluate(async () => {
    const permission = { state: 'prompt' };
    const { prototype } = FileSystemHandle;
    Object.assign(prototype, {
      queryPermission: async () => permission.state,
      requestPermission: async () => {
        permission.state = 'granted';
        return permission.state;
      },
    });
    await (await navigator.storage.getDirectory()).removeEntry('areas here.fgb');
  });
  await (await workerHand(page)).stopAll();
  await page.getByRole('button', { name: 'Open the map' }).click();
  await page.getByText(/the file was moved or deleted/).waitFor();
  await page.getByRole('button', { name: lockedFilesEn.open(1) }).click();
  await expect(page.getByRole('button', { name: lockedFilesEn.open(1) })).toHaveCount(0);
});
