import type { SourceTable } from '../source-table.ts';
import type { CountryFacts } from './sources.ts';
import { column } from './world-tables.ts';

/** Languages by their code of three letters, and which country speaks which. */
export function languageTables(facts: readonly CountryFacts[]): { languages: SourceTable; spoken: SourceTable } {
  const pairs = facts.flatMap(({ cca2, languages }) =>
    Object.entries(languages).map(([code, name]) => ({ country: cca2, code, name })),
  );
  const byCode = new Map(pairs.map(({ code, name }) => [code, name]));
  const codes = [...byCode.keys()].sort();
  return {
    languages: plainTable('Languages', 'Official and widely spoken languages.', [
      column('CODE', 'ISO code of the language', 'String', codes),
      column(
        'NAME',
        'Name',
        'String',
        codes.map((code) => byCode.get(code)!),
      ),
    ]),
    spoken: plainTable('Languages_of_countries', 'Which country has which languages.', [
      column(
        'ISO_A2',
        'ISO code of the country',
        'String',
        pairs.map(({ country }) => country),
      ),
      column(
        'CODE',
        'ISO code of the language',
        'String',
        pairs.map(({ code }) => code),
      ),
    ]),
  };
}

/** Land borders: a row for each country and neighbour, so that each border is there from both sides. */
export function bordersTable(facts: readonly CountryFacts[]): SourceTable {
  const names = new Map(facts.map(({ cca3, name }) => [cca3, name.common]));
  const pairs = facts.flatMap(({ cca3, borders }) => borders.map((neighbour) => ({ cca3, neighbour })));
  return plainTable('Borders', 'Land borders of countries, each from both sides.', [
    column(
      'ISO_A3',
      'ISO code of the country',
      'String',
      pairs.map(({ cca3 }) => cca3),
    ),
    column(
      'NEIGHBOUR_A3',
      'ISO code of the neighbour',
      'String',
      pairs.map(({ neighbour }) => neighbour),
    ),
    column(
      'NEIGHBOUR',
      'Neighbour',
      'String',
      pairs.map(({ neighbour }) => names.get(neighbour) ?? null),
    ),
  ]);
}

const plainTable = (name: string, description: string, columns: SourceTable['columns']): SourceTable => ({
  name,
  description,
  rowCount: columns[0]!.values.length,
  columns,
  notes: [],
});
