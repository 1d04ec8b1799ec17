import { expect, test } from 'vitest';
import { textInPlan } from '../../../sw/draw/map.ts';
import type { MapPlan } from '../../../sw/draw/plan.ts';

const point = { Size: 4, Angle: 0, XOffset: 0, YOffset: 0 };
const dot = { type: 'SimpleMarkerSymbol', ...point };
const letter = { type: 'CharacterMarkerSymbol', CharacterIndex: 65, ...point };
const makeSimpleDrawing = (symbol: object) => ({ FeatureRenderer: { type: 'SimpleRenderer', Symbol: symbol } });
const labelled = { LabelingDescription: { LabelClassDescriptions: [{}] } };
const byValue = {
  FeatureRenderer: {
    type: 'UniqueValueRenderer',
    DefaultSymbol: dot,
    UniqueValueInfos: [
      { Values: ['town'], Symbol: dot },
      { Values: ['peak'], Symbol: letter },
    ],
  },
};

const plan = (drawing: object, more: object = {}): MapPlan =>
  ({ layers: [{ kind: 'raster' }, { drawing, showLabels: true, ...more }] }) as unknown as MapPlan;

const selection = (symbol?: object) => ({ selection: { rows: Uint32Array.of(0), symbol } });

test.each<[string, MapPlan, ReturnType<typeof textInPlan>]>([
  ['points', plan(makeSimpleDrawing(dot)), 'none'],
  ['points of which some are selected', plan(makeSimpleDrawing(dot), selection()), 'none'],
  ['labels', plan({ ...makeSimpleDrawing(dot), ...labelled }), 'labels'],
  ['labels that are not shown', plan({ ...makeSimpleDrawing(dot), ...labelled }, { showLabels: false }), 'none'],
  ['characters', plan(makeSimpleDrawing(letter)), 'layers'],
  ['characters of one value, with labels', plan({ ...byValue, ...labelled }), 'layers'],
  ['characters where points are selected', plan(makeSimpleDrawing(dot), selection(letter)), 'layers'],
  ['clusters', plan({ ...makeSimpleDrawing(dot), FeatureReduction: { type: 'cluster' } }), 'layers'],
  ['graphics', { ...plan(makeSimpleDrawing(dot)), graphics: { elements: [] } as never }, 'layers'],
])('a map of %s says where it has text', (_, map, where) => {
  expect(textInPlan(map)).toBe(where);
});
