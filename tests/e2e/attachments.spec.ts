import { expect, type Locator, type Page } from '@playwright/test';
import { mapsEn } from '../../src/map/text/maps-text.ts';
import { attachmentsEn as t } from '../../src/publish/attachments/attachments-text.ts';
import { en } from '../../src/text/en.ts';
import { mapDrawn, open, workerHand } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import { doWithLayer } from './drivers/map-tools-driver.ts';
import {
  dropAndCheck,
  openAtPublish,
  openManage,
  publishDraft,
  publishSpots,
  section,
} from './drivers/publish-driver.ts';
import { ask, type Element } from './drivers/soap.ts';
import type { WebServer } from './drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

const rows = 'name,longitude,latitude\nA,10,50\nB,11,51\n';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const files = [
  { name: 'A photo.png', mimeType: 'image/png', buffer: png },
  { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') },
];

/** Return the files of a row as a client gets them: base64 by name. */
async function listAttachments(page: Page, row: number): Promise<Record<string, string>> {
  const table = '<MapName>Spots</MapName><TableID>0</TableID>';
  const list = (value: Element) => (value === undefined || value === '' ? [] : [value].flat());
  const infos = await ask(page, 'Spots', 'QueryAttachmentInfos', `${table}<RowIDs><Int>${row}</Int></RowIDs>`);
  const ids = list(infos.AttachmentInfo).map(({ AttachmentID }: Element) => `<Int>${AttachmentID}</Int>`);
  const requested = `${table}<AttachmentIDs>${ids.join('')}</AttachmentIDs><TransportType>gisTransportTypeEmbedded</TransportType>`;
  const data = await ask(page, 'Spots', 'QueryAttachmentData', requested);
  return Object.fromEntries(
    list(data.AttachmentData).map(({ AttachmentInfo: { Name }, Data }: Element) => [Name, Data]),
  );
}

const namesIn = (part: Locator): Locator => part.locator('.one-row-files li > span:nth-child(2)');

test('files are attached to a row, removed and brought back; every client gets them, also after the worker stopped', async ({
  page,
}) => {
  await publishSpots(page, server.origin, rows);
  const hand = await workerHand(page);
  await openManage(page, 'Spots');
  const part = section(page, t.title);
  // When a row is found and gets an image and a note
  await expect(part.getByText(t.choose)).toBeVisible();
  await part.getByLabel(t.find).fill('b');
  await expect(part.getByRole('list', { name: t.rows }).getByRole('button')).toHaveText(['B']);
  await part.getByRole('button', { name: 'B', exact: true }).click();
  await expect(part.getByText(t.none)).toBeVisible();
  await part.locator('input[type=file]').setInputFiles(files);
  await expect(namesIn(part)).toHaveText([/^A photo\.png/, /^note\.txt/]);
  await expect(part.locator('.thumbnail img')).toHaveCount(1);
  // Then the operations return the same bytes
  const both = { 'A photo.png': png.toString('base64'), 'note.txt': Buffer.from('a note').toString('base64') };
  expect(await listAttachments(page, 2)).toEqual(both);
  // When one is removed, it is gone for all clients; undo brings it back, also after the worker restarts
  await part.getByRole('button', { name: t.remove('A photo.png') }).click();
  await expect(namesIn(part)).toHaveText([/^note\.txt/]);
  await expect(part.getByRole('button', { name: t.add })).toBeFocused();
  expect(await listAttachments(page, 2)).toEqual({ 'note.txt': both['note.txt'] });
  const reported = page.locator('.toast').filter({ hasText: t.removed('A photo.png') });
  await reported.getByRole('button', { name: en.undo }).click();
  await expect(namesIn(part)).toHaveText([/^A photo\.png/, /^note\.txt/]);
  await hand.stopAll();
  expect(await listAttachments(page, 2)).toEqual(both);
  // A file dropped on the row is attached to it, and doesn't start a draft of a service
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['dropped'], 'dropped.csv', { type: 'text/csv' }));
    for (const kind of ['dragenter', 'dragover', 'drop'])
      document
        .querySelector('.one-row-files h3')!
        .dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
  });
  await expect(namesIn(part)).toHaveCount(3);
  expect(page.url()).toContain('manage=Spots');
});

test('from the table of the map to the files of a row; one that is too large is told, and the others are attached', {
  tag: '@turn0',
}, async ({ page }) => {
  await open(page, server.origin);
  await mapDrawn(page, /World/);
  await doWithLayer(page, 'Countries', en.layers.table);
  await page.getByRole('gridcell', { name: 'Indonesia', exact: true }).first().click();
  await page.getByRole('button', { name: mapsEn.dock.rowActions }).click();
  await page.getByRole('menuitem', { name: mapsEn.results.editAttachments }).click();
  const part = section(page, t.title);
  await expect(part.getByRole('heading', { name: t.of('Indonesia') })).toBeVisible();
  await expect(part.locator('.thumbnail img')).toHaveCount(1);
  await part.evaluate((element) => {
    const input = element.querySelector('input[type=file]') as HTMLInputElement;
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new ArrayBuffer(64 * 1024 ** 2 + 1)], 'film.mp4'));
    dataTransfer.items.add(new File(['small'], 'small.txt'));
    input.files = dataTransfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(part.getByRole('alert')).toContainText('film.mp4');
  await expect(namesIn(part).filter({ hasText: 'small.txt' })).toHaveCount(1);
});

test('pictures that are dropped with a table go to the rows whose field holds their names, and into a field', {
  tag: '@turn1',
}, async ({ page }) => {
  await openAtPublish(page, server.origin);
  await dropAndCheck(page, [
    { name: 'Spots.csv', content: 'name,photo,longitude,latitude\nA,,10,50\nB,b.png,11,51\n' },
    { name: 'b.png', content: png },
    { name: 'other.pdf', content: 'a document' },
  ]);
  const part = section(page, t.attach.title);
  await expect(part.getByText(t.attach.outcome('1', true, '1', true))).toBeVisible();
  await expect(part.getByRole('listitem')).toHaveText(['other.pdf']);
  await part.getByLabel(t.attach.asField).check();
  await publishDraft(page, 'Spots');
  expect(await listAttachments(page, 2)).toEqual({ 'b.png': png.toString('base64') });
  const type =
    '<ImageType><ImageFormat>gisImagePNG32</ImageFormat><ImageReturnType>gisImageReturnMimeData</ImageReturnType></ImageType>';
  const requested = `<MapName>Spots</MapName><SourceTableID>0</SourceTableID><RowIDs><Int>2</Int></RowIDs>`;
  const { ImageResult } = await ask(
    page,
    'Spots',
    'QueryRasterValue',
    `${requested}<FieldName>PICTURE</FieldName>${type}`,
  );
  expect(ImageResult).toMatchObject({ ImageWidth: '1', ImageHeight: '1', ImageData: expect.stringMatching(/^iVBOR/) });
});
