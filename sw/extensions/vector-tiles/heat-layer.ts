import { type HeatMap, readReduction } from '../../service/feature-reduction.ts';
import type { TiledLayer } from './layers.ts';

/** Density of a point of the weight 1 in its own place, before `heatmap-intensity`: the peak of the normal distribution. */
const gaussianPeak = 0.3989422804014327;

/**
 * Make the members of a heat map layer of a style.
 *
 * @returns undefined for a layer that is none; clusters and bins have no form in a style, where their points are drawn one by one
 */
export function heatLayer({ name, drawing }: TiledLayer, path: string): object | undefined {
  const reduction = drawing.FeatureReduction ? readReduction(drawing.FeatureReduction, path) : undefined;
  if (reduction?.type !== 'heatmap') return undefined;
  const { radiusPt, field, stops, minDensity, maxDensity } = reduction;
  const opacity = 1 - Math.min(100, Math.max(0, drawing.Transparency ?? 0)) / 100;
  // The kernel differs: the intensity is that of a point in its own place. Densities of the data are not known to a style.
  const intensity = maxDensity ? 3 / (Math.PI * radiusPt ** 2 * maxDensity) / gaussianPeak : 1;
  const from = maxDensity ? minDensity / maxDensity : 0;
  return {
    id: `${name}/heat`,
    type: 'heatmap',
    paint: {
      'heatmap-radius': (radiusPt * 96) / 72,
      ...(field ? { 'heatmap-weight': ['max', 0, ['to-number', ['get', field], 0]] } : {}),
      'heatmap-intensity': intensity,
      'heatmap-opacity': opacity,
      'heatmap-color': ['interpolate', ['linear'], ['heatmap-density'], 0, 'rgba(0,0,0,0)', ...colorStops(stops, from)],
    },
  };
}

/** Shares and colours in turn, each share above the one before as styles demand. */
function colorStops(stops: HeatMap['stops'], from: number): (number | string)[] {
  let before = 0;
  return stops.flatMap(({ ratio, color: [red, green, blue, alpha] }) => {
    before = Math.max(before + 1e-4, from + (1 - from) * ratio);
    return [before, `rgba(${red},${green},${blue},${Number(alpha.toFixed(3))})`];
  });
}
