import { expect, test } from 'vitest';
import { findBrokenSheets, readSheets, scriptStrings, sheet } from './sheets.ts';

test('a sheet that is too long, a class that nothing has and one without a rule are found', () => {
  const sheets = [
    sheet(
      'src/a.css',
      '.used { &.small { top: 0.5px } }\n/* .said {} */\n@media (width < 9px) { .gone:hover > a { top: 0 } }',
    ),
    sheet('src/b.css', '\n'.repeat(401)),
  ];
  const scripts = [
    scriptStrings('src/a.tsx', 'export const A = () => <b class={`used ${on ? "small" : "bare"}`}>gone</b>;'),
  ];
  expect(findBrokenSheets(sheets, scripts)).toEqual([
    'src/b.css: 401 lines, at most 400',
    'src/a.css: nothing has .gone',
    'src/a.tsx: no sheet knows .bare',
  ]);
});

test('no sheet is longer than 400 lines, every rule has an element, and every class a rule', () => {
  const { sheets, scripts } = readSheets('src');
  expect(sheets.length).toBeGreaterThan(15);
  expect(findBrokenSheets(sheets, scripts)).toEqual([]);
});
