import { expect, test } from 'vitest';
import type { Value } from '../../../../sw/contract/index.ts';
import { legendSections } from '../../../../sw/draw/legend/legend-classes.ts';
import { prepareRenderer } from '../../../../sw/draw/renderer/renderer.ts';
import { addSizes, sizeSection } from '../../../../sw/draw/renderer/sized-classifier.ts';
import { readSizes, sizesText } from '../../../../sw/service/size-by-value.ts';
import { marker, rgb } from '../../../contract/leaves/parts.ts';
import { layerOfPoints } from './dense-view.ts';

const sizes = { field: 'AMOUNT', minValue: 0, maxValue: 100, minSizePt: 4, maxSizePt: 35 };
const renderer: Value<'ClassBreaksRenderer'> = {
  ...{ type: 'ClassBreaksRenderer', Field: 'AMOUNT', MinimumValue: 0 },
  ClassBreakInfos: [
    { ClassMinimumValue: 0, ClassMaximumValue: 50, Symbol: marker(rgb(200, 0, 0), 9) },
    { ClassMinimumValue: 50, ClassMaximumValue: 200, Symbol: marker(rgb(0, 0, 200), 9) },
  ],
};
const { table } = layerOfPoints([0, 50, 100, 150].map((AMOUNT, x) => ({ parts: [[x, 0]], values: { AMOUNT } }))).plan;
const { fields } = table.manifest;

test('a symbol has the colour of its class and the size of its value', async () => {
  const classifier = addSizes(prepareRenderer(renderer, fields, 'it'), sizesText(sizes), fields, 'it');
  const batch = await table.attributes(0);
  const { symbols } = classifier.classify(batch, batch.rowCount);
  const { values } = batch.columns.get('AMOUNT') as { readonly values: Int32Array };
  const actual = Array.from(symbols, (symbol, row) => {
    const { Size, Color } = classifier.symbols[symbol] as Value<'SimpleMarkerSymbol'>;
    return [values[row], Math.round(Size), (Color as Value<'RgbColor'>).Red];
  }).sort((a, b) => a[0]! - b[0]!);
  expect(actual).toEqual([
    [0, 4, 200],
    [50, 20, 200],
    [100, 35, 0],
    [150, 35, 0],
  ]);
});

test('a legend shows three sizes with their values', () => {
  const { heading, entries } = sizeSection(sizesText(sizes), legendSections(renderer), 'it');
  expect(heading).toBe('AMOUNT');
  expect(entries.map(({ label, symbol }) => [label, (symbol as Value<'SimpleMarkerSymbol'>).Size])).toEqual([
    ['100', 35],
    ['50', 19.5],
    ['0', 4],
  ]);
});

test.each([
  ['no JSON', /^it\.VisualVariables: expected JSON/],
  ['[]', /^it\.VisualVariables: expected a list with a sizeInfo/],
  ['[{"type":"sizeInfo"}]', /^it\.VisualVariables\[0\]\.field: expected a field name, found nothing/],
  [sizesText({ ...sizes, minSizePt: -1 }), /^it\.VisualVariables\[0\]\.minSize: expected a number, found -1/],
])('%s is refused', (text, message) => {
  expect(() => readSizes(text, 'it')).toThrow(message);
});
