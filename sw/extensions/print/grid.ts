import { roundDown } from '../../draw/scale-bar/plan.ts';
import { minMax } from '../../geometry/min-max.ts';
import type { Transformation } from '../../geometry/project.ts';
import { type MapView, mapToScreen, screenToMap } from '../../geometry/view.ts';

/** A grid over a map, in pixels of its frame. */
export interface Grid {
  /** Each line as [x0, y0, x1, y1, ...]. */
  readonly lines: readonly (readonly number[])[];
  /** Labels at the points where lines meet the frame: `atPx` along the edge. */
  readonly labels: readonly { readonly text: string; readonly edge: Edge; readonly atPx: number }[];
}

interface GridRequest {
  readonly view: MapView;
  /** From the map to degrees of WGS 84. Absent for a grid of the map's own coordinates. */
  readonly toWorld?: Transformation | undefined;
  readonly isDegrees: boolean;
  /** Minimum distance between two lines at the center of the map. */
  readonly gapPx: number;
  readonly locale: string;
}

const minutes = [30, 20, 10, 5, 2, 1];
const degreeSteps = [
  30,
  20,
  10,
  5,
  2,
  1,
  ...minutes.map((minute) => minute / 60),
  ...minutes.map((minute) => minute / 3600),
];
const samplesPerSide = 24;
const samplesPerLine = 240;
const maximumLines = 120;

/**
 * Return the smallest round interval of at least `smallest`: whole degrees, minutes or seconds, or 1, 2 or 5 times a
 * power of ten.
 */
export function gridStep(smallest: number, isDegrees: boolean): number {
  const sexagesimal = isDegrees && smallest > 1 / 3600;
  if (sexagesimal) return degreeSteps.findLast((step) => step >= smallest * (1 - 1e-9)) ?? 90;
  const below = roundDown(smallest);
  return below >= smallest * (1 - 1e-9) ? below : roundDown(below * 2.5);
}

/** Plan the lines of longitude and latitude, or of round map coordinates, and their labels at the frame. */
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
  const [columns, rows] = computeRanges(toGrid(makeRaster(widthPx, heightPx)), isDegrees);
  const middle = toGrid([widthPx / 2, heightPx / 2]);
  const [u, v] = middle.every(Number.isFinite) ? middle : [mean(columns), mean(rows)];
  const [du, dv] = [(columns[1] - columns[0]) / 1000, (rows[1] - rows[0]) / 1000];
  const near = toFrame(Float64Array.of(u!, v!, u! + du, v!, u!, v! + dv));
  const pxPerUnit = [2, 4].map(
    (index) => Math.hypot(near[index]! - near[0]!, near[index + 1]! - near[1]!) / (index === 2 ? du : dv),
  );
  const [densest] = minMax(pxPerUnit.filter((density) => density > 0));
  if (!Number.isFinite(densest)) return { lines: [], labels: [] };
  const step = gridStep(gapPx / densest, isDegrees);
  const lines: number[][] = [];
  const labels: Grid['labels'][number][] = [];
  for (const axis of ['u', 'v'] as const) {
    const [axisRange, other] = axis === 'u' ? [columns, rows] : [rows, columns];
    const first = Math.ceil(axisRange[0] / step - 1e-9);
    const last = Math.min(Math.floor(axisRange[1] / step + 1e-9), first + maximumLines);
    for (let index = first; index <= last; index++) {
      const value = index * step;
      const xy = new Float64Array(2 * (samplesPerLine + 1));
      for (let sample = 0; sample <= samplesPerLine; sample++) {
        const along = other[0] + ((other[1] - other[0]) * sample) / samplesPerLine;
        xy.set(axis === 'u' ? [value, along] : [along, value], 2 * sample);
      }
      const cut: Cut = cutToFrame(toFrame(xy), widthPx, heightPx);
      for (const line of cut.lines) lines.push(line);
      const text = isDegrees ? degreeText(value, axis === 'u', step) : numberText(value, step, locale);
      for (const crossing of cut.crossings) labels.push({ text, ...crossing });
    }
  }
  return { lines, labels };
}

/** List evenly spaced sample positions in the frame. */
function makeRaster(widthPx: number, heightPx: number): number[] {
  const pixels: number[] = [];
  for (let i = 0; i <= samplesPerSide; i++)
    for (let j = 0; j <= samplesPerSide; j++)
      pixels.push((widthPx * i) / samplesPerSide, (heightPx * j) / samplesPerSide);
  return pixels;
}

type Range = readonly [minimum: number, maximum: number];

const mean = ([minimum, maximum]: Range): number => (minimum + maximum) / 2;

/**
 * Return the ranges of coordinates in the frame, with a margin for positions between samples. Degrees are limited to
 * valid values.
 */
function computeRanges(xy: Float64Array, isDegrees: boolean): [Range, Range] {
  const limits = [isDegrees ? 540 : Infinity, isDegrees ? 90 : Infinity];
  return [0, 1].map((axis): Range => {
    const [minimum, maximum] = minMax(xy.filter((value, index) => index % 2 === axis && Number.isFinite(value)));
    const more = (maximum - minimum) / samplesPerSide;
    // On world maps latitudes change rapidly towards the poles, between samples.
    if (isDegrees && axis === 1 && maximum - minimum > 120) return [-90, 90];
    const limit = limits[axis]!;
    // The samples cover the whole earth, so a margin would repeat longitudes.
    if (isDegrees && axis === 0 && maximum <= 180 && maximum - minimum + 2 * more > 345) return [-180, 180];
    return [Math.max(-limit, minimum - more), Math.min(limit, maximum + more)];
  }) as [Range, Range];
}

/** Format an angle like on maps: `10°E`, `52°30′N`, `7°05′10″W`. */
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

type Edge = 'top' | 'right' | 'bottom' | 'left';

/** The parts of a line inside a frame, and its crossings with the edges. */
interface Cut {
  /** Each part as [x0, y0, x1, y1, ...]. */
  readonly lines: number[][];
  readonly crossings: readonly { readonly edge: Edge; readonly atPx: number }[];
}

/**
 * Clip a line to a frame from [0, 0] to [width, height]. Split it at non-finite vertices and at jumps over half of the
 * frame, such as at the antimeridian of a world map.
 *
 * @see Liang and Barsky 1984, A new concept and method for line clipping
 */
function cutToFrame(xy: Float64Array, width: number, height: number): Cut {
  const lines: number[][] = [];
  const crossings: { edge: Edge; atPx: number }[] = [];
  const meet = (x: number, y: number) => {
    const distances = [y, width - x, height - y, x].map(Math.abs);
    const nearest = distances.indexOf(minMax(distances)[0]);
    const edge = (['top', 'right', 'bottom', 'left'] as const)[nearest]!;
    crossings.push({ edge, atPx: nearest % 2 === 0 ? x : y });
  };
  let open: number[] | undefined;
  for (let index = 2; index + 1 < xy.length; index += 2) {
    const [x, y, dx, dy] = [
      xy[index - 2]!,
      xy[index - 1]!,
      xy[index]! - xy[index - 2]!,
      xy[index + 1]! - xy[index - 1]!,
    ];
    const span =
      Math.abs(dx) < width / 2 && Math.abs(dy) < height / 2 ? spanInside(x, y, dx, dy, width, height) : undefined;
    if (!span) {
      open = undefined;
      continue;
    }
    const [from, to] = span;
    const [startX, startY, endX, endY] = [x + dx * from, y + dy * from, x + dx * to, y + dy * to];
    if (!open || from > 0) {
      open = [startX, startY];
      lines.push(open);
      if (from > 0) meet(startX, startY);
    }
    open.push(endX, endY);
    if (to < 1) {
      meet(endX, endY);
      open = undefined;
    }
  }
  return { lines, crossings };
}

/** Return the fractions of a segment where it enters and leaves the frame; undefined if it is outside. */
function spanInside(
  x: number,
  y: number,
  dx: number,
  dy: number,
  width: number,
  height: number,
): readonly [from: number, to: number] | undefined {
  let [from, to] = [0, 1];
  for (const [speed, available] of [
    [-dx, x],
    [dx, width - x],
    [-dy, y],
    [dy, height - y],
  ] as const) {
    if (speed === 0 && available < 0) return undefined;
    if (speed < 0) from = Math.max(from, available / speed);
    if (speed > 0) to = Math.min(to, available / speed);
  }
  return from < to ? [from, to] : undefined;
}
