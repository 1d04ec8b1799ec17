import { type Value, wrongValue } from '../../contract/index.ts';
import { interpolateSizePt, readSizes, type SizeByValue } from '../../service/size-by-value.ts';
import type { LegendEntry, LegendSection } from '../legend/legend-classes.ts';
import { noSymbol } from './classified-rows.ts';
import type { Classifier } from './renderer.ts';
import { namesIn, numberColumn } from './renderer-field.ts';

/** Number of intervals between the smallest and the largest size. Adjacent sizes mostly differ by less than a pixel. */
const steps = 32;
/** Symbols per original symbol: all sizes, and the original for rows without a value. */
const variants = steps + 1;
const legendShares = [1, 0.5, 0];

/**
 * Make the symbols of a renderer vary in size with a field. Each symbol is replaced by one symbol per size.
 *
 * @param text JSON of the visual variables
 * @throws {Fault} like `readSizes` and `numberColumn`; `too-complex` for too many symbols
 */
export function addSizes(
  classifier: Classifier,
  text: string,
  fields: readonly Value<'Field'>[],
  path: string,
): Classifier {
  const sizes = readSizes(text, path);
  const { minValue, maxValue } = sizes;
  const column = numberColumn({ fields, path }, 'VisualVariables', sizes.field);
  if (classifier.symbols.length * variants >= noSymbol)
    throw wrongValue(
      'too-complex',
      `${path}.VisualVariables`,
      `at most ${Math.ceil(noSymbol / variants) - 1} symbols`,
      `${classifier.symbols.length}`,
    );
  const sizeStep = (value: number): number =>
    Math.round(
      Math.min(1, Math.max(0, maxValue > minValue ? (value - minValue) / (maxValue - minValue) : 0)) * (steps - 1),
    );
  return {
    ...classifier,
    symbols: classifier.symbols.flatMap((symbol) => [
      ...Array.from({ length: steps }, (_, step) => scaleSymbol(symbol, sizes, step / (steps - 1))),
      symbol,
    ]),
    fields: [...classifier.fields, ...namesIn(fields, [sizes.field])],
    classify(attributes, rowCount, areas) {
      const classified = classifier.classify(attributes, rowCount, areas);
      if (!attributes) return classified;
      const { values, nulls } = column(attributes);
      const symbols = classified.symbols.map((symbol, row) => {
        if (symbol === noSymbol) return symbol;
        const value = nulls?.[row] ? Number.NaN : values[row]!;
        return symbol * variants + (Number.isNaN(value) ? steps : sizeStep(value));
      });
      return { ...classified, symbols };
    },
  };
}

/** Return the symbol for a share of the value range. Only markers and lines have a size. */
function scaleSymbol(symbol: Value<'Symbol'>, sizes: SizeByValue, share: number): Value<'Symbol'> {
  const size = interpolateSizePt(sizes, sizes.minValue + (sizes.maxValue - sizes.minValue) * share);
  if ('Size' in symbol && 'XOffset' in symbol) return { ...symbol, Size: size } as Value<'Symbol'>;
  if (symbol.type === 'SimpleLineSymbol') return { ...symbol, Width: size };
  return symbol;
}

/**
 * Make a legend section of three sizes with their values, largest first, using the symbol of the last class; no entries
 * without classes.
 */
export function sizeSection(text: string, sections: readonly LegendSection[], path: string): LegendSection {
  const sizes = readSizes(text, path);
  const symbol = sections.at(-1)?.entries.at(-1)?.symbol;
  const entries = legendShares.flatMap((share): LegendEntry[] => {
    const value = sizes.minValue + (sizes.maxValue - sizes.minValue) * share;
    return symbol
      ? [{ label: String(Number(value.toPrecision(4))), description: '', symbol: scaleSymbol(symbol, sizes, share) }]
      : [];
  });
  return { heading: sizes.field, entries };
}
