import { badValue } from '../contract/fault.ts';
import type { Rgba } from '../contract/rgba.ts';

/** A density surface of points, colored by a ramp. */
export interface HeatMap {
  readonly type: 'heatmap';
  /** Radius of the kernel around each point. */
  readonly radiusPt: number;
  /** Field with the weight of each point; if absent, every weight is 1. */
  readonly field?: string | undefined;
  /** Colors at fractions of the density range, ascending from 0 to 1. */
  readonly stops: readonly ColorStop[];
  /** Weights per square point of the first and last color. If the maximum is absent, it is derived from the data. */
  readonly minDensity: number;
  readonly maxDensity?: number | undefined;
  /** Legend labels. */
  readonly lowLabel: string;
  readonly highLabel: string;
}

/** Circles for groups of nearby points, with their counts. */
export interface Clusters {
  readonly type: 'cluster';
  /** Points about this close to each other become one circle. */
  readonly radiusPt: number;
  /** Diameters of the smallest and largest circle. */
  readonly minSizePt: number;
  readonly maxSizePt: number;
  readonly color: Rgba;
  readonly outlineColor: Rgba;
  readonly outlinePt: number;
  readonly showLabels: boolean;
  /** Scale denominator from which points are drawn individually; 0 for never. */
  readonly maxScale: number;
}

type BinStatistic = 'count' | 'sum' | 'avg';

/** Hexagons or squares colored by the points in them. */
export interface Bins {
  readonly type: 'binning';
  readonly shape: 'hexagon' | 'square';
  /** Width of a bin. */
  readonly sizePt: number;
  readonly statistic: BinStatistic;
  /** Field to sum or average. */
  readonly field?: string | undefined;
  /** Whether each class has one color, instead of a ramp. */
  readonly isClassed: boolean;
  /** Colors of the classes, or along the ramp. */
  readonly colors: readonly Rgba[];
  /** Maximum of each class, or the value at each color of the ramp, ascending. If absent, derived from the data. */
  readonly values?: readonly number[] | undefined;
  /** Scale denominator from which points are drawn individually; 0 for never. */
  readonly maxScale: number;
}

export interface ColorStop {
  readonly ratio: number;
  readonly color: Rgba;
}

/** How a point layer summarizes many points instead of drawing each symbol. */
export type FeatureReduction = HeatMap | Clusters | Bins;

const maximumStops = 64;
const name = 'FeatureReduction';

/**
 * Parse an extension of a drawing description: JSON with the members of a web map's heat map renderer or feature
 * reduction. See "Density of points" in docs/semantics.md.
 *
 * @param path path of the drawing description, for faults
 * @throws {Fault} `bad-value` with the member and the expected and found values
 */
export function readReduction(text: string, path: string): FeatureReduction {
  const at = `${path}.${name}`;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw badValue(at, 'JSON', text);
  }
  return reductionOf(json, at);
}

/** Read the JSON of a feature reduction. Throws the same faults as `readReduction`. @param path path of the JSON */
export function reductionOf(json: unknown, path: string): FeatureReduction {
  const given = objectAt(json, path);
  switch (given.type) {
    case 'heatmap':
      return heatMapOf(given, path);
    case 'cluster':
      return clustersOf(given, path);
    case 'binning':
      return binsOf(given, path);
    default:
      throw badValue(`${path}.type`, 'heatmap, cluster or binning', given.type);
  }
}

/** Format a feature reduction for `readReduction`. */
export function reductionText(reduction: FeatureReduction): string {
  return JSON.stringify(jsonOf(reduction));
}

function jsonOf(reduction: FeatureReduction): object {
  switch (reduction.type) {
    case 'heatmap': {
      const { radiusPt, field, stops, minDensity, maxDensity, lowLabel, highLabel } = reduction;
      return {
        ...{ type: 'heatmap', radius: radiusPt, blurRadius: (radiusPt * 96) / 72, field, minDensity, maxDensity },
        colorStops: stops.map(({ ratio, color }) => ({ ratio, color: bytesOf(color) })),
        legendOptions: { minLabel: lowLabel, maxLabel: highLabel },
      };
    }
    case 'cluster': {
      const { color, outlineColor, outlinePt, maxScale } = reduction;
      const outline = { type: 'esriSLS', style: 'esriSLSSolid', color: bytesOf(outlineColor), width: outlinePt };
      const symbol = { type: 'esriSMS', style: 'esriSMSCircle', color: bytesOf(color), outline };
      return {
        ...{ type: 'cluster', clusterRadius: reduction.radiusPt, maxScale, showLabels: reduction.showLabels },
        ...{ clusterMinSize: reduction.minSizePt, clusterMaxSize: reduction.maxSizePt },
        drawingInfo: { renderer: { type: 'simple', symbol } },
      };
    }
    case 'binning': {
      const { shape, sizePt, statistic, field, isClassed, colors, values, maxScale } = reduction;
      const infos = colors.map((color, i) => ({
        ...(values ? { classMaxValue: values[i] } : {}),
        symbol: { type: 'esriSFS', style: 'esriSFSSolid', color: bytesOf(color) },
      }));
      const stops = colors.map((color, i) => ({
        ...(values ? { value: values[i] } : { ratio: i / Math.max(1, colors.length - 1) }),
        color: bytesOf(color),
      }));
      const renderer = isClassed
        ? { type: 'classBreaks', field: 'value', classBreakInfos: infos }
        : { type: 'simple', visualVariables: [{ type: 'colorInfo', field: 'value', stops }] };
      const fields = [{ name: 'value', statisticType: statistic, onStatisticField: field }];
      return { type: 'binning', binType: shape, binSize: sizePt, fields, renderer, maxScale };
    }
  }
}

type Given = Readonly<Record<string, unknown>>;

function heatMapOf(given: Given, path: string): HeatMap {
  const blurPx = given.blurRadius === undefined ? 24 : numberAt(given.blurRadius, `${path}.blurRadius`, 1, 200);
  const stops = listAt(given.colorStops, `${path}.colorStops`).map((one, i) => {
    const { ratio, color } = objectAt(one, `${path}.colorStops[${i}]`);
    return {
      ratio: numberAt(ratio, `${path}.colorStops[${i}].ratio`, 0, 1),
      color: colorAt(color, `${path}.colorStops[${i}].color`),
    };
  });
  checkAscending(
    stops.map(({ ratio }) => ratio),
    `${path}.colorStops`,
  );
  const minDensity = given.minDensity === undefined ? 0 : numberAt(given.minDensity, `${path}.minDensity`, 0);
  const { maxDensity } = given;
  const { minLabel, maxLabel } = objectAt(given.legendOptions ?? {}, `${path}.legendOptions`);
  return {
    type: 'heatmap',
    radiusPt: given.radius === undefined ? (blurPx * 72) / 96 : numberAt(given.radius, `${path}.radius`, 1, 150),
    field: fieldAt(given.field, `${path}.field`),
    stops,
    minDensity,
    maxDensity: maxDensity === undefined ? undefined : numberAt(maxDensity, `${path}.maxDensity`, minDensity),
    lowLabel: typeof minLabel === 'string' ? minLabel : 'Low',
    highLabel: typeof maxLabel === 'string' ? maxLabel : 'High',
  };
}

function clustersOf(given: Given, path: string): Clusters {
  const { renderer = {} } = objectAt(given.drawingInfo ?? {}, `${path}.drawingInfo`);
  const at = `${path}.drawingInfo.renderer.symbol`;
  const symbol = objectAt(objectAt(renderer, `${path}.drawingInfo.renderer`).symbol ?? {}, at);
  const outline = objectAt(symbol.outline ?? {}, `${at}.outline`);
  const size = (member: string, otherwise: number, lowest: number): number =>
    given[member] === undefined ? otherwise : numberAt(given[member], `${path}.${member}`, lowest, 300);
  const minSizePt = size('clusterMinSize', 20, 4);
  return {
    type: 'cluster',
    radiusPt: size('clusterRadius', 60, 10),
    minSizePt,
    maxSizePt: size('clusterMaxSize', Math.max(48, minSizePt), minSizePt),
    color: symbol.color === undefined ? [28, 104, 93, 1] : colorAt(symbol.color, `${at}.color`),
    outlineColor: outline.color === undefined ? [255, 255, 255, 1] : colorAt(outline.color, `${at}.outline.color`),
    outlinePt: outline.width === undefined ? 1.5 : numberAt(outline.width, `${at}.outline.width`, 0, 20),
    showLabels: given.showLabels !== false,
    maxScale: scaleAt(given, path),
  };
}

function binsOf(given: Given, path: string): Bins {
  const { binType = 'hexagon', binSize, fields = [] } = given;
  if (binType !== 'hexagon' && binType !== 'square') throw badValue(`${path}.binType`, 'hexagon or square', binType);
  const first = listAt(fields, `${path}.fields`)[0] ?? {};
  const { statisticType = 'count', onStatisticField } = objectAt(first, `${path}.fields[0]`);
  if (statisticType !== 'count' && statisticType !== 'sum' && statisticType !== 'avg')
    throw badValue(`${path}.fields[0].statisticType`, 'count, sum or avg', statisticType);
  const field = fieldAt(onStatisticField, `${path}.fields[0].onStatisticField`);
  if (statisticType !== 'count' && field === undefined)
    throw badValue(`${path}.fields[0].onStatisticField`, 'the name of a field', onStatisticField);
  return {
    type: 'binning',
    shape: binType,
    sizePt: binSize === undefined ? 18 : numberAt(binSize, `${path}.binSize`, 3, 300),
    statistic: statisticType,
    field: statisticType === 'count' ? undefined : field,
    ...binColors(objectAt(given.renderer, `${path}.renderer`), `${path}.renderer`),
    maxScale: scaleAt(given, path),
  };
}

function binColors(renderer: Given, path: string): Pick<Bins, 'isClassed' | 'colors' | 'values'> {
  const isClassed = renderer.type === 'classBreaks';
  const at = isClassed ? `${path}.classBreakInfos` : `${path}.visualVariables[0].stops`;
  const [ramp = {}] = isClassed ? [] : listAt(renderer.visualVariables, `${path}.visualVariables`);
  const given = isClassed ? renderer.classBreakInfos : objectAt(ramp, `${path}.visualVariables[0]`).stops;
  const parts = listAt(given, at).map((one, i) => objectAt(one, `${at}[${i}]`));
  if (parts.length === 0) throw badValue(at, 'at least one colour', given);
  const member = isClassed ? 'classMaxValue' : 'value';
  const colors = parts.map((one, i) =>
    isClassed
      ? colorAt(objectAt(one.symbol, `${at}[${i}].symbol`).color, `${at}[${i}].symbol.color`)
      : colorAt(one.color, `${at}[${i}].color`),
  );
  if (parts.every((one) => one[member] === undefined)) return { isClassed, colors };
  const values = parts.map((one, i) => numberAt(one[member], `${at}[${i}].${member}`));
  checkAscending(values, at);
  return { isClassed, colors, values };
}

const scaleAt = ({ maxScale }: Given, path: string): number =>
  maxScale === undefined ? 0 : numberAt(maxScale, `${path}.maxScale`, 0);

function checkAscending(values: readonly number[], path: string): void {
  for (let i = 1; i < values.length; i++)
    if (!(values[i]! >= values[i - 1]!)) throw badValue(`${path}[${i}]`, 'an ascending list', values[i]);
}

function objectAt(json: unknown, path: string): Given {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Given;
  throw badValue(path, 'an object', json);
}

function listAt(json: unknown, path: string): readonly unknown[] {
  if (Array.isArray(json) && json.length <= maximumStops) return json;
  throw badValue(path, `a list of at most ${maximumStops}`, json);
}

function numberAt(json: unknown, path: string, from = -Number.MAX_VALUE, to = Number.MAX_VALUE): number {
  if (typeof json === 'number' && json >= from && json <= to) return json;
  const below = to === Number.MAX_VALUE ? '' : ` and at most ${to}`;
  throw badValue(path, from === -Number.MAX_VALUE ? 'a number' : `a number of at least ${from}${below}`, json);
}

function fieldAt(json: unknown, path: string): string | undefined {
  if (json === undefined || json === null || json === '') return undefined;
  if (typeof json === 'string') return json;
  throw badValue(path, 'the name of a field', json);
}

function colorAt(json: unknown, path: string): Rgba {
  const isByte = (part: unknown) => typeof part === 'number' && part >= 0 && part <= 255;
  if (!Array.isArray(json) || json.length < 3 || json.length > 4 || !json.every(isByte))
    throw badValue(path, 'red, green, blue and alpha from 0 to 255', json);
  const [red, green, blue, alpha = 255] = json as number[];
  return [red!, green!, blue!, alpha / 255];
}

const bytesOf = ([red, green, blue, alpha]: Rgba): number[] => [red, green, blue, Math.round(alpha * 255)];
