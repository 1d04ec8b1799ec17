import { expect, test } from 'vitest';
import { askRest, type Json, restJson } from './rest/ask-rest.ts';
import { sampleContext } from './sample-context.ts';

const map = 'services/Sample/MapServer';
const ask = async (path: string, parameters: Readonly<Record<string, unknown>>): Promise<Json> =>
  restJson(await sampleContext(), path, parameters);

const breaks = {
  type: 'classBreaksDef',
  classificationField: 'CODE',
  classificationMethod: 'esriClassifyEqualInterval',
};
const fill = { type: 'esriSFS', style: 'esriSFSSolid', color: [1, 2, 3, 255], outline: null };

test('class breaks, and the rows that they are made from', async () => {
  const two = { classificationDef: { ...breaks, breakCount: 2, baseSymbol: fill } };
  const { type, field, minValue, classBreakInfos } = await ask(`${map}/3/generateRenderer`, two);
  expect([type, field, minValue]).toEqual(['classBreaks', 'CODE', 1]);
  expect(classBreakInfos.map((info: Json) => [info.classMaxValue, info.symbol.type])).toEqual([
    [2, 'esriSFS'],
    [3, 'esriSFS'],
  ]);
  const some = await ask(`${map}/3/generateRenderer`, { ...two, where: 'CODE > 1' });
  expect(some.minValue).toBe(2);
});

test('unique values, of a layer and of one that the request defines', async () => {
  const classificationDef = { type: 'uniqueValueDef', uniqueValueFields: ['KIND'] };
  const values = async (path: string, more: object = {}) =>
    (await ask(path, { classificationDef, ...more })).uniqueValueInfos.map(({ value }: Json) => value);
  expect(await values('services/Sample/FeatureServer/3/generateRenderer')).toEqual(['alone', 'holed', 'parted']);
  const layer = { id: 9, source: { type: 'mapLayer', mapLayerId: 3 }, definitionExpression: 'CODE < 3' };
  expect(await values(`${map}/dynamicLayer/generateRenderer`, { layer, where: 'CODE > 1' })).toEqual(['holed']);
});

test.each([
  [{}, 'classificationDef: '],
  [{ classificationDef: { type: 'x' } }, 'classificationDef.type: expected one of'],
  [{ classificationDef: { ...breaks, classificationField: 'XX' } }, 'XX'],
  [
    { classificationDef: { ...breaks, baseSymbol: { ...fill, type: 'esriSLS', style: 'esriSLSSolid', width: 1 } } },
    'a polygon symbol',
  ],
  [{ classificationDef: breaks, prefix: 'about' }, 'prefix: expected nothing'],
  [{ classificationDef: breaks, formatLabel: 'false' }, 'formatLabel: expected true or nothing'],
])('%j is refused', async (parameters, message) => {
  const { error } = await ask(`${map}/3/generateRenderer`, parameters);
  expect(error).toMatchObject({ code: 400, message: expect.stringContaining(message) });
});

test('domains of the layers that are asked for', async () => {
  expect(await ask(`${map}/queryDomains`, {})).toEqual({ status: 200, domains: [] });
  expect((await ask(`${map}/queryDomains`, { layers: '9' })).error.message).toContain('layers: expected IDs of layers');
});

test.each([
  ['export', { bbox: '0,0,1,1' }, 'selectionDefinitions', '[{"layerId":0}]'],
  ['export', { bbox: '0,0,1,1' }, 'clipping', '{"geometry":{}}'],
  ['1/query', { where: '1=1' }, 'historicMoment', '1'],
  ['1/query', { where: '1=1' }, 'datumTransformation', '1188'],
  ['1/query', { where: '1=1' }, 'having', 'COUNT(*) > 1'],
])('%s with %j refuses %s', async (path, parameters, name, value) => {
  const { error } = await ask(`${map}/${path}`, { ...parameters, [name]: value });
  expect(error).toMatchObject({ code: 400, message: expect.stringContaining(`${name}: `) });
});

test('a search says when it holds fewer than there are', async () => {
  const all = { geometry: '-180,-90,180,90', mapExtent: '-180,-90,180,90', imageDisplay: '360,180,96', tolerance: 0 };
  const cut = await ask(`${map}/identify`, { ...all, layers: 'all' });
  expect([cut.results.length, cut.exceededTransferLimit]).toEqual([4, true]);
  const whole = await ask(`${map}/identify`, { ...all, layers: 'all:1' });
  expect([whole.results.length, 'exceededTransferLimit' in whole]).toEqual([4, false]);
  const actual = await ask(`${map}/find`, { searchText: 'e', layers: '1,2,3' });
  expect([actual.results.length, actual.exceededTransferLimit]).toEqual([4, true]);
});

test('a tile that the client has is not sent again', async () => {
  const context = await sampleContext();
  const { tileInfo } = await restJson(context, 'services/Cached/MapServer');
  const path = `services/Cached/MapServer/tile/${tileInfo.lods[0].level}/0/0`;
  const tile = await askRest(context, path);
  const etag = tile.headers.get('etag')!;
  const again = await askRest(context, path, {}, { headers: { 'if-none-match': etag } });
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
  const other = await askRest(context, path, {}, { headers: { 'if-none-match': '"other"' } });
  expect([other.status, other.headers.get('etag')]).toEqual([200, etag]);
});
