import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The calls that use a canvas: a context, a surface over one, or its encoder. */
const use = /\.getContext\(|\bcreateCanvasSurface\(|\.convertToBlob\(/;

test('the list of what the canvas is used for is that of the code', () => {
  const files = readdirSync('sw', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `sw/${name}`)
    .filter((path) => use.test(readFileSync(path, 'utf8')));
  const [, section] = readFileSync('docs/decisions/drawing.md', 'utf8').split(
    "## What the browser's canvas is used for",
  );
  const listed = section!.matchAll(/`(sw\/[^`]+\.ts)`/g);
  expect([...listed].map(([, path]) => path!).sort()).toEqual(files.sort());
});
