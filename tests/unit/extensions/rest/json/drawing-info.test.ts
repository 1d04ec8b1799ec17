import { expect, test } from 'vitest';
import type { TypeName, Value } from '../../../../../sw/contract/index.ts';
import { fromJson, symbolsWithoutForm, toJson } from '../../../../../sw/extensions/rest/json/convert.ts';
import { rgb } from '../../../../contract/leaves/parts.ts';

const circle = {
  ...{ type: 'esriSMS', style: 'esriSMSCircle', color: [255, 0, 0, 128], size: 8, angle: 0, xoffset: 0, yoffset: 0 },
  outline: { type: 'esriSLS', style: 'esriSLSSolid', color: [0, 0, 0, 255], width: 1 },
};

test.each<[TypeName, object]>([
  ['Symbol', circle],
  ['Symbol', { ...circle, outline: null }],
  ['Symbol', { type: 'esriSFS', style: 'esriSFSBackwardDiagonal', color: [1, 2, 3, 4], outline: null }],
  [
    'FeatureRenderer',
    {
      ...{ type: 'simple', symbol: circle, label: '', description: '' },
      ...{ rotationType: 'geographic', rotationExpression: '[ANGLE]' },
    },
  ],
  [
    'DataClassificationDef',
    {
      type: 'classBreaksDef',
      classificationField: 'POP',
      classificationMethod: 'esriClassifyNaturalBreaks',
      breakCount: 5,
    },
  ],
  ['MapServerSourceDescription', { type: 'mapLayer', mapLayerId: 0 }],
  [
    'MapServerSourceDescription',
    {
      type: 'dataLayer',
      dataSource: {
        type: 'joinTable',
        leftTableSource: { type: 'mapLayer', mapLayerId: 0 },
        rightTableSource: {
          type: 'dataLayer',
          dataSource: { type: 'table', workspaceId: 'W', dataSourceName: 'T', gdbVersion: '' },
        },
        ...{ leftTableKey: 'A', rightTableKey: 'B', joinType: 'esriLeftOuterJoin' },
      },
    },
  ],
  ['GeoTransformation', { wkid: 1133 }],
])('JSON of %s as clients send it comes back', (name, json) => {
  expect(toJson(name, fromJson(name, json, 'it') as never)).toEqual(json);
});

test('what newer clients send is read', () => {
  const renderer = fromJson(
    'FeatureRenderer',
    {
      ...{ type: 'simple', symbol: circle },
      visualVariables: [{ type: 'rotationInfo', field: 'ANGLE', rotationType: 'arithmetic' }],
      unknown: 1,
    },
    'renderer',
  );
  expect(renderer).toMatchObject({ RotationField: 'ANGLE', RotationType: 'gisRotateSymbolArithmetic' });
  const classes = [
    { classMaxValue: 5, symbol: circle },
    { classMaxValue: 9, symbol: circle },
  ];
  expect(
    fromJson('FeatureRenderer', { type: 'classBreaks', field: 'POP', minValue: 1, classBreakInfos: classes }, 'r'),
  ).toMatchObject({ ClassBreakInfos: [{ ClassMinimumValue: 1 }, { ClassMinimumValue: 5, ClassMaximumValue: 9 }] });
  const label = {
    labelPlacement: 'esriServerLinePlacementAboveAlong',
    labelExpressionInfo: { expression: '$feature.NAME' },
  };
  expect(fromJson('LabelClassDescription', label, 'label')).toMatchObject({
    LabelPlacementDescription: { type: 'LineLabelPlacementDescription' },
    LabelExpression: '[NAME]',
  });
  expect(fromJson('Symbol', { type: 'esriSLS', style: 'esriSLSShortDash', color: null, width: '2' }, 's')).toEqual({
    ...{ type: 'SimpleLineSymbol', Style: 'gisSLSDash', Width: 2 },
    Color: { type: 'RgbColor', AlphaValue: 0, Red: 0, Green: 0, Blue: 0 },
  });
});

test('a symbol without a form is the picture that the caller drew of it', () => {
  const letter = {
    ...{ type: 'CharacterMarkerSymbol', Angle: 30, Color: rgb(1, 2, 3), Size: 9, XOffset: 1, YOffset: 2 },
    ...{ XScale: 1, YScale: 1, CharacterIndex: 65 },
  } as Value<'CharacterMarkerSymbol'>;
  const renderer: Value<'FeatureRenderer'> = { type: 'SimpleRenderer', Symbol: letter };
  expect(toJson('FeatureRenderer', renderer)).toEqual({ type: 'simple' });
  expect(symbolsWithoutForm(renderer)).toEqual([letter]);
  const drawn = { data: Uint8Array.of(1, 2, 3), contentType: 'image/png', widthPt: 9, heightPt: 10 };
  expect(toJson('FeatureRenderer', renderer, { images: new Map([[letter, drawn]]) })).toMatchObject({
    symbol: {
      type: 'esriPMS',
      imageData: 'AQID',
      contentType: 'image/png',
      width: 9,
      height: 10,
      xoffset: 1,
      angle: 0,
    },
  });
});

test.each<[TypeName, unknown, string]>([
  ['Symbol', { type: 'esriSMS', size: 'a' }, 'it.size: expected a number, found "a".'],
  ['Symbol', { type: 'esriSMS' }, 'it.size: expected a number, found nothing.'],
  [
    'Symbol',
    { type: 'esriXYZ' },
    'it.type: expected one of esriTS, esriSFS, esriPFS, esriSLS, esriSMS, esriPMS, found "esriXYZ".',
  ],
  ['Symbol', {}, 'it.type: expected one of esri'],
  [
    'Symbol',
    { ...circle, color: [1, 2] },
    'it.color: expected red, green, blue and alpha from 0 to 255, found a list of 2',
  ],
  ['Symbol', { ...circle, color: [1, 2, 256] }, 'it.color[2]: expected a number from 0 to 255, found 256.'],
  ['Symbol', { ...circle, style: 'esriSMSTriangle' }, 'it.style: expected one of esriSMSCircle, '],
  [
    'Symbol',
    { ...circle, outline: { color: [0, 0, 0], width: 'x' } },
    'it.outline.width: expected a number, found "x".',
  ],
  [
    'FeatureRenderer',
    { type: 'uniqueValue', field1: 'A', uniqueValueInfos: {} },
    'it.uniqueValueInfos: expected a list',
  ],
  ['FeatureRenderer', { type: 'classBreaks', field: 'A' }, 'it.classBreakInfos: expected a list, found nothing.'],
  [
    'LabelClassDescription',
    { labelExpressionInfo: { expression: 'Upper($feature.A)' } },
    'it.labelExpressionInfo.expression',
  ],
  ['MapServerSourceDescription', { type: 'dataLayer' }, 'it.dataSource: expected an object, found null.'],
  ['Domain', { type: 'range', name: 'R', range: [1] }, 'it.range: expected [minimum, maximum], found a list of 1'],
  ['LayerDescription', { source: { type: 'mapLayer', mapLayerId: 1 } }, 'it.id: expected a number, found nothing.'],
])('%s: %j is refused by its path', (name, json, message) => {
  expect(() => fromJson(name, json, 'it')).toThrow(message);
});

test('JSON that only fills the stack is refused', () => {
  let ramp: object = { type: 'multipart', colorRamps: [] };
  for (let i = 0; i < 10_000; i++) ramp = { type: 'multipart', colorRamps: [ramp] };
  expect(() => fromJson('ColorRamp', ramp, 'ramp')).toThrow('expected at most 64 nested levels');
});

const heat = {
  ...{ type: 'heatmap', radius: 18, blurRadius: 24, field: 'POP', minDensity: 0, maxDensity: 4 },
  colorStops: [
    { ratio: 0, color: [0, 0, 255, 0] },
    { ratio: 1, color: [255, 0, 0, 255] },
  ],
  legendOptions: { minLabel: 'Low', maxLabel: 'High' },
};

test('a heat map is a renderer, clusters and bins are beside it', () => {
  const drawing = fromJson('FeatureLayerDrawingDescription', { renderer: heat }, 'drawingInfo');
  expect(drawing.FeatureRenderer).toBeUndefined();
  expect(toJson('FeatureLayerDrawingDescription', drawing)).toMatchObject({ renderer: heat });
  const clustered = {
    renderer: { type: 'simple', symbol: circle, label: '', description: '' },
    featureReduction: { type: 'cluster', clusterRadius: 75, clusterMinSize: 18, clusterMaxSize: 45 },
  };
  const both = fromJson('FeatureLayerDrawingDescription', clustered, 'drawingInfo');
  expect(both.FeatureRenderer?.type).toBe('SimpleRenderer');
  expect(toJson('FeatureLayerDrawingDescription', both)).toMatchObject(clustered);
});

test.each([
  [{ renderer: { ...heat, radius: -1 } }, /^it\.renderer\.radius: expected a number ≥ 1 and at most 150, found -1/],
  [
    { renderer: { ...heat, colorStops: 'red' } },
    /^it\.renderer\.colorStops: expected a list of at most 64 items, found "red"/,
  ],
  [{ featureReduction: { type: 'selection' } }, /^it\.featureReduction\.type: expected heatmap, cluster or binning/],
  [
    { featureReduction: { type: 'binning', fields: [{ statisticType: 'sum' }], renderer: {} } },
    /^it\.featureReduction\.fields\[0\]\.onStatisticField: expected a field name, found nothing/,
  ],
])('a bad member of %j is named', (json, message) => {
  expect(() => fromJson('FeatureLayerDrawingDescription', json, 'it')).toThrow(message);
});
