import { expect, test } from 'vitest';
import { parseGeometry, parseLenient, parseReference, parseTime } from '../../../sw/rest-json/lenient.ts';

test.each([
  ['{x: 1.5, y: 2.5}', { x: 1.5, y: 2.5 }],
  ["{'a': 'it\\'s \"b\"', c: [1,]}".replace(',]', ']'), { a: 'it\'s "b"', c: [1] }],
  ['{"a: b": "c: d", e_1 : null}', { 'a: b': 'c: d', e_1: null }],
  ['[1,2]', [1, 2]],
])('%s is read', (text, value) => {
  expect(parseLenient(text, 'p')).toEqual(value);
});

test('what is no JSON is refused by the name of its parameter', () => {
  expect(() => parseLenient('{x: }', 'geometry')).toThrow('geometry: JSON expected, "{x: }" found.');
});

test('shapes come as JSON and as numbers with commas', () => {
  expect(parseGeometry('{x: 1, y: 2}', 'geometry')).toEqual({ type: 'PointN', X: 1, Y: 2 });
  expect(parseGeometry(' 1, -2.5 ', 'geometry')).toEqual({ type: 'PointN', X: 1, Y: -2.5 });
  expect(parseGeometry('1,2,3,4', 'geometry')).toEqual({ type: 'EnvelopeN', XMin: 1, YMin: 2, XMax: 3, YMax: 4 });
  expect(() => parseGeometry('1,2,3', 'geometry')).toThrow('geometry: JSON, x,y or xmin,ymin,xmax,ymax expected');
  expect(() => parseGeometry('1,b', 'geometry')).toThrow('geometry: numbers with commas between them expected, "b"');
});

test('spatial references come as numbers, texts and objects', () => {
  const mercator = { type: 'ProjectedCoordinateSystem', WKID: 102100, LatestWKID: 3857 };
  for (const text of ['102100', '3857', '900913', '{"wkid":102113}', '{"latestWkid":3857}', '{wkid: "3857"}'])
    expect(parseReference(text, 'outSR')).toEqual(mercator);
  expect(parseReference('4326', 'outSR')).toMatchObject({ type: 'GeographicCoordinateSystem', WKID: 4326 });
  expect(parseReference('{"wkt":"GEOGCS[\\"x\\"]"}', 'sr')).toMatchObject({ type: 'GeographicCoordinateSystem' });
  expect(parseReference('{}', 'sr')).toEqual({ type: 'UnknownCoordinateSystem' });
  expect(() => parseReference('WGS84', 'sr')).toThrow('sr: the number of a spatial reference expected, "WGS84" found.');
});

test('times are instants, spans and all of it', () => {
  const [from, to] = ['1970-01-01T00:00:01.000Z', '1969-12-31T23:59:59.000Z'];
  expect(parseTime('1000', 'time')).toEqual({ type: 'TimeInstant', Time: from });
  expect(parseTime('-1000, 1000', 'time')).toEqual({ type: 'TimeExtent', StartTime: to, EndTime: from });
  expect(parseTime('null,1000', 'time')).toEqual({ type: 'TimeExtent', EndTime: from });
  expect(parseTime('null,null', 'time')).toBeUndefined();
  expect(() => parseTime('now', 'time')).toThrow('time: epoch milliseconds expected, "now" found.');
});
