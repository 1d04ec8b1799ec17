import { expect, test } from 'vitest';
import { sourceFile } from './source-file.ts';
import { findUnused, findUnusedPackages } from './unused.ts';

test('a file, an export and a package that nobody uses are found', () => {
  const files = [
    sourceFile('sw/a.ts', 'export const used = 1; export const left = 2; export interface Left {}'),
    sourceFile('sw/alone.ts', 'export {};'),
    sourceFile('sw/b.ts', "import { used } from './a.ts'; export const mine = used;"),
    sourceFile('tests/c.test.ts', "const b = await import('../sw/b.ts');"),
  ];
  expect(findUnused(files)).toEqual([
    'sw/a.ts: nobody imports "left"',
    'sw/a.ts: nobody imports "Left"',
    'sw/alone.ts: nobody imports it',
  ]);
  expect(findUnusedPackages(['idb', 'leftpad'], ["import { openDB } from 'idb';"])).toEqual(['leftpad']);
});
