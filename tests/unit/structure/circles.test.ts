import { expect, test } from 'vitest';
import { circles } from './circles.ts';
import { sourceFile } from './source-file.ts';

test('a circle is found, of types too', () => {
  const files = [
    sourceFile('sw/a.ts', "import type { B } from './b.ts'; export interface A { b: B }"),
    sourceFile('sw/b.ts', "import { c } from './c.ts'; export type B = typeof c;"),
    sourceFile('sw/c.ts', "import { A } from './a.ts'; export const c: A = 1;"),
    sourceFile('sw/d.ts', "import { A } from './a.ts'; export const d: A = 1;"),
  ];
  expect(circles(files)).toEqual(['sw/a.ts sw/b.ts sw/c.ts']);
});
