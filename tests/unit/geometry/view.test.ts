import { describe, expect, test } from 'vitest';
import { Fault } from '../../../sw/contract/index.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { extentAt, extentOfSize, scaleDenominator } from '../../../sw/geometry/scale.ts';
import { convertLength, inchesPerUnit, parseUnits } from '../../../sw/geometry/units.ts';
import { fitExtent, makeView, mapToScreen, screenToMap, viewMatrix } from '../../../sw/geometry/view.ts';
import { random } from './random.ts';

const degrees = inchesPerUnit('gisDecimalDegrees');
const metres = inchesPerUnit('gisMeters');

describe('scale', () => {
  test('reproduces the published tiling schemes', () => {
    expect(scaleDenominator(156543.03392800014, 96, metres)).toBe(591657527.591555);
    // The published number was rounded from other rounded numbers, so only ten digits are reliable.
    expect(scaleDenominator(0.703125, 96, degrees) / 295497598.5708346).toBeCloseTo(1, 9);
  });

  test('of the worked example: 20 x 10 degrees on 400 x 400 pixels', () => {
    const view = makeView({ extent: [-10, 40, 10, 50], widthPx: 400, heightPx: 400, dpi: 96, inchesPerUnit: degrees });
    expect(view.extent).toEqual([-10, 35, 10, 55]);
    expect(view.resolution).toBe(0.05);
    expect(view.scale).toBeCloseTo(21013162.563, 3);
  });

  test('CenterAndScale comes back from the view it makes', () => {
    const view = makeView({
      extent: extentAt([1e6, 6e6], 25000, 800, 600, 120, metres),
      widthPx: 800,
      heightPx: 600,
      dpi: 120,
      inchesPerUnit: metres,
    });
    expect(view.scale).toBeCloseTo(25000, 6);
    expect(() => extentAt([0, 0], 0, 8, 8, 96, metres)).toThrow('Scale: expected a positive number, found 0');
    expect(() => extentAt([0, 0], 10, 8, 8, 96, 0)).toThrow(Fault);
  });

  test('CenterAndSize reads its unit from free text', () => {
    const size = (units: string) => extentOfSize([100, 200], 2, 1, units, 'gisMeters');
    expect(size('Kilometers').map((value) => Math.round(value * 1e6) / 1e6)).toEqual([-900, -300, 1100, 700]);
    expect(size('gisKilometers')).toEqual(size('km'));
    expect(size('')).toEqual([99, 199.5, 101, 200.5]);
    expect(parseUnits('nautical MILES')).toBe('gisNauticalMiles');
    expect(parseUnits('esriDecimalDegrees')).toBe('gisDecimalDegrees');
    expect(parseUnits('metre')).toBe('gisMeters');
    expect(() => size('constructor')).toThrow('found "constructor"');
    expect(convertLength(1, 'gisMiles', 'gisFeet')).toBe(5280);
  });
});

describe('fitExtent', () => {
  test('contains what was asked for and has square pixels', () => {
    const next = random(7);
    for (let i = 0; i < 2000; i++) {
      const x = (next() - 0.5) * 4e7;
      const y = (next() - 0.5) * 4e7;
      const requested: Extent = [x, y, x + next() * 10 ** (next() * 8), y + next() * 10 ** (next() * 8)];
      const [w, h] = [1 + Math.floor(next() * 4096), 1 + Math.floor(next() * 4096)];
      const fitted = fitExtent(requested, w, h);
      expect(
        fitted[0] <= requested[0] &&
          fitted[1] <= requested[1] &&
          fitted[2] >= requested[2] &&
          fitted[3] >= requested[3],
      ).toBe(true);
      expect(((fitted[2] - fitted[0]) / w / (fitted[3] - fitted[1])) * h).toBeCloseTo(1, 4);
    }
  });

  test('a side of zero resolves through the other', () => {
    expect(fitExtent([0, 5, 10, 5], 100, 50)).toEqual([0, 2.5, 10, 7.5]);
  });

  test.each<[string, Extent]>([
    ['a point', [1, 1, 1, 1]],
    ['NaN', [Number.NaN, 0, 1, 1]],
    ['infinity', [0, 0, Number.POSITIVE_INFINITY, 1]],
    ['min above max', [2, 0, 1, 1]],
  ])('%s is a fault that names the values', (_, extent) => {
    expect(() => fitExtent(extent, 10, 10)).toThrow(`XMin ${extent[0]}, YMin ${extent[1]}`);
    expect(() => fitExtent(extent, 10, 10)).toThrow(expect.objectContaining({ code: 'bad-extent' }));
  });
});

describe('display transformation', () => {
  const request = { extent: [0, 0, 200, 100] as Extent, widthPx: 200, heightPx: 100, dpi: 96, inchesPerUnit: metres };

  test('starts in the upper left corner', () => {
    expect([...mapToScreen(makeView(request), [0, 100, 200, 0])]).toEqual([0, 0, 200, 100]);
  });

  test('turns the content anti-clockwise', () => {
    // East of the center is up.
    expect([...mapToScreen(makeView({ ...request, rotationDeg: 90 }), [130, 50])]).toEqual([100, 20]);
  });

  test('round trips, and agrees with its matrix', () => {
    const next = random(3);
    for (let i = 0; i < 500; i++) {
      const view = makeView({ ...request, rotationDeg: (next() - 0.5) * 900 });
      const [x, y] = [next() * 200, next() * 100];
      const pixel = mapToScreen(view, [x, y]);
      const back = screenToMap(view, pixel);
      expect(back[0]).toBeCloseTo(x, 9);
      expect(back[1]).toBeCloseTo(y, 9);
      const m = viewMatrix(view);
      expect(m.a * x + m.c * y + m.e).toBeCloseTo(pixel[0]!, 9);
      expect(m.b * x + m.d * y + m.f).toBeCloseTo(pixel[1]!, 9);
    }
  });

  test('refuses a rotation or resolution that is no number', () => {
    expect(() => makeView({ ...request, rotationDeg: Number.NaN })).toThrow('Rotation');
    expect(() => makeView({ ...request, dpi: -1 })).toThrow('ImageDPI: expected a positive number, found -1');
  });
});
