import { expect, test } from 'vitest';
import { pixelMatrix } from '../../../../sw/draw/layer/layer-window.ts';
import { patchStride, rasterPatches } from '../../../../sw/draw/raster/patches.ts';
import type { Extent } from '../../../../sw/geometry/extent.ts';
import { transformation } from '../../../../sw/geometry/project.ts';
import { defineReference } from '../../../../sw/geometry/reference-definitions.ts';
import type { MapView } from '../../../../sw/geometry/view.ts';
import type { RasterManifest } from '../../../../sw/service/definition.ts';

const wgs84 = { type: 'GeographicCoordinateSystem', WKID: 4326 } as const;
defineReference(3995, '+proj=stere +lat_0=90 +lat_ts=71 +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m');
defineReference(32633, '+proj=utm +zone=33 +datum=WGS84 +units=m');

const makeView = (extent: Extent, widthPx: number, heightPx: number, rotationDeg = 0): MapView => ({
  extent,
  widthPx,
  heightPx,
  dpi: 96,
  resolution: (extent[2] - extent[0]) / widthPx,
  rotationDeg,
  scale: 0,
});
const world = { widthPx: 3600, heightPx: 1800, extent: [-180, -90, 180, 90] } as unknown as RasterManifest;

/**
 * Compare the patches with the projection at each pixel's center: the maximum error, and the number of pixels missed.
 */
function compare(wkid: number, view: MapView, manifest: RasterManifest, level: number) {
  const way = transformation(wgs84, { type: 'ProjectedCoordinateSystem', WKID: wkid })!;
  const { values, count } = rasterPatches(view, way, manifest, level);
  const [a, b, c, d, e, f] = pixelMatrix(view);
  const across = manifest.widthPx / (manifest.extent[2] - manifest.extent[0]);
  const seen = new Uint8Array(view.widthPx * view.heightPx);
  let worst = 0;
  for (let offset = 0; offset < count * patchStride; offset += patchStride) {
    const [left, top, size] = [values[offset]!, values[offset + 1]!, values[offset + 2]!];
    for (let y = Math.max(0, top); y < Math.min(view.heightPx, top + size); y++) {
      for (let x = Math.max(0, left); x < Math.min(view.widthPx, left + size); x++) {
        seen[y * view.widthPx + x]! += 1;
        const [px, py] = [x + 0.5 - e, y + 0.5 - f];
        const xy = Float64Array.of((d * px - c * py) / (a * d - b * c), (a * py - b * px) / (a * d - b * c));
        way.inverse(xy);
        const right = [(xy[0]! - manifest.extent[0]) * across, (manifest.extent[3] - xy[1]!) * across];
        const actual = [0, 1].map((axis) => {
          const part = (shares: number[], of: (i: number) => number) =>
            shares.reduce((sum, s, i) => sum + s * of(i), 0);
          const weights = (t: number) => [(1 - t) * (1 - 2 * t), 4 * t * (1 - t), t * (2 * t - 1)];
          const u = weights((x + 0.5 - left) / size);
          const v = weights((y + 0.5 - top) / size);
          return part(v, (row) => part(u, (column) => values[offset + 3 + 2 * (3 * row + column) + axis]!));
        });
        let dx = Math.abs(actual[0]! - right[0]!);
        if (manifest === world) dx = Math.min(dx, Math.abs(dx - manifest.widthPx));
        // Near a pole a pixel spans many meridians, so measure the distance on the ground.
        const latitude = manifest.extent[3] - right[1]! / across;
        worst = Math.max(worst, dx * Math.cos((latitude * Math.PI) / 180), Math.abs(actual[1]! - right[1]!));
      }
    }
  }
  return { worst, seen, count };
}

test.each([
  ['Mercator', 3857, makeView([-1.9e7, -1.4e7, 1.9e7, 1.4e7], 380, 280), 0],
  ['Mercator turned', 3857, makeView([5e5, 5e6, 2.5e6, 6.5e6], 400, 300, 33), 0],
  ['polar, over the pole and the 180th meridian', 3995, makeView([-4e6, -3e6, 4e6, 3e6], 400, 300), 0],
  ['UTM', 32633, makeView([2e5, 5e6, 8e5, 5.45e6], 400, 300), 0],
])('%s: every pixel has one position, right to a quarter of a pixel', (_, wkid, view, level) => {
  const { worst, seen, count } = compare(wkid, view, world, level);
  expect(seen.every((times) => times === 1)).toBe(true);
  expect(worst).toBeLessThan(0.25);
  expect(count).toBeLessThan((view.widthPx * view.heightPx) / 40);
});

test('a small raster far from most of the picture has patches around itself alone', () => {
  const small = { widthPx: 100, heightPx: 100, extent: [14, 50, 15, 51] } as unknown as RasterManifest;
  const { seen, worst } = compare(3857, makeView([-2e7, -2e7, 2e7, 2e7], 400, 400), small, 0);
  expect(worst).toBeLessThan(2);
  const pixels = seen.reduce((sum, times) => sum + times, 0);
  expect(pixels).toBeGreaterThan(0);
  expect(pixels).toBeLessThan(2000);
});
