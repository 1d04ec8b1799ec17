import { expect, test } from 'vitest';
import { createImageSurface, encodeImage } from '../../sw/draw/image/encode.ts';
import { formats } from '../../sw/draw/image/formats.ts';
import type { MapPlan } from '../../sw/draw/plan.ts';
import { drawSample, readFile } from '../formats/sample-map.ts';
import { createCanvas, fill, line, makeLayerPlan, makeMapView, rgb, simple } from '../render/draw-plan.ts';
import { makeSourceTable } from '../render/table-of.ts';
import { countries } from '../render/world.ts';

const runs = 5;
const names = Object.keys(formats) as (keyof typeof formats)[];

async function worldPlan(widthPx: number, heightPx: number): Promise<MapPlan> {
  const table = makeSourceTable('polygon', await countries('50m'), {
    NAME: 'gisFieldTypeString',
    NUMBER: 'gisFieldTypeInteger',
  });
  const letters = { type: 'SimpleTextSymbol', Size: 8, Angle: 0, XOffset: 0, YOffset: 0 } as const;
  const LabelingDescription = { LabelClassDescriptions: [{ LabelExpression: '[NAME]', Symbol: letters }] };
  const FeatureRenderer = simple(fill(rgb(236, 229, 214), line(rgb(170, 155, 130), 0.5)));
  return {
    view: makeMapView([-180, -90, 180, 90], widthPx, heightPx),
    background: fill(rgb(214, 228, 238)),
    layers: [makeLayerPlan(table, { FeatureRenderer, LabelingDescription })],
  };
}

async function make(
  format: keyof typeof formats,
  plan: MapPlan,
): Promise<{ drawMs: number; encodeMs: number; kb: number }> {
  const start = performance.now();
  const surface = await createImageSurface(format, plan.view.widthPx, plan.view.heightPx, createCanvas);
  await drawSample(surface, plan);
  const drawn = performance.now();
  const { bytes } = await encodeImage(surface, format, { readFile });
  return { drawMs: drawn - start, encodeMs: performance.now() - drawn, kb: bytes.length / 1024 };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;

test.each([
  [1024, 768, runs],
  [3264, 2448, 1],
])('every format at %i x %i', async (widthPx, heightPx, times) => {
  const plan = await worldPlan(widthPx, heightPx);
  const rows: string[] = [];
  for (const format of names) {
    const made: Awaited<ReturnType<typeof make>>[] = [];
    for (let i = 0; i < times; i++) made.push(await make(format, plan));
    expect(made[0]!.kb).toBeGreaterThan(1);
    const ms = (key: 'drawMs' | 'encodeMs') =>
      median(made.map((entry) => entry[key]))
        .toFixed(1)
        .padStart(8);
    rows.push(
      `${format.padEnd(16)} draw${ms('drawMs')} ms  encode${ms('encodeMs')} ms ${made[0]!.kb.toFixed(0).padStart(7)} kB`,
    );
  }
  console.log(`\n${widthPx} x ${heightPx}\n${rows.join('\n')}`);
});
