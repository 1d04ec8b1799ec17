import type { Value } from '../../contract/index.ts';
import { colorToRgba } from '../../contract/rgba.ts';
import type { RasterManifest } from '../../service/definition.ts';
import { blackToWhite, findAlphaBand } from '../../service/raster-drawing.ts';
import type { LegendEntry, LegendSection } from '../legend/legend-classes.ts';
import { rampColors } from '../renderer/color-ramp.ts';
import type { Rgba } from '../surface/surface.ts';
import { rasterClasses } from './classes.ts';
import { readRelief } from './relief.ts';
import { computeStretchRange, defaultStretch, needsHistogram, type ReadHistogram, stretchKind } from './stretch.ts';

/**
 * Return the legend of a raster renderer: bands in their colors, slices of its ramp from the highest value to the
 * lowest, or its classes.
 *
 * @throws {Fault} like `rasterClasses` and `prepareColoring`
 */
export async function rasterLegend(
  renderer: Value<'RasterRenderer'> | undefined,
  manifest: RasterManifest,
  readHistogram: ReadHistogram,
  path: string,
): Promise<LegendSection[]> {
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
    case 'RasterStretchRenderer':
      return stretchLegend(renderer, manifest, readHistogram, path);
    case 'RasterClassifyRenderer':
    case 'RasterUniqueValueRenderer': {
      const classes = rasterClasses(renderer, manifest, path);
      const heading = manifest.bandNames[classes.band] ?? '';
      const groups = renderer.LegendGroups ?? [];
      const sections = groups
        .filter((group) => group.Visible)
        .map(({ Heading, LegendClasses }) => ({ heading: Heading, entries: (LegendClasses ?? []).map(classEntry) }));
      if (!groups.some((group) => group.LegendClasses?.length))
        sections.push({ heading, entries: classes.colors.map((color, i) => entry(classes.labels[i] ?? '', color)) });
      if (classes.otherColor) {
        const other =
          renderer.type === 'RasterClassifyRenderer'
            ? classEntry(renderer.ExclusionLegendClass!)
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

/** Number of swatches of a ramp. Odd, so that the middle value has a swatch. */
const slices = 5;

async function stretchLegend(
  renderer: Value<'RasterStretchRenderer'>,
  manifest: RasterManifest,
  readHistogram: ReadHistogram,
  path: string,
): Promise<LegendSection[]> {
  const group = renderer.LegendGroup;
  if (group?.Visible === false) return [];
  const legendClasses = group?.LegendClasses ?? [];
  const ramp = rampColors(renderer.ColorRamp ?? blackToWhite, 256).map(colorToRgba);
  const colors = renderer.IsInvert ? ramp : ramp.toReversed();
  const ends = await rampEnds(renderer, manifest, readHistogram, path);
  const entries = Array.from({ length: slices }, (_, i): LegendEntry => {
    const slice = colors.slice(Math.round((i * 256) / slices), Math.round(((i + 1) * 256) / slices));
    const legendClass =
      i === 0 ? legendClasses[0] : i === slices - 1 && legendClasses.length > 1 ? legendClasses.at(-1) : undefined;
    const label = legendClass?.Label || rampLabel(i, ends);
    // Middle classes of a group have no value.
    const sliceEntry = entry(label, slice[slice.length >> 1]!);
    return {
      ...sliceEntry,
      description: legendClass?.Description ?? '',
      format: legendClass?.LegendClassFormat,
      ramp: slice,
    };
  });
  return [{ heading: group?.Heading ?? '', entries }];
}

/**
 * Return the values at both ends of a ramp, and in its middle if values are spread evenly; undefined if only a
 * hillshade is drawn.
 */
async function rampEnds(
  renderer: Value<'RasterStretchRenderer'>,
  manifest: RasterManifest,
  readHistogram: ReadHistogram,
  path: string,
): Promise<readonly [low: number, middle: number | undefined, high: number] | undefined> {
  if (readRelief(renderer, path)?.isAlone) return undefined;
  const band = renderer.LayerIndex1 ?? 0;
  const statistics = manifest.statistics[band];
  if (!statistics) return [0, undefined, 0];
  const kind = stretchKind(renderer.StretchType, defaultStretch(manifest), path);
  const { UseCustomMinMax, CustomMin = statistics.min, CustomMax = statistics.max, StandardDeviations } = renderer;
  const histogram = needsHistogram(kind) && !UseCustomMinMax ? await readHistogram(band) : undefined;
  const [low, high] = UseCustomMinMax
    ? [CustomMin, CustomMax]
    : kind === 'none'
      ? [0, 255]
      : computeStretchRange(kind, StandardDeviations, statistics, histogram);
  return [low, kind === 'equalize' ? undefined : (low + high) / 2, high];
}

function rampLabel(slice: number, ends: Awaited<ReturnType<typeof rampEnds>>): string {
  if (!ends) return slice === 0 ? 'Sunlit' : slice === slices - 1 ? 'In shade' : '';
  const shown = (value: number): string => Number(value.toPrecision(6)).toString();
  const [low, middle, high] = ends;
  if (slice === 0) return `High: ${shown(high)}`;
  if (slice === slices - 1) return `Low: ${shown(low)}`;
  return slice === slices >> 1 && middle !== undefined ? shown(middle) : '';
}

/** Make an entry from a legend class, whose symbol has already been checked. */
const classEntry = ({
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
  const colors = values.filter((_, band) => band !== findAlphaBand(manifest));
  const pixel = colors.map(String).join(', ');
  if (renderer?.type !== 'RasterClassifyRenderer' && renderer?.type !== 'RasterUniqueValueRenderer') return { pixel };
  const classes = rasterClasses(renderer, manifest, path);
  const { band, normBand } = classes;
  const index = classes.findClass(normBand === undefined ? values[band]! : values[band]! / values[normBand]!);
  return { pixel, className: (index < 0 ? classes.otherLabel : classes.labels[index]) ?? '' };
}
