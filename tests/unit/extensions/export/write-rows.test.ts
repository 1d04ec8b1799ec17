import { expect, test } from 'vitest';
import { csvHead, geoJsonShape, locationCells } from '../../../../src/extensions/export/write-rows.ts';
import { rowText } from '../../../../src/map/identify/row-result.ts';
import { csvCell } from '../../../../src/parts/value-text.ts';
import type { RestShape } from '../../../../sw/formats/rest-value.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+SUM(A1)', "'+SUM(A1)"],
  ['@cmd', "'@cmd"],
  ['-2+3', "'-2+3"],
  ['\t=1', "'\t=1"],
  ['-12.5', '-12.5'],
  ['a "b", c', '"a ""b"", c"'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  [-12.5, '-12.5'],
  [null, ''],
  [true, 'true'],
  [{ type: 'int' as const, value: -7 }, '-7'],
  [new Date(Date.UTC(2024, 1, 29)), '2024-02-29T00:00:00.000Z'],
])('the cell of %j is %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

const polygon = (...rings: RestShape['rings'] & {}): RestShape => ({ rings });
const clockwise = [
  [0, 0],
  [0, 10],
  [10, 10],
  [10, 0],
  [0, 0],
] as const;
const hole = [
  [2, 2],
  [4, 2],
  [4, 4],
  [2, 4],
  [2, 2],
] as const;
const away = clockwise.map(([x, y]) => [x + 100, y] as const);

test('a polygon with a hole and another part is two polygons, each turned as GeoJSON wants it', () => {
  // Given a hole that follows the second part but is inside the first
  const shape = geoJsonShape(polygon(clockwise, away, hole));

  expect(shape).toEqual({
    type: 'MultiPolygon',
    coordinates: [[clockwise.toReversed(), hole.toReversed()], [away.toReversed()]],
  });
});

test('a ring that is written the wrong way round is an area all the same', () => {
  expect(geoJsonShape(polygon(hole))).toEqual({ type: 'Polygon', coordinates: [hole] });
});

test('shapes without coordinates are null', () => {
  expect(geoJsonShape(polygon())).toBeNull();
  expect(geoJsonShape(null)).toBeNull();
  expect(geoJsonShape({})).toBeNull();
});

test('points of a CSV have a place, under names that no field has', () => {
  expect(csvHead(['NAME', 'Longitude'], true)).toBe('NAME,Longitude,longitude_1,latitude');
  expect(csvHead(['NAME'])).toBe('NAME');
  expect(locationCells({ x: 13.4, y: -52.5 })).toEqual(['13.4', '-52.5']);
  expect(locationCells(null)).toEqual(['', '']);
});

test('a row goes to the clipboard as a spreadsheet takes it', () => {
  const fields = ['NAME', 'NOTE', 'POP'].map((Name) => ({ Name, AliasName: '', Type: 'gisFieldTypeString' }) as never);
  expect(rowText(fields, [['=1+1', 'two\nlines', 5]])).toBe('NAME\tNOTE\tPOP\n\'=1+1\t"two\nlines"\t5');
  expect(rowText(fields, [['a\tb', null, null]])).toBe('NAME\tNOTE\tPOP\n"a\tb"\t\t');
});
