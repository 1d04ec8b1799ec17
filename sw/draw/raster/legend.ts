import type { Value } from '../../contract/index.ts';
import type { RasterManifest } from '../../service/definition.ts';
import { alphaBandOf, blackToWhite } from '../../service/raster-drawing.ts';
import type { LegendEntry, LegendSection } from '../legend/legend-classes.ts';
import { rampColors } from '../renderer/color-ramp.ts';
import type { Rgba } from '../surface/surface.ts';
import { rasterClasses } from './classes.ts';

/**
 * List the legend of a raster renderer: bands in their colours, the ends of its ramp, or its classes.
 *
 * @throws {Fault} as `rasterClasses`
 */
export function rasterLegend(
  renderer: Value<'RasterRenderer'> | undefined,
  manifest: RasterManifest,
  path: string,
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
      const group = renderer.LegendGroup;
      if (group?.Visible === false) return [];
      const given = group?.LegendClasses ?? [];
      const shown = (value: number): string => Number(value.toPrecision(6)).toString();
      const end = (color: Value<'Color'>, own: Value<'LegendClass'> | undefined, label: string): LegendEntry => ({
        ...givenEntry({ Description: '', ...own, Label: own?.Label || label }),
        ...swatch(color),
      });
      return [
        {
          heading: group?.Heading ?? '',
          entries: [
            end(last, given[0], `High: ${shown(high)}`),
            // Middle classes have no value of their own.
            end(first, given.length > 1 ? given.at(-1) : undefined, `Low: ${shown(low)}`),
          ],
        },
      ];
    }
    case 'RasterClassifyRenderer':
    case 'RasterUniqueValueRenderer': {
      const classes = rasterClasses(renderer, manifest, path);
      const heading = manifest.bandNames[classes.band] ?? '';
      const groups = renderer.LegendGroups ?? [];
      const sections = groups
        .filter((group) => group.Visible)
        .map(({ Heading, LegendClasses }) => ({ heading: Heading, entries: (LegendClasses ?? []).map(givenEntry) }));
      if (!groups.some((group) => group.LegendClasses?.length))
        sections.push({ heading, entries: classes.colors.map((color, i) => entry(classes.labels[i] ?? '', color)) });
      if (classes.otherColor) {
        const other =
          renderer.type === 'RasterClassifyRenderer'
            ? givenEntry(renderer.ExclusionLegendClass!)
            : { label: classes.otherLabel ?? '', description: '', symbol: renderer.DefaultSymbol! };
        const last = sections.pop() ?? { heading, entries: [] };
        sections.push({ ...last, entries: [...last.entries, other] });
      }
      return sections;
    }
    default:
      return [];
  }
}

/** Make an entry from a legend class; its symbol has been checked before. */
const givenEntry = ({
  Symbol: symbol,
  Label,
  Description,
  LegendClassFormat: format,
}: Value<'LegendClass'>): LegendEntry => ({
  label: Label,
  description: Description,
  symbol: symbol!,
  format,
});

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

/** Describe a pixel: its samples, and its class if there are classes. */
export function rasterValueText(
  renderer: Value<'RasterRenderer'> | undefined,
  manifest: RasterManifest,
  values: readonly number[],
  path: string,
): { readonly pixel: string; readonly className?: string } {
  const colors = values.filter((_, band) => band !== alphaBandOf(manifest));
  const pixel = colors.map(String).join(', ');
  if (renderer?.type !== 'RasterClassifyRenderer' && renderer?.type !== 'RasterUniqueValueRenderer') return { pixel };
  const classes = rasterClasses(renderer, manifest, path);
  const { band, normBand } = classes;
  const index = classes.classOf(normBand === undefined ? values[band]! : values[band]! / values[normBand]!);
  return { pixel, className: (index < 0 ? classes.otherLabel : classes.labels[index]) ?? '' };
}
