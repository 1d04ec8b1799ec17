import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { readSources, sourceFile } from '../structure/source-file.ts';

/** List the German files that import values from the file that waits for them: a browser would wait forever. */
const waiting = (files: readonly { readonly path: string; readonly text: string }[]): string[] =>
  files
    .map(({ path, text }) => ({ path, values: sourceFile(path, text.replace(/^import type .*$/gm, '')).imports }))
    .flatMap(({ path, values }) =>
      values
        .filter((target) => /-text\.ts$/.test(target))
        .map((target) => `${path} waits for ${posix.basename(target)}`),
    );

test('German texts import nothing but types of the texts that load them', () => {
  expect(
    waiting([{ path: 'src/a-de.ts', text: "import { list } from './a-text.ts'; export const de = list();" }]),
  ).toEqual(['src/a-de.ts waits for a-text.ts']);
  const german = readSources('src').filter(({ path }) => path.endsWith('-de.ts'));
  expect(german.length).toBeGreaterThan(20);
  expect(waiting(german.map(({ path }) => ({ path, text: readFileSync(path, 'utf8') })))).toEqual([]);
});
