import type { Value } from '../../../sw/contract/index.ts';
import { fill, marker, rgb } from './parts.ts';

const [red, green, blue] = [rgb(200, 0, 0), rgb(0, 200, 0), rgb(0, 0, 200)];
const turned = { RotationField: 'NO', RotationType: 'gisRotateSymbolArithmetic' } as const;

const renderers: readonly Value<'FeatureRenderer'>[] = [
  { type: 'SimpleRenderer', Symbol: marker(red, 12), Label: 'A', Description: 'a', ...turned, TransparencyField: 'NO' },
  {
    type: 'UniqueValueRenderer',
    Field1: 'KIND',
    Field2: 'STATUS',
    Field3: 'NO',
    FieldDelimiter: ',',
    DefaultSymbol: marker(blue, 12),
    DefaultLabel: 'Others',
    UniqueValueInfos: [
      { Value: '1,A,11', Label: 'One', Description: 'one', Symbol: marker(red, 12) },
      { Value: '2,A,12', Label: 'Two', Description: 'two', Symbol: marker(green, 12) },
    ],
    ...turned,
    TransparencyField: 'NO',
  },
  {
    type: 'ClassBreaksRenderer',
    Field: 'NO',
    MinimumValue: 10,
    ClassBreakInfos: [
      { ClassMinimumValue: 10, ClassMaximumValue: 12, Label: 'Few', Description: 'few', Symbol: marker(red, 12) },
      { ClassMinimumValue: 12, ClassMaximumValue: 20, Label: 'Many', Description: 'many', Symbol: marker(blue, 12) },
    ],
    DefaultSymbol: marker(green, 12),
    DefaultLabel: 'No value',
    ...turned,
  },
  {
    type: 'ClassBreaksRenderer',
    Field: 'NO',
    MinimumValue: 0,
    ClassBreakInfos: [
      { ClassMinimumValue: 0, ClassMaximumValue: 24, Symbol: marker(red, 12) },
      { ClassMinimumValue: 24, ClassMaximumValue: 100, Symbol: marker(blue, 12) },
    ],
    NormalizationType: 'gisNormalizeByPercentOfTotal',
    NormalizationTotal: 50,
    NormalizationField: 'KIND',
  },
];

const placements: readonly (Value<'LabelPlacementDescription'> | undefined)[] = [
  { type: 'PointLabelPlacementDescription', Type: 'gisServerPointLabelPlacementAboveRight' },
  undefined,
];

/** Drawings of owners: each renderer, with and without labels. */
export const drawings: readonly Value<'FeatureLayerDrawingDescription'>[] = [
  ...renderers.map(
    (FeatureRenderer): Value<'FeatureLayerDrawingDescription'> => ({
      type: 'FeatureLayerDrawingDescription',
      FeatureRenderer,
      ScaleSymbols: false,
      Transparency: 20,
      Brightness: 10,
      Contrast: 10,
      SourceLayerID: 1,
    }),
  ),
  ...placements.map(
    (LabelPlacementDescription): Value<'FeatureLayerDrawingDescription'> => ({
      type: 'FeatureLayerDrawingDescription',
      FeatureRenderer: { type: 'SimpleRenderer', Symbol: marker(red) },
      LabelingDescription: {
        LabelClassDescriptions: [
          {
            ...(LabelPlacementDescription ? { LabelPlacementDescription } : {}),
            LabelExpression: '[STATUS] & "!"',
            LabelExpressionType: 'gisLabelExpressionVBScript',
            UseCodedValue: true,
            MaximumScale: 1e3,
            MinimumScale: 1e9,
            WhereClause: 'NO < 13',
            Symbol: { type: 'SimpleTextSymbol', Size: 9, Color: blue },
          } as Value<'LabelClassDescription'>,
        ],
      },
    }),
  ),
];

export const rasterDrawing: Value<'RasterLayerDrawingDescription'> = {
  type: 'RasterLayerDrawingDescription',
  RasterRenderer: { type: 'RasterStretchRenderer', StretchType: 'esriRasterStretch_None' },
  Transparency: 20,
  Brightness: 10,
  Contrast: 10,
};

const hsv = (Hue: number): Value<'HsvColor'> => ({ type: 'HsvColor', Hue, Saturation: 80, Value: 90 });
const algorithmic: Value<'ColorRamp'> = {
  type: 'AlgorithmicColorRamp',
  Name: 'Ramp',
  Algorithm: 'gisHSVAlgorithm',
  FromColor: hsv(10),
  ToColor: hsv(200),
};
export const ramps: readonly Value<'ColorRamp'>[] = [
  algorithmic,
  {
    ...{ type: 'RandomColorRamp', NumColors: 3, UseSeed: true, Seed: 7, MinValue: 20, MaxValue: 90 },
    ...{ MinSaturation: 20, MaxSaturation: 90, StartHue: 10, EndHue: 100 },
  } as Value<'ColorRamp'>,
  { type: 'PresetColorRamp', NumColors: 3, PresetSize: 3, Colors: [red, green, blue] },
  { type: 'MultiPartColorRamp', NumColorRamps: 1, ColorRamps: [algorithmic] },
];

const BaseSymbol = marker(red);
export const classifications: readonly Value<'DataClassificationDef'>[] = [
  ...ramps.map(
    (ColorRamp): Value<'DataClassificationDef'> => ({
      type: 'UniqueValuesDef',
      BaseSymbol,
      Fields: ['KIND', 'STATUS'],
      FieldDelimiter: ';',
      ColorRamp,
    }),
  ),
  {
    type: 'ClassBreaksDef',
    ClassificationField: 'NO',
    ClassificationMethod: 'gisClassifyEqualInterval',
    BaseSymbol: fill(red),
    ColorRamp: algorithmic,
    BreakCount: 3,
    NormalizationField: 'KIND',
    NormalizationType: 'gisNormalizeByField',
  } as Value<'DataClassificationDef'>,
  {
    type: 'ClassBreaksDef',
    ClassificationField: 'NO',
    ClassificationMethod: 'gisClassifyStandardDeviation',
    BaseSymbol: fill(red),
    StandardDeviationInterval: 0.5,
  } as Value<'DataClassificationDef'>,
];

/** A color of each model. */
export const colors: readonly Value<'Color'>[] = [
  rgb(10, 20, 30),
  { type: 'GrayColor', GrayLevel: 90, AlphaValue: 255 },
  {
    ...{ type: 'CmykColor', Cyan: 50, Magenta: 60, Yellow: 70, Black: 10 },
    ...{ Overprint: false, IsSpot: false, SpotDescription: '', SpotPercent: 0 },
  } as Value<'Color'>,
  { type: 'HlsColor', Hue: 50, Lightness: 60, Saturation: 70 },
  { type: 'HsvColor', Hue: 50, Saturation: 60, Value: 70 },
];
