import { expect, test } from 'vitest';
import { findInventedNames } from './names.ts';
import { sourceFile } from './source-file.ts';

test('a word of our own is found in names of files, variables and members, and not within longer words', () => {
  const files = [
    sourceFile('sw/asked-rows.ts', 'export const a = { isWanted: true }; export const basket = a.isWanted;'),
    sourceFile('sw/b.ts', 'interface FieldWords { readonly told: string }\nexport const reservedWords = 1;'),
  ];
  expect(findInventedNames(files)).toEqual([
    'sw/asked-rows.ts: "asked" in its name',
    'sw/asked-rows.ts: "wanted" in isWanted',
    'sw/b.ts: "words" in FieldWords',
    'sw/b.ts: "told" in told',
  ]);
});
