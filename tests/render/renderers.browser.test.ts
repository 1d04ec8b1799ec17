import { test } from 'vitest';
import { enums, type Value } from '../../sw/contract/index.ts';
import { createCanvasSurface } from '../../sw/draw/surface/canvas.ts';
import { expectImage } from './compare.ts';
import {
  createCanvas,
  draw,
  drawToCanvas,
  fill,
  line,
  makeLayerPlan,
  makeMapView,
  marker,
  rgb,
  simple,
} from './draw-plan.ts';
import { makeSourceTable, type TestFeature } from './table-of.ts';

const background = fill(rgb(250, 248, 242));
const edge = line(rgb(120, 110, 90), 0.75);

test('symbols turn as their field says, clockwise from north or anti-clockwise, and fade as another says', async () => {
  const values = [0, 30, 90, 200];
  const layers = enums.gisRotationType.values.map((RotationType, row) => {
    const features = values.map(
      (value, i): TestFeature => ({
        parts: [[30 + 50 * i, 90 - 50 * row]],
        values: { TURN: value, FADE: 25 * i },
      }),
    );
    const table = makeSourceTable('point', features, { TURN: 'gisFieldTypeDouble', FADE: 'gisFieldTypeDouble' });
    const arrow: Value<'CharacterMarkerSymbol'> = {
      type: 'CharacterMarkerSymbol',
      CharacterIndex: 0x2191,
      Color: rgb(40, 60, 90),
      Size: 24,
      Angle: 0,
      XOffset: 0,
      YOffset: 0,
      XScale: 1,
      YScale: 1,
    };
    return makeLayerPlan(table, {
      FeatureRenderer: {
        type: 'SimpleRenderer',
        Symbol: arrow,
        RotationField: 'TURN',
        RotationType,
        TransparencyField: 'FADE',
      },
    });
  });
  const view = makeMapView([0, 0, 210, 120], 210, 120);
  await expectImage(await draw({ view, background, layers }), 'renderer-rotation');
});

/** Squares of growing size, value and divisor, in five classes. */
test('class breaks of every normalisation', async () => {
  const types = enums.gisNormalizationType.values;
  const features = Array.from({ length: 8 }, (_, i): TestFeature => {
    const [x, size] = [10 + 60 * i, 12 + 4 * i];
    const ring = [x, 10, x, 10 + size, x + size, 10 + size, x + size, 10, x, 10];
    return {
      parts: [ring],
      values: { PEOPLE: [1, 10, 100, 1000, 5, 50, 500, 5000][i]!, HOUSES: [1, 5, 20, 100][i % 4]! },
    };
  });
  const fields = { PEOPLE: 'gisFieldTypeInteger', HOUSES: 'gisFieldTypeInteger' } as const;
  const most: Record<Value<'gisNormalizationType'>, number[]> = {
    gisNormalizeByNothing: [9, 99, 999, 9999],
    gisNormalizeByField: [1, 5, 20, 100],
    gisNormalizeByLog: [0.5, 1.5, 2.5, 4],
    gisNormalizeByPercentOfTotal: [0.1, 1, 10, 100],
    gisNormalizeByArea: [0.02, 0.1, 1, 100],
  };
  const greens = [rgb(237, 248, 233), rgb(186, 228, 179), rgb(116, 196, 118), rgb(35, 139, 69)];
  const images = await Promise.all(
    types.map((NormalizationType) => {
      const FeatureRenderer: Value<'ClassBreaksRenderer'> = {
        type: 'ClassBreaksRenderer',
        Field: 'PEOPLE',
        MinimumValue: 0,
        NormalizationType,
        ...(NormalizationType === 'gisNormalizeByField' ? { NormalizationField: 'HOUSES' } : {}),
        ...(NormalizationType === 'gisNormalizeByPercentOfTotal' ? { NormalizationTotal: 6666 } : {}),
        ClassBreakInfos: most[NormalizationType].map((ClassMaximumValue, i) => ({
          ClassMinimumValue: 0,
          ClassMaximumValue,
          Symbol: fill(greens[i]!, edge),
        })),
      };
      const layers = [makeLayerPlan(makeSourceTable('polygon', features, fields), { FeatureRenderer })];
      return drawToCanvas({ view: makeMapView([0, 0, 500, 60], 500, 60), background, layers });
    }),
  );
  const all = images[0]!;
  const whole = createCanvasSurface(all.width, all.height * types.length, createCanvas);
  const context = whole.canvas.getContext('2d')!;
  for (const [i, image] of images.entries()) context.drawImage(image, 0, i * all.height);
  await expectImage(whole, 'renderer-normalisations');
});

test('colours of every model, opaque and half clear', async () => {
  const colors: Value<'Color'>[] = [
    { type: 'RgbColor', Red: 200, Green: 60, Blue: 40 },
    { type: 'GrayColor', GrayLevel: 120 },
    { type: 'HsvColor', Hue: 210, Saturation: 70, Value: 80 },
    { type: 'HlsColor', Hue: 120, Lightness: 40, Saturation: 60 },
    {
      type: 'CmykColor',
      Cyan: 10,
      Magenta: 70,
      Yellow: 0,
      Black: 20,
      Overprint: false,
      IsSpot: false,
      SpotDescription: '',
      SpotPercent: 0,
    },
  ];
  const all = [255, 128].flatMap((AlphaValue) => colors.map((color) => ({ ...color, AlphaValue })));
  const features = all.map(
    (_, i): TestFeature => ({ parts: [[25 + 50 * (i % 5), 75 - 50 * Math.floor(i / 5)]], values: { KIND: i } }),
  );
  const FeatureRenderer: Value<'UniqueValueRenderer'> = {
    type: 'UniqueValueRenderer',
    Field1: 'KIND',
    UniqueValueInfos: all.map((color, i) => ({ Value: String(i), Symbol: marker(color, 24, 'gisSMSSquare') })),
  };
  const table = makeSourceTable('point', features, { KIND: 'gisFieldTypeInteger' });
  const bar = makeSourceTable('polyline', [{ parts: [[0, 75, 250, 75]] }, { parts: [[0, 25, 250, 25]] }]);
  const layers = [
    makeLayerPlan(table, { FeatureRenderer }),
    makeLayerPlan(bar, { FeatureRenderer: simple(line(rgb(0, 0, 0), 4)) }),
  ];
  await expectImage(await draw({ view: makeMapView([0, 0, 250, 100], 250, 100), background, layers }), 'color-models');
});

test('label expressions of every dialect', async () => {
  const expressions: Record<Value<'gisLabelExpressionType'>, string> = {
    gisLabelExpressionSimple: '"simple " & [NAME]',
    gisLabelExpressionVBScript: 'UCase("basic ") & [NAME] & vbNewLine & Round([SIZE], 1)',
    gisLabelExpressionJScript: '[NAME].toUpperCase() + " script"',
    gisLabelExpressionPython: '"python " + [NAME].lower()',
  };
  const layers = enums.gisLabelExpressionType.values.map((LabelExpressionType, i) => {
    const features = [{ parts: [[20 + 110 * i, 20]], values: { NAME: 'Name', SIZE: 12.345 } }];
    return makeLayerPlan(
      makeSourceTable('point', features, { NAME: 'gisFieldTypeString', SIZE: 'gisFieldTypeDouble' }),
      {
        FeatureRenderer: simple(marker(rgb(200, 80, 60), 8)),
        LabelingDescription: {
          LabelClassDescriptions: [
            {
              LabelExpressionType,
              LabelExpression: expressions[LabelExpressionType],
              Symbol: { type: 'SimpleTextSymbol', Size: 9 },
            },
          ],
        },
      },
    );
  });
  await expectImage(await draw({ view: makeMapView([0, 0, 450, 60], 450, 60), background, layers }), 'label-dialects');
});

test('labels of several lines are aligned as their symbol says, on their background, turned or not', async () => {
  const aligned = enums.gisSimpleTextHorizontalAlignment.values;
  const layers = [...aligned, ...aligned].map((HorizontalAlignment, i) => {
    const features = [{ parts: [[60 + 110 * (i % 4), 100 - 65 * Math.floor(i / 4)]], values: { NAME: 'Name' } }];
    const letters: Value<'SimpleTextSymbol'> = {
      type: 'SimpleTextSymbol',
      Size: 9,
      HorizontalAlignment,
      Angle: i < 4 ? 0 : 15,
      BackgroundColor: rgb(250, 220, 120),
    };
    return makeLayerPlan(makeSourceTable('point', features, { NAME: 'gisFieldTypeString' }), {
      FeatureRenderer: simple(marker(rgb(200, 80, 60), 6)),
      LabelingDescription: {
        LabelClassDescriptions: [
          {
            LabelExpression: `[NAME] & vbNewLine & "is aligned ${HorizontalAlignment}"`,
            Symbol: letters,
            LabelPlacementDescription: {
              type: 'PointLabelPlacementDescription',
              Type: 'gisServerPointLabelPlacementAboveCenter',
            },
          },
        ],
      },
    });
  });
  await expectImage(
    await draw({ view: makeMapView([0, 0, 450, 140], 450, 140), background, layers }),
    'label-alignment',
  );
});
