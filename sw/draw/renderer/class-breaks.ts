import { Fault, type Value } from '../../contract/index.ts';
import type { AttributeBatch } from '../../rows/batch.ts';
import { type Assign, noSymbol } from './classified-rows.ts';
import { type FieldSource, numberColumn } from './renderer-field.ts';

/** Prepare a class breaks renderer: its symbols, the default last, and the rule that assigns them. */
export function classBreaksOf(renderer: Value<'ClassBreaksRenderer'>, source: FieldSource) {
  const infos = renderer.ClassBreakInfos;
  const maxima = Float64Array.from(infos, (info) => info.ClassMaximumValue);
  for (let i = 1; i < maxima.length; i++)
    if (!(maxima[i]! >= maxima[i - 1]!))
      throw new Fault(
        'bad-value',
        `${source.path}.ClassBreakInfos: ascending ClassMaximumValue expected, ${maxima[i]} found after ${maxima[i - 1]}`,
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

/** Find the first class whose maximum is not below the value; `other` outside all classes and for NaN. */
function classNumber(value: number, minimum: number, maxima: Float64Array, other: number): number {
  if (!(value >= minimum)) return other;
  let low = 0;
  let high = maxima.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= maxima[middle]!) high = middle;
    else low = middle + 1;
  }
  return low < maxima.length ? low : other;
}

/** Make the reader of normalised values of a batch; NaN for missing values. */
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
        throw new Fault(
          'bad-value',
          `${source.path}.NormalizationTotal: a number other than 0 expected, ${total ?? 'nothing'} found`,
        );
      return (values) => {
        for (let row = 0; row < values.length; row++) values[row] = (100 * values[row]!) / total;
      };
    }
    case 'gisNormalizeByField': {
      if (!renderer.NormalizationField)
        throw new Fault('bad-value', `${source.path}.NormalizationField: name of a field expected, nothing found`);
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
      throw new Fault('bad-value', `${source.path}.NormalizationType: a kind of normalisation expected, ${type} found`);
  }
}
