import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { demoReader } from '../../../src/build/demo/sources.ts';
import { embedEn } from '../../../src/extensions/apps/text/apps-text.ts';
import {
  coverage,
  difference,
  fields,
  inClient,
  openClients,
  readService,
  shown,
  soapIds,
  soapImage,
} from '../drivers/clients-driver.ts';

// All clients share a browser, so they use the same server and services.
test.describe.configure({ mode: 'default', timeout: 120_000 });

let opened: Awaited<ReturnType<typeof openClients>>;
let page: Page;

test.beforeAll(async ({ browser }) => {
  opened = await openClients(browser, ['page', 'esri-leaflet', 'rest-js']);
  page = opened.page;
});
test.afterAll(() => opened.close());

const size = [600, 400] as const;
const europe = { centre: [48, 12], zoom: 4, size } as const;

const world = { centre: [0, 0], zoom: 1, size: [512, 512] } as const;
const rome = { centre: [41.89, 12.51], zoom: 6, size } as const;

const sources = demoReader(join(import.meta.dirname, '../../..'));
interface Quake {
  readonly id: string;
  readonly properties: Readonly<Record<'mag' | 'place' | 'time', number>>;
  readonly geometry: { readonly coordinates: readonly [number, number, number] };
}
const { features: quakes } = sources.earthquakes() as { features: Quake[] };
const isIn = ([west, south, east, north]: readonly number[], [x, y]: readonly number[]): boolean =>
  x! >= west! && x! <= east! && y! >= south! && y! <= north!;
const strong = quakes.filter(({ properties }) => properties.mag >= 6);

test('esri-leaflet draws what SOAP draws', async () => {
  const { url, mapName } = await readService(page, 'World');
  const seen = await inClient(page, 'esri-leaflet', 'drawDynamic', url, europe);
  const image = await shown(page);
  expect(coverage(image)).toBeGreaterThan(0.3);
  expect(difference(image, await soapImage(page, 'World', mapName, seen, size))).toBeLessThan(0.002);
  // When layers and a row filter are set, then only those features are drawn
  const layerDefs = { 3: "NAME = 'Italy'" };
  await inClient(page, 'esri-leaflet', 'drawDynamic', url, europe, { layers: [3], layerDefs });
  const italy = coverage(await shown(page));
  expect(italy).toBeGreaterThan(0.01);
  expect(italy).toBeLessThan(0.08);
});

test('esri-leaflet draws the times that it is set to', async () => {
  const { url } = await readService(page, 'Earthquakes');
  const drawWithOptions = async (options: object) => {
    await inClient(page, 'esri-leaflet', 'drawDynamic', url, world, { layers: [0], ...options });
    return coverage(await shown(page));
  };
  const whole = await drawWithOptions({});
  const day = await drawWithOptions({ from: new Date(Date.UTC(2018, 1, 2)), to: new Date(Date.UTC(2018, 1, 3)) });
  expect(day).toBeGreaterThan(0);
  expect(day).toBeLessThan(whole * 0.6);
});

test('esri-leaflet draws the tiles of a cache', async () => {
  const { url, mapName } = await readService(page, 'Earth');
  // Tiles have 256 pixels, so the world is as wide as the map
  expect(await inClient(page, 'esri-leaflet', 'drawTiled', url, world)).toBe(4);
  const whole = [-20037508.34, -20037508.34, 20037508.34, 20037508.34] as const;
  const image = await shown(page);
  expect(coverage(image)).toBeGreaterThan(0.9);
  expect(difference(image, await soapImage(page, 'Earth', mapName, whole, world.size))).toBeLessThan(0.01);
});

test('esri-leaflet draws and queries rows', async () => {
  const { url, mapName } = await readService(page, 'Earthquakes');
  const clause = 'MAGNITUDE >= 6';
  const ids = await soapIds(page, 'Earthquakes', mapName, 0, clause);
  expect(ids).toHaveLength(strong.length);
  expect(await inClient(page, 'esri-leaflet', 'drawPoints', `${url}/0`, world, clause)).toEqual(ids);
  expect(coverage(await shown(page))).toBeGreaterThan(0.0004);
  const actual = await inClient(page, 'esri-leaflet', 'ask', `${url}/0`, clause);
  expect(actual.count).toBe(strong.length);
  expect(actual.ids).toEqual(ids);
  const names = (rows: readonly { properties: unknown }[], key: string) =>
    rows.map(({ properties }) => (properties as Record<string, string>)[key]).sort();
  expect(names(actual.features, 'PLACE')).toEqual(names(strong, 'place'));
  expect(actual.bounds).toHaveLength(4);
  // A box in degrees
  const japan = [118, 20, 147, 46] as const;
  const inJapan = strong.filter(({ geometry: { coordinates } }) => isIn(japan, coordinates));
  expect(inJapan.length).toBeGreaterThan(0);
  const within = await inClient(page, 'esri-leaflet', 'askWithin', `${url}/0`, japan, clause);
  expect(within.map(({ EVENT_ID }) => EVENT_ID).sort()).toEqual(inJapan.map(({ id }) => id).sort());
});

test('esri-leaflet identifies and finds', async () => {
  const { url } = await readService(page, 'World');
  const hits = await inClient(page, 'esri-leaflet', 'identifyAt', url, rome);
  // The library returns the bottom layer first
  const layers = hits.map(({ layer }) => layer);
  expect(layers).toEqual([...layers].sort((a, b) => b - a));
  expect(hits.at(-1)).toMatchObject({ layer: 0, properties: { Name: 'Rome', Country: 'Italy' } });
  expect(hits).toContainEqual({
    layer: 3,
    properties: expect.objectContaining({ Name: 'Italy', 'ISO code, 3 letters': 'ITA' }),
  });
  const actual = await inClient(page, 'esri-leaflet', 'findText', url, 'Italian Republic', '3', 'OFFICIAL_NAME');
  expect(actual).toMatchObject([{ type: 'MultiPolygon', properties: { Name: 'Italy' } }]);
});

const quakeFields = ['OBJECTID', 'PLACE', 'MAGNITUDE', 'EVENT_ID', 'TIME'];

test('arcgis-rest-js reads layers, rows and pages', async () => {
  const { url } = await readService(page, 'Earthquakes', 'FeatureServer');
  const layer = await inClient(page, 'rest-js', 'openRestLayer', `${url}/0`);
  expect(layer).toMatchObject({ name: 'Earthquakes', type: 'Feature Layer', objectIdField: 'OBJECTID' });
  expect(layer.fields).toEqual(expect.arrayContaining(quakeFields));
  // The rows equal the source
  const rows = await inClient(page, 'rest-js', 'queryRestRows', `${url}/0`, 'MAGNITUDE >= 6', {
    outFields: quakeFields,
  });
  const byId = (a: { EVENT_ID: string }, b: { EVENT_ID: string }) => (a.EVENT_ID < b.EVENT_ID ? -1 : 1);
  const expected = strong.map(({ id, properties }) => ({
    EVENT_ID: id,
    MAGNITUDE: properties.mag,
    [quakeFields[1]!]: properties['place'],
    TIME: properties.time,
  }));
  expect(rows.map(({ OBJECTID, ...row }) => row as { EVENT_ID: string }).sort(byId)).toEqual(expected.sort(byId));
  const first = rows[0]!;
  expect(await inClient(page, 'rest-js', 'row', `${url}/0`, first.OBJECTID)).toMatchObject(first);
  // All pages, without duplicate rows
  expect((await inClient(page, 'rest-js', 'queryRestCount', `${url}/0`, '1=1')).count).toBe(quakes.length);
  const ids = await inClient(page, 'rest-js', 'allIds', `${url}/0`, '1=1', 'OBJECTID');
  expect(ids.sort((a, b) => a - b)).toEqual(await soapIds(page, 'Earthquakes', 'Earthquakes', 0, '1=1'));
  // The library uses the fault's name as the code
  expect(await inClient(page, 'rest-js', 'readRestError', `${url}/0`, 'NOTHING = 1')).toEqual({
    code: 'unknown-field',
    message: expect.stringContaining('NOTHING'),
  });
});

test('the program for arcgis-rest-js that the page shows runs as it is', async () => {
  const app = await page.context().newPage();
  await app.goto(`${opened.origin}/?page=embed`);
  const region = app.getByRole('region', { name: embedEn.restJs.title });
  const program = await region.locator('pre').textContent();
  await app.close();
  // The program runs here and the library in the browser, because the page's policy forbids scripts from text
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  const run = new AsyncFunction('queryFeatures', 'console', program!.replace(/^import .*$/m, ''));
  let rows: { SUBREGION: string; PEOPLE: number }[] = [];
  await run((options: never) => inClient(page, 'rest-js', 'answerTo', options), {
    table: (printed: typeof rows) => {
      rows = printed;
    },
  });
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.map(({ PEOPLE }) => PEOPLE)).toEqual(rows.map(({ PEOPLE }) => PEOPLE).sort((a, b) => b - a));
  expect(rows.map(({ SUBREGION }) => SUBREGION)).toContain('Western Europe');
});

test('arcgis-rest-js reads relations and files', async () => {
  const { layer } = await readService(page, 'World', 'FeatureServer');
  const countries = layer('Countries');
  const [italy] = await inClient(page, 'rest-js', 'queryRestRows', countries, "ISO_A3 = 'ITA'", {
    outFields: ['OBJECTID'],
  });
  const id: number = italy!.OBJECTID;
  const { relationships } = await page.evaluate(
    async (address) => (await fetch(`${address}?f=json`)).json(),
    countries,
  );
  const borders = relationships.find((relationship: { relatedTableId: number }) => relationship.relatedTableId === 7);
  const [group] = (await inClient(page, 'rest-js', 'queryRestRelated', countries, [id], borders.id))!;
  const { borders: neighbors } = sources.countryFacts().find(({ cca3 }) => cca3 === 'ITA')!;
  expect(group!.id).toBe(id);
  expect(group!.rows).toHaveLength(neighbors.length);
  const [flag, ...others] = await inClient(page, 'rest-js', 'queryRestAttachments', countries, id);
  expect(others).toEqual([]);
  expect(flag).toMatchObject({ contentType: expect.stringMatching(/^image\//), received: flag!.size });
});

test('arcgis-rest-js reads PBF as it reads GeoJSON', { tag: '@turn2' }, async () => {
  const { layer } = await readService(page, 'World', 'FeatureServer');
  const actual = await readService(page, 'Fields', 'FeatureServer');
  for (const [url, where] of [
    [layer('Countries'), "REGION = 'Europe'"],
    [layer('Cities'), 'POPULATION > 5000000'],
    [actual.layer('Fields'), '1=1'],
  ] as const) {
    const plain = await inClient(page, 'rest-js', 'queryRestShapes', url, where, 'geojson');
    const packed = await inClient(page, 'rest-js', 'queryRestShapes', url, where, 'pbf-as-geojson');
    expect(plain.length).toBeGreaterThan(2);
    expect(packed.map(({ id, properties }) => ({ id, properties }))).toEqual(
      plain.map(({ id, properties }) => ({ id, properties })),
    );
    for (const [i, { geometry }] of packed.entries()) {
      const [ours, theirs] = [measureShape(geometry), measureShape(plain[i]!.geometry)];
      expect(ours, plain[i]!.properties?.NAME).toHaveLength(theirs.length);
      ours.forEach((value, index) => {
        expect(Math.abs(value - theirs[index]!)).toBeLessThan(2e-5);
      });
    }
  }
});

/**
 * Return the extent and twice the area of a geometry. They don't depend on where rings begin, or on duplicate vertices.
 */
function measureShape(shape: unknown): number[] {
  if (shape === null) return [];
  const rings: number[][][] = [];
  const gather = (nested: number[] | number[][] | number[][][]) => {
    if (typeof nested[0] === 'number') rings.push([nested as number[]]);
    else if (typeof (nested[0] as number[])[0] === 'number') rings.push(nested as number[][]);
    else for (const entry of nested as number[][][]) gather(entry);
  };
  gather((shape as GeoJSON.Polygon).coordinates as never);
  const [xs, ys] = [0, 1].map((axis) =>
    rings.flatMap((ring) => ring.map((point) => point[axis]!)).sort((a, b) => a - b),
  );
  let area = 0;
  for (const ring of rings)
    for (const [index, [x, y]] of ring.entries()) {
      const [nextX, nextY] = ring[(index + 1) % ring.length] as [number, number];
      area += x! * nextY - nextX * y!;
    }
  return [xs![0]!, ys![0]!, xs!.at(-1)!, ys!.at(-1)!, Math.abs(area)];
}

test('a file that was published is read as it was', async () => {
  const { url, layer } = await readService(page, 'Fields', 'FeatureServer');
  const expected = fields.features.map(({ properties: { SOWN, ...properties } }) => ({
    ...properties,
    SOWN: SOWN === null ? null : Date.parse(SOWN),
  }));
  const rows = await inClient(page, 'rest-js', 'queryRestRows', layer('Fields'), '1=1', {
    outFields: '*',
    orderByFields: 'OBJECTID',
  });
  expect(rows).toMatchObject(expected);
  const ids = rows.map(({ OBJECTID }) => OBJECTID);
  const view = { centre: [45, 14], zoom: 5, size } as const;
  const map = url.replace('FeatureServer', 'MapServer');
  await inClient(page, 'esri-leaflet', 'drawDynamic', map, view);
  const drawn = coverage(await shown(page));
  expect(drawn).toBeGreaterThan(0.05);
  const actual = await inClient(page, 'esri-leaflet', 'ask', layer('Fields'), "NAME = 'O''Hara'");
  expect(actual).toMatchObject({ count: 1, ids: [ids[1]], bounds: [16, 42, 18, 46] });
  expect(actual.features[0]!.geometry).toMatchObject({
    type: 'MultiPolygon',
    coordinates: [[expect.anything()], [expect.anything()]],
  });
  const hits = await inClient(page, 'esri-leaflet', 'identifyAt', map, { ...view, centre: [48.5, 11] });
  expect(hits).toMatchObject([{ layer: 0, properties: { NAME: 'Fallow' } }]);
});
