import type { Value } from '../../contract/index.ts';
import type { RasterManifest } from '../../features/definition.ts';
import { alphaBandOf, blackToWhite } from '../../features/raster-drawing.ts';
import { rampColors } from '../color-ramp.ts';
import type { LegendEntry, LegendSection } from '../legend-classes.ts';
import type { Rgba } from '../surface/surface.ts';
import { rasterClasses } from './classes.ts';

/**
 * List what a raster renderer distinguishes: its bands in their colours, the ends of its ramp, or its classes.
 *
 * @throws {Fault} as `rasterClasses`
 */
export function rasterLegend(
  renderer: Value<'RasterRenderer'> | undefined,
  manifest: RasterManifest,
  place: string,
): LegendSection[] {
  switch (renderer?.type) {
    case 'RasterRGBRenderer': {
      const bands = [renderer.LayerIndex1 ?? 0, renderer.LayerIndex2 ?? 1, renderer.LayerIndex3 ?? 2];
      const used = renderer.UseRGBBand ?? 7;
      const names = ['Red', 'Green', 'Blue'];
      const entries = bands.flatMap((band, i) => {
        const color: Rgba = [i === 0 ? 255 : 0, i === 1 ? 255 : 0, i === 2 ? 255 : 0, 1];
        const bandName = manifest.bandNames[band] ?? '';
        const label = bandName === names[i] ? bandName : `${names[i]}: ${bandName}`;
        return (used & (1 << i)) === 0 ? [] : [entry(label, color)];
      });
      return [{ heading: '', entries }];
    }
    case 'RasterStretchRenderer': {
      const { min, max } = manifest.statistics[renderer.LayerIndex1 ?? 0] ?? { min: 0, max: 0 };
      const [low, high] = renderer.UseCustomMinMax
        ? [renderer.CustomMin ?? min, renderer.CustomMax ?? max]
        : [min, max];
      const colors = rampColors(renderer.ColorRamp ?? blackToWhite, 256);
      const [first, last] = renderer.IsInvert ? [colors.at(-1)!, colors[0]!] : [colors[0]!, colors.at(-1)!];
      const given = renderer.LegendGroup?.LegendClasses ?? [];
      const shown = (value: number): string => Number(value.toPrecision(6)).toString();
      return [
        {
          heading: renderer.LegendGroup?.Heading ?? '',
          entries: [
            { ...swatch(last), label: given[0]?.Label || `High: ${shown(high)}`, description: '' },
            { ...swatch(first), label: given[1]?.Label || `Low: ${shown(low)}`, description: '' },
          ],
        },
      ];
    }
    case 'RasterClassifyRenderer':
    case 'RasterUniqueValueRenderer': {
      const classes = rasterClasses(renderer, manifest, place);
      const entries = classes.colors.map((color, i) => entry(classes.labels[i] ?? '', color));
      const other = classes.otherColor ? [entry(classes.otherLabel ?? '', classes.otherColor)] : [];
      const heading = renderer.LegendGroups?.[0]?.Heading ?? manifest.bandNames[classes.band] ?? '';
      return [{ heading, entries: [...entries, ...other] }];
    }
    default:
      return [];
  }
}

function entry(label: string, [Red, Green, Blue, alpha]: Rgba): LegendEntry {
  return {
    label,
    description: '',
    ...swatch({ type: 'RgbColor', Red, Green, Blue, AlphaValue: Math.round(alpha * 255) }),
  };
}

const swatch = (Color: Value<'Color'>): Pick<LegendEntry, 'symbol'> => ({
  symbol: { type: 'SimpleFillSymbol', Color, Style: 'gisSFSSolid' },
});

/** What people are told of a pixel: the samples, and the class they belong to where there are classes. */
export function rasterValueText(
  renderer: Value<'RasterRenderer'> | undefined,
  manifest: RasterManifest,
  values: readonly number[],
  place: string,
): { readonly pixel: string; readonly className?: string } {
  const colors = values.filter((_, band) => band !== alphaBandOf(manifest));
  const pixel = colors.map(String).join(', ');
  if (renderer?.type !== 'RasterClassifyRenderer' && renderer?.type !== 'RasterUniqueValueRenderer') return { pixel };
  const classes = rasterClasses(renderer, manifest, place);
  const { band, normBand } = classes;
  const index = classes.classOf(normBand === undefined ? values[band]! : values[band]! / values[normBand]!);
  return { pixel, className: (index < 0 ? classes.otherLabel : classes.labels[index]) ?? '' };
}
