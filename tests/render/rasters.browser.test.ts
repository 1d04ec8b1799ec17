import { expect, test } from 'vitest';
import { encodeImage } from '../../src/publish/import/raster/image-codec.ts';
import type { Value } from '../../sw/contract/index.ts';
import type { Extent } from '../../sw/geometry/extent.ts';
import { transformation } from '../../sw/geometry/project.ts';
import { defineReference } from '../../sw/geometry/reference-definitions.ts';
import { expectImage } from './compare.ts';
import { draw, fill, line, makeLayerPlan, makeMapView, rgb, simple } from './draw-plan.ts';
import { makeRaster, rasterLayer, worldGrid } from './raster-of.ts';
import { makeSourceTable } from './table-of.ts';
import { countries } from './world.ts';

const wgs84: Value<'SpatialReference'> = { type: 'GeographicCoordinateSystem', WKID: 4326 };
const makeProjected = (WKID: number): Value<'SpatialReference'> => ({ type: 'ProjectedCoordinateSystem', WKID });
const mercator = transformation(wgs84, makeProjected(3857))!;
const white = fill(rgb(255, 255, 255));

defineReference(3995, '+proj=stere +lat_0=90 +lat_ts=71 +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m');
const polar = transformation(wgs84, makeProjected(3995))!;
defineReference(54030, '+proj=robin +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m');
const robinson = transformation(wgs84, makeProjected(54030))!;

/** Return bands of color: red increases with longitude, green with latitude, and blue has squares of 15 degrees. */
const checks = async (widthPx = 720) => {
  const red = worldGrid(widthPx, (x) => ((x + 180) / 360) * 255);
  const green = worldGrid(widthPx, (_, y) => ((y + 90) / 180) * 255);
  const blue = worldGrid(widthPx, (x, y) => ((Math.floor(x / 15) + Math.floor(y / 15)) % 2 === 0 ? 60 : 200));
  const bands = [red, green, blue].map(({ samples }, i) => ({
    name: ['Red', 'Green', 'Blue'][i]!,
    samples: Uint8Array.from(samples),
  }));
  return makeRaster({ ...red, sampleType: 'u8', bands });
};

const outlines = async (projection?: typeof mercator) =>
  makeLayerPlan(
    makeSourceTable('polygon', await countries('110m')),
    { FeatureRenderer: simple(fill(rgb(0, 0, 0, 0), line(rgb(255, 255, 255), 0.75))) },
    projection ? { projection } : {},
  );

const worlds: Record<string, { extent: Extent; projection?: typeof mercator; turn?: number }> = {
  plain: { extent: [-180, -90, 180, 90] },
  mercator: { extent: [-2e7, -2e7, 2e7, 2e7], projection: mercator },
  'mercator-turned': { extent: [-2e6, 3.5e6, 6e6, 9e6], projection: mercator, turn: 30 },
  polar: { extent: [-6e6, -6e6, 6e6, 6e6], projection: polar },
  'beyond-its-edge': { extent: [-2e7, -1.5e7, 2e7, 1.5e7], projection: robinson },
};

for (const [name, { extent, projection, turn }] of Object.entries(worlds)) {
  test(`a world raster in ${name} lies under its countries`, async () => {
    const layer = rasterLayer(await checks(), undefined, projection ? { projection } : {});
    const view = makeMapView(extent, 400, 300, 96, turn ?? 0);
    const surface = await draw({ view, background: white, layers: [await outlines(projection), layer] });
    await expectImage(surface, `raster-world-${name}`);
  });
}

/** Return a hill with a lake, and a corner without data. */
const hill = async () => {
  const widthPx = 64;
  const samples = new Float32Array(widthPx * widthPx);
  for (let row = 0; row < widthPx; row++) {
    for (let column = 0; column < widthPx; column++) {
      const away = Math.hypot(column - 40, row - 24);
      samples[row * widthPx + column] =
        row + column > 104 ? -9999 : away < 5 ? 0 : 1000 * Math.exp(-((away / 24) ** 2));
    }
  }
  return makeRaster(
    { widthPx, heightPx: widthPx, extent: [0, 0, 64, 64], noData: -9999, bands: [{ name: 'Value', samples }] },
    32,
  );
};

const ramp: Value<'ColorRamp'> = {
  type: 'AlgorithmicColorRamp',
  Algorithm: 'gisCIELabAlgorithm',
  FromColor: { type: 'HsvColor', Hue: 120, Saturation: 70, Value: 40 },
  ToColor: { type: 'HsvColor', Hue: 40, Saturation: 20, Value: 100 },
};
const stretch = (StretchType: string, more: Partial<Value<'RasterStretchRenderer'>> = {}): Value<'RasterRenderer'> => ({
  type: 'RasterStretchRenderer',
  StretchType: `esriRasterStretch_${StretchType}`,
  ColorRamp: ramp,
  ...more,
});
const legendClass = (Label: string, color: Value<'Color'>) => ({ Symbol: fill(color), Label, Description: '' });
const legend = (...LegendClasses: Value<'LegendClass'>[]) => [
  { Visible: true, Editable: true, Heading: '', LegendClasses },
];
const terrain = legend(
  legendClass('lake', rgb(60, 110, 190)),
  legendClass('low', rgb(120, 170, 90)),
  legendClass('high', rgb(190, 160, 110)),
  legendClass('top', rgb(250, 250, 250)),
);

const renderers: Record<string, Value<'RasterRenderer'>> = {
  'min-max': stretch('MinimumMaximum'),
  'deviations-inverted': stretch('StandardDeviations', { StandardDeviations: 1, IsInvert: true }),
  equalized: stretch('HistogramEqualize'),
  percent: stretch('PercentMinimumMaximum', { NoDataColor: rgb(200, 30, 200) }),
  'custom-cubic': stretch('Custom', {
    UseCustomMinMax: true,
    CustomMin: 400,
    CustomMax: 600,
    ResamplingType: 'RSP_CubicConvolution',
  }),
  nearest: stretch('MinimumMaximum', { ResamplingType: 'RSP_NearestNeighbor', Brightness: 30, Contrast: 40 }),
  classes: { type: 'RasterClassifyRenderer', ArrayOfBreak: [0, 1, 300, 700, 1000], LegendGroups: terrain },
  relief: {
    type: 'RasterClassifyRenderer',
    ArrayOfBreak: [0, 1, 300, 700, 1000],
    LegendGroups: terrain,
    UseHillShader: true,
    ZScale: 0.02,
    ResamplingType: 'RSP_BilinearInterpolation',
  },
  background: stretch('MinimumMaximum', { DisplayBkValue: true, BlackValue: 0, BkColor: rgb(0, 80, 255) }),
};

for (const [name, renderer] of Object.entries(renderers)) {
  test(`a hill with a lake by the renderer ${name}`, async () => {
    const layer = rasterLayer(await hill(), renderer);
    await expectImage(
      await draw({ view: makeMapView([-4, -4, 68, 68], 200, 200), background: white, layers: [layer] }),
      `raster-hill-${name}`,
    );
  });
}

const shaded = { UseHillShader: true, ZScale: 0.02, Azimuth: 300, Altitude: 40 };
const shades: Record<string, Value<'RasterRenderer'>> = {
  hillshade: { type: 'RasterStretchRenderer', ...shaded, ShadeOnly: true },
  'ramp-with-relief': {
    type: 'RasterStretchRenderer',
    ...shaded,
    ColorRamp: {
      type: 'PresetColorRamp',
      Colors: [rgb(47, 122, 99), rgb(201, 207, 143), rgb(199, 159, 108), rgb(247, 245, 242)],
    },
  },
};

for (const [name, renderer] of Object.entries(shades)) {
  test(`a hill shaded by a sun of its own as ${name}`, async () => {
    const layer = rasterLayer(await hill(), renderer);
    await expectImage(
      await draw({ view: makeMapView([-4, -4, 68, 68], 200, 200), background: white, layers: [layer] }),
      `raster-hill-${name}`,
    );
  });
}

test('values by their own colours, two of them as one class, the rest in the colour of others', async () => {
  const widthPx = 12;
  const samples = Uint8Array.from(
    { length: widthPx * widthPx },
    (_, i) => Math.floor((i % widthPx) / 3) + 4 * Math.floor(i / widthPx / 6),
  );
  const raster = await makeRaster({
    widthPx,
    heightPx: widthPx,
    extent: [0, 0, 12, 12],
    sampleType: 'u8',
    isCategorical: true,
    bands: [{ name: 'Value', samples }],
  });
  const renderer: Value<'RasterRenderer'> = {
    type: 'RasterUniqueValueRenderer',
    ValueField: 'Value',
    UniqueValueVariants: [0, 1, 2, 5],
    ClassesInLegendSize: [2, 1, 1],
    LegendGroups: legend(
      legendClass('a', rgb(200, 60, 60)),
      legendClass('b', rgb(60, 160, 60)),
      legendClass('c', rgb(60, 60, 200, 120)),
    ),
    UseDefaultSymbol: true,
    DefaultSymbol: fill(rgb(220, 220, 150)),
  };
  const view = makeMapView([-1, -1, 13, 13], 140, 140, 96, 15);
  const plan = rasterLayer(raster, renderer);
  const layers = [{ ...plan, drawing: { ...plan.drawing, Transparency: 20 } }];
  await expectImage(await draw({ view, background: white, layers }), 'raster-unique-values');
});

test('the opacity band of a picture shows what lies below', async () => {
  const grid = worldGrid(128, (x) => x + 180);
  const channel = (value: (x: number, y: number) => number) => Uint8Array.from(worldGrid(128, value).samples);
  const bands = [
    { name: 'Red', samples: channel(() => 220) },
    { name: 'Green', samples: channel((x) => (x < 0 ? 60 : 140)) },
    { name: 'Blue', samples: channel(() => 40) },
    { name: 'Alpha', samples: channel((x, y) => Math.max(0, 255 - 2.2 * Math.hypot(x, y * 2))) },
  ];
  const raster = await makeRaster({ ...grid, sampleType: 'u8', bands }, 64, encodeImage);
  expect(raster.manifest.encoding).toBe('png');
  const view = makeMapView([-180, -90, 180, 90], 256, 128);
  const layers = [await outlines(), rasterLayer(raster)];
  await expectImage(await draw({ view, background: fill(rgb(30, 60, 90)), layers }), 'raster-opacity');
});
