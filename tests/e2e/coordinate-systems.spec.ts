import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { publishEn as t } from '../../src/publish/text/publish-en.ts';
import { makeDbf, makeShp } from '../unit/formats/make-shapefile.ts';
import { drop } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import {
  dropAndCheck,
  layerCard,
  openAtPublish,
  openPublish,
  publishDraft,
  readDefinition,
  section,
} from './drivers/publish-driver.ts';
import { ask, readSoapRows } from './drivers/soap.ts';
import type { WebServer } from './drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

test.beforeEach(async ({ page }) => {
  await openAtPublish(page, server.origin);
});

const read = (path: string) => readFileSync(new URL(`../unit/geometry/${path}`, import.meta.url));
/** WKT as GDAL writes it to .prj files. */
const texts = new Map(JSON.parse(read('esri-texts.json').toString('utf8')) as readonly (readonly [number, string])[]);
/** Points of EPSG:31467 and their position by PROJ with the datum grid: [x, y, longitude, latitude]. */
const { systems: judged } = JSON.parse(read('grids/points.json').toString('utf8')) as {
  systems: readonly (readonly [number, number, number, number])[];
};
const [x, y, longitude, latitude] = judged[0]!;
const grid = { name: 'BETA2007.gsb', content: new Uint8Array(read('grids/little-endian.gsb')) };

const shapefile = (name: string, point: readonly [number, number], prj: string) => [
  { name: `${name}.shp`, content: makeShp(1, [[[point]]]) },
  { name: `${name}.dbf`, content: makeDbf([{ name: 'A', type: 'C', length: 1, cells: ['x'] }]) },
  { name: `${name}.prj`, content: prj },
];

/** Return the distance between the only row of a service and its expected position, in meters. */
async function metresOff(page: Page, service: string): Promise<number> {
  const filter =
    '<QueryFilter xsi:type="t:QueryFilter"><WhereClause></WhereClause><Resolution>0</Resolution><OutputSpatialReference xsi:type="t:GeographicCoordinateSystem"><WKID>4326</WKID></OutputSpatialReference></QueryFilter>';
  const [row] = readSoapRows(
    await ask(page, service, 'QueryFeatureData', `<MapName>${service}</MapName><LayerID>0</LayerID>${filter}`),
  );
  const { X, Y } = row!['Shape'];
  return Math.hypot((X - longitude) * Math.cos((latitude * Math.PI) / 180), Y - latitude) * 111_320;
}

test('a file whose system has no number gets the number of the system that it is', { tag: '@turn0' }, async ({
  page,
}) => {
  await dropAndCheck(page, shapefile('field', [150000, 170000], texts.get(31370)!));
  const card = layerCard(page, 'field');
  await expect(card.getByText('BD72 / Belgian Lambert 72 (EPSG:31370)')).toBeVisible();
  await card.getByRole('img', { name: t.layer.where('field') }).waitFor();
  await publishDraft(page, 'field');
  expect((await readDefinition(page, 'field')).maps[0].SpatialReference.WKID).toBe(31370);
});

test('of a datum that is not known, and of a system without a shift, the page says how far off the data may be', {
  tag: '@turn1',
}, async ({ page }) => {
  const customText = texts.get(31370)!.replaceAll('Belge_1972', 'own').replace('Belge_Lambert_1972', 'Lambert_own');
  await dropAndCheck(page, shapefile('strange', [150000, 170000], customText));
  const card = layerCard(page, 'strange');
  await expect(card.getByText('Lambert_own')).toBeVisible();
  await expect(card.getByText(t.reference.unknownDatum('D_own', 2500))).toBeVisible();
  // No system: some of the codes that the user may choose have no shift either.
  await dropAndCheck(page, shapefile('gusterberg', [0, 0], '').slice(0, 2));
  const other = layerCard(page, 'gusterberg');
  await other.getByRole('radio', { name: t.reference.other }).click();
  await other.getByLabel(t.reference.code).fill('8044');
  await expect(other.getByText(t.reference.withoutShift(2500))).toBeVisible();
});

test('a datum grid that is dropped is used, listed, and gone when it is removed', { tag: '@turn2' }, async ({
  page,
}) => {
  await dropAndCheck(page, shapefile('town', [x, y], texts.get(31467)!));
  await expect(layerCard(page, 'town').getByText(/With a datum grid .*BETA2007\.gsb/)).toBeVisible();
  await drop(page, [grid]);
  await expect(page.getByText(t.grids.added(grid.name))).toBeVisible();
  await expect(layerCard(page, 'town').getByText(t.reference.byGrid(grid.name, '0.9'))).toBeVisible();
  await publishDraft(page, 'town');
  expect(await metresOff(page, 'town')).toBeLessThan(0.001);

  await openPublish(page);
  const list = section(page, t.grids.title);
  await expect(list.getByRole('listitem')).toHaveText([/BETA2007\.gsb/]);
  await list.getByRole('button', { name: t.grids.removeOf(grid.name) }).click();
  await expect(list).toHaveCount(0);
  const off = await metresOff(page, 'town');
  expect(off).toBeGreaterThan(0.05);
  expect(off).toBeLessThan(3);
});
