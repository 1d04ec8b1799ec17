import { badValue, type Value, wrongValue } from '../../contract/index.ts';
import { firstFrom } from '../../geometry/first-from.ts';
import type { AttributeBatch, Column } from '../../rows/batch.ts';
import { createBatchMemory } from '../../rows/batch-memory.ts';
import { type Assign, type ClassifiedRows, noSymbol } from './classified-rows.ts';
import { type FieldSource, namesIn, numberColumn } from './renderer-field.ts';
import { prepareUniqueValues } from './unique-values.ts';

/** Renderer prepared for a table. */
export interface Classifier {
  readonly symbols: readonly Value<'Symbol'>[];
  /** Drawn below polygons that are drawn as markers. */
  readonly background?: Value<'FillSymbol'>;
  /** Names of the fields that `classify` reads; empty if it needs no attributes. */
  readonly fields: readonly string[];
  /** True if `classify` needs the published areas of the rows, in units of the table. */
  readonly needsAreas: boolean;
  /** Return the symbols of a batch. The result is cached, so callers must not change it. */
  classify(attributes: AttributeBatch | undefined, rowCount: number, areas?: Float64Array): ClassifiedRows;
}

/**
 * Prepare a renderer for a table.
 *
 * @param path path of the renderer for messages, like `Layer 3 "Cities"`
 * @throws {Fault} `unknown-field`; `bad-value` for a field of the wrong type or contradictory classes; `too-complex`
 *   for more than 65,534 symbols
 */
export function prepareRenderer(
  renderer: Value<'FeatureRenderer'>,
  fields: readonly Value<'Field'>[],
  path: string,
): Classifier {
  const source: FieldSource = { fields, path: `${path}: ${renderer.type}` };
  switch (renderer.type) {
    case 'SimpleRenderer':
      return withRowValues({ symbols: [renderer.Symbol], assign: undefined }, renderer, source);
    case 'ClassBreaksRenderer':
      return withRowValues(prepareClassBreaks(renderer, source), renderer, source);
    case 'UniqueValueRenderer':
      return withRowValues(prepareUniqueValues(renderer, source), renderer, source);
    default: {
      const actual = (renderer as { readonly type?: string }).type;
      throw badValue(path, 'a feature renderer', actual);
    }
  }
}

interface Parts {
  readonly symbols: readonly Value<'Symbol'>[];
  readonly background?: Value<'FillSymbol'>;
  readonly assign: Assign | undefined;
  readonly needsAreas?: boolean;
  /** Names of the fields that `assign` reads, spelled as in the renderer. */
  readonly fields?: readonly (string | undefined)[];
}

const classifiedBatches = createBatchMemory<ClassifiedRows>();

interface RowValueFields {
  readonly RotationField?: string;
  readonly RotationType?: Value<'gisRotationType'>;
  readonly TransparencyField?: string;
}

function withRowValues(parts: Parts, renderer: RowValueFields, source: FieldSource): Classifier {
  if (parts.symbols.length >= noSymbol)
    throw wrongValue('too-complex', source.path, `at most ${noSymbol - 1} symbols`, `${parts.symbols.length}`);
  const rotation = renderer.RotationField ? numberColumn(source, 'RotationField', renderer.RotationField) : undefined;
  const transparency = renderer.TransparencyField
    ? numberColumn(source, 'TransparencyField', renderer.TransparencyField)
    : undefined;
  // Geographic angles run clockwise from north, arithmetic ones counterclockwise from east.
  const turn = renderer.RotationType === 'gisRotateSymbolArithmetic' ? 1 : -1;
  const classifyRows = (attributes: AttributeBatch, rowCount: number, areas?: Float64Array): ClassifiedRows => {
    const symbols = new Uint16Array(rowCount);
    parts.assign?.(attributes, symbols, areas);
    return {
      symbols,
      anglesDeg: rotation && mapColumn(rotation(attributes), rowCount, 0, (value) => turn * value),
      alphas:
        transparency &&
        mapColumn(transparency(attributes), rowCount, 1, (percent) => Math.min(1, Math.max(0, 1 - percent / 100))),
    };
  };
  let rendererText: string | undefined;
  const getRendererText = () => (rendererText ??= JSON.stringify(renderer, withoutSymbols));
  return {
    symbols: parts.symbols,
    background: parts.background,
    fields: namesIn(source.fields, [
      ...(parts.fields ?? []),
      rotation && renderer.RotationField,
      transparency && renderer.TransparencyField,
    ]),
    needsAreas: parts.needsAreas ?? false,
    classify(attributes, rowCount, areas) {
      if (!attributes) return { symbols: new Uint16Array(rowCount) };
      return classifiedBatches(attributes, getRendererText, () => classifyRows(attributes, rowCount, areas));
    },
  };
}

/**
 * Prepare a value for the cache key. Only the presence of a symbol matters. Numbers that JSON can't represent become
 * strings, to keep them distinct.
 */
function withoutSymbols(key: string, value: unknown): unknown {
  if (key.endsWith('Symbol')) return Boolean(value);
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

function mapColumn(
  column: Exclude<Column, { kind: 'string' }>,
  rowCount: number,
  ofNull: number,
  change: (value: number) => number,
): Float32Array {
  const result = new Float32Array(rowCount);
  for (let row = 0; row < rowCount; row++) result[row] = column.nulls?.[row] ? ofNull : change(column.values[row]!);
  return result;
}

/** Prepare a class breaks renderer: its symbols, the default symbol last, and the rule that assigns them. */
function prepareClassBreaks(renderer: Value<'ClassBreaksRenderer'>, source: FieldSource) {
  const infos = renderer.ClassBreakInfos;
  const maxima = Float64Array.from(infos, (info) => info.ClassMaximumValue);
  for (let i = 1; i < maxima.length; i++)
    if (!(maxima[i]! >= maxima[i - 1]!))
      throw wrongValue(
        'bad-value',
        `${source.path}.ClassBreakInfos`,
        'ascending ClassMaximumValue elements',
        `${maxima[i]} after ${maxima[i - 1]}`,
      );
  const readValues = classValues(renderer, source);
  const other = renderer.DefaultSymbol ? infos.length : noSymbol;
  const assign: Assign = (attributes, symbols, areas) => {
    const values = readValues(attributes, symbols.length, areas);
    for (let row = 0; row < symbols.length; row++)
      symbols[row] = classNumber(values[row]!, renderer.MinimumValue, maxima, other);
  };
  return {
    symbols: [...infos.map((info) => info.Symbol), ...(renderer.DefaultSymbol ? [renderer.DefaultSymbol] : [])],
    background: renderer.BackgroundSymbol,
    assign,
    needsAreas: renderer.NormalizationType === 'gisNormalizeByArea',
    fields: [renderer.Field, renderer.NormalizationField],
  };
}

/**
 * Return the index of the first class whose maximum isn't below the value; `other` if the value is NaN or outside all
 * classes.
 */
function classNumber(value: number, minimum: number, maxima: Float64Array, other: number): number {
  if (!(value >= minimum)) return other;
  const index = firstFrom(maxima, value);
  return index < maxima.length ? index : other;
}

/** Make the reader of normalized values of a batch; NaN for missing values. */
function classValues(
  renderer: Value<'ClassBreaksRenderer'>,
  source: FieldSource,
): (attributes: AttributeBatch, rowCount: number, areas?: Float64Array) => Float64Array {
  const column = numberColumn(source, 'Field', renderer.Field);
  const normalize = normalizer(renderer, source);
  return (attributes, rowCount, areas) => {
    const { values, nulls } = column(attributes);
    const result = new Float64Array(rowCount);
    for (let row = 0; row < rowCount; row++) result[row] = nulls?.[row] ? Number.NaN : values[row]!;
    normalize?.(result, attributes, areas);
    return result;
  };
}

type Normalize = (values: Float64Array, attributes: AttributeBatch, areas?: Float64Array) => void;

function normalizer(renderer: Value<'ClassBreaksRenderer'>, source: FieldSource): Normalize | undefined {
  const type =
    renderer.NormalizationType ?? (renderer.NormalizationField ? 'gisNormalizeByField' : 'gisNormalizeByNothing');
  switch (type) {
    case 'gisNormalizeByNothing':
      return undefined;
    case 'gisNormalizeByLog':
      return (values) => {
        for (let row = 0; row < values.length; row++)
          values[row] = values[row]! > 0 ? Math.log10(values[row]!) : Number.NaN;
      };
    case 'gisNormalizeByPercentOfTotal': {
      const total = renderer.NormalizationTotal;
      if (!total || !Number.isFinite(total))
        throw wrongValue(
          'bad-value',
          `${source.path}.NormalizationTotal`,
          'a number other than 0',
          `${total ?? 'nothing'}`,
        );
      return (values) => {
        for (let row = 0; row < values.length; row++) values[row] = (100 * values[row]!) / total;
      };
    }
    case 'gisNormalizeByField': {
      if (!renderer.NormalizationField)
        throw wrongValue('bad-value', `${source.path}.NormalizationField`, 'a field name', 'nothing');
      const divisor = numberColumn(source, 'NormalizationField', renderer.NormalizationField);
      return (values, attributes) => {
        const by = divisor(attributes);
        for (let row = 0; row < values.length; row++) {
          const part = by.nulls?.[row] ? 0 : by.values[row]!;
          values[row] = part === 0 ? Number.NaN : values[row]! / part;
        }
      };
    }
    case 'gisNormalizeByArea':
      return (values, _, areas) => {
        for (let row = 0; row < values.length; row++) values[row] = values[row]! / (areas?.[row] || Number.NaN);
      };
    default:
      throw badValue(`${source.path}.NormalizationType`, 'a normalization type such as gisNormalizeByField', type);
  }
}
