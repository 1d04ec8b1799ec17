import { expect, test } from 'vitest';
import type { TypeName } from '../../../../../sw/contract/index.ts';
import { listTypeFields } from '../../../../../sw/extensions/rest/json/contract-types.ts';
import { forms, fromJson, rows, toJson } from '../../../../../sw/extensions/rest/json/convert.ts';
import { fieldsNamed, listRefMembers, makeSampleValue } from './sample-values.ts';

const names = Object.keys(rows) as TypeName[];
/** Number of sample values per type: more than any enumeration or family has members. */
const turns = 12;

test.each(names)('every field of %s has a member, a value or is said to be lost', (name) => {
  const { lost = [], absent = {} } = rows[name]!;
  const named = fieldsNamed(name);
  const fields = [...listTypeFields(name).keys()];
  expect([...named, ...lost, ...Object.keys(absent)].filter((field) => !fields.includes(field))).toEqual([]);
  expect(fields.filter((field) => !named.has(field) && !lost.includes(field) && !(field in absent))).toEqual([]);
  expect([...named].filter((field) => lost.includes(field))).toEqual([]);
});

test.each(names.filter((name) => !rows[name]!.isOnlyWritten))('%s comes back from its JSON as it was', (name) => {
  for (let n = 0; n < turns; n++) {
    const value = makeSampleValue(name, n);
    const json = throughText(toJson(name, value as never));
    expect(fromJson(name, json, 'it')).toEqual(value);
  }
});

test.each(Object.keys(forms).filter((name) => name !== 'Geometry') as TypeName[])('any %s comes back', (name) => {
  for (let n = 0; n < turns; n++) {
    const value = makeSampleValue(name, n);
    expect(fromJson(name, throughText(toJson(name, value as never)), 'it')).toEqual(value);
  }
});

test('values of a family are told apart by their words', () => {
  for (const family of ['Symbol', 'FeatureRenderer', 'Domain', 'DataClassificationDef', 'ColorRamp'])
    for (const [n, type] of listRefMembers(family).entries())
      expect(makeSampleValue(family, n)).toMatchObject({ type });
});

/** Convert JSON to the form that clients receive: undefined members are dropped. */
const throughText = (json: unknown): unknown => JSON.parse(JSON.stringify(json));
