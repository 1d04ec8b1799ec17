import { describe, expect, test } from 'vitest';
import { Fault } from '../../../../sw/contract/index.ts';
import { readCondition } from '../../../../sw/rows/where/bind.ts';
import { parseOrderBy } from '../../../../sw/rows/where/parse.ts';
import { constantValue } from '../../../../sw/rows/where/row-value.ts';
import { random } from '../../geometry/random.ts';
import { makeMemoryField } from '../memory-table.ts';

const fields = [
  makeMemoryField('OBJECTID', 'gisFieldTypeOID'),
  makeMemoryField('Pop', 'gisFieldTypeInteger'),
  makeMemoryField('NAME', 'gisFieldTypeString'),
  makeMemoryField('When', 'gisFieldTypeDate'),
  makeMemoryField('Shape', 'gisFieldTypeGeometry'),
];

const read = (text: string) => readCondition(text, fields, 'WhereClause', Date.UTC(2024, 1, 29, 12));

function catchFault(text: string): Fault {
  try {
    read(text);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error(`no fault for ${text}`);
}

describe('what is not SQL is refused with its place', () => {
  test.each([
    ['Pop >', 'WhereClause position 6: expected a field, value or "(", found the end.'],
    ['(Pop > 5', 'WhereClause position 9: expected ")", found the end.'],
    ['Pop = 5 NAME', 'WhereClause position 9: expected AND, OR or the end, found "NAME".'],
    ["NAME = 'a", "WhereClause position 8: expected a closing ', found the end."],
    ["NAME = 'a'; DROP TABLE x", 'WhereClause position 11: expected a name, value or operator, found ";".'],
    ['Pop = 12abc', 'WhereClause position 7: expected a number, found "12abc".'],
    ["Pop = 'a'", 'WhereClause position 7: expected a number, found a string.'],
    ['Pop', 'WhereClause position 1: expected a condition, found a number.'],
    ['Pop AND 1=1', 'WhereClause position 1: expected a condition, found a number.'],
    ['Pop = 1 = 2', 'WhereClause position 9: expected AND, OR or the end, found "=".'],
    ['FOO(Pop) = 1', 'WhereClause position 1: expected a known function, found "FOO".'],
    ['ABS(Pop, 1) = 1', 'WhereClause position 1: expected ABS with 1 arguments, found 2 arguments.'],
    ['Shape = 1', 'WhereClause position 1: expected an attribute field, found "Shape".'],
    [
      '"When" = DATE \'2024-02-30\'',
      "WhereClause position 15: expected DATE 'yyyy-mm-dd', found the string '2024-02-30'.",
    ],
    ['Pop IN (SELECT 1)', 'WhereClause position 9: expected a field or value, found "SELECT".'],
    ['Pop = 5 --1', 'WhereClause position 9: expected AND, OR or the end, found "--".'],
    ['Pop = --1', 'WhereClause position 7: expected a field, value or "(", found "--".'],
    ['Pop IN ()', 'WhereClause position 9: expected a field, value or "(", found ")".'],
    ["NAME LIKE 'a' ESCAPE 'xy'", "WhereClause position 22: expected one character, found 'xy'."],
  ])('%s', (text, message) => {
    expect(catchFault(text)).toMatchObject({ code: 'bad-sql', message });
  });

  test('a string may be told to be of any letters', () => {
    expect(read("NAME LIKE N'Z''ü%' ESCAPE n'!'")).toEqual(read("NAME LIKE 'Z''ü%' ESCAPE '!'"));
    expect(catchFault("NAME = N 'a'")).toMatchObject({ code: 'bad-sql' });
  });

  test('an unknown field, whatever its name', () => {
    for (const name of ['Popp', '__proto__', 'constructor', 'other.Pop']) {
      expect(catchFault(`${name} = 1`)).toMatchObject({ code: 'unknown-field' });
    }
  });

  test('too long, too deep and too many', () => {
    expect(catchFault(`Pop = 1${' '.repeat(16384)}`).code).toBe('too-large');
    expect(catchFault(`${'('.repeat(51)}1=1${')'.repeat(51)}`).code).toBe('too-complex');
    expect(catchFault(`${'NOT '.repeat(60)}1=1`).code).toBe('too-complex');
    expect(catchFault(`0${'+1'.repeat(300)} = Pop`).code).toBe('too-complex');
    expect(catchFault(`Pop IN (${'Pop,'.repeat(1000)}1)`).code).toBe('too-complex');
    expect(catchFault(`Pop IN (${'1,'.repeat(1_000_000)}1)`).code).toBe('too-complex');
    expect(catchFault(`Pop IN (${'1,'.repeat(9000)}1, x)`).code).toBe('too-large');
    expect(catchFault(`Pop IN (${'1,'.repeat(9000)}1)${' '.repeat(16384)}`).code).toBe('too-large');
    expect(catchFault(`Pop IN (1, 2x)`).code).toBe('bad-sql');
    expect(read(`Pop=1${' OR Pop=1'.repeat(1800)}`)).toMatchObject({ kind: 'or' });
  });
});

test('an empty clause restricts nothing', () => {
  expect(read('  ')).toBeUndefined();
});

test('names without regard to case, quoted', () => {
  for (const name of ['pop', 'POP', '"pop"']) {
    expect(read(`${name} = 1`)).toMatchObject({ left: { kind: 'column', name: 'Pop' } });
  }
});

/** Conditions without fields are evaluated when they are bound. */
test.each([
  ['1=1', true],
  ["NULL = 1 OR 2 > 1 AND NOT 'a' = 'b'", true],
  ["'it''s' LIKE '%t''_'", true],
  ["'50%' LIKE '50!%' ESCAPE '!'", true],
  ["'505' LIKE '50!%' ESCAPE '!'", false],
  ["'a\u{1f600}b' LIKE 'a_b' AND CHAR_LENGTH('a\u{1f600}b') = 3", true],
  ["'abcabd' LIKE '%ab_' AND NOT 'abcabd' LIKE 'ab_' AND 'aXbXc' LIKE 'a%b%_'", true],
  ['1 IN (2, NULL)', null],
  ['1 NOT IN (2, 3) AND 1 IN (NULL, 1)', true],
  ['NULL BETWEEN 1 AND 2', null],
  ['5 BETWEEN NULL AND 2', false],
  ['1/0 IS NULL', true],
  ['7/2 = 3.5', true],
  ['2 + 3 * 4 = 14 AND (2 + 3) * -4 = -20 AND 10 - 2 - 3 = 5', true],
  ["CASE WHEN 1=2 THEN 'a' WHEN NULL = 1 THEN 'b' ELSE 'c' END = 'c'", true],
  ["CASE 3 WHEN 1 THEN 'a' WHEN 3 THEN 'b' END = 'b'", true],
  ["COALESCE(NULL, NULL, 'x') = 'x' AND NULLIF(1, 1) IS NULL AND NULLIF(1, 2) = 1", true],
  ["CAST('12.6' AS INTEGER) = 12 AND CAST(2.345 AS DECIMAL(5, 2)) = 2.35 AND CAST(5 AS VARCHAR(3)) = '5'", true],
  ["CAST('x' AS DOUBLE PRECISION) IS NULL AND CAST('2020-01-01 10:00:00' AS DATE) = DATE '2020-01-01'", true],
  ["EXTRACT(MONTH FROM DATE '2020-12-31') = 12 AND EXTRACT(SECOND FROM TIMESTAMP '2020-01-01 01:02:03.5') = 3.5", true],
  ["DATE '2024-01-31' + INTERVAL '1' MONTH = DATE '2024-02-29'", true],
  ["DATE '2024-03-01' - INTERVAL '1 12:00:00' DAY TO SECOND = TIMESTAMP '2024-02-28 12:00:00'", true],
  ["DATE '2024-03-01' - DATE '2024-02-01' = 29 AND CURRENT_DATE - 28 = '2024-02-01'", true],
  ["CURRENT_TIMESTAMP = TIMESTAMP '2024-02-29 12:00:00' AND CURRENT_TIME = TIME '12:00:00'", true],
  ["TRIM('  a ') = 'a' AND TRIM(LEADING 'x' FROM 'xxax') = 'ax' AND TRIM(TRAILING FROM 'a ') = 'a'", true],
  ["SUBSTRING('abcdef' FROM 2 FOR 3) = 'bcd' AND SUBSTRING('abc', 2) = 'bc' AND POSITION('c' IN 'abc') = 3", true],
  ["UPPER('ä') || LOWER('X') = 'Äx' AND CONCAT('a', 'b', 'c') = 'abc' AND 'a' || NULL IS NULL", true],
  ['ROUND(2.5) = 3 AND ROUND(-2.5) = -3 AND ROUND(1.005, 2) = 1.01 AND TRUNCATE(-1.99, 1) = -1.9', true],
  ['MOD(-7, 3) = -1 AND POWER(2, 10) = 1024 AND SIGN(-3) = -1 AND ABS(-2) = 2 AND CEILING(1.1) = FLOOR(2.9)', true],
  ["'a' < 'b' AND 'a' <> 'A'", true],
  ['(1=NULL) IS NOT TRUE', true],
])('%s', (text, truth) => {
  const condition = read(text)!;
  expect(condition.kind).toBe('constant');
  expect(constantValue(condition)).toBe(truth);
});

test('ORDER BY lists', () => {
  const terms = parseOrderBy('ORDER BY a, UPPER("b") DESC NULLS LAST');
  expect(terms).toMatchObject([
    { descending: false, clause: { root: { kind: 'field', name: 'a' } } },
    { descending: true, nulls: 'last', clause: { root: { kind: 'call', name: 'UPPER' } } },
  ]);
  expect(() => parseOrderBy('GROUP BY a')).toThrow(Fault);
  expect(() => parseOrderBy('a DESC,')).toThrow('PostfixClause position 8');
});

test('random tokens end in a condition or a fault, and soon', () => {
  const label =
    `Pop NAME "When" "" ' '' 'x' '%' 5 1.5e3 .5 1e999 ( ) ( ) , . = <> != <= || + - * / % AND OR NOT IN LIKE ESCAPE BETWEEN
    IS NULL TRUE CASE WHEN THEN ELSE END CAST AS INTEGER VARCHAR(3) EXTRACT YEAR FROM DATE '2020-01-01' INTERVAL DAY TO SECOND TRIM
    LEADING POSITION SUBSTRING FOR COALESCE NULLIF CONCAT ABS CURRENT_DATE __proto__ SELECT ; \\ \u0000 \u{1f600} é`.split(
      /\s+/,
    );
  const next = random(7);
  let accepted = 0;
  for (let i = 0; i < 20_000; i++) {
    const length = 1 + Math.floor(next() * (i % 100 === 0 ? 400 : 12));
    const text = Array.from({ length }, () => label[Math.floor(next() * label.length)]).join(' ');
    try {
      if (read(text)) accepted++;
    } catch (error) {
      if (!(error instanceof Fault)) throw new Error(`${text}: ${error}`);
    }
  }
  expect(accepted).toBeGreaterThan(10);
});
