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
import type { Seen } from './page.ts';

test.describe.configure({ mode: 'default', timeout: 120_000 });
let opened: Awaited<ReturnType<typeof openClients>>;
let page: Page;

test.beforeAll(async ({ browser }) => {
  opened = await openClients(browser, ['page', 'open-layers']);
  page = opened.page;
});
test.afterAll(() => opened.close());

const size = [600, 400] as const;

test('OpenLayers draws pictures, tiles and rows', async () => {
  const { url, mapName, layer } = await readService(page, 'World');
  const mapView = { centre: [1_336_000, 6_100_000], resolution: 9784, size } as const;
  // The library requests 90 dots per inch.
  const expected = (seen: Seen) => soapImage(page, 'World', mapName, seen, size, { dpi: 90 });
  const seen = await inClient(page, 'open-layers', 'drawImage', url, mapView);
  const image = await shown(page);
  expect(coverage(image)).toBeGreaterThan(0.3);
  expect(difference(image, await expected(seen))).toBeLessThan(0.01);
  // Labels keep clear of the edges of each image, so the labels of adjacent tiles differ
  const tiles = await inClient(page, 'open-layers', 'drawTiles', url, mapView);
  expect(tiles).toMatchObject({ failed: 0 });
  expect(tiles.loaded).toBeGreaterThan(3);
  expect(difference(await shown(page), await expected(tiles.seen))).toBeLessThan(0.1);
  // Rows requested by tile arrive once each, with their geometry
  const rows = await inClient(
    page,
    'open-layers',
    'drawRows',
    layer('Countries'),
    mapView,
    "NAME IN ('Italy', 'France')",
  );
  expect(rows.requests).toBeGreaterThan(1);
  expect(rows.rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
    await soapIds(page, 'World', mapName, 3, "NAME IN ('Italy', 'France')"),
  );
  expect(rows.rows.map(({ kind }) => kind)).toEqual(['MultiPolygon', 'MultiPolygon']);
  expect(coverage(await shown(page))).toBeGreaterThan(0.05);
});

test('OpenLayers draws by WMS, WMTS and OGC API - Features', async () => {
  const { url, mapName, layer } = await readService(page, 'World');
  const mapView = { centre: [1_393_000, 5_144_000], resolution: 9784, size } as const;
  const wms = await inClient(page, 'open-layers', 'drawWms', url, mapView, mapName, 'Countries');
  const expected = await soapImage(page, 'World', mapName, wms.seen, size);
  expect(difference(await shown(page), expected)).toBeLessThan(0.01);
  expect(wms.found).toMatchObject([{ NAME: 'Italy' }]);
  expect(Math.min(...wms.legend)).toBeGreaterThan(5);
  // The cache of Earth has levels 0 and 1
  const earth = await readService(page, 'Earth');
  const whole = { centre: [0, 0], resolution: 78271.51696402048, size: [512, 512] } as const;
  const tiles = await inClient(page, 'open-layers', 'drawWmts', earth.url, whole);
  expect(tiles).toMatchObject({ failed: 0, loaded: 4 });
  expect(
    difference(await shown(page), await soapImage(page, 'Earth', earth.mapName, tiles.seen, whole.size)),
  ).toBeLessThan(0.01);
  const id = layer('Countries').split('/').pop()!;
  const features = url.replace('MapServer', 'OGCFeatureServer');
  const italy = await inClient(
    page,
    'open-layers',
    'drawCollection',
    features,
    mapView,
    id,
    "ISO_A3 IN ('ITA', 'FRA')",
  );
  expect(italy.map(({ properties }) => properties.NAME).sort()).toEqual(['France', 'Italy']);
  expect(coverage(await shown(page))).toBeGreaterThan(0.05);
});
