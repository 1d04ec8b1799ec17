import { expect, test } from 'vitest';
import { createPointReader } from '../../../sw/draw/layer/points.ts';
import type { Transformation } from '../../../sw/geometry/project.ts';
import type { MapView } from '../../../sw/geometry/view.ts';
import type { GeometryBatch } from '../../../sw/rows/batch.ts';

const view: MapView = {
  extent: [-10, -10, 10, 10],
  widthPx: 100,
  heightPx: 100,
  dpi: 96,
  resolution: 0.2,
  rotationDeg: 0,
  scale: 0,
};

/** Make points in rows that have one, two or no points in turn. */
function makeBatch(count: number): GeometryBatch {
  const xy = Float64Array.from({ length: 2 * count }, (_, i) => 13 * Math.sin(i * i));
  const partOffsets = Int32Array.from({ length: count + 1 }, (_, i) => i);
  const featureOffsets = [0];
  for (let row = 0; featureOffsets.at(-1)! < count; row++)
    featureOffsets.push(Math.min(count, featureOffsets.at(-1)! + ((row + 1) % 3)));
  return {
    kind: 'multipoint',
    firstRow: 0,
    xy,
    partOffsets,
    featureOffsets: Int32Array.from(featureOffsets),
    rowCount: featureOffsets.length - 1,
  };
}

const turned = {
  forward(xy: Float64Array, from: number, to: number) {
    for (let i = from; i < to; i += 2) [xy[i], xy[i + 1]] = [xy[i + 1]!, xy[i]! < -9 ? Number.NaN : -xy[i]!];
  },
} as unknown as Transformation;

test.each([undefined, turned])('a batch is added as its rows one by one (projection %#)', (projection) => {
  const batch = makeBatch(3000);
  const reader = createPointReader(view, projection, [-11, -11, 11, 11], 4, 1);
  const [whole, single] = [reader.newStore(), reader.newStore()];
  reader.addBatch(whole, batch, 1.5, -2);
  for (let row = 0; row < batch.rowCount; row++) reader.addRow(single, batch, row, 1.5, -2);
  expect(single.count).toBeGreaterThan(500);
  expect(whole.count).toBe(single.count);
  expect(whole.xy.subarray(0, 2 * whole.count)).toEqual(single.xy.subarray(0, 2 * single.count));
});
