import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { epsgTable } from '../../../src/publisher/epsg-table.ts';
import { transformation } from '../../../sw/geometry/project.ts';
import { defineFromTable, readProjectionTable } from '../../../sw/geometry/projection-table.ts';
import { parseDefinition, textOf } from '../../../sw/geometry/reference-definitions.ts';
import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';

const json = epsgTable();
const table = readProjectionTable(json);

test('most of the registry is usable, small, and every row parses', () => {
  expect(table.size).toBeGreaterThan(7000);
  expect(gzipSync(json).length).toBeLessThan(260_000);
  for (const [wkid, , text] of table.values())
    expect(parseDefinition(text, String(wkid)).projection.projName).toBeTruthy();
});

test('a reference that is not built in works once it is defined from the table', () => {
  const lambert: SpatialReference = { type: 'ProjectedCoordinateSystem', WKID: 31370 };
  expect(() => transformation(lambert, { type: 'GeographicCoordinateSystem', WKID: 4326 })).toThrow('31370');
  expect(defineFromTable(lambert, table)).toBe(true);
  const xy = Float64Array.of(251763.2, 153034.13);
  transformation(lambert, { type: 'GeographicCoordinateSystem', WKID: 4326 })!.forward(xy);
  // EPSG guidance note 7-2: 50 40' 46.461" N, 5 48' 26.533" E on the Belgian datum, some hundred metres from WGS 84.
  expect(xy[0]).toBeCloseTo(5.8086, 2);
  expect(xy[1]).toBeCloseTo(50.6786, 2);
  expect(defineFromTable({ type: 'ProjectedCoordinateSystem', WKID: 999999 }, table)).toBe(false);
});

test('what is built in says the same as the table', () => {
  const wgs84: SpatialReference = { type: 'GeographicCoordinateSystem', WKID: 4326 };
  const own: Record<string, readonly number[]> = {};
  const differing: string[] = [];
  for (const [wkid, , text, area] of table.values()) {
    const builtIn = textOf(wkid);
    if (!builtIn || !area || area[0]! > area[2]! || wkid === 31370 || wkid === 4326) continue;
    const point = [(area[0] + area[2]) / 2 + 0.1, Math.min(80, (area[1] + area[3]) / 2 + 0.1)];
    const results = [{ WKID: wkid }, { WKT: text }].map((reference) => {
      const xy = Float64Array.from(point);
      transformation(wgs84, { type: 'ProjectedCoordinateSystem', ...reference })?.forward(xy);
      return xy;
    });
    own[wkid] = [...results[0]!];
    if (Math.hypot(results[0]![0]! - results[1]![0]!, results[0]![1]! - results[1]![1]!) > 1)
      differing.push(String(wkid));
  }
  expect(Object.keys(own).length).toBeGreaterThan(150);
  expect(differing).toEqual([]);
});
