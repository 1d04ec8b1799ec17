import GeoJSON from 'ol/format/GeoJSON.js';
import { describe, expect, test } from 'vitest';
import { answer } from '../../sw/answer.ts';
import type { Value } from '../../sw/contract/index.ts';
import { createCall } from '../../sw/handlers/call.ts';
import { handlers } from '../../sw/handlers/index.ts';
import { sampleContext } from './sample-context.ts';

const root = 'http://soapstone.test/rest/services/Sample/OGCFeatureServer';
// biome-ignore lint/suspicious/noExplicitAny: tests look at members of any answer
type Json = any;

const ask = async (below: string): Promise<Response> =>
  (await answer(await sampleContext(), new Request(below.startsWith('http') ? below : `${root}${below}`)))!;
const json = async (below: string): Promise<Json> => (await ask(below)).json();
const listIds = async (below: string): Promise<number[]> => (await json(below)).features.map(({ id }: Json) => id);

async function soapIds(LayerID: number, filter: Partial<Value<'QueryFilter'>>): Promise<readonly number[]> {
  const context = await sampleContext();
  const call = createCall(context, (await context.store.service('Sample'))!, new AbortController().signal);
  const QueryFilter = {
    type: 'QueryFilter',
    WhereClause: '',
    SubFields: '*',
    Resolution: 0,
    ...filter,
  } as Value<'QueryFilter'>;
  return (await handlers.QueryFeatureIDs(call, { MapName: 'Layers', LayerID, QueryFilter })).Result.FIDArray!;
}

test('every link of every document answers', async () => {
  const seen = new Set<string>();
  const remaining = [root];
  while (remaining.length > 0) {
    const href = remaining.pop()!;
    if (seen.has(href)) continue;
    seen.add(href);
    const response = await ask(href);
    expect(response.status, href).toBe(200);
    const body: Json = await response.json();
    const lists = [body.links ?? [], ...(body.collections ?? []).map((collection: Json) => collection.links)];
    for (const link of lists.flat()) remaining.push(link.href);
  }
  expect([...seen].filter((href) => href.includes('/items')).length).toBeGreaterThan(3);
});

test('the collections are the layers with shapes', async () => {
  const { collections } = await json('/collections');
  expect(collections.map(({ id, title }: Json) => [id, title])).toEqual([
    ['1', 'Towns'],
    ['2', 'Towns from close by'],
    ['3', 'Squares'],
  ]);
  expect(collections[0].extent.spatial.bbox[0]).toEqual([-60, 0, 100, 45]);
});

describe('items', () => {
  test.each([
    ['POP > 1000', 'POP > 1000'],
    ["NAME LIKE 'B%' OR POP IN (100)", "NAME LIKE 'B%' OR POP IN (100)"],
    ["FOUNDED < TIMESTAMP('1950-01-01T00:00:00Z')", "FOUNDED < TIMESTAMP '1950-01-01 00:00:00'"],
    ["FOUNDED >= DATE('1950-06-15')", "FOUNDED >= DATE '1950-06-15'"],
    ["CASEI(NAME) = CASEI('ash') AND NOT POP IS NULL", "UPPER(NAME) = 'ASH' AND NOT POP IS NULL"],
    ["NAME = 'DATE(''x'')' OR HEIGHT BETWEEN -5 AND 0", 'HEIGHT BETWEEN -5 AND 0'],
  ])('filter %s selects what SOAP selects', async (filter, WhereClause) => {
    const expected = await soapIds(1, { WhereClause });
    expect(expected.length).toBeGreaterThan(0);
    expect(await listIds(`/collections/1/items?limit=100&filter=${encodeURIComponent(filter)}`)).toEqual(expected);
  });

  test('a box, also by its reference system and its axes', async () => {
    expect(await listIds('/collections/Towns/items?bbox=-70,-10,10,40')).toEqual([1, 2, 3]);
    const uri = encodeURIComponent('http://www.opengis.net/def/crs/EPSG/0/4326');
    expect(await listIds(`/collections/1/items?bbox=-10,-70,40,10&bbox-crs=${uri}`)).toEqual([1, 2, 3]);
    expect(await listIds('/collections/1/items?bbox=-70,-10,0,10,40,9')).toEqual([1, 2, 3]);
  });

  test('properties are filters', async () => {
    expect(await listIds('/collections/1/items?NAME=Ash')).toEqual([1]);
    expect(await listIds('/collections/1/items?pop=2000&name=Birch%20%3C%26%20Son%3E')).toEqual([2]);
    expect(await listIds("/collections/1/items?NAME=' OR 1=1 --")).toEqual([]);
  });

  test('next links lead through all features once', async () => {
    const pages: number[][] = [];
    let href: string | undefined = '/collections/2/items?limit=2';
    while (href) {
      const page: Json = await json(href);
      expect(page).toMatchObject({ numberMatched: 5, numberReturned: page.features.length });
      pages.push(page.features.map(({ id }: Json) => id));
      href = page.links.find(({ rel }: Json) => rel === 'next')?.href;
    }
    expect(pages).toEqual([[1, 2], [3, 4], [5]]);
  });

  test('coordinates follow the reference system that is asked for', async () => {
    const requestPath = async (crs: string) => {
      const response = await ask(`/collections/1/items/1?crs=${encodeURIComponent(crs)}`);
      expect(response.headers.get('content-crs')).toBe(`<${crs}>`);
      return (await response.json()).geometry.coordinates;
    };
    expect(await requestPath('http://www.opengis.net/def/crs/OGC/1.3/CRS84')).toEqual([-60, 30]);
    expect(await requestPath('http://www.opengis.net/def/crs/EPSG/0/4326')).toEqual([30, -60]);
    const [x, y] = await requestPath('http://www.opengis.net/def/crs/EPSG/0/3857');
    expect(x).toBeCloseTo(-6679169.447, 2);
    expect(y).toBeCloseTo(3503549.844, 2);
  });

  test('OpenLayers reads the features', async () => {
    const response = await ask('/collections/3/items');
    expect(response.headers.get('content-type')).toBe('application/geo+json');
    const features = new GeoJSON().readFeatures(await response.json());
    expect(features.map((feature) => feature.getGeometry()!.getType())).toEqual(['Polygon', 'Polygon', 'MultiPolygon']);
    expect(features[0]!.get('KIND')).toBe('alone');
  });
});

test.each([
  ['/collections/9', 404, /^collectionId: expected one of 1, 2, 3, found "9"/],
  ['/collections/1/items/99', 404, /^featureId: .*found "99"/],
  ['/collections/1/items?limit=0', 400, /^limit: expected a whole number ≥ 1, found "0"/],
  ['/collections/1/items?bbox=1,2,3', 400, /^bbox: .*found "1,2,3"/],
  ['/collections/1/items?datetime=soon', 400, /^datetime: .*found "soon"/],
  ['/collections/1/items?crs=x', 400, /^crs: .*found "x"/],
  ['/collections/1/items?colour=red', 400, /^Parameter: expected a parameter of items or one of OBJECTID, NAME/],
  ['/collections/1/items?POP=many', 400, /^POP: expected a number, found "many"/],
  ['/collections/1/items?filter-lang=sql', 400, /^filter-lang: expected one of cql2-text, found "sql"/],
  ['/collections/1/items?filter=POP>', 400, /^filter/],
  ['/collections/1/items?filter=S_INTERSECTS(a,b)', 400, /^filter: .*found "S_INTERSECTS"/],
  ['/conformance?x=1', 400, /^Parameter: expected one of f/],
  ['/nothing', 404, /^OGCFeatureServer: path "nothing" not found\. Use one of /],
])('%s is refused', async (below, status, message) => {
  const response = await ask(below);
  expect(response.status).toBe(status);
  expect((await response.json()).description).toMatch(message);
});

test('pages for people list the same links', async () => {
  const response = await ask('/collections?f=html');
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(await response.text()).toContain(`href="${root}/collections/1"`);
});
