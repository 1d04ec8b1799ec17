import { expect, test } from 'vitest';
import {
  badSubtypes,
  type Subtypes,
  subtypeProblem,
  subtypeRows,
  subtypesOfForm,
  withDomain,
  withField,
} from '../../../src/publish/manage/subtype-form.ts';
import type { Value } from '../../../sw/contract/index.ts';

const doors: Value<'Domain'> = {
  type: 'CodedValueDomain',
  DomainName: 'Doors',
  FieldType: 'gisFieldTypeString',
  MergePolicy: 'gisMPTDefaultValue',
  SplitPolicy: 'gisSPTDuplicate',
  CodedValues: [{ Name: 'Open', Code: 'A' }],
};
const kinds: Subtypes['kinds'] = [
  { code: 1, name: 'Well', domains: { STATUS: doors } },
  { code: 2, name: 'Spring', domains: {} },
];

test('what is typed for the number of a kind stays while it is none, and so do the domains of the kind', () => {
  const [well, spring] = subtypeRows(kinds);
  const typing = subtypesOfForm([{ ...well!, code: '-' }, spring!]);

  expect(subtypeRows(typing)[0]).toEqual({ code: '-', name: 'Well', domains: { STATUS: doors } });
  expect([...badSubtypes(typing)]).toEqual([0]);

  const typed = subtypesOfForm(subtypeRows(typing).with(0, { ...well!, code: '-12' }));
  expect(typed).toEqual([{ code: -12, name: 'Well', domains: { STATUS: doors } }, kinds[1]]);
  expect(subtypeProblem(typed)).toBeUndefined();
});

test('a kind that is taken away takes its own domains with it and no others', () => {
  const remaining = subtypesOfForm(subtypeRows([kinds[1]!, kinds[0]!]).toSpliced(0, 1));
  expect(remaining).toEqual([kinds[0]]);
});

test.each(['', ' ', '1.5', 'x', '1e3', '2147483648', '1'])('the number %j cannot be that of a second kind', (code) => {
  const typed = subtypesOfForm([...subtypeRows([kinds[0]!]), { code, name: '', domains: {} }]);
  expect([...badSubtypes(typed)]).toEqual([1]);
  expect(subtypeProblem(typed)).toBeDefined();
});

test('a field of a kind has values of its own, any value, or those of the table', () => {
  const kindsWithDomain = withDomain(kinds, 1, 'STATUS', doors);
  expect(kindsWithDomain[1]!.domains).toEqual({ STATUS: doors });
  expect(kindsWithDomain[0]).toBe(kinds[0]);
  expect(withDomain(kindsWithDomain, 1, 'STATUS', null)[1]!.domains).toEqual({ STATUS: null });
  expect(withDomain(kindsWithDomain, 1, 'STATUS', undefined)[1]!.domains).toEqual({});
});

test('the field that tells the kinds has no values of its own in them', () => {
  expect(withField('STATUS', kinds)).toEqual({ field: 'STATUS', kinds: [{ ...kinds[0], domains: {} }, kinds[1]] });
  expect(withField('KIND', kinds)).toEqual({ field: 'KIND', kinds });
});
