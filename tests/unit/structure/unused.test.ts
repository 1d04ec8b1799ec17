import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSources, sourceFile } from './source-file.ts';
import { unused, unusedPackages } from './unused.ts';

/** Programs that the scripts call: they are imported nowhere. */
const programs = ['@biomejs/biome', 'typescript'];

test('every file, every export and every package is used', () => {
  const files = ['sw', 'src', 'serve', 'tests'].flatMap(readSources);
  const config = sourceFile('vite.config.ts', readFileSync('vite.config.ts', 'utf8'));
  expect(unused([...files, config])).toEqual([]);
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.json'], { encoding: 'utf8' });
  const texts = sources
    .split('\n')
    .filter((path) => path !== '' && !/package(-lock)?\.json$|unused\.test\.ts$/.test(path))
    .map((path) => readFileSync(path, 'utf8'));
  expect(unusedPackages(Object.keys({ ...dependencies, ...devDependencies }), texts)).toEqual(programs);
});

test('a file, an export and a package that nobody uses are found', () => {
  const files = [
    sourceFile('sw/a.ts', 'export const used = 1; export const left = 2; export interface Left {}'),
    sourceFile('sw/alone.ts', 'export {};'),
    sourceFile('sw/b.ts', "import { used } from './a.ts'; export const mine = used;"),
    sourceFile('tests/c.test.ts', "const b = await import('../sw/b.ts');"),
  ];
  expect(unused(files)).toEqual([
    'sw/a.ts: nobody imports "left"',
    'sw/a.ts: nobody imports "Left"',
    'sw/alone.ts: nobody imports it',
  ]);
  expect(unusedPackages(['idb', 'leftpad'], ["import { openDB } from 'idb';"])).toEqual(['leftpad']);
});
