import { roundBelow } from '../../draw/scale-bar/plan.ts';
import { minMax } from '../../geometry/min-max.ts';
import type { Transformation } from '../../geometry/project.ts';
import { type MapView, mapToScreen, screenToMap } from '../../geometry/view.ts';
import { type Cut, cutToFrame, type Edge } from './frame-cut.ts';

/** A grid over a map, in pixels of its frame. */
export interface Grid {
  /** Each [x0, y0, x1, y1, ...]. */
  readonly lines: readonly (readonly number[])[];
  /** Where lines meet the frame: `atPx` along the edge. */
  readonly labels: readonly { readonly text: string; readonly edge: Edge; readonly atPx: number }[];
}

interface GridRequest {
  readonly view: MapView;
  /** From the map to degrees of WGS 84; absent for a grid of the map's own coordinates. */
  readonly toWorld?: Transformation | undefined;
  readonly isDegrees: boolean;
  /** Shortest distance between two lines at the middle of the map. */
  readonly gapPx: number;
  readonly locale: string;
}

const minutes = [30, 20, 10, 5, 2, 1];
const degreeSteps = [30, 20, 10, 5, 2, 1, ...minutes.map((one) => one / 60), ...minutes.map((one) => one / 3600)];
const samplesPerSide = 24;
const samplesPerLine = 240;
const maximumLines = 120;

/** The smallest round interval that is not below `smallest`: whole degrees, minutes or seconds, or 1, 2 or 5 times a power of ten. */
export function gridStep(smallest: number, isDegrees: boolean): number {
  const sexagesimal = isDegrees && smallest > 1 / 3600;
  if (sexagesimal) return degreeSteps.findLast((step) => step >= smallest * (1 - 1e-9)) ?? 90;
  const below = roundBelow(smallest);
  return below >= smallest * (1 - 1e-9) ? below : roundBelow(below * 2.5);
}

/** Plan the lines of longitude and latitude, or of round map coordinates, with their labels at the frame. */
export function planGrid({ view, toWorld, isDegrees, gapPx, locale }: GridRequest): Grid {
  const toGrid = (pixels: readonly number[]): Float64Array => {
    const xy = screenToMap(view, pixels);
    toWorld?.forward(xy);
    return xy;
  };
  const toFrame = (xy: Float64Array<ArrayBuffer>): Float64Array => {
    toWorld?.inverse(xy);
    return mapToScreen(view, xy, xy);
  };
  const { widthPx, heightPx } = view;
  const [columns, rows] = rangesOf(toGrid(rasterOf(widthPx, heightPx)), isDegrees);
  const middle = toGrid([widthPx / 2, heightPx / 2]);
  const [u, v] = middle.every(Number.isFinite) ? middle : [mean(columns), mean(rows)];
  const [du, dv] = [(columns[1] - columns[0]) / 1000, (rows[1] - rows[0]) / 1000];
  const near = toFrame(Float64Array.of(u!, v!, u! + du, v!, u!, v! + dv));
  const pxPerUnit = [2, 4].map(
    (at) => Math.hypot(near[at]! - near[0]!, near[at + 1]! - near[1]!) / (at === 2 ? du : dv),
  );
  const [densest] = minMax(pxPerUnit.filter((one) => one > 0));
  if (!Number.isFinite(densest)) return { lines: [], labels: [] };
  const step = gridStep(gapPx / densest, isDegrees);
  const lines: number[][] = [];
  const labels: Grid['labels'][number][] = [];
  for (const axis of ['u', 'v'] as const) {
    const [own, other] = axis === 'u' ? [columns, rows] : [rows, columns];
    const first = Math.ceil(own[0] / step - 1e-9);
    const last = Math.min(Math.floor(own[1] / step + 1e-9), first + maximumLines);
    for (let index = first; index <= last; index++) {
      const value = index * step;
      const xy = new Float64Array(2 * (samplesPerLine + 1));
      for (let at = 0; at <= samplesPerLine; at++) {
        const along = other[0] + ((other[1] - other[0]) * at) / samplesPerLine;
        xy.set(axis === 'u' ? [value, along] : [along, value], 2 * at);
      }
      const cut: Cut = cutToFrame(toFrame(xy), widthPx, heightPx);
      for (const line of cut.lines) lines.push(line);
      const text = isDegrees ? degreeText(value, axis === 'u', step) : numberText(value, step, locale);
      for (const crossing of cut.crossings) labels.push({ text, ...crossing });
    }
  }
  return { lines, labels };
}

/** Positions all over the frame. */
function rasterOf(widthPx: number, heightPx: number): number[] {
  const pixels: number[] = [];
  for (let i = 0; i <= samplesPerSide; i++)
    for (let j = 0; j <= samplesPerSide; j++)
      pixels.push((widthPx * i) / samplesPerSide, (heightPx * j) / samplesPerSide);
  return pixels;
}

type Range = readonly [minimum: number, maximum: number];

const mean = ([minimum, maximum]: Range): number => (minimum + maximum) / 2;

/** What the frame shows, a little more, as what lies between the samples is not known; of degrees only those that exist. */
function rangesOf(xy: Float64Array, isDegrees: boolean): [Range, Range] {
  const limits = [isDegrees ? 540 : Infinity, isDegrees ? 90 : Infinity];
  return [0, 1].map((axis): Range => {
    const [minimum, maximum] = minMax(xy.filter((value, at) => at % 2 === axis && Number.isFinite(value)));
    const more = (maximum - minimum) / samplesPerSide;
    // Towards the poles of a map of the world latitudes come ever faster.
    if (isDegrees && axis === 1 && maximum - minimum > 120) return [-90, 90];
    const limit = limits[axis]!;
    // Round the whole earth there is nothing more.
    if (isDegrees && axis === 0 && maximum <= 180 && maximum - minimum + 2 * more > 345) return [-180, 180];
    return [Math.max(-limit, minimum - more), Math.min(limit, maximum + more)];
  }) as [Range, Range];
}

/** Write an angle as maps do: `10°E`, `52°30′N`, `7°05′10″W`. */
export function degreeText(value: number, isLongitude: boolean, step: number): string {
  const turned = isLongitude ? ((((value + 180) % 360) + 360) % 360) - 180 : value;
  const seconds = Math.round(Math.abs(turned) * 3600 * 1000) / 1000;
  const [degree, minute, second] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number: number) => String(Math.round(number * 1000) / 1000).padStart(2, '0');
  const isFine = step < 1 - 1e-9;
  const isFinest = step < 1 / 60 - 1e-9;
  const angle = `${degree}°${isFine ? `${two(minute)}′` : ''}${isFinest ? `${two(second)}″` : ''}`;
  if (seconds === 0 || (isLongitude && degree === 180)) return angle;
  return angle + (isLongitude ? (turned < 0 ? 'W' : 'E') : turned < 0 ? 'S' : 'N');
}

const numberText = (value: number, step: number, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: Math.max(0, -Math.floor(Math.log10(step))) }).format(value);
