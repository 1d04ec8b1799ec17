import type { SourceTable } from '../../../sw/formats/reading/source-table.ts';
import type { CountryFacts } from './sources.ts';
import { column, columnsOf } from './world-tables.ts';

/** Languages by their code of three letters, and which country speaks which. */
export function languageTables(facts: readonly CountryFacts[]): { languages: SourceTable; spoken: SourceTable } {
  const pairs = facts.flatMap(({ cca2, languages }) =>
    Object.entries(languages).map(([code, name]) => ({ country: cca2, code, name })),
  );
  const byCode = new Map(pairs.map(({ code, name }) => [code, name]));
  const codes = [...byCode.keys()].sort();
  const pairColumn = columnsOf(pairs);
  return {
    languages: plainTable('Languages', 'Official and widely spoken languages.', [
      column('CODE', 'ISO code of the language', 'String', codes),
      columnsOf(codes)('NAME', 'Name', 'String', (code) => byCode.get(code)!),
    ]),
    spoken: plainTable('Languages_of_countries', 'Which country has which languages.', [
      pairColumn('ISO_A2', 'ISO code of the country', 'String', ({ country }) => country),
      pairColumn('CODE', 'ISO code of the language', 'String', ({ code }) => code),
    ]),
  };
}

/** Land borders: a row for each country and neighbour, so that each border is there from both sides. */
export function bordersTable(facts: readonly CountryFacts[]): SourceTable {
  const names = new Map(facts.map(({ cca3, name }) => [cca3, name.common]));
  const pairs = facts.flatMap(({ cca3, borders }) => borders.map((neighbour) => ({ cca3, neighbour })));
  const pairColumn = columnsOf(pairs);
  return plainTable('Borders', 'Land borders of countries, each from both sides.', [
    pairColumn('ISO_A3', 'ISO code of the country', 'String', ({ cca3 }) => cca3),
    pairColumn('NEIGHBOUR_A3', 'ISO code of the neighbour', 'String', ({ neighbour }) => neighbour),
    pairColumn('NEIGHBOUR', 'Neighbour', 'String', ({ neighbour }) => names.get(neighbour) ?? null),
  ]);
}

const plainTable = (name: string, description: string, columns: SourceTable['columns']): SourceTable => ({
  name,
  description,
  rowCount: columns[0]!.values.length,
  columns,
  notes: [],
});
