import { expect, test } from 'vitest';
import {
  badCodes,
  type DomainForm,
  defaultValueProblem,
  domainOfForm,
  domainProblem,
  domainText,
  formOfDomain,
  parseDefaultValue,
} from '../../../src/publish/manage/domain-form.ts';
import type { Value } from '../../../sw/contract/index.ts';
import { field } from '../rows/made-table.ts';

const count = field('COUNT', 'gisFieldTypeInteger');
const name = field('NAME');
const form = (change: Partial<DomainForm>): DomainForm => ({ ...formOfDomain(null, count), ...change });
const codes = (...all: readonly string[]) => ({
  kind: 'coded' as const,
  codes: all.map((code) => ({ code, name: `<${code}>` })),
});

test('a domain and a default value are the same after they were shown to be typed over', () => {
  const range = domainOfForm(form({ kind: 'range', name: 'Few', minimum: '-1', maximum: '10' }), count)!;
  expect(range).toMatchObject({ DomainName: 'Few', MinValue: { type: 'int', value: -1 }, MaxValue: { value: 10 } });
  const shown = formOfDomain(range, count, { type: 'int', value: 3 });
  expect(shown).toMatchObject({ kind: 'range', minimum: '-1', maximum: '10', defaultValue: '3' });
  expect(domainOfForm(shown, count)).toEqual(range);
  expect(parseDefaultValue(shown, count)).toEqual({ type: 'int', value: 3 });
  expect(parseDefaultValue(form({}), count)).toBeNull();
  expect(parseDefaultValue({ ...form({}), defaultValue: '3' }, name)).toBe('3');
});

test('what the table says is no domain, and neither is none', () => {
  expect(domainOfForm(form({ kind: 'table' }), count)).toBeUndefined();
  expect(domainOfForm(form({ kind: 'none' }), count)).toBeNull();
});

test('codes that are no numbers, or there twice however they are written, are told by their place', () => {
  expect([...badCodes(form(codes('1', 'x', '2', '01', '', '1.5')), count)]).toEqual([1, 3, 4, 5]);
  expect([...badCodes(form(codes('1', '01', '1')), name)]).toEqual([2]);
  expect(domainProblem(form(codes('1', '2')), count)).toBeUndefined();
  expect(domainProblem(form(codes()), count)).toBeDefined();
  expect(domainProblem(form({ kind: 'range', minimum: '3', maximum: '2' }), count)).toBeDefined();
});

test.each<[string, Partial<DomainForm>, boolean]>([
  ['no value', { defaultValue: '' }, true],
  ['a number', { defaultValue: '7' }, true],
  ['no number', { defaultValue: 'x' }, false],
  ['half a number', { defaultValue: '1.5' }, false],
  ['one of the codes', { ...codes('1', '7'), defaultValue: '7' }, true],
  ['none of the codes', { ...codes('1', '2'), defaultValue: '7' }, false],
  ['inside the range', { kind: 'range', minimum: '1', maximum: '10', defaultValue: '7' }, true],
  ['outside the range', { kind: 'range', minimum: '8', maximum: '10', defaultValue: '7' }, false],
])('a default value that is %s', (_, change, isGood) => {
  expect(defaultValueProblem(form(change), count) === undefined).toBe(isGood);
});

test('a list is said by its first names', () => {
  const domain = (all: readonly string[]) =>
    domainOfForm(
      form({ kind: 'coded', codes: all.map((entry, index) => ({ code: String(index), name: entry })) }),
      count,
    ) as Value<'Domain'>;
  expect(domainText(domain(['Open', 'Shut']))).toBe('Open, Shut');
  expect(domainText(domain(['a', 'b', 'c', 'd']))).toBe('a, b, c, …');
});
