import { expect, test } from 'vitest';
import type { Value } from '../../sw/contract/index.ts';
import type { Rgba } from '../../sw/contract/rgba.ts';
import { type RasterSurface, releaseSurface, readSurfacePixels as rgbaOf } from '../../sw/draw/image/rgba-pixels.ts';
import type { Extent } from '../../sw/geometry/extent.ts';
import { transformation } from '../../sw/geometry/project.ts';
import type { MapView } from '../../sw/geometry/view.ts';
import { type Bins, type Clusters, type HeatMap, reductionText } from '../../sw/service/feature-reduction.ts';
import { sizesText } from '../../sw/service/size-by-value.ts';
import { manyPoints } from '../unit/draw/dense/many-points.ts';
import { forcedSurface } from '../unit/forced-surface.ts';
import { expectImage } from './compare.ts';
import { draw, drawToCanvas, makeLayerPlan, makeMapView, marker, rgb, simple } from './draw-plan.ts';
import { makeSourceTable } from './table-of.ts';

const channels = [
  [200, 30, 30],
  [30, 160, 60],
  [40, 80, 200],
  [230, 180, 20],
] as const;
const colors = channels.map(([red, green, blue]) => rgb(red, green, blue));
const shares = [0.5, 0.25, 0.15, 0.1];

/** Create points in a square of 100 units, in classes of known fractions and in pseudorandom order. */
function densePoints(count: number) {
  let seed = 7;
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  return Array.from({ length: count }, () => {
    const share = random();
    const kind = share < 0.5 ? 0 : share < 0.75 ? 1 : share < 0.9 ? 2 : 3;
    return { parts: [[random() * 100, random() * 100]], values: { KIND: kind } };
  });
}

const renderer: Value<'UniqueValueRenderer'> = {
  type: 'UniqueValueRenderer',
  Field1: 'KIND',
  FieldDelimiter: ',',
  UniqueValueInfos: colors.map((color, kind) => ({
    Value: String(kind),
    Label: String(kind),
    Symbol: marker(color, 5, 'gisSMSCircle', { Outline: false }),
  })),
};

async function readPixels(
  extent: readonly [number, number, number, number],
  table: ReturnType<typeof makeSourceTable>,
) {
  const surface = await drawToCanvas({
    view: makeMapView(extent, 200, 200),
    layers: [makeLayerPlan(table, { FeatureRenderer: renderer })],
  });
  return surface.getContext('2d')!.getImageData(0, 0, 200, 200).data;
}

test('each class of many points has its share of the image, not the last class all of it', async () => {
  const table = makeSourceTable('point', densePoints(60_000), { KIND: 'gisFieldTypeInteger' });
  const pixels = await readPixels([0, 0, 100, 100], table);
  const counts = colors.map(() => 0);
  for (let offset = 0; offset < pixels.length; offset += 4) {
    if (pixels[offset + 3]! < 250) continue;
    // Count a pixel between two classes for the class with the nearer color.
    const far = channels.map((color) => Math.hypot(...color.map((value, part) => value - pixels[offset + part]!)));
    counts[far.indexOf(Math.min(...far))]!++;
  }
  const sum = counts.reduce((a, b) => a + b, 0);
  expect(sum).toBeGreaterThan(20_000);
  for (const [kind, share] of shares.entries()) expect(counts[kind]! / sum).toBeCloseTo(share, 1);
});

test('what lies over what is the same in an image beside', async () => {
  const table = makeSourceTable('point', densePoints(20_000), { KIND: 'gisFieldTypeInteger' });
  const [left, right] = [await readPixels([0, 0, 100, 100], table), await readPixels([50, 0, 150, 100], table)];
  let different = 0;
  for (let y = 20; y < 180; y++)
    for (let x = 120; x < 180; x++)
      for (let part = 0; part < 4; part++)
        if (Math.abs(left[4 * (200 * y + x) + part]! - right[4 * (200 * y + x - 100) + part]!) > 16) different++;
  expect(different / (160 * 60 * 4)).toBeLessThan(0.001);
});

const greens: readonly Rgba[] = [
  [232, 241, 236, 1],
  [179, 214, 202, 1],
  [116, 179, 165, 1],
  [54, 138, 125, 1],
  [13, 91, 81, 1],
];
const plain: Bins = {
  type: 'binning',
  shape: 'hexagon',
  sizePt: 15,
  statistic: 'count',
  isClassed: true,
  colors: greens,
  maxScale: 0,
};
const table = makeSourceTable('point', manyPoints(20_000), { AMOUNT: 'gisFieldTypeInteger' });
const makeBinLayer = (bins: Partial<Bins>, more = {}) =>
  makeLayerPlan(
    table,
    { FeatureRenderer: simple(marker(rgb(200, 0, 0), 4)), FeatureReduction: reductionText({ ...plain, ...bins }) },
    more,
  );

test('hexagons by the number of their points', async () => {
  const plan = { view: makeMapView([0, 0, 100, 100], 360, 360), layers: [makeBinLayer({})] };
  await expectImage(await draw(plan), 'bins-hexagons');
});

test('squares by the mean of a field, along a ramp, in Mercator and turned', async () => {
  const mercator = transformation(
    { type: 'GeographicCoordinateSystem', WKID: 4326 },
    { type: 'ProjectedCoordinateSystem', WKID: 3857 },
  )!;
  const layer = makeBinLayer(
    { shape: 'square', statistic: 'avg', field: 'AMOUNT', isClassed: false },
    { projection: mercator },
  );
  const view = makeMapView([0, 0, 11e6, 14e6], 300, 360, 96, 20);
  await expectImage(await draw({ view, layers: [layer] }), 'bins-squares');
});

const heat: HeatMap = {
  ...{ type: 'heatmap', radiusPt: 12, minDensity: 0, lowLabel: 'Low', highLabel: 'High' },
  stops: [
    { ratio: 0, color: [68, 30, 120, 0] },
    { ratio: 0.1, color: [68, 30, 120, 0.7] },
    { ratio: 0.4, color: [190, 55, 90, 0.9] },
    { ratio: 0.75, color: [249, 152, 50, 1] },
    { ratio: 1, color: [252, 250, 170, 1] },
  ],
};
const heated = (more: Partial<HeatMap> = {}) =>
  makeLayerPlan(table, { FeatureReduction: reductionText({ ...heat, ...more }), Transparency: 10 });

test('a heat map, and one with weights', async () => {
  await expectImage(await draw({ view: makeMapView([0, 0, 100, 100], 360, 360), layers: [heated()] }), 'heat-map');
  const weighted = heated({ field: 'AMOUNT', radiusPt: 24, maxDensity: 7 });
  await expectImage(
    await draw({ view: makeMapView([0, 0, 100, 100], 240, 240, 96, 30), layers: [weighted] }),
    'heat-map-weights',
  );
});

const cluster = (more: Partial<Clusters> = {}) =>
  makeLayerPlan(table, {
    FeatureRenderer: simple(marker(rgb(217, 121, 59), 6)),
    FeatureReduction: reductionText({
      ...{ type: 'cluster', radiusPt: 36, minSizePt: 20, maxSizePt: 40, showLabels: true, maxScale: 0 },
      ...{ color: [28, 104, 93, 1], outlineColor: [255, 255, 255, 1], outlinePt: 1.5 },
      ...more,
    }),
  });

test('clusters with their counts, and the symbols of points that are alone', async () => {
  const view = makeMapView([-40, -40, 140, 140], 480, 480);
  await expectImage(await draw({ view, layers: [cluster()] }), 'clusters');
});

test('points have their labels where they are drawn one by one, and none where they are clusters', async () => {
  const names = makeSourceTable('point', [{ parts: [[50, 50]], values: { AMOUNT: 8888 } }], {
    AMOUNT: 'gisFieldTypeInteger',
  });
  const red = async (maxScale: number) => {
    const view = { ...makeMapView([0, 0, 100, 100], 120, 120), scale: 5000 };
    const { drawing } = cluster({ maxScale });
    const letters: Value<'SimpleTextSymbol'> = {
      ...{ type: 'SimpleTextSymbol', Color: rgb(255, 0, 0), Size: 20, Angle: 0, XOffset: 0, YOffset: 0 },
    };
    const labelled = {
      ...drawing,
      FeatureRenderer: simple(marker(rgb(0, 0, 255), 6)),
      LabelingDescription: { LabelClassDescriptions: [{ LabelExpression: '[AMOUNT]', Symbol: letters }] },
    };
    const canvas = await drawToCanvas({ view, layers: [makeLayerPlan(names, labelled, { showLabels: true })] });
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, 120, 120);
    let count = 0;
    for (let offset = 0; offset < data.length; offset += 4)
      if (data[offset]! > 200 && data[offset + 2]! < 60 && data[offset + 3]! > 200) count++;
    return count;
  };
  expect(await red(0)).toBe(0);
  expect(await red(10_000)).toBeGreaterThan(50);
});

// The canvas joins features to paths depending on the rest of the image.
test.skipIf(forcedSurface === 'canvas').each([
  ['clusters', cluster()],
  ['bins', makeBinLayer({ shape: 'hexagon' })],
  ['a heat map', heated()],
])('tiles show %s as one picture of their size', async (_, layer) => {
  const sidePx = 128;
  const resolution = 0.3515625;
  const tileView = (column: number, row: number, count: number): MapView => {
    const side = sidePx * resolution;
    const aside = resolution / 1024;
    const extent = [column * side, 90 - (row + count) * side, (column + count) * side, 90 - row * side].map(
      (part, i) => part + (i % 2 === 0 ? -aside : aside),
    ) as unknown as Extent;
    const px = { widthPx: count * sidePx, heightPx: count * sidePx };
    return { extent, ...px, dpi: 96, resolution, rotationDeg: 0, scale: 0 };
  };
  const layers = [layer];
  const whole = pixelLines(await draw({ view: tileView(0, 0, 2), layers }));
  for (const column of [0, 1])
    for (const row of [0, 1]) {
      const tile = pixelLines(await draw({ view: tileView(column, row, 1), layers }));
      const lines = whole.slice(row * sidePx, (row + 1) * sidePx);
      expect(tile).toEqual(lines.map((line) => line.subarray(column * sidePx, (column + 1) * sidePx)));
    }
});

/** Return the pixels of an image as lines, without a canvas: WebKit's would change semitransparent pixels. */
function pixelLines(surface: RasterSurface): Uint32Array[] {
  const { buffer } = rgbaOf(surface, 'nothing').slice();
  releaseSurface(surface);
  const { widthPx, heightPx } = surface;
  return Array.from({ length: heightPx }, (_, line) => new Uint32Array(buffer, 4 * line * widthPx, widthPx));
}

test('colour by one field and size by another, together', async () => {
  const few = makeSourceTable(
    'point',
    Array.from({ length: 36 }, (_, i) => ({
      parts: [[(i % 6) * 16 + 10, Math.floor(i / 6) * 16 + 10]],
      values: { KIND: Math.floor(i / 6) % 4, AMOUNT: i === 0 ? null : (i % 6) * 20 },
    })),
    { KIND: 'gisFieldTypeInteger', AMOUNT: 'gisFieldTypeInteger' },
  );
  const VisualVariables = sizesText({ field: 'AMOUNT', minValue: 0, maxValue: 100, minSizePt: 3, maxSizePt: 24 });
  const view = makeMapView([0, 0, 100, 100], 240, 240);
  await expectImage(
    await draw({ view, layers: [makeLayerPlan(few, { FeatureRenderer: renderer, VisualVariables })] }),
    'size-by-value',
  );
});
