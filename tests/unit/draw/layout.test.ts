import { expect, test } from 'vitest';
import table from '../../../public/epsg.json?raw';
import { sheetBar } from '../../../sw/extensions/print/draw-sheet.ts';
import { degreeText, gridStep, planGrid } from '../../../sw/extensions/print/grid.ts';
import { resolutionAtCenter } from '../../../sw/geometry/lengths/true-resolution.ts';
import { transformation } from '../../../sw/geometry/project.ts';
import { defineTable } from '../../../sw/geometry/projection-table.ts';
import { referenceFromWkid } from '../../../sw/geometry/spatial-reference.ts';
import { makeView } from '../../../sw/geometry/view.ts';

defineTable(table);
const toWorld = (wkid: number) => transformation(referenceFromWkid(wkid), referenceFromWkid(4326));

const viewAround = (x: number, y: number, rotationDeg = 0) =>
  makeView({
    extent: [x - 1000, y - 1000, x + 1000, y + 1000],
    widthPx: 200,
    heightPx: 200,
    dpi: 96,
    rotationDeg,
    inchesPerUnit: 39.37,
  });

/**
 * Expected: the geometric mean of `Geod.inv` over 2 m to the right and up, and the meridian convergence of
 * `Proj.get_factors` (PROJ 9.1 through pyproj 3.4).
 */
test.each([
  ['Web Mercator at Berlin', 3857, 1489000, 6894000, 0, 0.6090645, 0],
  ['UTM 33', 25833, 390000, 5820000, 0, 1.0002515, -1.28663],
  ['UTM 33, turned', 25833, 390000, 5820000, 30, 1.0002515, -1.28663],
  ['LAEA Europe', 3035, 4000000, 2500000, 0, 1.0000018, -3.017166],
  ['Equal Earth', 8857, 3000000, 6000000, 0, 1.0097215, 13.640312],
] as const)('%s lies on the ground as PROJ says', (_, wkid, x, y, turnDeg, metresPerUnit, convergenceDeg) => {
  const resolution = resolutionAtCenter(viewAround(x, y, turnDeg), toWorld(wkid))!;
  expect(resolution.metersPerPixel / 10).toBeCloseTo(metresPerUnit, 5);
  expect(resolution.northDeg).toBeCloseTo(-convergenceDeg - turnDeg, 2);
});

/**
 * Expected: whether the scales of PROJ's `Proj.get_factors` agree within 1 % and lengths are constant over the view.
 */
test.each([
  ['Web Mercator of a valley', 3857, [1.4e6, 6.8e6, 1.5e6, 6.9e6], true],
  ['Web Mercator of a country', 3857, [5e5, 5.9e6, 1.7e6, 7.4e6], true],
  ['Web Mercator at the equator', 3857, [-1e4, -1e4, 1e4, 1e4], true],
  ['Web Mercator of the world', 3857, [-2e7, -1.5e7, 2e7, 1.5e7], false],
  ['LAEA of Europe', 3035, [2.5e6, 1.4e6, 7.4e6, 5.5e6], true],
  ['Equal Earth of a valley', 8857, [6e5, 5.4e6, 7e5, 5.5e6], false],
  ['degrees of a valley', 4326, [8.5, 47, 9.5, 48], false],
  ['degrees at the equator', 4326, [8.5, -0.5, 9.5, 0.5], true],
  ['degrees of the world', 4326, [-180, -90, 180, 90], false],
] as const)('%s', (_, wkid, extent, isToScale) => {
  const view = makeView({ extent, widthPx: 300, heightPx: 200, dpi: 96, inchesPerUnit: 39.37 });
  expect(resolutionAtCenter(view, wkid === 4326 ? undefined : toWorld(wkid))?.isToScale).toBe(isToScale);
});

test('the middle of the sky is nowhere', () => {
  expect(resolutionAtCenter(viewAround(3e7, 3e7), toWorld(8857))).toBeUndefined();
});

test.each([
  [2_100_000, 'metric', { piece: 500, unit: 'km', lengthM: 2_000_000 }],
  [3999, 'metric', { piece: 500, unit: 'm', lengthM: 2000 }],
  [4000, 'metric', { piece: 1, unit: 'km', lengthM: 4000 }],
  [9, 'metric', { piece: 2, unit: 'm', lengthM: 8 }],
  [7000, 'imperial', { piece: 1, unit: 'mi', lengthM: 6437.376 }],
  [1000, 'imperial', { piece: 500, unit: 'ft', lengthM: 609.6 }],
] as const)('a bar for %d m, %s', (roomM, system, bar) => {
  expect(sheetBar(roomM, system)).toEqual({ ...bar, lengthM: expect.closeTo(bar.lengthM, 6) });
});

test('a grid meets the frame where PROJ has longitudes and latitudes', () => {
  const view = makeView({
    extent: [3e6, 2e6, 5e6, 3.5e6],
    widthPx: 1000,
    heightPx: 750,
    dpi: 96,
    inchesPerUnit: 39.37,
  });
  const { lines, labels } = planGrid({ view, toWorld: toWorld(3035), isDegrees: true, gapPx: 150, locale: 'en' });
  // Computed by finding the roots of PROJ's transformation along the edges of the frame.
  const expected = {
    bottom: { '5°W': 20.9, '0°': 236.63, '5°E': 449.32, '10°E': 660.5, '15°E': 871.68 },
    top: { '5°W': 169.03, '0°': 335.34, '5°E': 498.66, '10°E': 660.5, '15°E': 822.34, '20°E': 985.66 },
    left: { '40°N': 742.99, '45°N': 458.76, '50°N': 171.56 },
    right: { '45°N': 514.36, '50°N': 234.22 },
  };
  for (const [edge, places] of Object.entries(expected)) {
    const actual = labels.filter((label) => label.edge === edge);
    for (const [text, atPx] of Object.entries(places)) {
      const near = actual.filter((item) => item.text === text).map((entry) => Math.abs(entry.atPx - atPx));
      expect(Math.min(...near), `${text} at the ${edge}`).toBeLessThan(0.5);
    }
  }
  for (const line of lines)
    for (const [index, value] of line.entries()) {
      expect(value).toBeGreaterThanOrEqual(-1e-6);
      expect(value).toBeLessThanOrEqual((index % 2 === 0 ? 1000 : 750) + 1e-6);
    }
});

test('a grid of map coordinates is straight, round and counted from their origin', () => {
  const { lines, labels } = planGrid({
    view: viewAround(390_010, 5_820_010),
    isDegrees: false,
    gapPx: 40,
    locale: 'de',
  });
  expect(lines.length).toBe(8);
  expect(labels.filter(({ edge }) => edge === 'bottom')).toEqual(
    ['389.500', '390.000', '390.500', '391.000'].map((text, index) => ({
      text,
      edge: 'bottom',
      atPx: expect.closeTo(49 + 50 * index, 3),
    })),
  );
});

test('over the antimeridian degrees go on', () => {
  const view = makeView({
    extent: [1.9e7, -1e6, 2.1e7, 1e6],
    widthPx: 400,
    heightPx: 400,
    dpi: 96,
    inchesPerUnit: 39.37,
  });
  const { labels } = planGrid({ view, toWorld: toWorld(3857), isDegrees: true, gapPx: 80, locale: 'en' });
  expect(labels.filter(({ edge }) => edge === 'bottom').map(({ text }) => text)).toEqual(['175°E', '180°', '175°W']);
});

test.each([
  [0.3, 30, '0°', '0°'],
  [8, 10, '10°E', '10°N'],
  [0.4, 0.5, '0°30′E', '0°30′N'],
  [12 / 3600, 20 / 3600, '0°00′20″E', '0°00′20″N'],
] as const)('the interval for %d degrees', (smallest, expected, longitude, latitude) => {
  const step = smallest === 0.3 ? 30 : gridStep(smallest, true);
  expect(step).toBeCloseTo(expected, 12);
  const value = smallest === 0.3 ? 0 : step;
  expect(degreeText(value, true, step)).toBe(longitude);
  expect(degreeText(value, false, step)).toBe(latitude);
});

test('the interval of map coordinates is 1, 2 or 5 times a power of ten', () => {
  expect([1, 1.1, 2.5, 6, 0.03].map((entry) => gridStep(entry, false))).toEqual([1, 2, 5, 10, 0.05]);
});
