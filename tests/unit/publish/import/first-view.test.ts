import { expect, test } from 'vitest';
import { firstView } from '../../../../src/publish/import/build-map.ts';
import { makeGeometryBatch } from '../../rows/made-table.ts';

const box = (xmin: number, ymin: number, xmax: number, ymax: number) => [
  [xmin, ymin],
  [xmax, ymin],
  [xmax, ymax],
  [xmin, ymax],
  [xmin, ymin],
];

test('the United States fill the first view, though the Aleutians reach beyond the antimeridian', () => {
  const states = makeGeometryBatch('polygon', [
    [box(-179.1, 51, -130, 71).flat()],
    [box(-124.7, 24.5, -66.9, 49.4).flat()],
    [box(172.4, 51.2, 179.8, 53).flat()],
  ]);
  const view = firstView([states])!;
  expect(view[0]).toBeCloseTo(-179.1 - 112.2 / 50, 3);
  expect(view[2]).toBeCloseTo(-66.9 + 112.2 / 50, 3);
  expect(view[1]).toBeLessThan(24.5);
});

test('New Zealand with the Chatham Islands is seen from its wider side in the east', () => {
  const points = makeGeometryBatch('point', [[[166.4, -50.7]], [[178.5, -37]], [[-176.5, -44]], [[-176.2, -43.8]]]);
  const view = firstView([points])!;
  expect(view[0]).toBeGreaterThan(160);
  expect(view[2]).toBeLessThan(181);
});

test('data around the world, in one half of it, or with sides across it are seen whole', () => {
  const around = makeGeometryBatch(
    'point',
    Array.from({ length: 36 }, (_, index) => [[-175 + index * 10, 10]]),
  );
  const half = makeGeometryBatch('point', [[[-120, 40]], [[-70, 40]]]);
  const frame = makeGeometryBatch('polygon', [[box(-180, -90, 180, 90).flat()]]);
  expect([firstView([around]), firstView([half]), firstView([frame]), firstView([])]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
