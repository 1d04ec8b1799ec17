import { preferredLanguage } from '../../text/text.ts';
import { pressEn as press } from '../../text/touch.ts';

export const denseEn = {
  show: 'Show points as',
  ways: { points: 'Symbols', heatmap: 'Heat map', cluster: 'Clusters', binning: 'Bins' } as const,
  radius: 'Radius',
  weight: 'Weight',
  noWeight: 'Each point counts once',
  ramp: 'Colours',
  ownRamp: 'As published',
  brightest: 'Last colour',
  maxima: { data: 'From the data', value: 'Fixed density' } as const,
  density: 'Density (per square point)',
  distance: 'Distance',
  smallest: 'Smallest circle',
  largest: 'Largest circle',
  colour: 'Colour',
  counts: 'Show counts',
  shape: 'Shape',
  shapes: { hexagon: 'Hexagons', square: 'Squares' } as const,
  size: 'Size',
  statistic: 'Colour by',
  statistics: { count: 'Number of points', sum: 'Sum', avg: 'Mean' } as const,
  field: 'Field',
  steps: 'Steps',
  classed: { classes: 'Classes', ramp: 'Continuous' } as const,
  classes: 'Classes',
  byPoint: 'Single points from',
  never: 'Never',
  sizeBy: 'Size by value',
  sizeField: 'Field for the size',
  sameSize: 'All the same size',
  smallestSize: 'Smallest',
  largestSize: 'Largest',
  sizeHint: 'The size grows with this field, the colour stays as chosen above.',
  low: 'Low',
  high: 'High',
  hints: {
    heatmap: 'Works for any number of points. Labels are not drawn.',
    cluster: `${press.Click} a circle on the map to zoom in on its points.`,
    binning: `${press.Click} a bin on the map to see its value. Bins have the same size on the map at every pan.`,
  } as const,
  bin: (count: string, one: boolean) => (one ? `${count} point in this bin` : `${count} points in this bin`),
  binEmpty: 'No points in this bin',
};

export type DenseText = { readonly [K in keyof typeof denseEn]: Widened<(typeof denseEn)[K]> };
type Widened<T> = T extends string
  ? string
  : T extends (...given: infer A) => string
    ? (...given: A) => string
    : { readonly [K in keyof T]: Widened<T[K]> };

/** In the language that is shown. */
export const denseText: DenseText = preferredLanguage() === 'de' ? (await import('./dense-de.ts')).denseDe : denseEn;
