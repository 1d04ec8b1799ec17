import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { joinsEn as j } from '../../../src/publish/joins/joins-text.ts';
import { pastedEn as p } from '../../../src/publish/pasted/pasted-text.ts';
import { publishEn as t } from '../../../src/publish/text/publish-en.ts';
import { test } from '../drivers/installed-app.ts';
import { obstacles } from '../drivers/obstacles.ts';
import {
  dropAndCheck,
  goToName,
  layerCard,
  openAtPublish,
  openPublish,
  publishDraft,
} from '../drivers/publish-driver.ts';

const { location: l } = t;

let files: Server;
let allows = false;
test.beforeAll(async () => {
  files = createServer((_, response) => {
    const headers = { 'Content-Type': 'text/csv', ...(allows ? { 'Access-Control-Allow-Origin': '*' } : {}) };
    response.writeHead(200, headers).end('name,square\nA,32UPU9160834760\nB,33UUU9296119775\n');
  });
  await new Promise<void>((resolve) => files.listen(0, resolve));
});
test.afterAll(() => files.close());

test('tables are located by their columns, broken files are named, and files come by address', {
  tag: '@turn1',
}, async ({ page, appServer }) => {
  await openAtPublish(page, appServer.origin);
  // Given a German table, one with columns that aren't recognized, and an unsupported drawing
  await dropAndCheck(page, [
    { name: 'orte.csv', content: 'Name;Breite;Länge\nMünchen;48,13722;11,57556\nBerlin;52,51628;13,37769\n' },
    { name: 'codes.csv', content: 'item,a,b\none,48.5,11.5\ntwo,50.25,8.5\n' },
    { name: 'people.csv', content: 'town,people\nMünchen,1500000\nBerlin,3700000\nRom,2800000\n' },
    { name: 'plan.dwg', content: 'AC1032\0' },
  ]);
  // Then the page explains each
  await expect(page.getByText('plan.dwg is a DWG drawing; save it as DXF.')).toBeVisible();
  const towns = layerCard(page, 'orte');
  await expect(towns.getByLabel(l.x)).toHaveValue('Länge');
  await towns.getByRole('img', { name: t.layer.where('orte') }).waitFor();
  const codes = layerCard(page, 'codes');
  await expect(codes.getByText(l.isTable)).toBeVisible();
  // When the user chooses the position columns, the map shows the rows
  await codes.getByLabel(l.form).selectOption('xy');
  await codes.getByRole('button', { name: l.swap }).click();
  await expect(codes.getByLabel(l.x)).toHaveValue('b');
  await codes.getByRole('img', { name: t.layer.where('codes') }).waitFor();
  expect(await obstacles(page, 'main')).toEqual([]);
  // And the page offers to join a table whose values match those of a layer
  await goToName(page);
  const join = page.getByRole('region', { name: j.title });
  await expect(join).toContainText(`${j.matched('2', '2')} ${j.unused('1', true)}`);
  await join.getByRole('checkbox').check();
  await expect(join.getByRole('status')).toContainText(j.matched('2', '2'));
  // If only one of the columns is text, the page says so before publishing
  await join.getByLabel(j.tableKey('people')).selectOption('people');
  await expect(join.getByRole('status')).toHaveText(j.unlike);
  await expect(page.getByRole('button', { name: t.publish, exact: true })).toBeDisabled();
  await join.getByRole('button', { name: j.readAs('people', 'people', true) }).click();
  await expect(join.getByRole('status')).toContainText(j.matched('0', '2'));
  await join.getByLabel(j.tableKey('people')).selectOption('town');
  await expect(join.getByRole('status')).toContainText(j.matched('2', '2'));
  await publishDraft(page, 'orte');
  const people = await page.evaluate(async () =>
    (await fetch('rest/services/orte/MapServer/0/query?f=json&where=1=1&outFields=people&returnGeometry=false')).json(),
  );
  expect(people.features.map(({ attributes }: { attributes: { people: string } }) => attributes.people).sort()).toEqual(
    ['1500000', '3700000'],
  );
  await openPublish(page);

  // When the server of an address doesn't allow access, the page shows the header that would
  const { port } = files.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/export`;
  await page.getByLabel(p.label).fill(address);
  await page.getByRole('button', { name: p.fetch, exact: true }).click();
  await expect(page.getByText(`Access-Control-Allow-Origin: ${appServer.origin}`)).toBeVisible();
  // And once it does, its table is a layer, by the content type from the server
  allows = true;
  await page.getByRole('button', { name: p.fetch, exact: true }).click();
  await expect(layerCard(page, 'export').getByText(l.byFormat)).toBeVisible();
  // Pasted text is added
  await page.getByRole('heading', { name: t.title, level: 1 }).click();
  await page.getByRole('navigation', { name: t.steps.label }).getByRole('button', { name: t.steps.files }).click();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'POINT (8.5 50.25)\nPOINT (9.5 51.25)');
    document
      .querySelector('main')!
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(layerCard(page, p.pastedName)).toContainText(t.layer.count('2', 'points'));
  await publishDraft(page, 'export');
  const counts = await page.evaluate(() =>
    Promise.all(
      [0, 1].map(async (id) =>
        (await fetch(`rest/services/export/MapServer/${id}/query?f=json&where=1=1&returnCountOnly=true`)).json(),
      ),
    ),
  );
  expect(counts).toEqual([{ count: 2 }, { count: 2 }]);
});
