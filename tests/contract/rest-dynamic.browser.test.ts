import { expect, test } from 'vitest';
import { askRest, type Json, restJson } from './rest/ask-rest.ts';
import { readImageColors } from './rest/colors-of.ts';
import { sampleContext } from './sample-context.ts';

const map = 'services/Sample/MapServer';
const view = { bbox: '-180,-90,180,90', size: '200,100' };
const red = '200,0,0,255';
const green = '180,200,160,255';

const ask = async (path: string, parameters: Readonly<Record<string, unknown>>): Promise<Json> =>
  restJson(await sampleContext(), `${map}/${path}`, parameters);

async function colors(dynamicLayers: unknown, more: Readonly<Record<string, unknown>> = {}): Promise<Set<string>> {
  const parameters = { ...view, f: 'image', format: 'png32', transparent: 'true', dynamicLayers, ...more };
  return readImageColors(await (await askRest(await sampleContext(), `${map}/export`, parameters)).blob());
}

const source = (mapLayerId: number) => ({ type: 'mapLayer', mapLayerId });
const blueFill = { type: 'esriSFS', style: 'esriSFSSolid', color: [0, 0, 255, 255], outline: null };
const inBlue = { renderer: { type: 'simple', symbol: blueFill } };

test('only the listed layers are drawn, the first on top, whatever layers= and layerDefs= say', async () => {
  const squares = { id: 7, source: source(3) };
  expect(await colors([squares], { layers: 'show:1' })).toContain(green);
  expect(await colors([squares])).not.toContain(red);
  const blue = { id: 8, source: source(3), drawingInfo: inBlue };
  expect(await colors([squares, blue])).not.toContain('0,0,255,255');
  expect(await colors([blue, squares])).not.toContain(green);
  expect([...(await colors([]))]).toEqual(['0,0,0,0']);
});

test('a drawing that says no more than how transparent it is keeps the published renderer', async () => {
  const seen = await colors([{ id: 3, drawingInfo: { transparency: 60 } }]);
  expect(seen).not.toContain(green);
  expect([...seen].some((color) => /^1(79|80|81),(199|200|201),1(59|60|61),10[0-4]$/.test(color))).toBe(true);
});

test('a renderer, a filter and a symbol picture take effect', async () => {
  expect(await colors([{ id: 3, drawingInfo: inBlue }])).toContain('0,0,255,255');
  expect([...(await colors([{ id: 3, definitionExpression: 'CODE > 3' }]))]).toEqual(['0,0,0,0']);
});

test('a layer has the scales that it is given', async () => {
  const scale = (await ask('export', view)).scale as number;
  const drawWithLimits = async (limits: object) => (await colors([{ id: 3, ...limits }])).has(green);
  expect(await drawWithLimits({ minScale: 2 * scale })).toBe(true);
  expect(await drawWithLimits({ minScale: scale / 2 })).toBe(false);
  expect(await drawWithLimits({ maxScale: 2 * scale })).toBe(false);
});

test('a search goes by the described layers and names them by their ids', async () => {
  const dynamicLayers = [{ id: 101, source: source(3), definitionExpression: "KIND = 'holed'" }];
  const identify = { geometry: '0,0', mapExtent: '-180,-90,180,90', imageDisplay: '360,180,96', tolerance: 2 };
  const { results } = await ask('identify', { ...identify, layers: 'all', dynamicLayers });
  expect(results).toMatchObject([{ layerId: 101, layerName: 'Squares', displayFieldName: 'KIND', value: 'holed' }]);
  const actual = await ask('find', { searchText: 'ed', layers: '101', dynamicLayers });
  expect(actual.results.map(({ layerId, value }: Json) => [layerId, value])).toEqual([[101, 'holed']]);
});

test('a legend shows the described layers', async () => {
  const dynamicLayers = [{ id: 101, source: source(3), drawingInfo: inBlue }];
  const { layers } = await ask('legend', { dynamicLayers });
  expect(layers).toMatchObject([{ layerId: 101, layerName: 'Squares', legend: [{}] }]);
  const bytes = Uint8Array.from(atob(layers[0].legend[0].imageData), (letter) => letter.charCodeAt(0));
  expect(await readImageColors(new Blob([bytes]))).toContain('0,0,255,255');
});

test.each([
  ['{"id":1}', 'dynamicLayers: expected a list of layers'],
  [[{ source: source(1) }], 'dynamicLayers[0].id: '],
  [[{ id: 99 }], 'dynamicLayers[0].source: expected the source of layer 99'],
  [[{ id: 1 }, { id: 1 }], 'dynamicLayers[1].id: duplicate ID 1.'],
  [[{ id: 9, source: source(0) }], 'group'],
  [[{ id: 9, source: source(77) }], '77'],
  [
    [{ id: 1, drawingInfo: { renderer: { type: 'dotDensity' } } }],
    'dynamicLayers[0].drawingInfo.renderer.type: expected one of',
  ],
  [[{ id: 1, minScale: 'x' }], 'dynamicLayers[0].minScale: expected a scale'],
  [[{ id: 1, definitionExpression: 'XX = 1' }], 'XX'],
])('%j is refused', async (dynamicLayers, message) => {
  const { error } = await ask('export', { ...view, dynamicLayers });
  expect(error).toMatchObject({ code: 400, message: expect.stringContaining(message) });
});

test('a query of a described layer goes by its filter, in every form of the answer', async () => {
  const layer = { id: 101, source: source(3), definitionExpression: "KIND = 'holed'" };
  const all = await ask('dynamicLayer/query', { layer, outFields: 'KIND', returnGeometry: false });
  expect(all.features.map(({ attributes }: Json) => attributes.KIND)).toEqual(['holed']);
  expect(await ask('dynamicLayer/query', { layer, returnCountOnly: true })).toMatchObject({ count: 1 });
  const outStatistics = [{ statisticType: 'count', onStatisticField: 'KIND', outStatisticFieldName: 'n' }];
  const counted = await ask('dynamicLayer/query', { layer, outStatistics });
  expect(counted.features).toMatchObject([{ attributes: { n: 1 } }]);
  expect(await ask('dynamicLayer/query', {})).toMatchObject({ error: { code: 400 } });
});

test('a described layer is described as its published one, with its own id, filter and drawing', async () => {
  const published = await ask('3', {});
  const layer = { id: 101, source: source(3), definitionExpression: 'CODE > 3', drawingInfo: inBlue };
  const described = await ask('dynamicLayer', { layer });
  expect(described).toMatchObject({ id: 101, definitionExpression: 'CODE > 3', drawingInfo: inBlue });
  expect(described.fields).toEqual(published.fields);
});

test('several layers are queried at once, each by its filter, and answer as they do alone', async () => {
  const server = 'services/Sample/FeatureServer';
  const context = await sampleContext();
  const ask = (path: string, parameters: Readonly<Record<string, unknown>>) =>
    restJson(context, `${server}/${path}`, parameters);
  const filters = { '1': '1=1', '3': "KIND = 'holed'" };
  const { layers } = await ask('query', { layerDefs: filters });
  expect(layers.map(({ id }: Json) => id)).toEqual([1, 3]);
  for (const { id, ...answered } of layers) {
    const where = filters[String(id) as keyof typeof filters];
    expect({ status: 200, ...answered }).toEqual(await ask(`${id}/query`, { where, outFields: '*' }));
  }
  const counted = await ask('query', { layerDefs: { '3': "KIND = 'holed'" }, returnCountOnly: true });
  expect(counted.layers).toEqual([{ id: 3, count: 1 }]);
  expect(await ask('query', { layerDefs: { '99': '1=1' } })).toMatchObject({ error: { code: 400 } });
});
