import { expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import type { Value } from '../../sw/contract/index.ts';
import { encodeImage } from '../../sw/draw/image/encode.ts';
import { pixelMatrix } from '../../sw/draw/layer/layer-window.ts';
import { snapPath } from '../../sw/draw/layer/snap.ts';
import type { MapPlan } from '../../sw/draw/plan.ts';
import { transformation } from '../../sw/geometry/project.ts';
import type { GeometryBatch } from '../../sw/rows/batch.ts';
import type { Table } from '../../sw/rows/table.ts';
import {
  createCanvas,
  draw,
  fill,
  line,
  makeLayerPlan,
  makeMapView,
  marker,
  rgb,
  simple,
} from '../render/draw-plan.ts';
import { makeSourceTable, type TestFeature } from '../render/table-of.ts';
import { countries } from '../render/world.ts';
import { makeGeometryBatch } from '../unit/rows/made-table.ts';

const runs = 11;
const rows: string[] = [];
const white = rgb(255, 255, 255);
const inOut = [
  { type: 'GeographicCoordinateSystem', WKID: 4326 },
  { type: 'ProjectedCoordinateSystem', WKID: 3857 },
] as const;
const mercator = transformation(...inOut)!;

/** Return the median milliseconds of drawing and encoding; the image is saved for inspection. */
async function measure(name: string, plan: MapPlan): Promise<number> {
  const canvas: number[] = [];
  const times: number[] = [];
  let bytes = new Uint8Array();
  for (let i = 0; i < runs; i++) {
    // In turn, so that both run under the same conditions.
    for (const kind of ['canvas', undefined] as const) {
      const start = performance.now();
      bytes = (await encodeImage(await draw(plan, undefined, kind), 'gisImagePNG24')).bytes;
      (kind ? canvas : times).push(performance.now() - start);
    }
  }
  await commands.writeFile(
    `node_modules/.cache/draw/${name.replaceAll(/\W+/g, '-')}.png`,
    btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), '')),
    'base64',
  );
  const middle = median(times);
  const beside = `canvas ${median(canvas).toFixed(1).padStart(7)} ms`;
  rows.push(`${name.padEnd(44)} ${middle.toFixed(1).padStart(7)} ms, ${beside}`);
  return middle;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!;
}

/**
 * Measure the lower bound: the same pixels from prepared paths, encoded by the browser, without reading, selecting or
 * projecting.
 */
async function measureBound(name: string, table: Table, plan: MapPlan): Promise<number> {
  const { view } = plan;
  const paths: Path2D[] = [];
  for (let i = 0; i < table.manifest.batches.length; i++) {
    const { xy, partOffsets, featureOffsets, rowCount } = await table.geometry(0, i);
    const out = new Float64Array(xy.length);
    for (let row = 0; row < rowCount; row++) {
      const path = new Path2D();
      for (let part = featureOffsets[row]!; part < featureOffsets[row + 1]!; part++) {
        const count = snapPath(xy, partOffsets[part]!, partOffsets[part + 1]!, pixelMatrix(view), 1, out);
        for (let v = 0; v < count; v++) {
          if (v === 0) path.moveTo(out[0]!, out[1]!);
          else path.lineTo(out[2 * v]!, out[2 * v + 1]!);
        }
        path.closePath();
      }
      paths.push(path);
    }
  }
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    const canvas = createCanvas(view.widthPx, view.heightPx);
    const context = canvas.getContext('2d')!;
    context.fillStyle = 'rgb(226 218 196)';
    context.strokeStyle = 'rgb(120 110 90)';
    for (const path of paths) context.fill(path);
    for (const path of paths) context.stroke(path);
    await (await canvas.convertToBlob()).arrayBuffer();
    times.push(performance.now() - start);
  }
  const middle = median(times);
  rows.push(`${name.padEnd(44)} ${middle.toFixed(1).padStart(7)} ms`);
  return middle;
}

const worldFields = { NAME: 'gisFieldTypeString', NUMBER: 'gisFieldTypeInteger' } as const;

/**
 * Return a generalized copy with vertices on a grid of half the resolution. Parts smaller than a cell keep one vertex.
 */
function coarse(batch: GeometryBatch, resolution: number): GeometryBatch {
  const scale = 2 / resolution;
  const parts: number[] = [0];
  const out = new Float64Array(batch.xy.length);
  let count = 0;
  for (let part = 0; part + 1 < batch.partOffsets.length; part++) {
    const clipped = out.subarray(2 * count);
    count += snapPath(
      batch.xy,
      batch.partOffsets[part]!,
      batch.partOffsets[part + 1]!,
      [scale, 0, 0, scale, 0, 0],
      1,
      clipped,
    );
    parts.push(count);
  }
  return { ...batch, xy: out.subarray(0, 2 * count).map((v) => v / scale), partOffsets: Int32Array.from(parts) };
}

const areas = simple(fill(rgb(226, 218, 196), line(rgb(120, 110, 90), 0.5)));

test('countries 1:10m', async () => {
  const table = makeSourceTable('polygon', await countries('10m'), worldFields);
  const plan = (extent: readonly [number, number, number, number], more = {}): MapPlan => ({
    view: makeMapView(extent, 1024, 768),
    layers: [makeLayerPlan(table, { FeatureRenderer: areas }, more)],
  });
  const whole = plan([-180, -90, 180, 90]);
  const bound = await measureBound('countries full, raw bound', table, whole);
  await measure('countries full, no overview', whole);
  const features = await countries('10m');
  const overview = [
    {
      resolution: 0.25,
      geometry: coarse(
        makeGeometryBatch(
          'polygon',
          features.map(({ parts }) => parts),
        ),
        0.25,
      ),
    },
  ];
  const published = makeSourceTable('polygon', features, worldFields, 4326, overview);
  const full = await measure('countries full, with overview', {
    ...whole,
    layers: [makeLayerPlan(published, { FeatureRenderer: areas })],
  });
  await measure('countries 10x', plan([-8, 40, 28, 58]));
  await measure('countries near', plan([5, 45, 9, 48]));
  await measure('countries full, Mercator', plan([-2e7, -1.5e7, 2e7, 1.5e7], { projection: mercator }));
  const wide = plan([-8, 40, 28, 58]);
  const thick = simple(fill(rgb(226, 218, 196), line(rgb(120, 110, 90), 2)));
  await measure('countries 10x, 2 pt outline', { ...wide, layers: [makeLayerPlan(table, { FeatureRenderer: thick })] });
  // The goal is twice the bound, but a busy machine makes it imprecise.
  expect(full).toBeLessThan(3 * bound);
}, 120_000);

test('135,000 points', async () => {
  let seed = 42;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  // Like towns, most points are near one of a few hundred centers.
  const centers = Array.from({ length: 300 }, () => [360 * random() - 180, 120 * random() - 55] as const);
  const features = Array.from({ length: 135_000 }, (_, i): TestFeature => {
    const [x, y] = centers[Math.floor(300 * random() ** 2)]!;
    const spread = () => (random() + random() + random() - 1.5) * 14;
    return {
      parts: [[x + spread(), y + spread() / 2]],
      values: { NAME: `Town ${i}`, POP: Math.floor(10 ** (7 * random())) },
    };
  });
  const table = makeSourceTable('point', features, { NAME: 'gisFieldTypeString', POP: 'gisFieldTypeInteger' });
  const view = makeMapView([-180, -90, 180, 90], 1024, 768);
  const dots = simple(marker(rgb(180, 60, 40), 5));
  const classes: Value<'ClassBreaksRenderer'> = {
    type: 'ClassBreaksRenderer',
    Field: 'POP',
    MinimumValue: 0,
    ClassBreakInfos: [1e3, 1e5, 1e6, 1e7].map((ClassMaximumValue, i) => ({
      ClassMaximumValue,
      ClassMinimumValue: 0,
      Symbol: marker(rgb(180, 60, 40), 2 + 2 * i),
    })),
  };
  const LabelingDescription: Value<'LabelingDescription'> = {
    LabelClassDescriptions: [
      {
        LabelExpression: '[NAME]',
        Symbol: {
          type: 'SimpleTextSymbol',
          Size: 8,
          MaskStyle: 'gisMSHalo',
          MaskSize: 1,
          MaskSymbol: fill(white),
          Angle: 0,
          XOffset: 0,
          YOffset: 0,
        },
      },
    ],
  };
  await measure('points, one symbol', { view, layers: [makeLayerPlan(table, { FeatureRenderer: dots })] });
  await measure('points, four classes', { view, layers: [makeLayerPlan(table, { FeatureRenderer: classes })] });
  await measure('points, one symbol, Mercator', {
    view: makeMapView([-2e7, -1.5e7, 2e7, 1.5e7], 1024, 768),
    layers: [makeLayerPlan(table, { FeatureRenderer: dots }, { projection: mercator })],
  });
  await measure('points, labelled', {
    view,
    layers: [makeLayerPlan(table, { FeatureRenderer: dots, LabelingDescription })],
  });
}, 120_000);

test('100,000 small polygons', async () => {
  const features = Array.from({ length: 100_000 }, (_, i): TestFeature => {
    const x = (i % 400) * 0.5;
    const y = Math.floor(i / 400) * 0.5;
    const ring = [x, y, x + 0.1, y + 0.5, x + 0.5, y + 0.6, x + 0.6, y + 0.2, x + 0.3, y + 0.1, x, y];
    return { parts: [ring] };
  });
  const table = makeSourceTable('polygon', features);
  await measure('parcels, 100,000 in one picture', {
    view: makeMapView([0, 0, 200, 125], 1024, 768),
    layers: [makeLayerPlan(table, { FeatureRenderer: areas })],
  });
  console.log(rows.join('\n'));
}, 120_000);
