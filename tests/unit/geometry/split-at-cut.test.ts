import { describe, expect, test } from 'vitest';
import {
  cutLongitude,
  dropUnprojected,
  halfWorldWidth,
  splitAtCut,
} from '../../../sw/geometry/date-line/split-at-cut.ts';
import type { FlatGeometry } from '../../../sw/geometry/flat-geometry.ts';
import { polygonArea } from '../../../sw/geometry/measure.ts';
import { transformation } from '../../../sw/geometry/project.ts';
import { defineReference } from '../../../sw/geometry/reference-definitions.ts';
import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';

const makeProjected = (WKID: number): SpatialReference => ({ type: 'ProjectedCoordinateSystem', WKID });
const wgs84: SpatialReference = { type: 'GeographicCoordinateSystem', WKID: 4326 };
const makeGeometry = (...coordinates: number[]): FlatGeometry => ({
  xy: Float64Array.from(coordinates),
  partOffsets: Int32Array.of(0, coordinates.length / 2),
  featureOffsets: Int32Array.of(0, 1),
});
const pacific = makeProjected(990150);
defineReference(990150, '+proj=robin +lon_0=150 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs');

test('the cut lies opposite the central meridian, where there is one', () => {
  expect(cutLongitude(pacific)).toBeCloseTo(-30, 9);
  expect(cutLongitude(makeProjected(5070))).toBeCloseTo(84, 9);
  for (const wkid of [3857, 54030, 32633, 3031, 3035, 4326]) expect(cutLongitude(makeProjected(wkid))).toBeUndefined();
});

test('half a world is what a path may jump', () => {
  expect(halfWorldWidth(makeProjected(3857))).toBeCloseTo(20037508.342789244, 6);
  expect([halfWorldWidth(wgs84), halfWorldWidth({ type: 'UnknownCoordinateSystem' })]).toEqual([180, Infinity]);
});

describe('a polygon over the cut', () => {
  const square = makeGeometry(-40, 0, -40, 20, -20, 20, -20, 0, -40, 0);

  test('tears without the split and does not with it', () => {
    const way = transformation(wgs84, pacific)!;
    const widest = (geometry: FlatGeometry) => {
      const xy = geometry.xy.slice();
      way.forward(xy);
      let jump = 0;
      for (let part = 0; part + 1 < geometry.partOffsets.length; part++)
        for (let v = geometry.partOffsets[part]! + 1; v < geometry.partOffsets[part + 1]!; v++)
          jump = Math.max(jump, Math.abs(xy[2 * v]! - xy[2 * v - 2]!));
      return jump;
    };
    const split = splitAtCut(square, 'polygon', cutLongitude(pacific)!);
    expect(widest(square)).toBeGreaterThan(3e7);
    expect(widest(split)).toBeLessThan(2e6);
    expect([...split.featureOffsets]).toEqual([0, 2]);
    expect(polygonArea(split.xy, split.partOffsets, 0, 2)).toBeCloseTo(400, 5);
  });

  test('is left alone when nothing crosses', () => {
    expect(splitAtCut(square, 'polygon', 84)).toBe(square);
    expect(splitAtCut(square, 'point', -30)).toBe(square);
  });
});

describe('what has no image', () => {
  test('breaks lines, closes rings, removes points', () => {
    const line = dropUnprojected(
      makeGeometry(0, 0, 1, 0, Number.NaN, Number.NaN, 3, 0, 4, 0, Number.NaN, 0, 9, 9),
      'polyline',
    );
    expect([[...line.xy], [...line.partOffsets]]).toEqual([
      [0, 0, 1, 0, 3, 0, 4, 0],
      [0, 2, 4],
    ]);
    const ring = dropUnprojected(makeGeometry(Number.NaN, 0, 0, 1, 1, 1, 1, 0, Number.NaN, 0), 'polygon');
    expect([...ring.xy]).toEqual([0, 1, 1, 1, 1, 0, 0, 1]);
    const point = dropUnprojected(makeGeometry(Number.NaN, 0), 'point');
    expect([point.xy.length, [...point.featureOffsets]]).toEqual([0, [0, 0]]);
  });

  test('jumps break lines and drop rings', () => {
    const line = dropUnprojected(makeGeometry(0, 0, 1, 0, 100, 0, 101, 0), 'polyline', 50);
    expect([...line.partOffsets]).toEqual([0, 2, 4]);
    expect(dropUnprojected(makeGeometry(0, 0, 1, 0, 100, 0, 0, 0), 'polygon', 50).xy.length).toBe(0);
    const sound = makeGeometry(0, 0, 1, 0);
    expect(dropUnprojected(sound, 'polyline', 50)).toBe(sound);
  });
});
