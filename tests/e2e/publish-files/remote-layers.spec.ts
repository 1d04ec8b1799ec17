import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { remoteEn as t } from '../../../src/extensions/remote/remote-text.ts';
import { changeLayerEn as c } from '../../../src/publish/change-layer/change-layer-text.ts';
import { publishEn } from '../../../src/publish/text/publish-en.ts';
import { type RangeServer, startRangeServer } from '../../range-server.ts';
import { mapDrawn } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import {
  dropAndCheck,
  openAtPublish,
  openManage,
  openPublish,
  publishDraft,
  readDefinition,
  section,
} from '../drivers/publish-driver.ts';

const areas = fileURLToPath(new URL('../../unit/formats/by-range/areas.fgb', import.meta.url));
const pixels = fileURLToPath(new URL('../../unit/service/tiff/files/rgb-deflate.tif', import.meta.url));

let files: RangeServer;
test.beforeAll(async () => {
  files = await startRangeServer({ 'areas.fgb': areas, 'pixels.tif': pixels });
});
test.afterAll(() => files.stop());

/** Read the header of a file at an address. */
async function readHead(page: Page, name: string): Promise<void> {
  await page.getByLabel(t.address).fill(`${files.origin}/${name}`);
  const allow = page.getByLabel(t.allow);
  if (await allow.isVisible()) await allow.check();
  await page.getByRole('button', { name: t.read }).click();
  await section(page, t.title).getByRole('status').waitFor();
}

test('a file on another server becomes a layer of a service that is there, or new data for one', {
  tag: '@turn2',
}, async ({ page, appServer }) => {
  test.setTimeout(120_000);
  await openAtPublish(page, appServer.origin);
  await dropAndCheck(page, [{ name: 'copy.fgb', content: readFileSync(areas) }]);
  await publishDraft(page, 'copy');
  const before = await readDefinition(page, 'copy');

  // When the user adds layers to a service from an address, then its other layers stay unchanged
  await openManage(page, 'copy');
  await page.getByRole('button', { name: c.add }).click();
  await page.getByText(c.addTo('copy')).waitFor();
  await readHead(page, 'areas.fgb');
  await page.getByLabel(t.name).fill('There');
  await page.getByText(c.bottomDetail).waitFor();
  await page.getByRole('button', { name: c.publishAdd }).click();
  await page.getByRole('heading', { name: 'copy', level: 1 }).waitFor();
  await mapDrawn(page, /copy/);
  const added = await readDefinition(page, 'copy');
  expect(added.maps[0].layers[0]).toEqual(before.maps[0].layers[0]);
  expect(added.maps[0].layers.map(({ Name }: { Name: string }) => Name)).toEqual(['areas', 'There']);
  const area = 'geometry=5,45,9,48&geometryType=esriGeometryEnvelope&inSR=4326';
  const [copied, there] = await page.evaluate(
    (query) =>
      Promise.all([0, 1].map(async (id) => (await fetch(`rest/services/copy/MapServer/${id}/query?${query}`)).json())),
    `f=json&${area}&outFields=n&orderByFields=n&returnGeometry=false`,
  );
  expect(there.features.length).toBeGreaterThan(10);
  expect(there.features).toEqual(copied.features);

  // And the service can be chosen once the file's content is known; a raster is added next to features
  await openPublish(page);
  await readHead(page, 'pixels.tif');
  await section(page, t.title).getByRole('combobox').selectOption('copy');
  await page.getByLabel(c.top).check();
  await page.getByRole('button', { name: c.publishAdd }).click();
  await mapDrawn(page, /copy/);
  const mixed = await page.evaluate(async () => (await fetch('rest/services/copy/MapServer?f=json')).json());
  expect(mixed.layers.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
    ['pixels', 'Raster Layer'],
    ['areas', 'Feature Layer'],
    ['There', 'Feature Layer'],
  ]);

  // And new data for a layer is refused without geometry of its type, and otherwise keeps the layer's name
  await openManage(page, 'copy');
  await page.getByRole('button', { name: c.replace }).click();
  await page.getByText(c.replaceOf('areas', 'copy')).waitFor();
  await readHead(page, 'pixels.tif');
  await page.getByText(c.otherShape('areas', 'polygons', 'pixels', 'raster')).waitFor();
  await section(page, t.title).getByRole('button', { name: publishEn.back }).click();
  await readHead(page, 'areas.fgb');
  await section(page, t.title).getByRole('button', { name: publishEn.replace }).click();
  await mapDrawn(page, /copy/);
  const replaced = await readDefinition(page, 'copy');
  const [, layer] = replaced.maps[0].layers;
  expect(layer).toMatchObject({ Name: 'areas', drawing: before.maps[0].layers[0].drawing });
  expect(replaced.tables[layer.table].remote).toMatchObject({ address: `${files.origin}/areas.fgb` });
});
