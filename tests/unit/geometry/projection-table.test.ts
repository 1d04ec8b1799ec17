import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { transformation } from '../../../sw/geometry/project.ts';
import { readProjectionTable } from '../../../sw/geometry/projection-table.ts';
import { estimateUncertainty, getDefinitionText, parseDefinition } from '../../../sw/geometry/reference-definitions.ts';
import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';

const json = readFileSync('public/epsg.json', 'utf8');
const table = readProjectionTable(json);
const wgs84: SpatialReference = { type: 'GeographicCoordinateSystem', WKID: 4326 };

test('most of the registry is usable, small, and every row parses', () => {
  expect(table.size).toBeGreaterThan(8900);
  expect(gzipSync(json).length).toBeLessThan(260_000);
  for (const [wkid, , text] of table.values())
    expect(parseDefinition(text, String(wkid)).projection.projName).toBeTruthy();
});

test('a reference that is not built in works once it is defined from the table', async () => {
  // Test files share modules, and some define every system of the table, so import fresh ones here.
  vi.resetModules();
  const { transformation } = await import('../../../sw/geometry/project.ts');
  const { defineFromTable } = await import('../../../sw/geometry/projection-table.ts');
  const madrid: SpatialReference = { type: 'ProjectedCoordinateSystem', WKID: 2062 };
  expect(() => transformation(madrid, wgs84)).toThrow('2062');
  expect(defineFromTable(madrid, table)).toBe(true);
  expect(() => transformation(madrid, wgs84)).not.toThrow();
  const lambert: SpatialReference = { type: 'ProjectedCoordinateSystem', WKID: 31370 };
  expect(defineFromTable(lambert, table)).toBe(true);
  const xy = Float64Array.of(251763.2, 153034.13);
  transformation(lambert, wgs84)!.forward(xy);
  // EPSG guidance note 7-2: 50 40' 46.461" N, 5 48' 26.533" E on the Belgian datum, some hundred meters from WGS 84.
  expect(xy[0]).toBeCloseTo(5.8086, 2);
  expect(xy[1]).toBeCloseTo(50.6786, 2);
  expect(defineFromTable({ type: 'ProjectedCoordinateSystem', WKID: 999999 }, table)).toBe(false);
});

test('what is built in says the same as the table', () => {
  const custom: Record<string, readonly number[]> = {};
  const differing: string[] = [];
  for (const [wkid, , text, area] of table.values()) {
    const builtIn = getDefinitionText(wkid);
    if (!builtIn || !area || area[0]! > area[2]! || wkid === 31370 || wkid === 4326) continue;
    const point = [(area[0] + area[2]) / 2 + 0.1, Math.min(80, (area[1] + area[3]) / 2 + 0.1)];
    const results = [{ WKID: wkid }, { WKT: text }].map((reference) => {
      const xy = Float64Array.from(point);
      transformation(wgs84, { type: 'ProjectedCoordinateSystem', ...reference })?.forward(xy);
      return xy;
    });
    custom[wkid] = [...results[0]!];
    if (Math.hypot(results[0]![0]! - results[1]![0]!, results[0]![1]! - results[1]![1]!) > 1)
      differing.push(String(wkid));
  }
  expect(Object.keys(custom).length).toBeGreaterThan(150);
  expect(differing).toEqual([]);
});

interface Position {
  readonly wkid: number;
  readonly x: number;
  readonly y: number;
  readonly longitude: number;
  readonly latitude: number;
  /** Accuracy of the datum operation in meters; NaN if it isn't stated, undefined if there is no operation. */
  readonly accuracyM: number | undefined;
}

/** A point of every system, by PROJ (`makers/system_positions.py`). */
const positions = readFileSync('tests/unit/geometry/system-positions.tsv', 'utf8')
  .trim()
  .split('\n')
  .map((line): Position => {
    const [wkid, x, y, longitude, latitude, accuracy] = line.split('\t');
    const [a, b, c, d, e] = [wkid, x, y, longitude, latitude].map(Number) as [number, number, number, number, number];
    const accuracyM = accuracy === '-' ? undefined : Number(accuracy === '?' ? Number.NaN : accuracy);
    return { wkid: a, x: b, y: c, longitude: d, latitude: e, accuracyM };
  });

const metresPerDegree = 111_320;

/** Systems to whose latitudes PROJ adds a few seconds, which isn't a datum shift. */
const withoutShift = [4120, 4815];

test('every system puts its point where PROJ does, there and back', () => {
  const off: string[] = [];
  for (const { wkid, x, y, longitude, latitude, accuracyM } of positions) {
    const row = table.get(wkid)!;
    const custom: SpatialReference = { type: 'ProjectedCoordinateSystem', WKT: row[2] };
    const there = Float64Array.of(x, y);
    const back = Float64Array.of(longitude, latitude);
    const way = transformation(custom, wgs84);
    way?.forward(there);
    way?.inverse(back);
    const perDegree = metresPerDegree * Math.cos((latitude * Math.PI) / 180);
    const around = (degrees: number) => ((degrees + 540) % 360) - 180;
    const { metersPerUnit: metresPerUnit, isGeographic } = parseDefinition(row[2], String(wkid));
    const scale = isGeographic ? [perDegree, metresPerDegree] : [metresPerUnit, metresPerUnit];
    const thereM = Math.hypot(around(there[0]! - longitude) * perDegree, (there[1]! - latitude) * metresPerDegree);
    const dx = isGeographic ? around(back[0]! - x) : back[0]! - x;
    const backM = Math.hypot(dx * scale[0]!, (back[1]! - y) * scale[1]!);
    if (!(Math.max(thereM, backM) <= Math.max(2, accuracyM || 0)) && !withoutShift.includes(wkid))
      off.push(`${wkid} ${row[1]}: ${thereM} m, ${backM} m`);
  }
  expect(off).toEqual([]);
});

test('systems on ellipsoids that the projection library does not know by name are right to a centimetre', () => {
  const off = positions.flatMap(({ wkid, x, y, longitude, latitude }) => {
    const row = table.get(wkid)!;
    if (!/\+a=(6378135|6378136\.5) /.test(row[2])) return [];
    const way = transformation({ type: 'ProjectedCoordinateSystem', WKT: row[2] }, wgs84)!;
    const xy = Float64Array.of(x, y);
    way.forward(xy);
    const degrees = Math.hypot((xy[0]! - longitude) * Math.cos((latitude * Math.PI) / 180), xy[1]! - latitude);
    return [{ wkid, meters: degrees * metresPerDegree }];
  });
  expect(off.length).toBeGreaterThan(400);
  expect(off.filter(({ meters }) => !(meters < 0.01))).toEqual([]);
});

test('no system names an ellipsoid that the projection library takes for another', () => {
  const unknown = [...table.values()].flatMap(([wkid, , text]) => {
    const name = /\+ellps=(\S+)/.exec(text)?.[1];
    const { a, es } = parseDefinition(text, String(wkid)).projection;
    const isWgs84 = a === 6378137 && Math.abs(es - 0.0066943799901) < 1e-12;
    return name && name !== 'WGS84' && isWgs84 ? [`${wkid} ${name}`] : [];
  });
  expect(unknown).toEqual([]);
});

test('only where PROJ knows no operation without a grid there is no shift', () => {
  const lacking = positions
    .filter(({ accuracyM }) => accuracyM !== undefined)
    .flatMap(({ wkid }) => {
      const [, name, text] = table.get(wkid)!;
      return estimateUncertainty(parseDefinition(text, name)).isShifted ? [] : [wkid];
    });
  expect(lacking).toEqual(withoutShift);
});

test('the accuracy of a shift is told, and that there is none', () => {
  const uncertainty = (wkid: number) => estimateUncertainty(parseDefinition(table.get(wkid)![2], String(wkid)));
  expect(uncertainty(31370)).toEqual({ isShifted: true, meters: 0 });
  expect(uncertainty(3907)).toEqual({ isShifted: true, meters: 5 });
  expect(uncertainty(4490)).toEqual({ isShifted: false, meters: 5 });
  expect(uncertainty(8044)).toEqual({ isShifted: false, meters: 2500 });
});

test('deprecated numbers are known', () => {
  for (const wkid of [2400, 3907, 4268, 102110]) expect(table.has(wkid)).toBe(true);
});

test('every system of the table has its point', () => {
  expect(positions.map(({ wkid }) => wkid)).toEqual([...table.keys()]);
});
