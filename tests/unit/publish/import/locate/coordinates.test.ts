import { describe, expect, it } from 'vitest';
import { numberStyle, readCoordinate } from '../../../../../src/publish/import/locate/angle.ts';
import {
  readGeohash,
  readGeometryText,
  readGrid,
  readPair,
} from '../../../../../src/publish/import/locate/single-column.ts';
import positions from './grid-positions.json' with { type: 'json' };

const plain = { letterO: 'E' } as const;

describe('a coordinate', () => {
  it.each([
    ['48.1372', 48.1372],
    ['-11,5', -11.5],
    ['−11.5', -11.5],
    ["5'334'760.5", 5334760.5],
    ['5 334 760,25', 5334760.25],
    ['48°08\'14.5"N', 48.1373611, 'y'],
    ['48° 8′ 14,5″ N', 48.1373611, 'y'],
    ["N 48° 8.25'", 48.1375, 'y'],
    ["11º 34' 30'' W", -11.575, 'x'],
    ['48 08 14.5', 48.1373611],
    ['-48:08:14.5', -48.1373611],
    ['48d08m14.5sS', -48.1373611, 'y'],
    ['480814N', 48.1372222, 'y'],
    ['0113430.5E', 11.5751389, 'x'],
    ['48.5° S', -48.5, 'y'],
    ['11,5 O', 11.5, 'x'],
    ['北緯35度39分31秒', 35.6586111, 'y'],
    ['东经116°23′29″', 116.3913889, 'x'],
    ['동경 126도 58분', 126.9666667, 'x'],
    ['55°45′ с. ш.', 55.75, 'y'],
    ['37°37′ в.д.', 37.6166667, 'x'],
    ['58° 22′ oeste', -58.3666667, 'x'],
  ])('is read from %s', (text, value, axis?: string) => {
    const read = readCoordinate(text, plain);
    expect(read?.value).toBeCloseTo(value, 6);
    expect(read?.axis).toBe(axis);
  });

  it.each(['', 'north', '48 61 0', '48°08\'61"', "48.5°30'", 'N 48 S', '12:30:99', '2024-05-01', '1.2.3', '48 8 8 8'])(
    'is not read from "%s"',
    (text) => expect(readCoordinate(text, plain)).toBeUndefined(),
  );

  it('has O in the east where W is the west, and in the west where E is the east', () => {
    expect(numberStyle(['11° O', '11° W'], 'a').letterO).toBe('E');
    expect(numberStyle(['58° O', '5° E'], 'a').letterO).toBe('W');
    expect(numberStyle(['58° O'], 'longitud').letterO).toBe('W');
    expect(numberStyle(['11° O'], 'Länge')).toMatchObject({ letterO: 'E', isUnclear: false });
    expect(numberStyle(['11° O'], 'a')).toMatchObject({ letterO: 'E', isUnclear: true });
  });

  it('has points between thousands where one number shows it', () => {
    const style = numberStyle(['691.608', '5.334.760'], 'x y');
    expect([
      readCoordinate('691.608', style),
      readCoordinate('5.334.760,5', style),
      readCoordinate(691.608, style),
    ]).toEqual([{ value: 691608 }, { value: 5334760.5 }, { value: 691608 }]);
  });
});

describe('a location in one column', () => {
  it.each([
    ['48.1, 11.5', [11.5, 48.1]],
    ['(48.1 11.5)', [11.5, 48.1]],
    ['48.1,11.5', [11.5, 48.1]],
    ['48,1; 11,5', [11.5, 48.1]],
    ['48,1, 11,5', [11.5, 48.1]],
    ["E 11°34' N 48°08'", [11.5666667, 48.1333333]],
    ['48°08\'14.5"N, 11°34\'30"E', [11.575, 48.1373611]],
    ['+48.1371-011.5754/', [-11.5754, 48.1371]],
  ])('is read from %s', (text, position) => {
    const read = readPair(text, 'lat-lon', plain)!;
    expect(read[0]).toBeCloseTo(position[0]!, 6);
    expect(read[1]).toBeCloseTo(position[1]!, 6);
  });
  it.each(['48,137', '48.1', 'a, b', '1, 2, 3', '48.1 N, 11.5 N', '2024-05-01 12:30'])(
    'is not read from "%s"',
    (text) => expect(readPair(text, 'lat-lon', plain)).toBeUndefined(),
  );

  it('is read from a geohash, as published', () => {
    // https://en.wikipedia.org/wiki/Geohash
    const [x, y] = readGeohash('ezs42')!;
    expect([x.toFixed(1), y.toFixed(1)]).toEqual(['-5.6', '42.6']);
    const [east, north] = readGeohash('u4pruydqqvj')!;
    expect(east).toBeCloseTo(10.40744, 5);
    expect(north).toBeCloseTo(57.64911, 5);
    expect(readGeohash('aio')).toBeUndefined();
  });

  it.each(positions)('is that of GeographicLib for $mgrs, $utm and $degrees', ({ at, mgrs, middle, utm, degrees }) => {
    const near = (read: readonly number[] | undefined, [x, y]: readonly number[], metres: number): void => {
      const perDegree = 111_320 * Math.cos((y! * Math.PI) / 180);
      expect(Math.hypot((read![0]! - x!) * perDegree, (read![1]! - y!) * 111_320)).toBeLessThan(metres);
    };
    near(readGrid(mgrs), middle, 0.05);
    near(readGrid(mgrs.replace(/^(..)(.)(..)(.{5})(.{5})$/, '$1 $2 $3 $4 $5')), middle, 0.05);
    near(readPair(degrees, 'lon-lat', plain), at, 0.05);
    // From 50° to 58° south, the S for the southern hemisphere is read as latitude band S.
    if (at[1]! > -50 || at[1]! < -58) near(readGrid(utm), at, 0.05);
  });
  it.each(['32UPU916083476', '61UPU9160834760', '32IPU9160834760', '32U 12 34', 'HELLO'])('is no grid: %s', (text) =>
    expect(readGrid(text)).toBeUndefined(),
  );

  it('is read from well-known text and GeoJSON', () => {
    expect(readGeometryText('POINT (1 2)')).toEqual({ type: 'Point', coordinates: [1, 2] });
    expect(readGeometryText('{"type":"Point","coordinates":[1,2]}')).toEqual({ type: 'Point', coordinates: [1, 2] });
    for (const bad of ['{"type":"Point","coordinates":["a",2]}', '{"type":"Point"}', '{"type":"Odd"}', '{'])
      expect(readGeometryText(bad)).toBeUndefined();
  });
});
