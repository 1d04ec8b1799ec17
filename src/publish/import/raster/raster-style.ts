import type { Value } from '../../../../sw/contract/index.ts';
import type { PaletteEntry, SourceRaster } from '../../../../sw/formats/reading/source-raster.ts';
import type { RasterManifest } from '../../../../sw/service/definition.ts';
import { defaultRasterDrawing } from '../../../../sw/service/raster-drawing.ts';

/** Choose the drawing of a new raster: its palette if it has one. */
export function rasterStyle(source: SourceRaster, manifest: RasterManifest): Value<'RasterLayerDrawingDescription'> {
  const drawing = defaultRasterDrawing(manifest);
  const { palette, isNarrow } = source;
  if (!palette) return isNarrow ? makeStretchedDrawing(manifest) : drawing;
  const used = new Set<number>(source.bands[0]!.samples);
  return paletteDrawing(
    manifest,
    palette.filter(({ value }) => used.has(value)),
  );
}

/** Return a drawing with the minimum in black and the maximum in white. */
export function makeStretchedDrawing(manifest: RasterManifest): Value<'RasterLayerDrawingDescription'> {
  const drawing = defaultRasterDrawing(manifest);
  const renderer = drawing.RasterRenderer as Value<'RasterStretchRenderer'>;
  return { ...drawing, RasterRenderer: { ...renderer, StretchType: 'esriRasterStretch_MinimumMaximum' } };
}

/** Return a drawing with each value in its palette color. */
export function paletteDrawing(
  manifest: RasterManifest,
  shown: readonly PaletteEntry[],
): Value<'RasterLayerDrawingDescription'> {
  return {
    ...defaultRasterDrawing(manifest),
    RasterRenderer: {
      type: 'RasterUniqueValueRenderer',
      ValueField: 'Value',
      UniqueValueVariants: shown.map(({ value }) => value),
      LegendGroups: [
        {
          Visible: true,
          Editable: true,
          Heading: 'Value',
          LegendClasses: shown.map(({ value, red, green, blue }) => ({
            Symbol: {
              type: 'SimpleFillSymbol',
              Color: { type: 'RgbColor', AlphaValue: 255, Red: red, Green: green, Blue: blue },
              Style: 'gisSFSSolid',
            },
            Label: String(value),
            Description: '',
          })),
        },
      ],
    },
  };
}
