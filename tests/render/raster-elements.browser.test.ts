import { describe, expect, test } from 'vitest';
import { Fault, type Value } from '../../sw/contract/index.ts';
import { listContractFields, listOtherValues } from './contract-fields.ts';
import { drawToCanvas, fill, makeMapView, rgb } from './draw-plan.ts';
import { makeRaster, rasterLayer } from './raster-of.ts';

/** Elements of a raster renderer that don't change the image and aren't refused, with the reason. */
const idle: Readonly<Record<string, string>> = {
  Indexed: 'whether values are numbers of colours is decided when a raster is imported',
  ColorSchema: 'names the ramp for programs that edit',
  Guid: 'for programs that edit',
  LegendGroupsCount: 'the list has its length',
  ClassValuesCount: 'the list has its length',
  ClassificationComponent: 'says how the breaks were found',
  DeviationInterval: 'says how the breaks were found',
  ShowClassGaps: 'for the list of classes that a program shows',
  NumberFormat: 'labels come with the classes',
  LegendGroup: 'labels of the legend',
  DefaultLabel: 'a label of the legend',
  IsLegendExpand: 'for programs that show a tree of layers',
  InitCustomMinMax: 'for programs that edit',
  Global: 'for programs that edit',
  ClassField: 'the only band, or a fault',
  StandardDeviations: 'tried with its stretch',
  'RasterClassifyRenderer.UniqueValues': 'classes have breaks',
  ExclusionLegendClass: 'shown when ExclusionShowClass says so',
};

const side = 8;
const grid = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: side * side }, (_, i) => value(i % side, Math.floor(i / side)));

async function readImage(renderer: Record<string, unknown>): Promise<string> {
  const raster = await makeRaster({
    widthPx: side,
    heightPx: side,
    extent: [0, 0, side, side],
    bands: [
      { name: 'Value', samples: grid((x, y) => x + side * y) },
      { name: 'Area', samples: grid((x) => 1 + x) },
      { name: 'Third', samples: grid((_, y) => 60 - 5 * y) },
    ],
  });
  const layer = rasterLayer(raster, renderer as unknown as Value<'RasterRenderer'>);
  const canvas = await drawToCanvas({ view: makeMapView([0, 0, side, side], 32, 32), layers: [layer] });
  return canvas.getContext('2d')!.getImageData(0, 0, 32, 32).data.join();
}

const legend = (...colors: Value<'Color'>[]) => [
  {
    Visible: true,
    Editable: true,
    Heading: '',
    LegendClasses: colors.map((color) => ({ Symbol: fill(color), Label: '', Description: '' })),
  },
];
const [red, green, blue] = [rgb(200, 0, 0), rgb(0, 200, 0), rgb(0, 0, 200)] as const;
const ramp: Value<'ColorRamp'> = {
  type: 'AlgorithmicColorRamp',
  Algorithm: 'gisHSVAlgorithm',
  FromColor: { type: 'HsvColor', Hue: 0, Saturation: 100, Value: 80 },
  ToColor: { type: 'HsvColor', Hue: 240, Saturation: 100, Value: 80 },
};
const common = { NoDataValue: [9], NoDataColor: rgb(1, 2, 3) };
/** Values of one pixel, in each band. */
const entry = [12, 5, 55];
const stretched = { StretchType: 'esriRasterStretch_StandardDeviations' };

const bases: Readonly<Record<string, Record<string, unknown>>> = {
  RasterRGBRenderer: {
    ...common,
    NoDataValue: entry,
    LayerIndex1: 0,
    LayerIndex2: 1,
    LayerIndex3: 2,
    UseRGBBand: 7,
    StandardDeviations: 1,
  },
  RasterStretchRenderer: {
    ...common,
    StandardDeviations: 1,
    LayerIndex1: 0,
    BlackValue: 12,
    BkColor: green,
    CustomMin: 10,
    CustomMax: 20,
  },
  RasterClassifyRenderer: {
    ...common,
    ArrayOfBreak: [0, 20, 40, 50],
    LegendGroups: legend(red, green, blue),
    ExclusionLegendClass: legend(green)[0]!.LegendClasses[0],
    ExlusionValues: [5],
  },
  RasterUniqueValueRenderer: {
    ...common,
    UniqueValueVariants: [1, 2, 3],
    LegendGroups: legend(red, green, blue),
    DefaultSymbol: fill(green),
    UseDefaultSymbol: true,
  },
};

const others: Readonly<Record<string, readonly unknown[]>> = {
  ResamplingType: ['RSP_NearestNeighbor', 'RSP_CubicConvolution', 'RSP_Majority', 'Magic'],
  NoDataValue: [[20]],
  AlphaBandIndex: [1],
  Brightness: [30],
  Contrast: [30],
  StretchType: [
    // PercentMinimumMaximum isn't tried, because it clips less than a pixel of this small raster.
    ...['None', 'StandardDeviations', 'HistogramEqualize', 'HistogramSpecification', 'Loud'],
  ].map((name) => `esriRasterStretch_${name}`),
  UseRGBBand: [3],
  LayerIndex1: [1, 7],
  LayerIndex2: [0, 7],
  LayerIndex3: [0, 7],
  BlackValue: [13],
  ColorRamp: [ramp],
  CustomMin: [15],
  CustomMax: [40],
  NormField: ['Area', 'Nowhere'],
  ValueField: ['Area', 'Nowhere'],
  ArrayOfBreak: [[0, 10, 40, 50]],
  BreakSize: [2],
  LegendGroups: [legend(green, green, blue)],
  ExlusionValues: [[6]],
  ExclusionRanges: [[10, 30]],
  ZScale: [5],
  Azimuth: [90],
  Altitude: [20, 0],
  UniqueValueVariants: [[4, 5, 6]],
  UniqueValues: [{ Values: [4, 5, 6] }],
  ClassesInLegend: [[2, 1, 0]],
  ClassesInLegendSize: [[1, 1, 1]],
  DefaultSymbol: [fill(blue)],
  Ascending: [false],
};
/** Other fields that some elements need to have an effect. */
const beside: Readonly<Record<string, Record<string, unknown>>> = {
  AlphaBandIndex: { UseAlphaBand: true },
  BlackValue: { DisplayBkValue: true },
  BkColor: { DisplayBkValue: true, BlackValue: 12 },
  CustomMin: { UseCustomMinMax: true },
  CustomMax: { UseCustomMinMax: true },
  ZScale: { UseHillShader: true },
  Azimuth: { UseHillShader: true },
  Altitude: { UseHillShader: true },
  ShadeOnly: { UseHillShader: true },
  UniqueValues: { UniqueValueVariants: undefined, LegendGroups: undefined },
  ColorRamp: { LegendGroups: undefined },
  Ascending: { ArrayOfBreak: [50, 40, 20, 0], LegendGroups: legend(red, green, blue) },
};
const custom: Readonly<Record<string, { values?: readonly unknown[]; beside?: Record<string, unknown> }>> = {
  'RasterRGBRenderer.BlackValue': {
    values: [[13, 6, 55]],
    beside: { DisplayBkValue: true, BlackValue: entry, BkColor: green, NoDataValue: [] },
  },
  'RasterRGBRenderer.BkColor': { beside: { DisplayBkValue: true, BlackValue: entry, NoDataValue: [] } },
  'RasterRGBRenderer.DisplayBkValue': { beside: { BlackValue: entry, BkColor: green, NoDataValue: [] } },
  // By default, classes use the nearest value, because an interpolated value is in no class.
  'RasterClassifyRenderer.ResamplingType': { values: ['RSP_BilinearInterpolation', 'RSP_CubicConvolution', 'Magic'] },
  'RasterUniqueValueRenderer.ResamplingType': { values: ['Magic'] },
  'RasterUniqueValueRenderer.ClassesInLegendSize': { values: [[2, 1]], beside: { LegendGroups: legend(red, blue) } },
};

describe.each(Object.keys(bases))('%s', (name) => {
  const fields = listContractFields(name);
  test.each(Object.keys(fields))('%s changes the picture, is refused, or says nothing about it', async (field) => {
    if (idle[field] ?? idle[`${name}.${field}`]) return;
    const special = custom[`${name}.${field}`];
    const base = { type: name, ...bases[name], ...(special?.beside ?? beside[field]) };
    const values =
      special?.values ?? others[field] ?? listOtherValues(fields[field]!, (base as Record<string, unknown>)[field]);
    const before = await readImage(base).catch((error: unknown) => String(error));
    for (const value of values) {
      try {
        const after = await readImage({ ...base, [field]: value });
        expect(after === before, `${name}.${field}: ${JSON.stringify(value)} is passed over`).toBe(false);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        expect(error.message).toMatch(new RegExp(`${field}|a band from 0 to 2|CustomMin|breaks for`));
      }
    }
  });
});

test('deviations count where a stretch is made of them', async () => {
  const drawWithDeviations = (StandardDeviations: number) =>
    readImage({ type: 'RasterStretchRenderer', ...stretched, StandardDeviations });
  expect((await drawWithDeviations(1)) === (await drawWithDeviations(2))).toBe(false);
});
