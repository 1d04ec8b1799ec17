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
  /**
   * Density of the first and last color: weight per square point (1/72 inch squared). If the maximum is undefined, it
   * is derived from the data.
   */
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
  const reductionPath = `${path}.${name}`;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw badValue(reductionPath, 'JSON', text);
  }
  return readReductionJson(json, reductionPath);
}

/**
 * Read the JSON of a feature reduction.
 *
 * @param path path of the JSON
 * @throws {Fault} as `readReduction`
 */
export function readReductionJson(json: unknown, path: string): FeatureReduction {
  const parameters = objectAt(json, path);
  switch (parameters.type) {
    case 'heatmap':
      return readHeatMap(parameters, path);
    case 'cluster':
      return readClusters(parameters, path);
    case 'binning':
      return readBins(parameters, path);
    default:
      throw badValue(`${path}.type`, 'heatmap, cluster or binning', parameters.type);
  }
}

/** Format a feature reduction for `readReduction`. */
export function reductionText(reduction: FeatureReduction): string {
  return JSON.stringify(toReductionJson(reduction));
}

function toReductionJson(reduction: FeatureReduction): object {
  switch (reduction.type) {
    case 'heatmap': {
      const { radiusPt, field, stops, minDensity, maxDensity, lowLabel, highLabel } = reduction;
      return {
        ...{ type: 'heatmap', radius: radiusPt, blurRadius: (radiusPt * 96) / 72, field, minDensity, maxDensity },
        colorStops: stops.map(({ ratio, color }) => ({ ratio, color: toBytes(color) })),
        legendOptions: { minLabel: lowLabel, maxLabel: highLabel },
      };
    }
    case 'cluster': {
      const { color, outlineColor, outlinePt, maxScale } = reduction;
      const outline = { type: 'esriSLS', style: 'esriSLSSolid', color: toBytes(outlineColor), width: outlinePt };
      const symbol = { type: 'esriSMS', style: 'esriSMSCircle', color: toBytes(color), outline };
      return {
        ...{ type: 'cluster', clusterRadius: reduction.radiusPt, maxScale, showLabels: reduction.showLabels },
        ...{ clusterMinSize: reduction.minSizePt, clusterMaxSize: reduction.maxSizePt },
        drawingInfo: { renderer: { type: 'simple', symbol } },
      };
    }
    case 'binning': {
      const { shape, sizePt, statistic, field, isClassed, colors, values, maxScale } = reduction;
      const infos = colors.map((color, i) => ({
        classMaxValue: values?.[i],
        symbol: { type: 'esriSFS', style: 'esriSFSSolid', color: toBytes(color) },
      }));
      const stops = colors.map((color, i) => ({
        ...(values ? { value: values[i] } : { ratio: i / Math.max(1, colors.length - 1) }),
        color: toBytes(color),
      }));
      const renderer = isClassed
        ? { type: 'classBreaks', field: 'value', classBreakInfos: infos }
        : { type: 'simple', visualVariables: [{ type: 'colorInfo', field: 'value', stops }] };
      const fields = [{ name: 'value', statisticType: statistic, onStatisticField: field }];
      return { type: 'binning', binType: shape, binSize: sizePt, fields, renderer, maxScale };
    }
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

function readHeatMap(parameters: JsonObject, path: string): HeatMap {
  const blurPx =
    parameters.blurRadius === undefined ? 24 : numberAt(parameters.blurRadius, `${path}.blurRadius`, 1, 200);
  const stops = listAt(parameters.colorStops, `${path}.colorStops`).map((stop, i) => {
    const { ratio, color } = objectAt(stop, `${path}.colorStops[${i}]`);
    return {
      ratio: numberAt(ratio, `${path}.colorStops[${i}].ratio`, 0, 1),
      color: colorAt(color, `${path}.colorStops[${i}].color`),
    };
  });
  checkAscending(
    stops.map(({ ratio }) => ratio),
    `${path}.colorStops`,
  );
  const minDensity = parameters.minDensity === undefined ? 0 : numberAt(parameters.minDensity, `${path}.minDensity`, 0);
  const { maxDensity } = parameters;
  const { minLabel, maxLabel } = objectAt(parameters.legendOptions ?? {}, `${path}.legendOptions`);
  return {
    type: 'heatmap',
    radiusPt:
      parameters.radius === undefined ? (blurPx * 72) / 96 : numberAt(parameters.radius, `${path}.radius`, 1, 150),
    field: fieldAt(parameters.field, `${path}.field`),
    stops,
    minDensity,
    maxDensity: maxDensity === undefined ? undefined : numberAt(maxDensity, `${path}.maxDensity`, minDensity),
    lowLabel: typeof minLabel === 'string' ? minLabel : 'Low',
    highLabel: typeof maxLabel === 'string' ? maxLabel : 'High',
  };
}

function readClusters(parameters: JsonObject, path: string): Clusters {
  const { renderer = {} } = objectAt(parameters.drawingInfo ?? {}, `${path}.drawingInfo`);
  const symbolPath = `${path}.drawingInfo.renderer.symbol`;
  const symbol = objectAt(objectAt(renderer, `${path}.drawingInfo.renderer`).symbol ?? {}, symbolPath);
  const outline = objectAt(symbol.outline ?? {}, `${symbolPath}.outline`);
  const size = (member: string, fallback: number, lowest: number): number =>
    parameters[member] === undefined ? fallback : numberAt(parameters[member], `${path}.${member}`, lowest, 300);
  const minSizePt = size('clusterMinSize', 20, 4);
  return {
    type: 'cluster',
    radiusPt: size('clusterRadius', 60, 10),
    minSizePt,
    maxSizePt: size('clusterMaxSize', Math.max(48, minSizePt), minSizePt),
    color: symbol.color === undefined ? [28, 104, 93, 1] : colorAt(symbol.color, `${symbolPath}.color`),
    outlineColor:
      outline.color === undefined ? [255, 255, 255, 1] : colorAt(outline.color, `${symbolPath}.outline.color`),
    outlinePt: outline.width === undefined ? 1.5 : numberAt(outline.width, `${symbolPath}.outline.width`, 0, 20),
    showLabels: parameters.showLabels !== false,
    maxScale: scaleAt(parameters, path),
  };
}

function readBins(parameters: JsonObject, path: string): Bins {
  const { binType = 'hexagon', binSize, fields = [] } = parameters;
  if (binType !== 'hexagon' && binType !== 'square') throw badValue(`${path}.binType`, 'hexagon or square', binType);
  const first = listAt(fields, `${path}.fields`)[0] ?? {};
  const { statisticType = 'count', onStatisticField } = objectAt(first, `${path}.fields[0]`);
  if (statisticType !== 'count' && statisticType !== 'sum' && statisticType !== 'avg')
    throw badValue(`${path}.fields[0].statisticType`, 'count, sum or avg', statisticType);
  const field = fieldAt(onStatisticField, `${path}.fields[0].onStatisticField`);
  if (statisticType !== 'count' && field === undefined)
    throw badValue(`${path}.fields[0].onStatisticField`, 'a field name', onStatisticField);
  return {
    type: 'binning',
    shape: binType,
    sizePt: binSize === undefined ? 18 : numberAt(binSize, `${path}.binSize`, 3, 300),
    statistic: statisticType,
    field: statisticType === 'count' ? undefined : field,
    ...binColors(objectAt(parameters.renderer, `${path}.renderer`), `${path}.renderer`),
    maxScale: scaleAt(parameters, path),
  };
}

function binColors(renderer: JsonObject, path: string): Pick<Bins, 'isClassed' | 'colors' | 'values'> {
  const isClassed = renderer.type === 'classBreaks';
  const partsPath = isClassed ? `${path}.classBreakInfos` : `${path}.visualVariables[0].stops`;
  const [ramp = {}] = isClassed ? [] : listAt(renderer.visualVariables, `${path}.visualVariables`);
  const list = isClassed ? renderer.classBreakInfos : objectAt(ramp, `${path}.visualVariables[0]`).stops;
  const parts = listAt(list, partsPath).map((part, i) => objectAt(part, `${partsPath}[${i}]`));
  if (parts.length === 0) throw badValue(partsPath, 'at least one colour', list);
  const member = isClassed ? 'classMaxValue' : 'value';
  const colors = parts.map((part, i) =>
    isClassed
      ? colorAt(objectAt(part.symbol, `${partsPath}[${i}].symbol`).color, `${partsPath}[${i}].symbol.color`)
      : colorAt(part.color, `${partsPath}[${i}].color`),
  );
  if (parts.every((part) => part[member] === undefined)) return { isClassed, colors };
  const values = parts.map((part, i) => numberAt(part[member], `${partsPath}[${i}].${member}`));
  checkAscending(values, partsPath);
  return { isClassed, colors, values };
}

const scaleAt = ({ maxScale }: JsonObject, path: string): number =>
  maxScale === undefined ? 0 : numberAt(maxScale, `${path}.maxScale`, 0);

function checkAscending(values: readonly number[], path: string): void {
  for (let i = 1; i < values.length; i++)
    if (!(values[i]! >= values[i - 1]!)) throw badValue(`${path}[${i}]`, `a number ≥ ${values[i - 1]}`, values[i]);
}

function objectAt(json: unknown, path: string): JsonObject {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as JsonObject;
  throw badValue(path, 'an object', json);
}

function listAt(json: unknown, path: string): readonly unknown[] {
  if (Array.isArray(json) && json.length <= maximumStops) return json;
  throw badValue(path, `a list of at most ${maximumStops} items`, json);
}

function numberAt(json: unknown, path: string, from = -Number.MAX_VALUE, to = Number.MAX_VALUE): number {
  if (typeof json === 'number' && json >= from && json <= to) return json;
  const below = to === Number.MAX_VALUE ? '' : ` and at most ${to}`;
  throw badValue(path, from === -Number.MAX_VALUE ? 'a number' : `a number ≥ ${from}${below}`, json);
}

function fieldAt(json: unknown, path: string): string | undefined {
  if (json === undefined || json === null || json === '') return undefined;
  if (typeof json === 'string') return json;
  throw badValue(path, 'a field name', json);
}

function colorAt(json: unknown, path: string): Rgba {
  const isByte = (part: unknown) => typeof part === 'number' && part >= 0 && part <= 255;
  if (!Array.isArray(json) || json.length < 3 || json.length > 4 || !json.every(isByte))
    throw badValue(path, 'red, green, blue and alpha from 0 to 255', json);
  const [red, green, blue, alpha = 255] = json as number[];
  return [red!, green!, blue!, alpha / 255];
}

const toBytes = ([red, green, blue, alpha]: Rgba): number[] => [red, green, blue, Math.round(alpha * 255)];
