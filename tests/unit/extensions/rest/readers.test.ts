import { expect, test } from 'vitest';
import { lenientJson } from '../../../../sw/contract/parameter-text.ts';
import type { RestKind } from '../../../../sw/extensions/rest/contract/index.ts';
import { geometryValue, referenceValue } from '../../../../sw/extensions/rest/json.ts';
import { readRestParameters } from '../../../../sw/extensions/rest/parameters/read-parameters.ts';
import { timeValue } from '../../../../sw/extensions/rest/resources/map-description.ts';

test.each([
  ['{x: 1.5, y: 2.5}', { x: 1.5, y: 2.5 }],
  ["{'a': 'it\\'s \"b\"', c: [1]}", { a: 'it\'s "b"', c: [1] }],
  ['{"a: b": "c: d", e_1 : null}', { 'a: b': 'c: d', e_1: null }],
  ['{"a":"it\'s","b":{c:true}}', { a: "it's", b: { c: true } }],
  ['[1,2]', [1, 2]],
  ['{x: }', undefined],
  ["{'a: 1}", undefined],
])('%s is read', (text, value) => expect(lenientJson(text)).toEqual(value));

test.each(['A'.repeat(100_000), `{${'\\"'.repeat(49_000)}`, `{a${' '.repeat(99_000)}`, "'\\".repeat(50_000)])(
  'a long text that is no JSON is read through once (%#)',
  (text) => {
    expect(lenientJson(text) === undefined).toBe(true);
  },
);

/** Parse a text as a parameter of this kind. */
function read<T>(kind: RestKind, text: string): T {
  const row = { doc: '', path: '', operations: [], parameters: { p: { kind, doc: '' } } };
  return readRestParameters(row, new Map([['p', text]])).p as T;
}

test('shapes come as JSON and as numbers with commas', () => {
  const shape = (text: string) => geometryValue(read('geometry', text), undefined, 'p');
  expect(shape('{x: 1, y: 2}')).toEqual({ type: 'PointN', X: 1, Y: 2 });
  expect(shape(' 1, -2.5 ')).toEqual({ type: 'PointN', X: 1, Y: -2.5 });
  expect(shape('1,2,3,4')).toEqual({ type: 'EnvelopeN', XMin: 1, YMin: 2, XMax: 3, YMax: 4 });
  const expected = 'p: expected x,y or xmin,ymin,xmax,ymax or geometry JSON';
  expect(() => shape('1,2,3')).toThrow(`${expected}, found "1,2,3".`);
  expect(() => shape('1,b')).toThrow(`${expected}, found "1,b".`);
});

test('spatial references come as numbers, texts and objects', () => {
  const reference = (text: string) => referenceValue(read('spatialReference', text));
  const mercator = { type: 'ProjectedCoordinateSystem', WKID: 102100, LatestWKID: 3857 };
  for (const text of [
    '102100',
    '3857',
    '900913',
    'EPSG:3857',
    '{"wkid":102113}',
    '{"latestWkid":3857}',
    '{wkid: "3857"}',
  ])
    expect(reference(text)).toEqual(mercator);
  expect(reference('4326')).toMatchObject({ type: 'GeographicCoordinateSystem', WKID: 4326 });
  expect(reference('{"wkt":"GEOGCS[\\"x\\"]"}')).toMatchObject({ type: 'GeographicCoordinateSystem' });
  expect(() => reference('{}')).toThrow('p: expected a spatial reference ID or its JSON');
  expect(() => reference('WGS84')).toThrow('found "WGS84".');
});

test('times are instants, spans and all of it', () => {
  const time = (text: string) => timeValue(read('time', text));
  const [from, to] = ['1970-01-01T00:00:01.000Z', '1969-12-31T23:59:59.000Z'];
  expect(time('1000')).toEqual({ type: 'TimeInstant', Time: from });
  expect(time('-1000, 1000')).toEqual({ type: 'TimeExtent', StartTime: to, EndTime: from });
  expect(time('null,1000')).toEqual({ type: 'TimeExtent', EndTime: from });
  expect(time('null,null')).toEqual({ type: 'TimeExtent' });
  expect(() => time('now')).toThrow('p: expected a time or start,end in epoch milliseconds, found "now".');
  expect(() => time('1e18')).toThrow('time: expected epoch milliseconds');
});
