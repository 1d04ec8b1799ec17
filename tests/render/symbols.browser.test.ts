import { test } from 'vitest';
import { enums, type Value } from '../../sw/contract/index.ts';
import { expectImage } from './compare.ts';
import { draw, fill, line, makeLayerPlan, makeMapView, marker, rgb } from './draw-plan.ts';
import { makeSourceTable, type TestFeature } from './table-of.ts';

const ink = rgb(40, 60, 90);
const background = fill(rgb(250, 248, 242));

/** Draw equal geometries in a row, each with its own symbol. */
function sampler(kind: 'point' | 'polyline' | 'polygon', symbols: readonly Value<'Symbol'>[]) {
  const features = symbols.map((_, i): TestFeature => {
    const x = 60 * i;
    const ring = [x + 8, 10, x + 8, 50, x + 52, 50, x + 52, 10, x + 8, 10];
    const path = [x + 6, 12, x + 30, 48, x + 54, 30];
    return { parts: [kind === 'polygon' ? ring : kind === 'polyline' ? path : [x + 30, 30]], values: { KIND: i } };
  });
  const renderer: Value<'UniqueValueRenderer'> = {
    type: 'UniqueValueRenderer',
    Field1: 'KIND',
    UniqueValueInfos: symbols.map((symbol, i) => ({ Value: String(i), Symbol: symbol })),
  };
  const table = makeSourceTable(kind, features, { KIND: 'gisFieldTypeInteger' });
  return {
    view: makeMapView([0, 0, 60 * symbols.length, 60], 60 * symbols.length, 60),
    background,
    layers: [makeLayerPlan(table, { FeatureRenderer: renderer })],
  };
}

test('every style of fill', async () => {
  const styles = enums.gisSimpleFillStyle.values.map((style) => fill(ink, line(rgb(180, 60, 40), 1), style));
  await expectImage(await draw(sampler('polygon', styles)), 'fill-styles');
});

test('every style of line, thin and thick', async () => {
  const thin = enums.gisSimpleLineStyle.values.map((style) => line(ink, 0.75, style));
  const thick = enums.gisSimpleLineStyle.values.map((style) => line(ink, 2.5, style));
  await expectImage(await draw(sampler('polyline', [...thin, ...thick])), 'line-styles');
});

test('every style of marker, plain, outlined, turned and beside its point', async () => {
  const styles = enums.gisSimpleMarkerStyle.values;
  const symbols = [
    ...styles.map((style) => marker(ink, 16, style, { Outline: false })),
    ...styles.map((style) => marker(ink, 16, style, { OutlineColor: rgb(230, 150, 30), OutlineSize: 2 })),
    marker(ink, 20, 'gisSMSSquare', { Angle: 30 }),
    marker(ink, 10, 'gisSMSCircle', { XOffset: 8, YOffset: 8 }),
    marker(rgb(40, 60, 90, 90), 24),
  ];
  await expectImage(await draw(sampler('point', symbols)), 'marker-styles');
});
