import { expect, type Page } from '@playwright/test';
import { changeLayerEn as layerText } from '../../src/publish/change-layer/change-layer-text.ts';
import { publishEn as t } from '../../src/publish/text/publish-en.ts';
import { en } from '../../src/text/en.ts';
import { catalogue, drop, publishButton, workerHand } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import {
  dropAndCheck,
  goToName,
  layerCard,
  nameField,
  openManage,
  publishSpots,
  readDefinition,
  saveSection,
  section,
} from './drivers/publish-driver.ts';
import { ask, readSoapRows, where } from './drivers/soap.ts';
import type { WebServer } from './drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

const rows = 'name,kind,link,longitude,latitude\nA,1,https://a.example/,10,50\nB,2,https://b.example/,11,51\n';

test.beforeEach(async ({ page }) => {
  await publishSpots(page, server.origin, rows);
});

const query = async (page: Page, service: string) =>
  readSoapRows(
    await ask(page, service, 'QueryFeatureData', `<MapName>Spots</MapName><LayerID>0</LayerID>${where('')}`),
  );

test('words, fields, codes, pop-up and kinds of a layer are changed, undone, and survive a stopped worker', async ({
  page,
}) => {
  const hand = await workerHand(page);
  await openManage(page, 'Spots');
  const layer = section(page, 'Spots');
  // When a field is hidden and renamed, and codes get descriptions
  await layer.getByLabel(t.manage.visibleField('link')).uncheck();
  await layer.getByLabel(t.fields.aliasOf('name')).fill('What it is called');
  await layer.getByRole('button', { name: t.manage.editDomain('kind') }).click();
  const dialog = page.getByRole('dialog', { name: t.manage.editDomain('kind') });
  await dialog.getByRole('radio', { name: t.manage.domainKind.coded }).click();
  await expect(dialog.getByRole('button', { name: t.manage.apply })).toBeDisabled();
  await dialog.getByLabel(`${t.manage.code} 1`).fill('one');
  await expect(dialog.getByText(t.manage.codeBad)).toBeVisible();
  await dialog.getByLabel(`${t.manage.code} 1`).fill('1');
  await dialog.getByLabel(`${t.manage.codeName} 1`).fill('Well');
  await dialog.getByRole('button', { name: t.manage.apply }).click();
  await layer.getByRole('radio', { name: t.manage.popupKind.text }).click();
  await layer.getByLabel(t.manage.template.text).fill('<b>{name}</b>');
  await layer.getByLabel(t.manage.hyperlink).selectOption('link');
  await layer.getByLabel(`${t.manage.subtypes}: ${t.manage.subtypeField}`).selectOption('kind');
  await layer.getByRole('button', { name: t.manage.addSubtype }).click();
  await layer.getByLabel(`${t.manage.subtypeCode} 1`).fill('2');
  await layer.getByLabel(`${t.manage.subtypeName} 1`).fill('Spring');
  // In the subtype Spring, only the name gets a coded domain
  await layer.getByRole('button', { name: t.manage.editSubtype('Spring') }).click();
  await page.getByRole('button', { name: t.manage.editSubtypeDomain('name', 'Spring') }).click();
  const ofKind = page.getByRole('dialog', { name: t.manage.editSubtypeDomain('name', 'Spring') });
  await ofKind.getByRole('radio', { name: t.manage.domainKind.coded }).click();
  await ofKind.getByLabel(`${t.manage.code} 1`).fill('B');
  await ofKind.getByLabel(`${t.manage.codeName} 1`).fill('Blue spring');
  await ofKind.getByRole('button', { name: t.manage.apply }).click();
  await page.getByRole('dialog').getByText('Blue spring').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: en.close }).last().click();
  await hand.stopAll();
  await saveSection(page, 'Spots');
  // Then the server's definition has the changes
  const definition = await readDefinition(page, 'Spots');
  const [made] = definition.maps[0].layers;
  expect(made.presentation).toEqual({
    hiddenFields: ['link'],
    hyperlinkField: 'link',
    popup: { kind: 'text', template: '<b>{name}</b>' },
    subtypes: { field: 'kind', kinds: [{ code: 2, name: 'Spring', domains: { name: expect.anything() } }] },
  });
  const fields = definition.tables.Spots.fields;
  expect(fields.find(({ Name }: { Name: string }) => Name === 'name').AliasName).toBe('What it is called');
  expect(fields.find(({ Name }: { Name: string }) => Name === 'kind').Domain).toMatchObject({
    CodedValues: [{ Name: 'Well', Code: { type: 'int', value: 1 } }],
  });
  const kinds = await ask(page, 'Spots', 'GetMapTableSubtypeInfos', '<MapName>Spots</MapName>');
  expect(JSON.stringify(kinds)).toContain('"IsInherited":"false"');
  const popups = '<MapName>Spots</MapName><TableID>0</TableID><RowIDs><Int>1</Int><Int>2</Int></RowIDs>';
  expect(JSON.stringify(await ask(page, 'Spots', 'QueryHTMLPopups', popups))).toContain('Blue spring');
  await hand.stopAll();
  expect((await query(page, 'Spots'))[0]).not.toHaveProperty('link');
  // And the change can be undone
  await page.getByRole('button', { name: en.undo }).last().click();
  await page.getByText(t.manage.undone).waitFor();
  expect((await readDefinition(page, 'Spots')).maps[0].layers[0].presentation ?? {}).toEqual({});
});

test('a filter that is none is told where it stands, and what was typed stays', { tag: '@turn1' }, async ({ page }) => {
  await openManage(page, 'Spots');
  const layer = section(page, 'Spots');
  await layer.getByLabel(t.manage.filter).fill('kind = = 1');
  await layer.getByRole('button', { name: t.manage.save, exact: true }).click();
  await expect(layer.getByRole('alert')).toContainText(/expected/);
  await expect(layer.getByLabel(t.manage.filter)).toHaveValue('kind = = 1');
  // Not even by opening another page
  await page.goBack();
  await page.getByRole('heading', { name: t.title, level: 1 }).waitFor();
  await page.goForward();
  await expect(layer.getByLabel(t.manage.filter)).toHaveValue('kind = = 1');
  await layer.getByLabel(t.manage.filter).fill('kind = 2');
  await saveSection(page, 'Spots');
  expect(await query(page, 'Spots')).toMatchObject([{ name: 'B' }]);
});

test('limits and capabilities are checked where they are typed, and kept by the server', { tag: '@turn2' }, async ({
  page,
}) => {
  await openManage(page, 'Spots');
  const limits = section(page, t.manage.limits);
  const count = limits.getByLabel(t.manage.limit.MaximumRecordCount);
  await count.fill('none');
  await expect(limits.getByText(t.manage.limitBad('1', '1,000,000'))).toBeVisible();
  await expect(limits.getByRole('button', { name: t.manage.save, exact: true })).toBeDisabled();
  await count.fill('1');
  await saveSection(page, t.manage.limits);
  expect(await query(page, 'Spots')).toHaveLength(1);
  await limits.getByLabel(t.manage.capability.Data).uncheck();
  await saveSection(page, t.manage.limits);
  expect(await readDefinition(page, 'Spots')).toMatchObject({
    limits: { MaximumRecordCount: 1 },
    capabilities: ['Map', 'Query'],
  });
  await expect(query(page, 'Spots')).rejects.toThrow(/expected service ".*" to have the capability Data, found /);
});

test('a service gets another name and folder; a name that is taken is told', { tag: '@turn0' }, async ({ page }) => {
  await openManage(page, 'Spots');
  const text = section(page, t.manage.document);
  await text.getByLabel(t.name.name, { exact: true }).fill('World');
  await expect(text.getByText(t.name.taken('World'))).toBeVisible();
  await text.getByLabel(t.name.name, { exact: true }).fill('Sights');
  await text.getByLabel(t.name.folder, { exact: true }).fill('Town');
  await text.getByLabel(t.name.title, { exact: true }).fill('Sights of the town');
  await saveSection(page, t.manage.document);
  await expect(page).toHaveURL(/manage=Town\/Sights/);
  await page.getByRole('heading', { name: t.manage.title('Sights of the town'), level: 1 }).waitFor();
  expect((await catalogue(page)).map(({ name }) => name)).not.toContain('Spots');
  expect(await query(page, 'Town/Sights')).toHaveLength(2);
  // And its old address says that it doesn't exist
  await page.goto(`${server.origin}/?page=publish&manage=Spots`);
  await expect(page.getByText(t.manage.notThere)).toBeVisible();
});

test('new data keep what was set, and say what changes in the fields', { tag: '@turn1' }, async ({ page }) => {
  await openManage(page, 'Spots');
  await section(page, t.manage.limits).getByLabel(t.manage.limit.MaximumRecordCount).fill('77');
  await saveSection(page, t.manage.limits);
  await page.getByRole('button', { name: t.manage.replace, exact: true }).click();
  await dropAndCheck(page, [{ name: 'fresh.csv', content: 'name,kind,height,longitude,latitude\nC,x,7,12,52\n' }]);
  await goToName(page);
  await expect(nameField(page)).toHaveValue('Spots');
  const changes = section(page, t.changes.title('Spots'));
  await expect(changes).toContainText(t.changes.added('Spots', 'height'));
  await expect(changes).toContainText(t.changes.gone('Spots', 'link'));
  await expect(changes).toContainText(
    t.changes.retyped('Spots', 'kind', t.fields.readings.Integer, t.fields.readings.String),
  );
  await page.getByRole('button', { name: t.replace, exact: true }).click();
  await page.getByText(en.publish.done('Spots')).first().waitFor();
  await expect.poll(async () => (await catalogue(page)).find(({ name }) => name === 'Spots')?.version).toBe(3);
  expect((await readDefinition(page, 'Spots')).limits.MaximumRecordCount).toBe(77);
  expect(await query(page, 'Spots')).toMatchObject([{ name: 'C', height: '7' }]);
});

test('a relation is made and taken away', { tag: '@turn2' }, async ({ page }) => {
  await openManage(page, 'World');
  const relations = section(page, t.manage.relations);
  const before = (await readDefinition(page, 'World')).maps[0].relationships.length;
  await relations.getByRole('button', { name: t.relations.add }).click();
  await saveSection(page, t.manage.relations);
  expect((await readDefinition(page, 'World')).maps[0].relationships).toHaveLength(before + 1);
  await relations.getByRole('button', { name: t.relations.remove }).last().click();
  await saveSection(page, t.manage.relations);
  expect((await readDefinition(page, 'World')).maps[0].relationships).toHaveLength(before);
});

test('who needs a token does not see a private service, and its deletion can be undone', { tag: '@turn0' }, async ({
  page,
}) => {
  const hand = await workerHand(page);
  await openManage(page, 'Spots');
  await section(page, t.manage.access).getByRole('radio', { name: t.manage.private }).click();
  await saveSection(page, t.manage.access);
  expect((await catalogue(page)).map(({ name }) => name)).not.toContain('Spots');
  await hand.stopAll();
  // It can still be managed, deleted and restored
  await page.getByRole('button', { name: t.manage.remove }).click();
  await page.getByRole('dialog').getByRole('button', { name: t.manage.remove }).click();
  await page.getByRole('heading', { name: t.title, level: 1 }).waitFor();
  await expect(page.getByRole('link', { name: t.services.manageOf('Spots') })).toHaveCount(0);
  await page.getByRole('button', { name: en.undo }).last().click();
  await page.getByRole('link', { name: t.services.manageOf('Spots') }).waitFor();
  await expect.poll(async () => (await catalogue(page)).some(({ name }) => name === 'Spots')).toBe(false);
  await expect(page.getByRole('link', { name: t.services.manageOf('Spots') })).toContainText(t.services.isPrivate);
  await expect(publishButton(page)).toHaveCount(0);
});

test('one layer gets new data, what cannot stay is said before, and a layer is added', { tag: '@turn0' }, async ({
  page,
}) => {
  await openManage(page, 'Spots');
  await section(page, 'Spots').getByLabel(t.manage.filter).fill('kind > 1');
  await saveSection(page, 'Spots');
  // When a file has a polygon, and points without the field of the filter
  await section(page, 'Spots').getByRole('button', { name: layerText.replace }).click();
  const makePoint = (x: number, y: number) => [x, y];
  const ring = [makePoint(9, 49), makePoint(9, 52), makePoint(12, 52), makePoint(12, 49), makePoint(9, 49)];
  const features = [
    { type: 'Feature', properties: { name: 'C' }, geometry: { type: 'Point', coordinates: makePoint(10, 50) } },
    { type: 'Feature', properties: { name: 'Z' }, geometry: { type: 'Polygon', coordinates: [ring] } },
  ];
  const mixed = JSON.stringify({ type: 'FeatureCollection', features });
  await dropAndCheck(page, [{ name: 'new.geojson', content: mixed }]);
  // Then the points are chosen, and the polygons are refused with the reason
  const problem = layerText.otherShape('Spots', 'points', `new ${t.layer.parts.polygons}`, 'polygons');
  await layerCard(page, `new ${t.layer.parts.polygons}`).getByRole('switch').click();
  await expect(page.getByText(problem)).toBeVisible();
  await expect(publishButton(page)).toBeDisabled();
  await layerCard(page, `new ${t.layer.parts.points}`).getByRole('switch').click();
  const steps = page.getByRole('navigation', { name: t.steps.label });
  await steps.getByRole('button', { name: layerText.stepReplace }).click();
  await expect(page.getByText(layerText.lost('Spots', 'kind', 'filter'))).toBeVisible();
  await publishButton(page).click();
  await page.getByText(en.publish.done('Spots')).first().waitFor();
  expect((await query(page, 'Spots')).map(({ name }) => name)).toEqual(['C']);
  expect((await readDefinition(page, 'Spots')).maps[0].layers[0]).toMatchObject({
    Name: 'Spots',
    DefinitionExpression: '',
  });
  // And a broken file changes nothing, while the next one is added on top
  await openManage(page, 'Spots');
  await page.getByRole('button', { name: layerText.add }).click();
  await drop(page, [{ name: 'bad.geojson', content: '{"type":' }]);
  await page.getByText(t.files.failedTitle).waitFor();
  await dropAndCheck(page, [{ name: 'More.csv', content: rows }]);
  await steps.getByRole('button', { name: layerText.stepAdd }).click();
  await page.getByRole('radio', { name: layerText.top }).check();
  await page.getByRole('button', { name: layerText.publishAdd }).click();
  await page.getByText(en.publish.done('Spots')).first().waitFor();
  const { layers } = (await readDefinition(page, 'Spots')).maps[0];
  expect(layers.map(({ LayerID, Name }: { LayerID: number; Name: string }) => [LayerID, Name])).toEqual([
    [0, 'More'],
    [1, 'Spots'],
  ]);
});
