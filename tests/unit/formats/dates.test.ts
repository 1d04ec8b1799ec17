import { expect, test } from 'vitest';
import { isoDate } from '../../../sw/formats/reading/dates.ts';
import { createSeededNumbers } from '../rows/made-table.ts';

test('moments as programs write them are those of the engine, and of our own longer way', () => {
  const random = createSeededNumbers(7);
  for (let i = 0; i < 5000; i++) {
    // Years 100 to 9999.
    const text = new Date(random() * 3.12e14 - 5.9e13).toISOString();
    expect(isoDate(text), text).toBe(Date.parse(text));
    expect(isoDate(text.replace('T', ' ')), text).toBe(Date.parse(text));
  }
});

test.each([
  '2024-13-01T00:00:00.000Z',
  '2023-02-30T00:00:00.000Z',
  '2023-02-29T00:00:00.000Z',
  '2024-01-00T00:00:00.000Z',
  '2024-01-01T00:60:00.000Z',
  '2024-01-01T00:00:00.00xZ',
  '2024-01-01T00:00:0:.000Z',
  '2024-01-01t00:00:00.000Z',
  '20x4-01-01T00:00:00.000Z',
])('%s is no date', (text) => {
  expect(isoDate(text)).toBeUndefined();
});

test('the last day of February is there in leap years', () => {
  expect(isoDate('2024-02-29T23:59:59.999Z')).toBe(Date.UTC(2024, 1, 29, 23, 59, 59, 999));
});
