import { expect, test } from 'vitest';
import type { Value } from '../../../sw/contract/index.ts';
import { legendSections } from '../../../sw/draw/legend/legend-classes.ts';
import { noSymbol } from '../../../sw/draw/renderer/classified-rows.ts';
import { prepareRenderer } from '../../../sw/draw/renderer/renderer.ts';
import type { AttributeBatch, Column } from '../../../sw/rows/batch.ts';

const symbol = { type: 'SimpleLineSymbol', Width: 1, Style: 'gisSLSSolid' } as const;
const fields = [
  ['POP', 'gisFieldTypeDouble'],
  ['AREA', 'gisFieldTypeInteger'],
  ['NAME', 'gisFieldTypeString'],
].map(([Name, Type]) => ({ Name, Type }) as Value<'Field'>);

function batch(columns: Record<string, Column>): AttributeBatch {
  const rowCount = Object.values(columns)[0]!.values.length;
  return { firstRow: 0, rowCount, columns: new Map(Object.entries(columns)) };
}

const rows = batch({
  POP: {
    kind: 'double',
    values: Float64Array.of(0, 10, 10.5, 20, 1000, -1, 7),
    nulls: Uint8Array.of(0, 0, 0, 0, 0, 0, 1),
  },
  AREA: { kind: 'int', values: Int32Array.of(1, 2, 0, 4, 5, 6, 7) },
  NAME: { kind: 'string', values: ['a', 'b', 'a', 'c', '', 'b', 'a'], nulls: Uint8Array.of(0, 0, 0, 0, 1, 0, 0) },
});

function breaks(maxima: number[], more: Partial<Value<'ClassBreaksRenderer'>> = {}): Value<'ClassBreaksRenderer'> {
  return {
    type: 'ClassBreaksRenderer',
    Field: 'POP',
    MinimumValue: 0,
    ClassBreakInfos: maxima.map((ClassMaximumValue) => ({ ClassMaximumValue, ClassMinimumValue: 0, Symbol: symbol })),
    ...more,
  };
}

const classify = (renderer: Value<'FeatureRenderer'>) =>
  prepareRenderer(renderer, fields, 'Layer 1').classify(rows, rows.rowCount);

test('class breaks include their maximum and leave out nulls and what is outside', () => {
  expect([...classify(breaks([10, 20])).symbols]).toEqual([0, 0, 1, 1, noSymbol, noSymbol, noSymbol]);
});

test('class breaks draw what no class takes with the default symbol, which comes last in the legend', () => {
  const renderer = breaks([10, 20], { DefaultSymbol: symbol, DefaultLabel: 'no value' });
  expect([...classify(renderer).symbols]).toEqual([0, 0, 1, 1, 2, 2, 2]);
  expect(prepareRenderer(renderer, fields, 'Layer 1').symbols).toHaveLength(3);
  const labels = legendSections(renderer).flatMap(({ entries }) => entries.map(({ label }) => label));
  expect(labels).toEqual(['', '', 'no value']);
});

test('class breaks by a field leave out rows whose divisor is zero', () => {
  const renderer = breaks([4.9, 5, 200], { NormalizationType: 'gisNormalizeByField', NormalizationField: 'AREA' });
  expect([...classify(renderer).symbols]).toEqual([0, 1, noSymbol, 1, 2, noSymbol, noSymbol]);
});

test('class breaks by logarithm and by percent of total', () => {
  expect([...classify(breaks([1, 3], { NormalizationType: 'gisNormalizeByLog' })).symbols]).toEqual([
    noSymbol,
    0,
    1,
    1,
    1,
    noSymbol,
    noSymbol,
  ]);
  const percent = breaks([1, 2, 100], { NormalizationType: 'gisNormalizeByPercentOfTotal', NormalizationTotal: 1000 });
  expect([...classify(percent).symbols]).toEqual([0, 0, 1, 1, 2, noSymbol, noSymbol]);
});

test('unique values of several fields, nulls and the default', () => {
  const renderer: Value<'UniqueValueRenderer'> = {
    type: 'UniqueValueRenderer',
    Field1: 'NAME',
    Field2: 'area',
    FieldDelimiter: '|',
    DefaultSymbol: symbol,
    UniqueValueInfos: [{ Value: 'a|1', Symbol: symbol }, { Value: '<Null>|5', Symbol: symbol }, { Value: 'b|2' }],
  };
  expect([...classify(renderer).symbols]).toEqual([0, noSymbol, 2, 2, 1, 2, 2]);
  const { DefaultSymbol: _, ...withoutDefault } = renderer;
  expect(classify(withoutDefault).symbols[2]).toBe(noSymbol);
});

test('rotation and transparency by row', () => {
  const renderer: Value<'SimpleRenderer'> = {
    type: 'SimpleRenderer',
    Symbol: symbol,
    RotationField: 'AREA',
    TransparencyField: 'POP',
  };
  const { symbols, anglesDeg, alphas } = classify(renderer);
  expect([...symbols]).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect([...anglesDeg!]).toEqual([-1, -2, -0, -4, -5, -6, -7]);
  expect([...alphas!].map((alpha) => Math.round(alpha * 1000))).toEqual([1000, 900, 895, 800, 0, 1000, 1000]);
  expect(classify({ ...renderer, RotationType: 'gisRotateSymbolArithmetic' }).anglesDeg![1]).toBe(2);
});

test.each([
  ['unknown-field', { ...breaks([1]), Field: 'NOPE' }, /Layer 1: ClassBreaksRenderer\.Field: .*found "NOPE"/],
  ['bad-value', { ...breaks([1]), Field: 'NAME' }, /found "NAME" of type gisFieldTypeString/],
  ['bad-value', breaks([5, 4]), /found 4 after 5/],
  ['bad-value', breaks([5], { NormalizationType: 'gisNormalizeByPercentOfTotal' }), /NormalizationTotal/],
] as const)('%s', (code, renderer, message) => {
  expect(() => classify(renderer)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
});

test('rows of a large batch that were classified before are classified anew by another renderer alone', () => {
  const values = Float64Array.from({ length: 1000 }, (_, i) => i % 40);
  const large = batch({ POP: { kind: 'double', values } });
  const symbolsBy = (renderer: Value<'FeatureRenderer'>) =>
    prepareRenderer(renderer, fields, 'Layer 1').classify(large, large.rowCount).symbols;
  const first = symbolsBy(breaks([10, 40]));
  expect([...first]).toEqual(Array.from(values, (value) => (value <= 10 ? 0 : 1)));
  expect(symbolsBy(breaks([10, 40]))).toBe(first);
  for (const [minimum, number] of [
    [Number.NEGATIVE_INFINITY, 0],
    [Number.POSITIVE_INFINITY, noSymbol],
  ] as const)
    expect(symbolsBy(breaks([40], { MinimumValue: minimum }))[0]).toBe(number);
  expect([...symbolsBy(breaks([20, 40]))]).toEqual(Array.from(values, (value) => (value <= 20 ? 0 : 1)));
});
