import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/*
 * Check color contrast like axe, for every page in light and dark, without a browser. This works because text uses only
 * token colors.
 */

type Scheme = 'light' | 'dark';
type Tokens = Readonly<Record<string, Readonly<Record<Scheme, string>>>>;

/** Read the app's tokens, except those that aren't colors. */
function tokensOfApp(): Tokens {
  const sheet = readFileSync('src/style/tokens.css', 'utf8');
  const matches = sheet.matchAll(/--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g);
  return Object.fromEntries(
    [...matches].map(([, name, light, dark, both]) => [name!, { light: (light ?? both)!, dark: (dark ?? both)! }]),
  );
}

/** Read the tokens of the plain pages, which are declared once per color scheme. */
function tokensOfPlainPages(): Tokens {
  const [light, dark] = [...readFileSync('sw/pages/page.ts', 'utf8').matchAll(/:root\{([^}]*--ink:[^}]*)\}/g)].map(
    ([, declared]) =>
      Object.fromEntries([...declared!.matchAll(/--([\w-]+):(#\w+)/g)].map(([, name, color]) => [name!, color!])),
  );
  return Object.fromEntries(Object.keys(light!).map((name) => [name, { light: light![name]!, dark: dark![name]! }]));
}

/** Compute the relative luminance of a color (WCAG 2.2). */
function luminance(color: string): number {
  const digits = color.length === 4 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1);
  const [red, green, blue] = [0, 2, 4].map((point) => {
    const share = Number.parseInt(digits.slice(point, point + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(first: string, second: string): number {
  const [high, low] = [luminance(first), luminance(second)].toSorted((a, b) => b - a);
  return (high! + 0.05) / (low! + 0.05);
}

const surfaces = ['surface', 'surface-raised', 'surface-sunken'];
const backgrounds = ['background', ...surfaces, 'accent-wash', 'signal-wash', 'danger-wash'];

/** Text colors and the backgrounds they are used on. */
const textOfApp: readonly (readonly [ink: string, backgrounds: readonly string[]])[] = [
  ['ink', backgrounds],
  ['ink-soft', backgrounds],
  ['ink-faint', surfaces],
  ['accent', backgrounds],
  ['accent-strong', backgrounds],
  ['signal', backgrounds],
  ['danger', backgrounds],
  ['accent-ink', ['accent', 'accent-strong']],
  ['rail-ink', ['rail', 'rail-raised']],
  ['rail-ink-strong', ['rail', 'rail-raised']],
  ['rail-accent', ['rail', 'rail-raised']],
];
const textOfPlainPages = ['ink', 'soft', 'accent'].map((ink) => [ink, ['paper', 'card']] as const);

test.each([
  ['the app', tokensOfApp(), textOfApp],
  ['the plain pages', tokensOfPlainPages(), textOfPlainPages],
] as const)('text of %s has a contrast of 4.5 to 1 on every ground, in light and dark', (_, tokens, pairs) => {
  const faint: string[] = [];
  for (const [ink, below] of pairs)
    for (const background of below)
      for (const scheme of ['light', 'dark'] as const) {
        const ratio = contrast(tokens[ink]![scheme], tokens[background]![scheme]);
        if (ratio < 4.5) faint.push(`${ink} on ${background}, ${scheme}: ${ratio.toFixed(2)}`);
      }
  expect(faint).toEqual([]);
});

test('the figures are those of WCAG', () => {
  expect(contrast('#000', '#fff')).toBeCloseTo(21, 6);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});
