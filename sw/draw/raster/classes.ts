import { type AnyValue, badValue, quoteValue, type Value, wrongValue } from '../../contract/index.ts';
import { colorToRgba } from '../../contract/rgba.ts';
import type { RasterManifest } from '../../service/definition.ts';
import { defaultRamp, rampColors } from '../renderer/color-ramp.ts';
import type { Rgba } from '../surface/surface.ts';
import { type Relief, readRelief } from './relief.ts';

export interface RasterClasses {
  readonly band: number;
  /** Band by which pixel values are divided first. */
  readonly normBand?: number;
  readonly relief?: Relief | undefined;
  readonly colors: readonly Rgba[];
  readonly labels: readonly string[];
  /** Color of unclassified values; undefined if they aren't drawn. */
  readonly otherColor?: Rgba;
  readonly otherLabel?: string;
  /** Return the class of a normalized value; -1 if it has none. */
  readonly findClass: (value: number) => number;
}

/**
 * Read the classes of a raster renderer.
 *
 * @throws {Fault} `bad-value` for classes without values or colors and for symbols that can't be drawn; `unknown-field`
 *   for a field that isn't a band
 */
export function rasterClasses(
  renderer: Value<'RasterClassifyRenderer'> | Value<'RasterUniqueValueRenderer'>,
  manifest: RasterManifest,
  path: string,
): RasterClasses {
  return renderer.type === 'RasterClassifyRenderer'
    ? breakClasses(renderer, manifest, path)
    : valueClasses(renderer, manifest, path);
}

type LegendGroups = Value<'ArrayOfLegendGroup'> | undefined;

const listLegendClasses = (groups: LegendGroups): Value<'LegendClass'>[] =>
  (groups ?? []).flatMap((group) => group.LegendClasses ?? []);

/** Find the band that a field names. "Value" means the first band. */
function findBand(name: string | undefined, { bandNames }: RasterManifest, path: string): number {
  if (!name || /^value$/i.test(name) || /^<none>$/i.test(name)) return 0;
  const index = bandNames.findIndex((band) => band.toLowerCase() === name.toLowerCase());
  if (index >= 0) return index;
  throw wrongValue('unknown-field', path, `Value or one of the bands ${bandNames.join(', ')}`, quoteValue(name));
}

/** Return the color of a class symbol. Classes are painted per pixel, so other fills aren't supported. */
function symbolColor(symbol: Value<'Symbol'> | undefined, path: string): Rgba {
  const isFill = symbol?.type === 'SimpleFillSymbol';
  if (isFill && symbol.Style === 'gisSFSNull') return [0, 0, 0, 0];
  if (isFill && symbol.Style === 'gisSFSSolid' && symbol.Color) return colorToRgba(symbol.Color);
  const actual = isFill ? `${symbol.Style}${symbol.Color ? '' : ' without a colour'}` : (symbol?.type ?? 'nothing');
  throw wrongValue('bad-value', path, 'a solid or null SimpleFillSymbol', actual);
}

function breakClasses(
  renderer: Value<'RasterClassifyRenderer'>,
  manifest: RasterManifest,
  path: string,
): RasterClasses {
  const band = findBand(renderer.ClassField, manifest, `${path}.ClassField`);
  const isDivided = Boolean(renderer.NormField) && !/^<none>$/i.test(renderer.NormField!);
  const breaks = (renderer.ArrayOfBreak ?? []).slice(0, renderer.BreakSize ?? Number.POSITIVE_INFINITY);
  const legend = listLegendClasses(renderer.LegendGroups);
  const count = legend.length > 0 ? legend.length : breaks.length - 1;
  if (count < 1 || !(breaks.length === count || breaks.length === count + 1)) {
    throw wrongValue(
      'bad-value',
      `${path}.ArrayOfBreak`,
      `${Math.max(1, count) + 1} breaks for ${Math.max(1, count)} classes`,
      `${breaks.length}`,
    );
  }
  const isDescending = renderer.Ascending === false && breaks[0]! > breaks.at(-1)!;
  const ascending = isDescending ? breaks.toReversed() : breaks;
  if (ascending.some((value, i) => i > 0 && !(value >= ascending[i - 1]!)))
    throw wrongValue('bad-value', `${path}.ArrayOfBreak`, 'ascending numbers', breaks.join(', '));
  const minimum = breaks.length === count + 1 ? ascending[0]! : Number.NEGATIVE_INFINITY;
  const tops = Float64Array.from(ascending.slice(-count));
  const ramp = legend.length > 0 ? [] : rampColors(defaultRamp, count);
  const ordered = isDescending ? legend.toReversed() : legend;
  const excluded = makeExclusionTest(renderer, path);
  const exclusion = renderer.ExclusionShowClass ? renderer.ExclusionLegendClass : undefined;
  return {
    band,
    normBand: isDivided ? findBand(renderer.NormField, manifest, `${path}.NormField`) : undefined,
    relief: readRelief(renderer, path),
    colors:
      tops.length === legend.length
        ? ordered.map(({ Symbol: symbol }, i) => symbolColor(symbol, `${path}.LegendGroups: class ${i}`))
        : ramp.map(colorToRgba),
    labels: Array.from(tops, (top, i) => ordered[i]?.Label ?? `${i === 0 ? minimum : tops[i - 1]} - ${top}`),
    otherColor: exclusion && symbolColor(exclusion.Symbol, `${path}.ExclusionLegendClass`),
    otherLabel: exclusion?.Label,
    findClass(value) {
      // Also excludes NaN and the infinity of a division by zero.
      if (!(value >= minimum && value <= tops[count - 1]!) || excluded(value)) return -1;
      let index = 0;
      while (value > tops[index]!) index++;
      return index;
    },
  };
}

/** Make a test for values excluded from all classes. */
function makeExclusionTest(renderer: Value<'RasterClassifyRenderer'>, path: string): (value: number) => boolean {
  const values = readNumbers(renderer.ExlusionValues, `${path}.ExlusionValues`);
  const ranges = readNumbers(renderer.ExclusionRanges, `${path}.ExclusionRanges`);
  if (values.length === 0 && ranges.length === 0) return () => false;
  const single = new Set(values);
  return (value) => {
    for (let i = 0; i + 1 < ranges.length; i += 2) if (value >= ranges[i]! && value <= ranges[i + 1]!) return true;
    return single.has(value);
  };
}

function readNumbers(input: AnyValue | undefined, path: string): number[] {
  const list: readonly unknown[] = Array.isArray(input) ? input : input === undefined || input === null ? [] : [input];
  return list.map((entry) => {
    const value = readNumber(entry);
    if (Number.isFinite(value)) return value;
    throw badValue(path, 'a number', entry);
  });
}

function readNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && value.trim() !== '') return Number(value);
  return typeof value === 'object' && value !== null && 'value' in value ? Number(value.value) : Number.NaN;
}

function valueClasses(
  renderer: Value<'RasterUniqueValueRenderer'>,
  manifest: RasterManifest,
  path: string,
): RasterClasses {
  const band = findBand(renderer.ValueField || renderer.ClassField, manifest, `${path}.ValueField`);
  const input = renderer.UniqueValueVariants ?? renderer.UniqueValues?.Values ?? [];
  const values = input.map((value, i) => {
    const number = readNumber(value);
    if (Number.isFinite(number)) return number;
    throw badValue(`${path}.UniqueValueVariants[${i}]`, 'a number', value);
  });
  const legend = listLegendClasses(renderer.LegendGroups);
  const of = classOfEach(renderer, values.length, legend.length, path);
  const count = legend.length > 0 ? legend.length : values.length;
  if (values.length === 0)
    throw wrongValue('bad-value', `${path}.UniqueValueVariants`, 'at least one value', 'nothing');
  const ramp = legend.length > 0 ? [] : rampColors(renderer.ColorRamp ?? defaultRamp, count);
  const classes = new Map(values.map((value, i) => [value, of[i]!]));
  const other = renderer.UseDefaultSymbol ? renderer.DefaultSymbol : undefined;
  return {
    band,
    colors:
      legend.length > 0
        ? legend.map(({ Symbol: symbol }, i) => symbolColor(symbol, `${path}.LegendGroups: class ${i}`))
        : ramp.map(colorToRgba),
    labels: Array.from({ length: count }, (_, i) => legend[i]?.Label ?? String(values[of.indexOf(i)])),
    otherColor: other && symbolColor(other, `${path}.DefaultSymbol`),
    otherLabel: other && (renderer.DefaultLabel ?? ''),
    findClass: (value) => classes.get(value) ?? -1,
  };
}

/**
 * Assign a class to each value: by run lengths in ClassesInLegendSize, by numbers in ClassesInLegend, or one class per
 * value.
 */
function classOfEach(
  { ClassesInLegend, ClassesInLegendSize }: Value<'RasterUniqueValueRenderer'>,
  valueCount: number,
  classCount: number,
  path: string,
): number[] {
  const sizes = ClassesInLegendSize ?? [];
  if (classCount > 0 && sizes.length === classCount && sizes.reduce((sum, size) => sum + size, 0) === valueCount)
    return sizes.flatMap((size, index) => new Array<number>(size).fill(index));
  const numbered = ClassesInLegend ?? [];
  if (classCount > 0 && numbered.length === valueCount && numbered.every((index) => index >= 0 && index < classCount))
    return [...numbered];
  if (classCount === 0 || classCount === valueCount) return Array.from({ length: valueCount }, (_, index) => index);
  throw wrongValue('bad-value', path, `${valueCount} classes for ${valueCount} values`, `${classCount}`);
}
