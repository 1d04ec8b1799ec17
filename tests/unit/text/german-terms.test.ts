import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** List the words that the glossary forbids in German text: the last column of its second table. */
function readRefusedTerms(): string[] {
  const [, table = ''] = readFileSync('docs/glossary.md', 'utf8').split('## German page texts');
  const rows = table.split('\n').filter((line) => /^\| [^-]/.test(line) && !line.startsWith('| English'));
  return rows.flatMap((line) => line.split('|')[3]!.split(',')).flatMap((word) => word.trim() || []);
}

/** List the quoted strings in a source, without placeholders. */
const listQuotedTexts = (source: string): string[] =>
  (source.replace(/^import .*$/gm, '').match(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? []).map((text) =>
    text.replace(/\$\{[^}]*\}/g, ' '),
  );

test('the German texts use the words of the glossary', () => {
  const terms = readRefusedTerms();
  expect(terms.length).toBeGreaterThan(15);
  // A noun is matched with its exact case, a verb or pronoun in any case.
  const rules = terms.map((word) => {
    const flags = /^\p{Lu}/u.test(word) ? 'u' : 'iu';
    return new RegExp(`(?<![\\p{L}-])${word.replace(/en$/, '(e[nt]|t)')}(e|en|er|es|s|n)?(?![\\p{L}-])`, flags);
  });
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /(-|\/)de\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(12);
  const actual = files.flatMap((file) =>
    listQuotedTexts(readFileSync(`src/${file}`, 'utf8'))
      .filter((text) => rules.some((rule) => rule.test(text)))
      .map((text) => `${file}: ${text}`),
  );
  expect(actual).toEqual([]);
});
