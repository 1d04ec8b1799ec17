import { expect, test } from 'vitest';
import type { Value } from '../../../../sw/contract/index.ts';
import { prepareColoring } from '../../../../sw/draw/raster/coloring.ts';
import { createHillshade } from '../../../../sw/draw/raster/draw-raster.ts';
import { rasterLegend, rasterValueText } from '../../../../sw/draw/raster/legend.ts';
import { readRelief } from '../../../../sw/draw/raster/relief.ts';
import { resamplers } from '../../../../sw/draw/raster/resample.ts';
import { makeStretch } from '../../../../sw/draw/raster/stretch.ts';
import type { RasterManifest } from '../../../../sw/service/definition.ts';

const statistics = { min: 0, max: 1000, mean: 400, stdDev: 100 };
const heights = { bandNames: ['Value'], sampleType: 'f32', statistics: [statistics] } as unknown as RasterManifest;
const noHistogram = async () => Promise.reject(new Error('no histogram expected'));

const sunlit = readRelief({ type: 'RasterStretchRenderer', UseHillShader: true }, '')!;

const prepare = (renderer: Value<'RasterRenderer'>, more: object = {}) =>
  prepareColoring(
    { type: 'RasterLayerDrawingDescription', RasterRenderer: renderer, ...more },
    heights,
    noHistogram,
    'Layer 0',
  );

const listColors = async (renderer: Value<'RasterRenderer'>, values: number[]): Promise<string[]> => {
  const colors = new Uint32Array(values.length);
  (await prepare(renderer)).paint([Float64Array.from(values)], values.length, colors);
  return Array.from(
    new Uint8Array(colors.buffer).reduce<number[][]>((rows, byte, i) => {
      if (i % 4 === 0) rows.push([]);
      rows.at(-1)!.push(byte);
      return rows;
    }, []),
    String,
  );
};

test('stretches: two deviations around the mean, the ends of the band, and inverted', () => {
  const stretchValue = (options: Parameters<typeof makeStretch>[0], value: number): number => {
    const { low, scale, table } = makeStretch(options, statistics, undefined);
    return table[Math.max(0, Math.min(255, Math.round((value - low) * scale)))]!;
  };
  expect([200, 450, 600].map((value) => stretchValue({ kind: 'deviations' }, value))).toEqual([0, 159, 255]);
  expect([0, 501, 1000].map((value) => stretchValue({ kind: 'range' }, value))).toEqual([0, 128, 255]);
  expect(stretchValue({ kind: 'range', isInverted: true }, 0)).toBe(255);
  expect(stretchValue({ kind: 'range', range: [900, 1000] }, 951)).toBe(130);
});

test('histograms: equal shares get equal steps, and the ends are cut', () => {
  const counts = new Float64Array(11);
  counts[0] = 1;
  counts[5] = 998;
  counts[10] = 1;
  const histogram = { low: 0, high: 1000, counts, total: 1000 };
  expect([...makeStretch({ kind: 'equalize' }, statistics, histogram).table].slice(4, 7)).toEqual([0, 128, 255]);
  expect(makeStretch({ kind: 'percent' }, statistics, histogram).low).toBe(500);
});

test('a ramp runs from the least to the greatest value, and beyond them stays at its ends', async () => {
  const renderer = { type: 'RasterStretchRenderer', StretchType: 'esriRasterStretch_MinimumMaximum' } as const;
  expect(await listColors(renderer, [-5, 0, 500, 1000, 2000])).toEqual([
    '0,0,0,255',
    '0,0,0,255',
    '128,128,128,255',
    '255,255,255,255',
    '255,255,255,255',
  ]);
});

const rgb = (Red: number): Value<'Symbol'> => ({
  type: 'SimpleFillSymbol',
  Color: { type: 'RgbColor', Red, Green: 0, Blue: 0 },
  Style: 'gisSFSSolid',
});
const legend = [1, 2].map((Red) => ({ Symbol: rgb(Red), Label: `class ${Red}`, Description: '' }));
const groups = [{ Visible: true, Editable: true, Heading: 'Height', LegendClasses: legend }];

test('a value belongs to the first class whose break it does not exceed; excluded values to none', async () => {
  const renderer: Value<'RasterRenderer'> = {
    type: 'RasterClassifyRenderer',
    ArrayOfBreak: [0, 10, 20],
    LegendGroups: groups,
    ExclusionRanges: [12, 13] as never,
  };
  expect(await listColors(renderer, [-1, 0, 10, 11, 12.5, 20, 21])).toEqual([
    '0,0,0,0',
    '1,0,0,255',
    '1,0,0,255',
    '2,0,0,255',
    '0,0,0,0',
    '2,0,0,255',
    '0,0,0,0',
  ]);
  expect(await rasterLegend(renderer, heights, noHistogram, '')).toMatchObject([
    { heading: 'Height', entries: [{ label: 'class 1' }, { label: 'class 2' }] },
  ]);
  expect(rasterValueText(renderer, heights, [11], '')).toEqual({ pixel: '11', className: 'class 2' });
});

const readFill = (Red: number, Style: Value<'gisSimpleFillStyle'>): Value<'Symbol'> => ({
  ...(rgb(Red) as Value<'SimpleFillSymbol'>),
  Style,
});
const classify = (...symbols: Value<'Symbol'>[]): Value<'RasterClassifyRenderer'> => ({
  type: 'RasterClassifyRenderer',
  ArrayOfBreak: symbols.map((_, i) => 10 * (i + 1)),
  LegendGroups: symbols.map((symbol, i) => ({
    Visible: true,
    Editable: true,
    Heading: `group ${i}`,
    LegendClasses: [{ Symbol: symbol, Label: `class ${i}`, Description: `about ${i}` }],
  })),
});

test('a class without a fill is not painted, and one with a hatch is refused', async () => {
  const renderer = classify(readFill(7, 'gisSFSNull'), readFill(8, 'gisSFSSolid'));
  expect(await listColors(renderer, [5, 15])).toEqual(['0,0,0,0', '8,0,0,255']);
  const hatched = classify(readFill(7, 'gisSFSCross'), readFill(8, 'gisSFSSolid'));
  await expect(prepare(hatched)).rejects.toThrow(
    'Layer 0: RasterClassifyRenderer.LegendGroups: class 0: expected a solid or null SimpleFillSymbol, found gisSFSCross.',
  );
  const line = { type: 'SimpleLineSymbol', Color: { type: 'GrayColor', GrayLevel: 0 }, Width: 1, Style: 'gisSLSSolid' };
  await expect(prepare(classify(line as never))).rejects.toThrow('found SimpleLineSymbol.');
});

test('a legend has the headings of all visible groups, and what classes say of themselves', async () => {
  const renderer = classify(rgb(1), rgb(2), rgb(3));
  const [first, second, third] = renderer.LegendGroups!;
  const LegendClassFormat = { PatchWidth: 30, PatchHeight: 10 };
  const groups = [
    first!,
    { ...second!, Visible: false },
    { ...third!, LegendClasses: [{ ...third!.LegendClasses![0]!, LegendClassFormat }] },
  ];
  const exclusion = { Symbol: rgb(9), Label: 'other', Description: 'left out' };
  const shown = { ...renderer, LegendGroups: groups, ExclusionShowClass: true, ExclusionLegendClass: exclusion };
  expect(await rasterLegend(shown, heights, noHistogram, '')).toEqual([
    { heading: 'group 0', entries: [{ label: 'class 0', description: 'about 0', symbol: rgb(1) }] },
    {
      heading: 'group 2',
      entries: [
        { label: 'class 2', description: 'about 2', symbol: rgb(3), format: LegendClassFormat },
        { label: 'other', description: 'left out', symbol: rgb(9) },
      ],
    },
  ]);
});

test('the legend of a ramp says what its group says, or nothing when that is not visible', async () => {
  const LegendClasses = ['much', '', 'little'].map((Label) => ({ Label, Description: `${Label}!` }));
  const LegendGroup = { Visible: true, Editable: true, Heading: 'Rain', LegendClasses };
  const renderer = { type: 'RasterStretchRenderer', LegendGroup } as const;
  expect(await rasterLegend(renderer, heights, noHistogram, '')).toMatchObject([
    {
      heading: 'Rain',
      entries: [
        { label: 'much', description: 'much!' },
        { label: '' },
        { label: '500' },
        { label: '' },
        { label: 'little', description: 'little!' },
      ],
    },
  ]);
  const hidden = { ...renderer, LegendGroup: { ...LegendGroup, Visible: false } };
  expect(await rasterLegend(hidden, heights, noHistogram, '')).toEqual([]);
});

test('values are divided by those of another band before they are classed; by zero they are in no class', async () => {
  const manifest = { ...heights, bandNames: ['Value', 'Area'], statistics: [statistics, statistics] } as RasterManifest;
  const renderer: Value<'RasterRenderer'> = {
    type: 'RasterClassifyRenderer',
    ClassField: 'Value',
    NormField: 'Area',
    ArrayOfBreak: [0, 10, 20],
    LegendGroups: groups,
  };
  const drawing = { type: 'RasterLayerDrawingDescription', RasterRenderer: renderer } as const;
  const coloring = await prepareColoring(drawing, manifest, noHistogram, 'Layer 0');
  expect(coloring.bands).toEqual([0, 1]);
  const colors = new Uint32Array(4);
  coloring.paint([Float64Array.of(100, 100, 100, 0), Float64Array.of(10, 5, 0, 0)], 4, colors);
  expect([...colors].map((color) => color & 255)).toEqual([1, 2, 0, 0]);
  expect(rasterValueText(renderer, manifest, [100, 5], '').className).toBe('class 2');
});

test('relief: flat ground keeps its colour, slopes to the north-west are bright and others dark, whatever the level', () => {
  const slope = (east: number, north: number, level: number): number => {
    const manifest = { extent: [0, 0, 90, 90], widthPx: 9, heightPx: 9 } as unknown as RasterManifest;
    const step = 10 * 2 ** level;
    const samples = Float64Array.from({ length: 25 }, (_, i) => ((i % 5) * east - Math.floor(i / 5) * north) * step);
    const piece = { width: 5, height: 5, kinds: undefined, x: 0, y: 0, samples: [samples] };
    const colors = Uint32Array.of(0xff646464);
    createHillshade(manifest, level, sunlit).shade(piece, Float64Array.of(2.5), Float64Array.of(2.5), 1, colors);
    return colors[0]! & 255;
  };
  expect(slope(0, 0, 0)).toBe(100);
  // A slope of 45° that faces the sun gets its full light.
  expect(slope(Math.SQRT1_2, -Math.SQRT1_2, 0)).toBe(141);
  expect(slope(-Math.SQRT1_2, Math.SQRT1_2, 0)).toBe(0);
  expect(slope(0.3, 0.2, 0)).toBe(slope(0.3, 0.2, 2));
  expect(slope(0, -0.3, 0)).toBe(slope(0.3, 0, 0));
});

test.each<[string, Value<'RasterRenderer'>, RegExp]>([
  [
    'a band that is not there',
    { type: 'RasterStretchRenderer', LayerIndex1: 3 },
    /expected a band from 0 to 0, found 3/,
  ],
  [
    'an unknown stretch',
    { type: 'RasterStretchRenderer', StretchType: 'Loud' },
    /StretchType: expected None, .*, found "Loud"/,
  ],
  [
    'a stretch to a histogram',
    { type: 'RasterStretchRenderer', StretchType: 'x_HistogramSpecification' },
    /it needs a histogram to match/,
  ],
  ['an unknown resampling', { type: 'RasterStretchRenderer', ResamplingType: 'Magic' }, /found "Magic"/],
  [
    'an empty range',
    { type: 'RasterStretchRenderer', UseCustomMinMax: true, CustomMin: 5, CustomMax: 5 },
    /CustomMin < CustomMax/,
  ],
  [
    'breaks that fall',
    { type: 'RasterClassifyRenderer', ArrayOfBreak: [0, 5, 1], LegendGroups: groups },
    /ascending numbers/,
  ],
  [
    'too few breaks',
    { type: 'RasterClassifyRenderer', ArrayOfBreak: [1], LegendGroups: groups },
    /expected 3 breaks for 2 classes, found 1/,
  ],
  [
    'values that are no numbers',
    { type: 'RasterUniqueValueRenderer', UniqueValueVariants: ['a'] },
    /expected a number/,
  ],
  [
    'an unknown divisor',
    { type: 'RasterClassifyRenderer', NormField: 'Area', ArrayOfBreak: [0, 1, 2], LegendGroups: groups },
    /NormField: expected Value or one of the bands Value, found "Area"/,
  ],
  [
    'an unknown field',
    { type: 'RasterUniqueValueRenderer', ValueField: 'Elevation', UniqueValueVariants: [1] },
    /found "Elevation"/,
  ],
])('%s is a fault', async (_, renderer, message) => {
  await expect(prepare(renderer)).rejects.toThrow(message);
});

test('mixtures leave out pixels that do not count', () => {
  const samples = Float32Array.of(10, 20, 30, -9999);
  const kinds = Uint8Array.of(1, 1, 1, 0);
  const out = new Float64Array(1);
  const readColorAt = (
    how: 'nearest' | 'bilinear' | 'cubic' | 'majority',
    marked: Uint8Array | undefined,
    x: number,
    y: number,
  ) => {
    resamplers[how]({ width: 2, height: 2, kinds: marked }, samples, Float64Array.of(x), Float64Array.of(y), 1, out);
    return out[0]!;
  };
  expect(readColorAt('bilinear', kinds, 1, 1)).toBe(20);
  expect(readColorAt('bilinear', undefined, 1, 0.5)).toBe(15);
  expect(readColorAt('nearest', kinds, 1.9, 0.1)).toBe(20);
  expect(readColorAt('cubic', kinds, 0.5, 0.5)).toBeCloseTo(10);
});
