import { expect, test } from 'vitest';
import { formatNumber } from '../../../sw/rows/text/format-number.ts';

test.each([
  [1234567.891, {}, '1234567.891'],
  [1234567.891, { RoundingValue: 2, UseSeparator: true }, '1,234,567.89'],
  [5, { RoundingValue: 2, ZeroPad: true }, '5.00'],
  [5, { RoundingValue: 2 }, '5'],
  [-1234.5, { UseSeparator: true, RoundingValue: 0 }, '-1,235'],
  [123456, { RoundingOption: 'gisRoundNumberOfSignificantDigits', RoundingValue: 2 }, '120000'],
  [0.000123456, { RoundingOption: 'gisRoundNumberOfSignificantDigits', RoundingValue: 3 }, '0.000123'],
  [7, { ShowPlus: true }, '+7'],
  [-0.0000001, {}, '0'],
  [7, { AlignmentOption: 'gisAlignRight', AlignmentWidth: 4 }, '   7'],
  [Number.NaN, {}, 'NaN'],
] as const)('%f as %o', (value, format, text) => {
  expect(formatNumber(value, format)).toBe(text);
});
