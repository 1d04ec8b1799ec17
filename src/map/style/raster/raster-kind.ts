import type { Value } from '../../../../sw/contract/index.ts';
import { findAlphaBand } from '../../../../sw/service/raster-drawing.ts';
import type { RasterSummary } from '../../../../sw/service/raster-summary.ts';
import { ramps } from '../ramps.ts';
import { computeBreaks, distinctValues, legendClass, legendGroups, withBreaks } from './raster-classes.ts';
import { type ChosenRamp, sampleRamp, toColorRamp } from './raster-ramp.ts';
import { compositeStretch, withStretch } from './raster-stretch.ts';

export type RasterKind = 'stretch' | 'classes' | 'values' | 'composite' | 'shade';
export type RasterRenderer = Value<'RasterRenderer'>;

const defaultClasses = 6;

export function rasterKind(renderer: RasterRenderer): RasterKind {
  switch (renderer.type) {
    case 'RasterRGBRenderer':
      return 'composite';
    case 'RasterClassifyRenderer':
      return 'classes';
    case 'RasterUniqueValueRenderer':
      return 'values';
    case 'RasterStretchRenderer':
      return renderer.UseHillShader && renderer.ShadeOnly ? 'shade' : 'stretch';
  }
}

/** Return the indexes of all bands but alpha. */
export const valueBands = (summary: RasterSummary): number[] =>
  summary.bandNames.map((_, band) => band).filter((band) => band !== findAlphaBand(summary));

/** Return the band that a renderer draws; for composites, the band of the red channel. */
export function rendererBand(renderer: RasterRenderer, { bandNames }: Pick<RasterSummary, 'bandNames'>): number {
  if (renderer.type === 'RasterStretchRenderer' || renderer.type === 'RasterRGBRenderer')
    return renderer.LayerIndex1 ?? 0;
  const field =
    renderer.type === 'RasterClassifyRenderer' ? renderer.ClassField : renderer.ValueField || renderer.ClassField;
  return Math.max(
    0,
    bandNames.findIndex((name) => name.toLowerCase() === field?.toLowerCase()),
  );
}

/** Return the kinds of renderer that suit a raster. */
export function kindsFor(summary: RasterSummary): RasterKind[] {
  const isWhole = !/^f/.test(summary.sampleType);
  const hasValues = isWhole && distinctValues(summary.histogram, isWhole) !== undefined;
  const isPublishedSo = summary.drawing.RasterRenderer?.type === 'RasterUniqueValueRenderer';
  return [
    'stretch',
    'classes',
    ...(hasValues || isPublishedSo ? (['values'] as const) : []),
    ...(valueBands(summary).length >= 2 ? (['composite'] as const) : []),
    'shade',
  ];
}

/** Make a renderer of another kind for the current band, keeping the common settings. */
export function makeRasterRenderer(
  kind: RasterKind,
  before: RasterRenderer,
  summary: RasterSummary,
  ramp: ChosenRamp,
): RasterRenderer {
  const { histogram } = summary;
  const band = histogram.band;
  const { NoDataValue, NoDataColor, AlphaBandIndex, UseAlphaBand, ResamplingType } = before;
  const common = { NoDataValue, NoDataColor, AlphaBandIndex, UseAlphaBand, ResamplingType };
  switch (kind) {
    case 'stretch': {
      const plain = {
        type: 'RasterStretchRenderer',
        ...common,
        LayerIndex1: band,
        ColorRamp: toColorRamp(ramp),
      } as const;
      return withStretch(plain, { method: 'percent', percent: 0.5, deviations: 2, range: [0, 1] }, histogram);
    }
    case 'shade':
      return { type: 'RasterStretchRenderer', ...common, LayerIndex1: band, UseHillShader: true, ShadeOnly: true };
    case 'classes': {
      const breaks = computeBreaks('quantile', defaultClasses, histogram);
      const ClassField = summary.bandNames[band]!;
      return withBreaks(
        { type: 'RasterClassifyRenderer', ...common, ClassField },
        breaks,
        sampleRamp(ramp, breaks.length - 1),
      );
    }
    case 'values': {
      const values = distinctValues(histogram, true) ?? [];
      const { colors } = ramps.find((candidate) => candidate.kind === 'categories')!;
      return {
        type: 'RasterUniqueValueRenderer',
        ...common,
        ValueField: summary.bandNames[band]!,
        UniqueValueVariants: values,
        LegendGroups: legendGroups(values.map((value, i) => legendClass(String(value), colors[i % colors.length]!))),
      };
    }
    case 'composite': {
      const [red = 0, green = red, blue = green] = valueBands(summary);
      const StretchType = compositeStretch(summary.sampleType === 'u8' ? 'none' : 'percent');
      const indices = { LayerIndex1: red, LayerIndex2: green, LayerIndex3: blue };
      return { type: 'RasterRGBRenderer', ...common, ...indices, UseRGBBand: 7, StretchType };
    }
  }
}

/** Adapt a renderer to another band: its stretch or classes are computed from the values of that band. */
export function withBand(renderer: RasterRenderer, summary: RasterSummary, ramp: ChosenRamp): RasterRenderer {
  const made = makeRasterRenderer(rasterKind(renderer), renderer, summary, ramp);
  const shading =
    renderer.type === 'RasterStretchRenderer' || renderer.type === 'RasterClassifyRenderer' ? renderer : {};
  const { UseHillShader, ZScale, Azimuth, Altitude } = shading as Value<'RasterStretchRenderer'>;
  const hillshadeProperties = Object.entries({ UseHillShader, ZScale, Azimuth, Altitude }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...made, ...Object.fromEntries(hillshadeProperties) };
}
