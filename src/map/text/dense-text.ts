import { texts } from '../../text/text.ts';
import { pressEn as press } from '../../text/touch.ts';

export const denseEn = {
  show: 'Show points as',
  ways: { points: 'Symbols', heatmap: 'Heat map', cluster: 'Clusters', binning: 'Bins' },
  radius: 'Radius',
  weight: 'Weight',
  noWeight: 'Each point counts once',
  ramp: 'Colours',
  ownRamp: 'As published',
  brightest: 'Last colour',
  maxima: { data: 'From the data', value: 'Fixed density' },
  density: 'Density (per square point)',
  distance: 'Distance',
  smallest: 'Smallest circle',
  largest: 'Largest circle',
  colour: 'Colour',
  counts: 'Show counts',
  shape: 'Shape',
  shapes: { hexagon: 'Hexagons', square: 'Squares' },
  size: 'Size',
  statistic: 'Colour by',
  statistics: { count: 'Number of points', sum: 'Sum', avg: 'Mean' },
  field: 'Field',
  steps: 'Steps',
  classed: { classes: 'Classes', ramp: 'Continuous' },
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
  },
  bin: (count: string, isSingular: boolean) =>
    isSingular ? `${count} point in this bin` : `${count} points in this bin`,
  binEmpty: 'No points in this bin',
};

export const denseText = await texts(denseEn, () => import('./dense-de.ts'));
