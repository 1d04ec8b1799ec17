import { expect, test } from 'vitest';
import { createShapeReader } from '../../../sw/draw/layer/shapes.ts';
import { type Transformation, transformation } from '../../../sw/geometry/project.ts';
import type { MapView } from '../../../sw/geometry/view.ts';
import type { GeometryBatch } from '../../../sw/rows/batch.ts';

const degrees = { type: 'GeographicCoordinateSystem', WKID: 4326 } as const;
const mercator = { type: 'ProjectedCoordinateSystem', WKID: 3857 } as const;
const conic = { type: 'ProjectedCoordinateSystem', WKID: 102009 } as const;

/** Make rings of a few vertices, in rows of one, two or no parts; some are smaller than a pixel. */
function makeBatch(rowCount: number): GeometryBatch {
  const xy: number[] = [];
  const partOffsets = [0];
  const featureOffsets = [0];
  for (let row = 0; row < rowCount; row++) {
    for (let part = 0; part < row % 3; part++) {
      const [x, y, size] = [120 * Math.sin(row * row), 60 * Math.sin(row), (row % 7) * 0.4];
      for (let i = 0; i <= 6; i++) xy.push(x + size * Math.cos(i), y + size * Math.sin(i * (part + 1)));
      xy.push(xy.at(-14)!, xy.at(-13)!);
      partOffsets.push(xy.length / 2);
    }
    featureOffsets.push(partOffsets.length - 1);
  }
  return {
    kind: 'polygon',
    firstRow: 0,
    xy: Float64Array.from(xy),
    partOffsets: Int32Array.from(partOffsets),
    featureOffsets: Int32Array.from(featureOffsets),
    rowCount,
  };
}

function makeReader(isClosed: boolean, projection: Transformation | undefined, reach: number) {
  const half = projection ? 2e7 : 180;
  const view: MapView = {
    ...{ extent: [-half, -half / 2, half, half / 2], widthPx: 300, heightPx: 150 },
    ...{ dpi: 96, resolution: half / 150, rotationDeg: 0, scale: 0 },
  };
  return createShapeReader(isClosed, view, projection, [-reach, -reach, reach, reach], 1e4, 1);
}

test.each([
  [true, undefined],
  [false, undefined],
  [true, transformation(degrees, mercator)],
])('a batch is added as its rows one by one (closed %s, projection %#)', (isClosed, projection) => {
  const batch = makeBatch(900);
  const reader = makeReader(isClosed, projection, 200);
  const [whole, single] = [reader.newStore(), reader.newStore()];
  const before = batch.xy.slice();
  expect(reader.addBatch(whole, batch)).toBe(true);
  for (let row = 0; row < batch.rowCount; row++) reader.add(single, batch, row, true);
  expect(single.paths.featureCount).toBeGreaterThan(300);
  expect(single.dotCount).toBeGreaterThan(30);
  const { xy, vertexCount } = whole.paths;
  expect({ ...whole.paths, xy: xy.subarray(0, 2 * vertexCount) }).toEqual({
    ...single.paths,
    xy: single.paths.xy.subarray(0, 2 * vertexCount),
  });
  expect(whole.dots.subarray(0, 2 * whole.dotCount)).toEqual(single.dots.subarray(0, 2 * single.dotCount));
  expect(batch.xy).toEqual(before);
});

test('a batch is left to its rows where lines bend, a vertex has no image, or the window has no end', () => {
  const batch = makeBatch(9);
  const bent = makeReader(true, transformation(degrees, conic)!, 200);
  expect(bent.addBatch(bent.newStore(), batch)).toBe(false);
  const endless = makeReader(true, undefined, Infinity);
  expect(endless.addBatch(endless.newStore(), batch)).toBe(false);
  const straight = makeReader(true, transformation(degrees, mercator)!, 200);
  const beyond = { ...batch, xy: batch.xy.map((value, i) => (i === 5 ? Number.NaN : value)) };
  const store = straight.newStore();
  expect(straight.addBatch(store, beyond)).toBe(false);
  expect(store.paths.vertexCount + store.dotCount).toBe(0);
});
