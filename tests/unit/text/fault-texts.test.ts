import { expect, test } from 'vitest';
import { de } from '../../../src/text/de.ts';
import { en } from '../../../src/text/en.ts';
import { faultLeads } from '../../../src/text/fault-leads-de.ts';
import { faultCodes } from '../../../sw/contract/index.ts';

test('a fault of the server is said in German in front of its own words', () => {
  const message = 'Identify.MapImageDisplay.ImageDPI: number expected, "abc" found';
  expect(de.faults.said('bad-value', message)).toBe(`Ein Wert ist nicht zulässig. (Wortlaut des Servers: ${message})`);
  expect(en.faults.said('bad-value', message)).toBe(message);
});

test('what the page says itself stands alone', () => {
  expect(de.faults.said('no-answer', de.faults.noAnswer)).toBe(de.faults.noAnswer);
  expect(de.faults.said('constructor', 'x')).toBe('x');
});

test('every code of the server has its sentence', () => {
  expect(Object.keys(faultCodes).filter((code) => !(code in faultLeads))).toEqual([]);
});
