import { expect, test } from 'vitest';
import { uniqueKeys } from '../../../sw/handlers/search/row-results.ts';

const field = (Name: string, AliasName = '') => ({ Name, AliasName });

test.each([
  ['aliases, or names without an alias', [field('A', 'One'), field('B')], ['One', 'B']],
  ['the name when an earlier field has the alias', [field('A', 'X'), field('B', 'X')], ['X', 'B']],
  ['the name when the alias is another field’s name', [field('A', 'X'), field('X', 'X')], ['A', 'X']],
  ['the same when that field has no alias', [field('X'), field('A', 'X')], ['X', 'A']],
])('property keys of rows are %s', (_, fields, keys) => {
  expect(uniqueKeys(fields, false)).toEqual(keys);
  expect(uniqueKeys(fields, true)).toEqual(fields.map(({ Name }) => Name));
});
