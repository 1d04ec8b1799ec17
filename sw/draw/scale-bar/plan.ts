import { type Value, wrongValue } from '../../contract/index.ts';
import { inchesPerUnit, type Units } from '../../geometry/units.ts';
import { formatNumber } from '../../rows/text/format-number.ts';

/** Mark on the bar, in pixels from its left end, with an optional number. */
export interface BarMark {
  readonly xPx: number;
  readonly isDivision: boolean;
  readonly label?: string;
  readonly hasMark: boolean;
}

/** Horizontal layout of a scale bar. */
export interface BarPlan {
  readonly widthPx: number;
  /** Filled pieces as [from, to], left to right. */
  readonly pieces: readonly (readonly [number, number])[];
  readonly marks: readonly BarMark[];
  readonly units: Units;
  readonly unitLabel: string;
}

interface BarRequest {
  readonly bar: Value<'ScaleBar'>;
  /** Denominator of the map scale. */
  readonly scale: number;
  /** Resolution of the scale bar's image. */
  readonly dpi: number;
  /** Available width for the bar, without the labels next to it. */
  readonly roomPx: number;
  readonly isMapInFeet: boolean;
}

const frequencies = {
  gisScaleBarNone: 0,
  gisScaleBarOne: 1,
  gisScaleBarMajorDivisions: 2,
  gisScaleBarDivisions: 3,
  gisScaleBarDivisionsAndFirstMidpoint: 4,
  gisScaleBarDivisionsAndFirstSubdivisions: 5,
  gisScaleBarDivisionsAndSubdivisions: 6,
} as const;

/** Maximum marks. More can't be distinguished in any allowed image size. */
const maxMarks = 1000;

/**
 * Plan a scale bar: length and number of divisions, and the positions of marks and numbers.
 *
 * @throws {Fault} `bad-value` for invalid numbers or a map of unknown scale
 */
export function planScaleBar({ bar, scale, dpi, roomPx, isMapInFeet }: BarRequest): BarPlan {
  if (!(scale > 0))
    throw wrongValue('bad-value', 'ExportScaleBar.MapDescription', 'a map with a known scale', 'unknown units');
  const isAlternating = bar.type === 'AlternatingScaleBar';
  const hint = bar.ResizeHint ?? (bar.Division ? 'gisScaleBarFixed' : 'gisScaleBarAutoDivision');
  let divisions = isAlternating ? requireWhole(bar.Divisions ?? 2, 1, 'Divisions') : 1;
  const beforeZero = isAlternating ? requireWhole(bar.DivisionsBeforeZero ?? 1, 0, 'DivisionsBeforeZero') : 0;
  const subdivisions = requireWhole(bar.Subdivisions ?? 4, 1, 'Subdivisions');
  divisions = Math.max(divisions, beforeZero, 1);
  const units =
    bar.Units && bar.Units !== 'gisUnknownUnits' ? bar.Units : defaultUnits(scale, dpi, roomPx, isMapInFeet);
  const unitPx = (inchesPerUnit(units) * dpi) / scale;
  let division = bar.Division ?? 0;
  if (!(division >= 0 && division < Infinity)) {
    throw wrongValue('bad-value', 'ExportScaleBar.ScaleBar.Division', 'a length ≥ 0', `${division}`);
  }
  if (division === 0 || hint === 'gisScaleBarAutoDivision') division = roundDown(roomPx / divisions / unitPx);
  else if (hint === 'gisScaleBarAutoDivisions' && isAlternating) {
    divisions = Math.max(1, beforeZero, Math.min(maxMarks, Math.floor(roomPx / (division * unitPx))));
  }
  const divisionPx = division * unitPx;
  if (divisions * subdivisions > maxMarks || !Number.isFinite(divisionPx)) {
    throw wrongValue(
      'bad-value',
      'ExportScaleBar.ScaleBar',
      `at most ${maxMarks} divisions`,
      `${divisions} with ${subdivisions} subdivisions each`,
    );
  }
  const steps = { divisions, beforeZero, subdivisions, division, divisionPx };
  return {
    widthPx: divisions * divisionPx,
    pieces: splitDivisions(steps, isAlternating),
    marks: makeMarks(steps, bar),
    units,
    unitLabel: bar.UnitLabel ?? unitNames[units],
  };
}

interface Steps {
  readonly divisions: number;
  readonly beforeZero: number;
  readonly subdivisions: number;
  readonly division: number;
  readonly divisionPx: number;
}

function requireWhole(value: number, minimum: number, name: string): number {
  if (Number.isInteger(value) && value >= minimum && value <= maxMarks) return value;
  throw wrongValue(
    'bad-value',
    `ExportScaleBar.ScaleBar.${name}`,
    `a number from ${minimum} to ${maxMarks}`,
    `${value}`,
  );
}

/** Split the first division into its subdivisions. Each other division is one piece. */
function splitDivisions({ divisions, subdivisions, divisionPx }: Steps, isAlternating: boolean): [number, number][] {
  if (!isAlternating) return [[0, divisionPx]];
  const step = divisionPx / subdivisions;
  const first = Array.from({ length: subdivisions }, (_, i): [number, number] => [i * step, (i + 1) * step]);
  const rest = Array.from({ length: divisions - 1 }, (_, i): [number, number] => [
    (i + 1) * divisionPx,
    (i + 2) * divisionPx,
  ]);
  return [...first, ...rest];
}

function makeMarks(
  { divisions, beforeZero, subdivisions, division, divisionPx }: Steps,
  bar: Value<'ScaleBar'>,
): BarMark[] {
  const labelled = frequencies[bar.LabelFrequency ?? 'gisScaleBarDivisionsAndFirstSubdivisions'];
  const marked = frequencies[bar.MarkFrequency ?? 'gisScaleBarDivisionsAndFirstSubdivisions'];
  const zero = beforeZero * subdivisions;
  const last = divisions * subdivisions;
  const marks: BarMark[] = [];
  for (let i = 0; i <= last; i++) {
    const isDivision = i % subdivisions === 0;
    const needs = findFrequency(i, { zero, last, subdivisions });
    const hasLabel = (labelled >= needs || (labelled === 1 && i === last)) && labelled > 0;
    const hasMark = (marked >= needs || (marked === 1 && i === last)) && marked > 0;
    if (!hasLabel && !hasMark) continue;
    const value = (Math.abs(i - zero) * division) / subdivisions;
    const label = formatNumber(value, bar.NumberFormat ?? { RoundingValue: 6, UseSeparator: true });
    marks.push({ xPx: (i * divisionPx) / subdivisions, isDivision, hasMark, label: hasLabel ? label : undefined });
  }
  return marks;
}

/** Return the sparsest frequency that still shows mark `i`. */
function findFrequency(i: number, positions: { zero: number; last: number; subdivisions: number }): number {
  if (i === 0 || i === positions.zero || i === positions.last) return frequencies.gisScaleBarMajorDivisions;
  if (i % positions.subdivisions === 0) return frequencies.gisScaleBarDivisions;
  if (i * 2 === positions.subdivisions) return frequencies.gisScaleBarDivisionsAndFirstMidpoint;
  return i < positions.subdivisions
    ? frequencies.gisScaleBarDivisionsAndFirstSubdivisions
    : frequencies.gisScaleBarDivisionsAndSubdivisions;
}

/** Return the largest of 1, 2 and 5 times a power of ten that doesn't exceed the value. */
export function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = [5, 2].find((step) => step * power <= value * (1 + 1e-9)) ?? 1;
  return Number((lead * power).toPrecision(12));
}

/** Return miles for maps in feet, otherwise kilometers. A bar shorter than one mile or kilometer has feet or meters. */
function defaultUnits(scale: number, dpi: number, roomPx: number, isMapInFeet: boolean): Units {
  const roomInches = (roomPx / dpi) * scale;
  const [large, small]: readonly Units[] = isMapInFeet ? ['gisMiles', 'gisFeet'] : ['gisKilometers', 'gisMeters'];
  return roomInches >= inchesPerUnit(large!) ? large! : small!;
}

const unitNames: Readonly<Record<Units, string>> = {
  gisUnknownUnits: '',
  gisInches: 'Inches',
  gisPoints: 'Points',
  gisFeet: 'Feet',
  gisYards: 'Yards',
  gisMiles: 'Miles',
  gisNauticalMiles: 'Nautical miles',
  gisMillimeters: 'Millimeters',
  gisCentimeters: 'Centimeters',
  gisDecimeters: 'Decimeters',
  gisMeters: 'Meters',
  gisKilometers: 'Kilometers',
  gisDecimalDegrees: 'Decimal degrees',
};
