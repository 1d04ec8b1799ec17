import { expect, test } from 'vitest';
import { readSurfacePixels, releaseSurface } from '../../sw/draw/image/rgba-pixels.ts';
import { takeKernel } from '../../sw/draw/kernel/kernel-memory.ts';
import type { MapPlan } from '../../sw/draw/plan.ts';
import { makePixelPaths } from '../../sw/draw/surface/pixel-paths.ts';
import { createRasterSurface } from '../../sw/draw/surface/pixels.ts';
import { createCanvas, draw, fill, line, makeLayerPlan, makeMapView, rgb, simple } from './draw-plan.ts';
import { makeSourceTable } from './table-of.ts';
import { countries } from './world.ts';

const symbols = [
  fill(rgb(200, 220, 190), line(rgb(90, 60, 20), 0.75)),
  fill(rgb(40, 90, 200, 100), line(rgb(20, 20, 20), 3)),
];

async function plans(): Promise<MapPlan[]> {
  const table = makeSourceTable('polygon', await countries('110m'));
  const sizes = [
    [900, 450],
    [300, 700],
    [64, 64],
  ] as const;
  return sizes.map(([widthPx, heightPx], i) => ({
    view: makeMapView([-180, -90, 180, 90], widthPx, heightPx),
    layers: [makeLayerPlan(table, { FeatureRenderer: simple(symbols[i % 2]!) })],
  }));
}

/** Return the pixels of a plan as a short text, which is fast to compare. */
async function computeDigest(plan: MapPlan, signal?: AbortSignal): Promise<string> {
  const surface = await draw(plan, signal);
  const hash = await crypto.subtle.digest('SHA-256', readSurfacePixels(surface, 'nothing').slice());
  releaseSurface(surface);
  return new Uint8Array(hash).join();
}

test('pictures that are drawn at once are those that are drawn alone', async () => {
  const all = await plans();
  const alone: string[] = [];
  for (const plan of all) alone.push(await computeDigest(plan));
  expect(await Promise.all(all.map((plan) => computeDigest(plan)))).toEqual(alone);
  expect(new Set(alone).size).toBe(all.length);
});

test('a drawing that ended early leaves nothing to the next', async () => {
  const [first] = await plans();
  const expected = await computeDigest(first!);
  const surface = await createRasterSurface(1500, 900, createCanvas);
  const paths = makePixelPaths([[0, 0, 1500, 450, 0, 900]], true);
  // The paths are added but not painted, like in an aborted drawing.
  surface.fillPaths(paths, 0, 1, { kind: 'solid', color: [255, 0, 0, 1] });
  surface.strokePaths(paths, 0, 1, { color: [0, 0, 0, 1], widthPx: 1, dashesPx: [], cap: 'butt', join: 'miter' });
  releaseSurface(surface);
  releaseSurface(surface);
  expect(await computeDigest(first!)).toBe(expected);
});

test('memory of a large picture is given back to the host', async () => {
  releaseSurface(await createRasterSurface(3264, 2448, createCanvas));
  const { kernel } = (await takeKernel())!;
  expect(kernel.memory.buffer.byteLength).toBeLessThan(48 << 20);
});

test('a picture as wide as the widest is drawn to its last pixel', async () => {
  const surface = await createRasterSurface(32767, 60, createCanvas);
  surface.fillPaths(makePixelPaths([[-10, 20, 40000, 20, 40000, 70, -10, 70]], true), 0, 1, {
    kind: 'solid',
    color: [1, 2, 3, 1],
  });
  const stroke = { color: [9, 8, 7, 1], widthPx: 1, dashesPx: [], cap: 'butt', join: 'miter' } as const;
  surface.strokePaths(makePixelPaths([[0.5, 10.5, 32766.5, 10.5]], false), 0, 1, stroke);
  const pixels = new Uint32Array(readSurfacePixels(surface, 'nothing').slice().buffer);
  releaseSurface(surface);
  expect('canvas' in surface).toBe(false);
  expect(pixels.at(-1)).toBe(0xff030201);
  expect(pixels[11 * 32767 - 1]).toBe(0xff070809);
  expect(pixels[15 * 32767 - 1]).toBe(0);
});

test('dashes too short to see are drawn as a solid line', async () => {
  const surface = await createRasterSurface(400, 300, createCanvas);
  const lines = makePixelPaths(
    Array.from({ length: 2000 }, (_, i) => [0, i % 300, 400, (i * 7) % 300]),
    false,
  );
  for (const dashesPx of [
    [1e-3, 1e-3],
    [1e-9, 2e-9, 1e-9],
    [0.01, 0, 0, 0.01],
  ]) {
    const stroke = { color: [0, 0, 0, 1], widthPx: 2, dashesPx, cap: 'butt', join: 'miter' } as const;
    surface.strokePaths(lines, 0, lines.featureCount, stroke);
  }
  const alphas = new Uint32Array(readSurfacePixels(surface, 'nothing').slice().buffer).filter(
    (pixel) => pixel >>> 24 === 255,
  );
  releaseSurface(surface);
  expect(alphas.length).toBeGreaterThan(1000);
});
