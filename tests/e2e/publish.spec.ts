import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { publishEn as t } from '../../src/publish/text/publish-en.ts';
import { en } from '../../src/text/en.ts';
import { workspaceEn } from '../../src/text/workspace-text.ts';
import { makeDbf, makeShp } from '../unit/formats/make-shapefile.ts';
import { catalogue, drop, failureReason, publishButton, workerHand } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import {
  dropAndCheck,
  goToData,
  goToName,
  layerCard,
  nameField,
  openAtPublish,
  openPublish,
  publishDraft,
  readDefinition,
} from './drivers/publish-driver.ts';
import { ask, readSoapRows, where } from './drivers/soap.ts';
import { survey } from './drivers/survey.ts';
import type { WebServer } from './drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

test.beforeEach(async ({ page }) => {
  await openAtPublish(page, server.origin);
});

const places = {
  name: 'places.geojson',
  content: JSON.stringify({
    type: 'FeatureCollection',
    features: [1, 2, 3].map((id) => ({
      type: 'Feature',
      properties: { id, name: `Place ${id}` },
      geometry: { type: 'Point', coordinates: [8 + id, 50] },
    })),
  }),
};
const visits = { name: 'visits.csv', content: 'id,day,visitor\n1,31.01.2024,Ann\n1,01.02.2024,Bo\n2,,Cy\n' };

const query = async (page: Page, service: string, layer: number, map = service) =>
  readSoapRows(
    await ask(page, service, 'QueryFeatureData', `<MapName>${map}</MapName><LayerID>${layer}</LayerID>${where('')}`),
  );

test('files become related tables as a person decides, step by step, with the worker stopped between any two', async ({
  page,
}) => {
  const hand = await workerHand(page);
  // When two files are dropped, the page shows their content
  await dropAndCheck(page, [places, visits]);
  await expect(layerCard(page, 'places')).toContainText('GeoJSON');
  await expect(layerCard(page, 'places')).toContainText('3 features');
  await layerCard(page, 'places')
    .getByRole('img', { name: t.layer.where('places') })
    .waitFor();
  await expect(layerCard(page, 'visits')).toContainText('3 rows');
  await hand.stopAll();
  // And text that looks like a date can become a date
  await layerCard(page, 'visits')
    .getByLabel(t.fields.typeOf('day'))
    .selectOption({ label: t.fields.readings.DateDayFirst });
  await layerCard(page, 'visits').getByLabel(t.fields.aliasOf('visitor')).fill('Who came');
  await goToName(page);
  await hand.stopAll();
  await page.getByLabel(t.name.title, { exact: true }).fill('Day trips');
  await expect(nameField(page)).toHaveValue('Day_trips');
  await page.getByLabel(t.name.folder, { exact: true }).fill('Trips');
  // And the page suggests a relation by the key of both
  await expect(
    page.getByRole('group', { name: t.relations.of(1) }).getByLabel(t.relations.name, { exact: true }),
  ).toHaveValue('visits');
  // And opening a map in between loses nothing
  await page.goBack();
  await expect(layerCard(page, 'visits').getByLabel(t.fields.aliasOf('visitor'))).toHaveValue('Who came');
  await page.goForward();
  await expect(nameField(page)).toHaveValue('Day_trips');
  await hand.stopAll();
  await publishDraft(page, 'Day trips');

  const definition = await readDefinition(page, 'Trips/Day_trips');
  expect(definition.tables.visits.fields).toMatchObject([
    { Name: 'OBJECTID' },
    { Name: 'id' },
    { Name: 'day', Type: 'gisFieldTypeDate' },
    { Name: 'visitor', AliasName: 'Who came' },
  ]);
  expect(definition.maps[0].relationships).toMatchObject([{ originId: 0, originKey: 'id', destinationId: 1 }]);
  expect((await catalogue(page)).map(({ name }) => name)).toContain('Trips/Day_trips');
});

test('a mistake is told at its place and costs nothing that was typed', { tag: '@turn2' }, async ({ page }) => {
  await dropAndCheck(page, [{ name: 'World.csv', content: 'a,b\n1,2\n' }]);
  // The name of an existing service is refused
  await expect(publishButton(page)).toBeDisabled();
  await goToName(page);
  await expect(page.getByText(t.name.taken('World')).first()).toBeVisible();
  // So are an empty name, and a name with characters that aren't allowed in an address
  await nameField(page).fill('');
  await expect(page.getByText(t.name.empty).first()).toBeVisible();
  await nameField(page).fill('<script>');
  await expect(page.getByText(t.name.bad).first()).toBeVisible();
  await expect(publishButton(page)).toBeDisabled();
  await page.getByLabel(t.name.description, { exact: true }).fill('Kept all the time');
  await nameField(page).fill('World');
  await page.getByRole('button', { name: t.name.another }).click();
  await expect(nameField(page)).toHaveValue('World_2');
  await expect(page.getByLabel(t.name.description, { exact: true })).toHaveValue('Kept all the time');
  // A layer without a name and a service without layers are reported
  await page.getByLabel(`${t.layer.name}: World`).fill(' ');
  await expect(page.getByText(t.layer.nameless('World'))).toBeVisible();
  await page.getByLabel(`${t.layer.name}: World`).fill('Numbers');
  await goToData(page);
  await page.getByRole('switch', { name: t.layer.include('World') }).click();
  await expect(page.getByText(t.layer.none)).toBeVisible();
  await page.getByRole('switch', { name: t.layer.include('World') }).click();
  await publishButton(page).click();
  await page.getByRole('heading', { name: 'World', level: 1 }).waitFor();
  expect((await readDefinition(page, 'World_2')).maps[0].standaloneTables[0].Name).toBe('Numbers');
});

test('a file that cannot be read is told, and one that can goes on from there', async ({ page }) => {
  await openPublish(page);
  await drop(page, [{ name: 'broken.geojson', content: '{"type":"FeatureCollection","features":[{]}' }]);
  await expect(failureReason(page)).toContainText('broken.geojson, line 1');
  const recorded = ['my-map.kml', 'garmin.gpx'].map((name) => ({
    name,
    content: readFileSync(new URL(`../unit/formats/files/${name}`, import.meta.url)),
  }));
  await dropAndCheck(page, [places, ...recorded, await survey()]);
  await expect(layerCard(page, 'places')).toBeVisible();
  await expect(layerCard(page, 'broken')).toHaveCount(0);
  // An empty layer has no warning about its position
  await expect(layerCard(page, 'plans')).toContainText('0 features');
  await expect(layerCard(page, 'plans')).not.toContainText(t.layer.nowhere);
  // Formats of phones and hikes are read too, their small geometry is shown enlarged, and track points aren't selected
  await expect(layerCard(page, `Wege ${t.layer.parts.lines}`).getByRole('img', { name: /enlarged/ })).toBeVisible();
  await expect(layerCard(page, `garmin ${t.layer.parts.trackPoints}`)).toContainText(t.layer.leftOut);
  await publishDraft(page, 'places');
  const { layers } = (await readDefinition(page, 'places')).maps[0];
  expect(layers.map(({ Name }: { Name: string }) => Name)).not.toContain(`garmin ${t.layer.parts.trackPoints}`);
  const sights = layers.find(({ Name }: { Name: string }) => Name === 'Sehenswertes');
  expect((await query(page, 'places', sights.LayerID)).map(({ name }) => name)).toEqual(['Kölner Dom', '1777']);
  const town = layers.find(({ Name }: { Name: string }) => Name === 'Trees of the town');
  expect((await query(page, 'places', town.LayerID)).map(({ fid, kind }) => [fid, kind])).toEqual([['4', 'Linde']]);
});

test('rows with the wrong number of cells and bad coordinates are named by their line', { tag: '@turn0' }, async ({
  page,
}) => {
  const content = 'name,longitude,latitude\nA,10,50\nB,11\nC,abc,51\nD,12,52,extra\n';
  await dropAndCheck(page, [{ name: 'rows.csv', content }]);
  const card = layerCard(page, 'rows');
  await expect(card).toContainText('line 3: expected 3 cells, found 2.');
  await expect(card).toContainText('line 5: expected 3 cells, found 4.');
  await expect(card).toContainText(/line 4: expected a number or degrees.* found "abc"/);
  await publishDraft(page, 'rows');
  expect((await query(page, 'rows', 0)).map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D']);
});

test('a shapefile that lies loose, without its system, is asked about and shown where it would be', {
  tag: '@turn1',
}, async ({ page }) => {
  const ring = [
    [500000, 5600000],
    [500000, 5610000],
    [510000, 5610000],
    [500000, 5600000],
  ] as const;
  await dropAndCheck(page, [
    { name: 'field.shp', content: makeShp(5, [[ring]]) },
    { name: 'field.dbf', content: makeDbf([{ name: 'CROP', type: 'C', length: 5, cells: ['rye'] }]) },
    { name: 'notes.md', content: 'x' },
  ]);
  await expect(page.getByText('notes.md is text without a recognisable table.')).toBeVisible();
  const card = layerCard(page, 'field');
  // The page suggests likely systems and selects the first, and shows the data
  await expect(card.getByRole('radio', { name: /UTM zone 32N/ }).first()).toBeChecked();
  await card.getByRole('img', { name: t.layer.where('field') }).waitFor();
  // The page reports a code that isn't a number, an unknown code, and a code that puts the data outside the world
  await card.getByRole('radio', { name: t.reference.other }).click();
  const code = card.getByLabel(t.reference.code);
  await code.fill('12');
  await expect(card.getByText(t.reference.bad)).toBeVisible();
  await expect(publishButton(page)).toBeDisabled();
  await code.fill('99999');
  await expect(card.getByText(t.reference.unknown('99999'))).toBeVisible();
  await code.fill('4326');
  await expect(card.getByText(t.layer.nowhere)).toBeVisible();
  // A name finds its systems, first those whose area contains the data
  await code.fill('utm etrs89 33N');
  await card.getByRole('button', { name: 'ETRS89 / UTM zone 33N EPSG:25833', exact: true }).click();
  await card.getByRole('img', { name: t.layer.where('field') }).waitFor();
  await publishDraft(page, 'field');
  expect((await readDefinition(page, 'field')).maps[0].SpatialReference.WKID).toBe(25833);
  expect(await query(page, 'field', 0)).toMatchObject([{ CROP: 'rye' }]);
});

test('publishing can be cancelled, and the draft is as before', { tag: '@turn2' }, async ({ page }) => {
  await dropAndCheck(page, [places]);
  await goToName(page);
  await page.getByLabel(t.name.title, { exact: true }).fill('Many places');
  const before = await catalogue(page);
  // Given a worker that never receives its first message
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = () => {
      Worker.prototype.postMessage = postMessage;
    };
  });
  await publishButton(page).click();
  await expect(nameField(page)).toBeDisabled();
  await page.getByRole('button', { name: en.cancel }).click();
  await page.getByText(t.cancelled).waitFor();
  expect(await catalogue(page)).toEqual(before);
  await expect(nameField(page)).toHaveValue('Many_places');
  // The files are read again, without a message
  await publishDraft(page, 'Many places');
  expect(await query(page, 'Many_places', 0, 'Many places')).toHaveLength(3);
});

test('a service that was exported is imported again, under a name that is free', { tag: '@turn1' }, async ({
  page,
}) => {
  await page.goto(`${server.origin}/?page=settings`);
  const row = page.getByRole('listitem').filter({ hasText: 'Earthquakes' });
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: en.settings.exportOne }).click(),
  ]);
  await page.locator(`input[type=file][aria-label="${workspaceEn.importOne}"]`).setInputFiles(await saved.path());
  await publishButton(page).waitFor();
  await expect(page.getByText(t.name.taken('Earthquakes')).first()).toBeVisible();
  await nameField(page).fill('Quakes');
  await publishButton(page).click();
  await page.waitForURL(/service=Quakes/);
  const [before, after] = await Promise.all([readDefinition(page, 'Earthquakes'), readDefinition(page, 'Quakes')]);
  expect(after).toEqual({ ...before, name: 'Quakes' });
});

test('files that open the installed app come to the same page', { tag: '@turn0' }, async ({ page }) => {
  // Given the launch queue that a browser fills when files are opened with the app
  await page.addInitScript(() => {
    const file = new File(['name,longitude,latitude\nA,10,50\n'], 'opened.csv');
    const launch = { files: [{ getFile: async () => file }] };
    Object.defineProperty(window, 'launchQueue', {
      value: { setConsumer: (consumer: (one: unknown) => void) => consumer(launch) },
      configurable: true,
    });
  });
  await page.goto(server.origin);
  await layerCard(page, 'opened').waitFor();
  await publishDraft(page, 'opened');
});

test('200 MB of rows are read with progress', { tag: '@turn1' }, async ({ page }) => {
  test.setTimeout(300_000);
  // Given a file created in the page, because it is too large to pass to it
  await page.evaluate(() => {
    const line = (_: unknown, i: number) => `${i},${'x'.repeat(180)},${i / 10 - 180},${((i * 7) % 1700) / 10 - 85}\n`;
    const lines = Array.from({ length: 3600 }, line).join('');
    const parts = ['n,words,longitude,latitude\n', ...Array<string>(266).fill(lines)];
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(parts, 'large.csv'));
    for (const kind of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
  });
  await page.getByRole('progressbar', { name: t.files.reading }).waitFor();
  // Then it is read, or refused because of its size; the page works either way
  const card = layerCard(page, 'large');
  await card.or(failureReason(page)).first().waitFor({ timeout: 200_000 });
  if (await failureReason(page).isVisible()) await expect(failureReason(page)).toContainText(/too large/i);
  else await expect(card).toContainText('957,600 features');
  await openPublish(page);
});
