import { expect, test } from 'vitest';
import { chosenInputs } from '../../today.ts';
import { testWith } from '../with-extensions.ts';
import { countSteps, parseRegex } from './backtracking.ts';
import { type Expression, listExpressions } from './expressions.ts';
import { superlinearInput } from './growing-inputs.ts';

/** Expressions that take more than linear time, and the limit on the length of their input. */
const short: Readonly<Record<string, string>> = {
  'sw/geometry/datum-shift.ts GEOGCS': 'the first 5,000 letters of a text',
  'sw/geometry/grids.ts [\\0 ]+$': 'eight bytes',
  'sw/draw/dense/draw-clusters.ts \\B': 'digits of a number',
  'sw/formats/parquet/cell-values.ts 0+$': 'digits of a fraction of a second',
  'sw/rows/text/format-number.ts \\.?0+$': 'digits of a number',
  'sw/rows/text/format-number.ts \\B': 'digits of a number',
  'sw/draw/image/vector/pdf.ts ': 'names of our own files',
  'src/map/style/style-labels.tsx ': 'constants of the contract',
  'sw/formats/rows.ts ^AutoCAD': 'the first 2,048 bytes of a file',
  'sw/formats/geojson/exact-json.ts "': 'texts that are JSON, where each quote is closed',
  'src/publish/import/locate/single-column.ts ^(?:UTM': 'texts of at most 200 letters',
};

/** Expressions built at run time, and why outside input can't control them. */
const composed: Readonly<Record<string, string>> = {
  'sw/draw/label/label-script.ts': 'constants, for scripts of at most 10,000 characters',
  'sw/geometry/reference-name.ts': 'constants',
  'sw/contract/markup.ts': 'constants',
  'sw/draw/image/vector/svg.ts': 'constants',
  'sw/soap/xml-names.ts': 'constants',
  'sw/soap/xml-text.ts': 'constants',
  'sw/extensions/rest/parameters/read-parameters.ts': 'names of the contract',
  'sw/rows/text/date-pattern.ts': 'digits and escaped text, at most nine parts',
  'sw/rows/text/find-text.ts': 'escaped text without repetition',
  'src/explorer/prefill.ts': 'names of the contract',
  'sw/formats/geopackage/plain-labels.ts': 'constants',
  'src/publish/import/locate/single-column.ts': 'constants, for texts of at most 200 letters',
  'serve/double/journal-filter.ts': 'three digits, which were checked',
};

const all: readonly Expression[] = ['sw', 'src', 'serve']
  .flatMap(listExpressions)
  // Our own tools that read only our source files.
  .filter(({ path }) => !path.startsWith('src/build/') && !/(page-plugin|example-libraries)\.ts$/.test(path));

test.each([
  ['\\s+$', '', true],
  ['^\\s*\\[?([^[\\]]+)\\]?\\s*$', '', true],
  ['<[^>]*>', 'g', true],
  ['\\s*,\\s*', 'g', true],
  ['(a|a)*b', '', true],
  ['(?:a+)+$', '', true],
  ['<(\\w+)>[^<]*?</\\1>', '', false],
  ['<[^<>]*>', 'g', false],
  ['^\\s+', '', false],
  [' ?, ?', 'g', false],
  ['"(?:[^"]|"")*(?:"|$)', 'g', false],
])('of /%s/%s it is known whether it grows', (pattern, flags, isBad) => {
  expect(superlinearInput(pattern, flags, chosenInputs()) !== undefined).toBe(isBad);
});

test.each([
  ['a+b', 'aaa'],
  ['(\\d+)-\\1', '12-12'],
  ['(?<=x)y|[^a-c]{2,3}?', 'abxyzz'],
])('the engine that counts steps finds what /%s/ finds', (pattern, text) => {
  const results: string[] = [];
  countSteps(parseRegex(pattern, 'g'), 'g', text, Infinity, (from, to) => results.push(text.slice(from, to)));
  expect(results).toEqual(text.match(new RegExp(pattern, 'g')) ?? []);
});

test('no expression over what comes from outside takes more than linear time', () => {
  const used = new Set<string>();
  // Try a daily share of the inputs for each expression; an expression that is slow for most inputs is found the same
  // day.
  const isTried = chosenInputs();
  const cache = new Map<string, ReturnType<typeof superlinearInput>>();
  const bad = all.flatMap(({ path, line, pattern, flags }) => {
    if (pattern === undefined) return [];
    const reason = Object.keys(short).find((key) => `${path} ${pattern}`.startsWith(key));
    if (reason !== undefined) used.add(reason);
    const key = `/${pattern}/${flags}`;
    if (!cache.has(key)) cache.set(key, superlinearInput(pattern, flags, isTried));
    const input = cache.get(key);
    return input && reason === undefined ? [`${path}:${line} ${key} grows with ${JSON.stringify(input)}`] : [];
  });
  expect(bad).toEqual([]);
  expect(Object.keys(short).filter((key) => !used.has(key))).toEqual([]);
}, 240_000);

testWith('rest')('no expression is made of what comes from outside', () => {
  const made = new Set(all.flatMap(({ path, pattern }) => (pattern === undefined ? [path] : [])));
  expect([...made].sort()).toEqual(Object.keys(composed).sort());
});
