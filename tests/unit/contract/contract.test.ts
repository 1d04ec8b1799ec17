import { expect, test } from 'vitest';
import { enums, operations, scalarRows, types } from '../../../sw/contract/index.ts';

const supported = new Set([...Object.keys(scalarRows), ...Object.keys(enums), ...Object.keys(types)]);
const bare = (field: string) => field.replace(/\?$/, '');

test('the table holds the whole schema 3.2.0', () => {
  expect(Object.keys(types)).toHaveLength(244);
  expect(Object.keys(enums)).toHaveLength(51);
  expect(Object.keys(operations)).toHaveLength(55);
});

test('every field, item and base names a type of the table', () => {
  const unknown: string[] = [];
  for (const [name, row] of Object.entries(types)) {
    const refs = 'list' in row ? [row.list] : [...Object.values(row.fields), ...('base' in row ? [row.base] : [])];
    for (const ref of refs) if (!supported.has(bare(ref))) unknown.push(`${name}: ${ref}`);
  }
  for (const [name, row] of Object.entries(operations))
    for (const ref of [...Object.values(row.request), ...Object.values(row.response)])
      if (!supported.has(bare(ref))) unknown.push(`${name}: ${ref}`);
  expect(unknown).toEqual([]);
});

test('every row says what it is, and notes speak of fields that exist', () => {
  const silent: string[] = [];
  const astray: string[] = [];
  for (const [name, row] of [...Object.entries(types), ...Object.entries(enums), ...Object.entries(operations)]) {
    if ('list' in row) continue;
    if (!/^[A-Z].{10,}\.$/.test(row.doc)) silent.push(name);
    const fields = 'fields' in row ? row.fields : 'request' in row ? row.request : {};
    for (const field of Object.keys('notes' in row ? row.notes : {}))
      if (!(field in fields)) astray.push(`${name}.${field}`);
  }
  expect({ silent, astray }).toEqual({ silent: [], astray: [] });
});
