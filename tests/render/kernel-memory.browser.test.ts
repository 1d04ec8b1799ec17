import { expect, test } from 'vitest';
import { pixelsOf, releaseSurface } from '../../sw/draw/image/rgba-pixels.ts';
import { takeKernel } from '../../sw/draw/kernel/kernel-memory.ts';
import type { MapPlan } from '../../sw/draw/plan.ts';
import { pixelPathsOf } from '../../sw/draw/surface/pixel-paths.ts';
import { createRasterSurface } from '../../sw/draw/surface/pixels.ts';
import { createCanvas, draw, fill, layerOf, line, rgb, simple, viewOf } from './draw-plan.ts';
import { tableOf } from './table-of.ts';
import { countries } from './world.ts';

const symbols = [
  fill(rgb(200, 220, 190), line(rgb(90, 60, 20), 0.75)),
  fill(rgb(40, 90, 200, 100), line(rgb(20, 20, 20), 3)),
];

async function plans(): Promise<MapPlan[]> {
  const table = tableOf('polygon', await countries('110m'));
  const sizes = [
    [900, 450],
    [300, 700],
    [64, 64],
  ] as const;
  return sizes.map(([widthPx, heightPx], i) => ({
    view: viewOf([-180, -90, 180, 90], widthPx, heightPx),
    layers: [layerOf(table, { FeatureRenderer: simple(symbols[i % 2]!) })],
  }));
}

/** Pixels of a plan, as one text that is soon compared. */
async function digestOf(plan: MapPlan, signal?: AbortSignal): Promise<string> {
  const surface = await draw(plan, signal);
  const hash = await crypto.subtle.digest('SHA-256', pixelsOf(surface).slice());
  releaseSurface(surface);
  return new Uint8Array(hash).join();
}

test('pictures that are drawn at once are those that are drawn alone', async () => {
  const all = await plans();
  const alone: string[] = [];
  for (const plan of all) alone.push(await digestOf(plan));
  expect(await Promise.all(all.map((plan) => digestOf(plan)))).toEqual(alone);
  expect(new Set(alone).size).toBe(all.length);
});

test('a drawing that ended early leaves nothing to the next', async () => {
  const [first] = await plans();
  const expected = await digestOf(first!);
  const surface = await createRasterSurface(1500, 900, createCanvas);
  const paths = pixelPathsOf([[0, 0, 1500, 450, 0, 900]], true);
  // Added and not painted, as when a drawing is aborted.
  surface.fillPaths(paths, 0, 1, { kind: 'solid', color: [255, 0, 0, 1] });
  surface.strokePaths(paths, 0, 1, { color: [0, 0, 0, 1], widthPx: 1, dashesPx: [], cap: 'butt', join: 'miter' });
  releaseSurface(surface);
  releaseSurface(surface);
  expect(await digestOf(first!)).toBe(expected);
});

test('memory of a large picture is given back to the host', async () => {
  releaseSurface(await createRasterSurface(3264, 2448, createCanvas));
  const { kernel } = (await takeKernel())!;
  expect(kernel.memory.buffer.byteLength).toBeLessThan(48 << 20);
});
