import type { Value } from '../contract/index.ts';
import type { RasterManifest } from './definition.ts';

/** Return the index of the band named "alpha", which is the opacity of each pixel; undefined if there is none. */
export function findAlphaBand({ bandNames }: Pick<RasterManifest, 'bandNames'>): number | undefined {
  const index = bandNames.findIndex((name) => /^alpha$/i.test(name));
  return index < 0 ? undefined : index;
}

/** Return the default drawing of a raster: three bands as red, green and blue, a single band from black to white. */
export function defaultRasterDrawing(manifest: RasterManifest): Value<'RasterLayerDrawingDescription'> {
  const alpha = findAlphaBand(manifest);
  const colors = manifest.bandNames.length - (alpha === undefined ? 0 : 1);
  const StretchType = `esriRasterStretch_${manifest.sampleType === 'u8' ? 'NONE' : 'PercentMinimumMaximum'}`;
  const alphaBand = alpha === undefined ? {} : { AlphaBandIndex: alpha, UseAlphaBand: true };
  const RasterRenderer: Value<'RasterRenderer'> =
    colors >= 3
      ? {
          type: 'RasterRGBRenderer',
          ...alphaBand,
          LayerIndex1: 0,
          LayerIndex2: 1,
          LayerIndex3: 2,
          UseRGBBand: 7,
          StretchType,
        }
      : { type: 'RasterStretchRenderer', ...alphaBand, LayerIndex1: 0, StretchType, ColorRamp: blackToWhite };
  return { type: 'RasterLayerDrawingDescription', RasterRenderer, Transparency: 0, Brightness: 0, Contrast: 0 };
}

const gray = (level: number): Value<'HsvColor'> => ({ type: 'HsvColor', Hue: 0, Saturation: 0, Value: level });

export const blackToWhite: Value<'ColorRamp'> = {
  type: 'AlgorithmicColorRamp',
  Algorithm: 'gisHSVAlgorithm',
  FromColor: gray(0),
  ToColor: gray(100),
};
