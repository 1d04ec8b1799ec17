import { describe, expect, test } from 'vitest';
import { number } from '../../../serve/double/check.ts';
import { badValue, duplicate, Fault, unsupported, wrongValue } from '../../../sw/contract/fault.ts';
import { checkMessage, checkValue, Expected, type Parameter, readText } from '../../../sw/contract/parameter.ts';
import { scalarRows } from '../../../sw/contract/rows.ts';
import { readOgcParameters } from '../../../sw/extensions/ogc/read-parameters.ts';
import { readRestParameters } from '../../../sw/extensions/rest/parameters/read-parameters.ts';
import { decodeParameters } from '../../../sw/portal/parameters.ts';

const row = { kind: 'integer', doc: 'how many', minimum: 1, maximum: 5 } as const satisfies Parameter;
const rows = { count: row };
const common = { doc: '', path: '', operations: [] };

/** The readers of named parameters. Each gets text; JSON gets a number if the text is one. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  REST: (text) => readRestParameters({ ...common, parameters: rows }, new Map([['count', text]])).count,
  OGC: (text) => readOgcParameters({ ...common, parameters: rows }, new Map([['count', text]])).count,
  portal: (text) =>
    decodeParameters(
      { group: 'portal', effect: 'read', allow: 'anyone', doc: '', path: '', parameters: rows } as never,
      {
        values: new Map([['count', text]]),
        inBody: new Set(),
      },
    ).count,
  administration: (text) => checkMessage(rows, { count: JSON.parse(text) }).count,
  'the double': (text) => number(1, 5, true)(JSON.parse(text), 'count'),
};

describe.each(Object.keys(readers))('%s', (name) => {
  const read = readers[name]!;
  test.each(['1', '5'])('takes %s', (text) => expect(read(text)).toBe(Number(text)));
  test.each(['0', '6', '2.5', '"x"'])('refuses %s with the range', (text) => {
    expect(() => read(text)).toThrow(Fault);
    expect(() => read(text)).toThrow(/^'?count'?: .*a whole number from 1 to 5.*(found|found\.)/);
  });
});

test('JSON is not read from text', () => {
  expect(() => checkMessage(rows, { count: '3' })).toThrow('count: expected a whole number from 1 to 5, found "3".');
  expect(() => checkMessage(rows, { counts: 3 })).toThrow('Body: expected one of count, found "counts".');
});

test.each<[Parameter, string, unknown]>([
  [{ kind: 'string', doc: '', choices: ['Keep', 'Delete'] }, ' keep ', 'Keep'],
  [{ kind: 'string', doc: '', enum: 'gisTimeRelation' }, 'esritimerelationoverlaps', 'gisTimeRelationOverlaps'],
  [{ kind: 'boolean', doc: '' }, 'ON', true],
  [{ kind: 'names', doc: '' }, 'a, b,,', ['a', 'b']],
  [{ kind: 'ids', doc: '' }, '[1,2]', [1, 2]],
  [{ kind: 'numbers', doc: '', lengths: [4] }, '1,2,3,4.5', [1, 2, 3, 4.5]],
  [{ kind: 'json', doc: '' }, '{"a": null}', { a: null }],
  [{ kind: 'date', doc: '' }, '2026-01-31T12:00:00Z', '2026-01-31T12:00:00Z'],
])('%j reads %s', (parameter, text, value) => expect(readText(parameter, text)).toEqual(value));

test.each<[Parameter, unknown]>([
  [{ kind: 'string', doc: '', choices: ['a'] }, 'b'],
  [{ kind: 'ids', doc: '', minimumLength: 1 }, []],
  [{ kind: 'numbers', doc: 'four numbers', lengths: [4] }, [1, 2]],
  [{ kind: 'object', doc: '' }, []],
  [{ kind: 'date', doc: '' }, '2026-02-30'],
  [{ kind: 'string', doc: '', maximumLength: 2 }, 'abc'],
  [scalarRows.unsignedByte, 256],
  [scalarRows.short, -32_769],
])('%j is not %j', (parameter, value) => expect(checkValue(parameter, value)).toBeInstanceOf(Expected));

test('a fault names the path, what was expected and what was found', () => {
  expect(badValue('a.b', 'a number', 'x').message).toBe('a.b: expected a number, found "x".');
  expect(badValue('a.b', 'a number', undefined).message).toBe('a.b: expected a number, found nothing.');
  expect(badValue('a.b', 'a number', [1]).message).toBe('a.b: expected a number, found [1].');
  const fault = wrongValue('too-large', 'a.b', 'at most 2 rows', '3', { limit: 2 });
  expect(fault).toMatchObject({ code: 'too-large', detail: { limit: 2 } });
  expect(fault.message).toBe('a.b: expected at most 2 rows, found 3.');
  expect(unsupported('a.b', 'tables have no XML columns').message).toBe(
    "a.b isn't supported: tables have no XML columns.",
  );
  expect(duplicate('a.b', 'ID', 7).message).toBe('a.b: duplicate ID 7.');
});

test('the text of a list is limited as well', () => {
  const tags = { kind: 'names', doc: 'words', maximumLength: 5 } as const;
  expect(readText(tags, 'a,b,c')).toEqual(['a', 'b', 'c']);
  expect(readText(tags, 'a,b,cd')).toEqual(new Expected('at most 5 characters'));
});
