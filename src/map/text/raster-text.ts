import { preferredLanguage } from '../../text/text.ts';

export const rasterEn = {
  kind: 'Symbology',
  kinds: {
    stretch: 'Ramp',
    classes: 'Classes',
    values: 'Values',
    composite: 'Composite',
    shade: 'Hillshade',
  },
  band: 'Band',
  red: 'Red',
  green: 'Green',
  blue: 'Blue',
  noBand: 'none',
  stretch: 'Stretch',
  stretches: {
    none: 'None (values as they are)',
    range: 'Minimum to maximum',
    percent: 'Clip the extremes',
    deviations: 'Standard deviations',
    equalize: 'Equalise the histogram',
    manual: 'Custom',
  },
  share: 'Percent',
  deviations: 'Number',
  histogram: (band: string) => `Histogram of ${band}`,
  low: 'Low end of the colours',
  high: 'High end of the colours',
  minimum: 'From',
  maximum: 'to',
  breakAt: (position: number) => `Class break ${position}`,
  statistics: (min: string, max: string, mean: string, deviation: string) =>
    `${min} to ${max}, mean ${mean}, standard deviation ${deviation}`,
  ramp: 'Colours',
  ownRamp: 'As published',
  stop: (position: number, count: number) => `Colour ${position} of ${count}`,
  method: 'Method',
  methods: {
    equal: 'Equal intervals',
    quantile: 'Quantiles',
    natural: 'Natural breaks',
    manual: 'Custom',
  },
  upperBreak: (label: string) => `Upper limit of ${label}`,
  relief: 'Shading',
  hillshade: 'Shade slopes',
  azimuth: 'Sun direction',
  altitude: 'Sun height',
  exaggeration: 'Exaggeration',
  noData: 'No data',
  noDataValues: 'Values without data',
  noDataHint: (stored: string) => `In addition to ${stored}, as stored in the file. Separate values with semicolons.`,
  noDataPlain: 'Separate values with semicolons.',
  noDataTooLarge:
    'This raster is too large for that: its overviews already contain these values. Set the value without data in the file and publish it again.',
  noDataColour: 'Show as a colour',
  noNumber: (text: string) => `“${text}” is not a number.`,
  layer: 'Layer',
  smooth: 'Smooth between pixels',
  tooMany: 'This band has too many different values to list.',
  counting: 'Counting pixels …',
  pixelValue: 'Pixel value',
  className: 'Class',
  coordinates: 'Coordinates',
  nothing: 'No data',
};

export type RasterText = typeof rasterEn;

/** In the language that is shown. */
export const rasterText: RasterText =
  preferredLanguage() === 'de' ? (await import('./raster-de.ts')).rasterDe : rasterEn;
