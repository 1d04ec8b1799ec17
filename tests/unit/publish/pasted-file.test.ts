import { expect, test } from 'vitest';
import { addressIn, fileOfText, withEnding } from '../../../src/publish/pasted/pasted-file.ts';
import { describeFiles } from '../formats/pack-files.ts';

test.each([
  ['{"type":"Point","coordinates":[11.5,48.1]}', 'points', 1],
  ['POINT (11.5 48.1)\nPOINT (13.4 52.5)\n', 'points', 2],
  ['POLYGON ((0 0, 0 1,\n 1 1, 0 0))', 'polygons', 1],
  ['name,lat,lon\na,48.1,11.5\n', 'points', 1],
  ['name\tRechtswert\tHochwert\na\t691608\t5334760\n', 'points', 1],
  ['<?xml version="1.0"?><gpx version="1.1"><wpt lat="48.1" lon="11.5"/></gpx>', 'points', 1],
])('text from the clipboard is read as what it is: %s', async (text, geometry, rowCount) => {
  const file = fileOfText(text, 'pasted');
  const layers = await describeFiles([{ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }]);
  expect(layers).toMatchObject([{ name: 'pasted', geometry, rowCount }]);
});

test('an address is one alone, over the web', () => {
  expect(addressIn(' https://example.org/a.geojson\n')).toBe('https://example.org/a.geojson');
  for (const text of ['file:///a', 'https://a b', 'see https://example.org', 'a,b\n1,2', 'javascript:alert(1)'])
    expect(addressIn(text)).toBeUndefined();
});

test('a file without an ending gets that of its content type', () => {
  const named = (name: string, type: string): string => withEnding(new File(['x'], name, { type })).name;
  expect(named('wfs', 'application/geo+json')).toBe('wfs.geojson');
  expect(named('query', 'text/csv')).toBe('query.csv');
  expect(named('a.gpkg', 'application/octet-stream')).toBe('a.gpkg');
  expect(named('a.csv', 'text/plain')).toBe('a.csv');
  expect(named('file', 'application/octet-stream')).toBe('file');
});
