import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { expect, type Page, test } from '@playwright/test';
import {
  coverage,
  difference,
  inClient,
  openClients,
  readService,
  shown,
  soapIds,
  soapImage,
} from '../drivers/clients-driver.ts';

test.describe.configure({ mode: 'default', timeout: 120_000 });
let opened: Awaited<ReturnType<typeof openClients>>;
let page: Page;

test.beforeAll(async ({ browser }) => {
  opened = await openClients(browser, ['page', 'maplibre']);
  page = opened.page;
  // MapLibre creates its worker from text, which the policy of the app's pages forbids.
  await page.goto(`${opened.origin}/run.html`);
});
test.afterAll(() => opened.close());

const size = [600, 400] as const;

const view = { centre: [12.5, 45], zoom: 3, size } as const;
const rome = [12.51, 41.89] as const;

test('MapLibre draws a service by the style of its vector tiles', { tag: '@turn2' }, async () => {
  const { url, mapName } = await readService(page, 'World', 'MapServer');
  const tiles = url.replace('MapServer', 'VectorTileServer');
  const styled = await inClient(page, 'maplibre', 'drawStyle', tiles, view, rome);
  const image = await shown(page);
  expect(coverage(image)).toBeGreaterThan(0.3);
  expect(
    difference(image, await soapImage(page, 'World', mapName, styled.seen, size, { hasBackground: true })),
  ).toBeLessThan(0.1);
  expect(styled.shown).toContainEqual(
    expect.objectContaining({ properties: expect.objectContaining({ NAME: 'Italy' }) }),
  );
  // Esri's plugin shows the same features; only the order of their attributes differs
  const plugged = await inClient(page, 'maplibre', 'drawVectorTiles', tiles, view, rome);
  expect(plugged.shown).toEqual(styled.shown);
  expect(difference(await shown(page), image)).toBeLessThan(0.02);
});

test('the style of each service keeps to the specification', async () => {
  for (const service of ['World', 'Earthquakes', 'Earth', 'Fields']) {
    const url = `${opened.origin}/rest/services/${service}/VectorTileServer/resources/styles/root.json`;
    const style = await page.evaluate(async (address) => (await fetch(address)).json(), url);
    expect(style.layers.length, service).toBeGreaterThan(0);
    expect(validateStyleMin(style), service).toEqual([]);
  }
});

test('MapLibre draws rows by two plugins', async () => {
  const quakes = await readService(page, 'Earthquakes', 'FeatureServer');
  const clause = 'MAGNITUDE >= 6';
  const expected = await soapIds(page, 'Earthquakes', quakes.mapName ?? 'Earthquakes', 0, clause);
  const world = { centre: [140, 20], zoom: 0.5, size } as const;
  const ids = (rows: Record<string, unknown>[]) => rows.map(({ OBJECTID }) => OBJECTID as number).sort((a, b) => a - b);
  const whole = await inClient(page, 'maplibre', 'drawFeatures', `${quakes.url}/0`, world, 'snapshot', {
    where: clause,
  });
  expect(ids(whole)).toEqual(expected);
  expect(coverage(await shown(page))).toBeGreaterThan(0.0004);
  const actual = await readService(page, 'Fields', 'FeatureServer');
  const tiled = await inClient(page, 'maplibre', 'drawFeatures', actual.layer('Fields'), view, 'ondemand');
  expect(tiled.map(({ NAME }) => NAME).sort()).toEqual(['Fallow', "O'Hara", 'Öst & <West>']);
  expect(coverage(await shown(page))).toBeGreaterThan(0.01);
  const packed = await inClient(
    page,
    'maplibre',
    'drawPlugin',
    actual.layer('Fields'),
    { ...view, centre: [12, 44] },
    '1=1',
  );
  expect(packed.rows.map(({ NAME }) => NAME).sort()).toEqual(['Fallow', "O'Hara", 'Öst & <West>']);
  expect(packed.byId).toHaveLength(2);
});
