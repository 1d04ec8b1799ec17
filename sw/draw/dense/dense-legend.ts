import type { Value } from '../../contract/index.ts';
import type { Rgba } from '../../contract/rgba.ts';
import type { MapView } from '../../geometry/view.ts';
import type { Scheduler } from '../../scheduler.ts';
import { type Bins, type Clusters, type HeatMap, readReduction } from '../../service/feature-reduction.ts';
import type { LegendEntry, LegendSection } from '../legend/legend-classes.ts';
import type { LayerPlan } from '../plan.ts';
import { type DenseLayer, denseLayer, isByPoint } from './dense-layer.ts';
import { layerBinClasses } from './draw-bins.ts';
import { diameterPt, findMaxCount, groupDigits } from './draw-clusters.ts';
import { colorAt } from './draw-heat.ts';

/**
 * Return the legend sections of a feature reduction: the ramp of a heat map, circles of clusters, or the classes of
 * bins.
 *
 * @param text JSON of the feature reduction
 * @returns undefined if the layer draws single points at this scale
 * @throws {Fault} like `readReduction` and `levelValues`
 */
export async function reductionSections(
  text: string,
  path: string,
  plan: LayerPlan,
  view: MapView,
  scheduler: Scheduler,
): Promise<LegendSection[] | undefined> {
  const reduction = readReduction(text, path);
  if (isByPoint(reduction, view.scale)) return undefined;
  const layer = denseLayer(plan, view);
  switch (reduction.type) {
    case 'binning':
      return [await binsLegend(reduction, layer, scheduler)];
    case 'heatmap':
      return [{ heading: '', entries: heatEntries(reduction) }];
    case 'cluster':
      return [{ heading: '', entries: await clusterEntries(reduction, layer, scheduler) }];
  }
}

/** Number of swatches in the legend of a ramp. Each shows `sliceSteps` colors. */
const slices = 5;
const sliceSteps = 16;

/** Cut the ramp into swatches, the densest first. */
function heatEntries({ stops, lowLabel, highLabel }: HeatMap): LegendEntry[] {
  const last = slices * sliceSteps - 1;
  const colors = Array.from({ length: slices * sliceSteps }, (_, i) => colorAt(stops, 1 - i / last));
  return Array.from({ length: slices }, (_, i) => {
    const ramp = colors.slice(i * sliceSteps, (i + 1) * sliceSteps);
    return { ...swatch(ramp[0]!, i === 0 ? highLabel : i === slices - 1 ? lowLabel : ''), ramp };
  });
}

/** Make circles for up to three counts: the smallest, the largest, and one in between, each rounded to one digit. */
async function clusterEntries(style: Clusters, layer: DenseLayer, scheduler: Scheduler): Promise<LegendEntry[]> {
  const maxCount = await findMaxCount(layer, style, scheduler);
  const counts = [...new Set([2, Math.sqrt(2 * maxCount), maxCount].map(roundCount))];
  return counts.map((count) => ({
    ...swatch(style.color, groupDigits(count)),
    symbol: circleSymbol(style, diameterPt(style, count, maxCount)),
  }));
}

const roundCount = (count: number): number => Number(Math.max(2, count).toPrecision(1));

const circleSymbol = ({ color, outlineColor, outlinePt }: Clusters, Size: number): Value<'SimpleMarkerSymbol'> => ({
  ...{ type: 'SimpleMarkerSymbol', Style: 'gisSMSCircle', Color: colorValue(color), Size },
  ...{ Angle: 0, XOffset: 0, YOffset: 0 },
  ...{ Outline: outlinePt > 0, OutlineSize: outlinePt, OutlineColor: colorValue(outlineColor) },
});

async function binsLegend(bins: Bins, layer: DenseLayer, scheduler: Scheduler): Promise<LegendSection> {
  const { statistic, field } = bins;
  const heading = statistic === 'count' ? '' : `${statistic === 'sum' ? 'Sum' : 'Mean'}: ${field}`;
  const { marks } = await layerBinClasses(layer, bins, scheduler);
  const isWhole = statistic === 'count';
  const labels = marks.map(({ from, to }, i) => {
    // A range of whole numbers starts after the previous one ends, so that ranges don't overlap.
    const start = isWhole && i > 0 && bins.isClassed ? Math.floor(from) + 1 : from;
    return formatRounded(start) === formatRounded(to)
      ? formatRounded(to)
      : `${formatRounded(start)} – ${formatRounded(to)}`;
  });
  return { heading, entries: marks.map(({ color }, i) => swatch(color, labels[i]!)) };
}

const formatRounded = (value: number): string => groupDigits(Number(value.toPrecision(4)));

const colorValue = ([Red, Green, Blue, alpha]: Rgba): Value<'Color'> => ({
  ...{ type: 'RgbColor', Red, Green, Blue },
  AlphaValue: Math.round(alpha * 255),
});

const swatch = (color: Rgba, label: string): LegendEntry => ({
  label,
  description: '',
  symbol: { type: 'SimpleFillSymbol', Color: colorValue(color), Style: 'gisSFSSolid' },
});
