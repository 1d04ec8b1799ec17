import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { arrowsToExtensions } from './arrows.ts';
import { circles } from './circles.ts';
import { knownLongFiles, knownLongFunctions, longFiles, longFunctionsIn } from './long-code.ts';
import { findInventedNames } from './names.ts';
import { findBrokenRules } from './rules.ts';
import { readSources, sourceFile } from './source-file.ts';
import { findUnused, findUnusedPackages } from './unused.ts';
import { findAvoidedPhrases } from './wording.ts';

// Parsing all code takes seconds, so do it once for all rules.
const code = ['sw', 'src', 'serve'].flatMap(readSources);
const files = [...code, ...readSources('tests')];

/** Programs that the scripts run and no file imports. */
const programs = ['@biomejs/biome', 'typescript'];

test('every file follows the rules', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(findBrokenRules(files)).toEqual([]);
});

test('neither the core nor another extension imports an extension', () => {
  expect(arrowsToExtensions(code)).toEqual([]);
});

test('files above 400 lines and functions above 80 stand in a list that only shrinks', () => {
  expect(longFiles(files)).toEqual(knownLongFiles);
  expect(longFunctionsIn(code)).toEqual(knownLongFunctions);
});

test('a signal is written in the file that declares it; others call its functions', () => {
  expect(code.flatMap(({ path, writes }) => writes.map((name) => `${path} -> ${name}`))).toEqual([]);
});

test('names use the terms of the glossary', () => {
  expect(findInventedNames(files)).toEqual([]);
});

test('comments, English texts and faults avoid the phrases of a translated voice', () => {
  expect(findAvoidedPhrases(files)).toEqual([]);
});

test('no files import each other in a circle', () => {
  expect(circles(code)).toEqual([]);
});

test('every file, every export and every package is used', () => {
  const config = sourceFile('vite.config.ts', readFileSync('vite.config.ts', 'utf8'));
  expect(findUnused([...files, config])).toEqual([]);
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.json'], { encoding: 'utf8' });
  const texts = sources
    .split('\n')
    .filter((path) => path !== '' && !/package(-lock)?\.json$|structure\/code\.test\.ts$/.test(path))
    .map((path) => readFileSync(path, 'utf8'));
  expect(findUnusedPackages(Object.keys({ ...dependencies, ...devDependencies }), texts)).toEqual(programs);
});
