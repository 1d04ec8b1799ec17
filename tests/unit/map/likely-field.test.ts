import { expect, test } from 'vitest';
import type { Value } from '../../../sw/contract/index.ts';
import { field } from '../rows/made-table.ts';
import { hostPage } from './page-host.ts';

hostPage(() => new Response());
const { likelyField } = await import('../../../src/map/style/likely-field.ts');

const rows = [
  { ID: 1, NAME: 'Ada', TYPE: 'mill', KIND: 'wind', POP: 3, HEIGHT: 12 },
  { ID: 2, NAME: 'Bo', TYPE: 'mill', KIND: 'water', POP: 3, HEIGHT: 9 },
  { ID: 3, NAME: 'Cy', TYPE: 'mill', KIND: 'wind', POP: 3, HEIGHT: 40.5 },
] as const;
type Name = keyof (typeof rows)[number];

/** Compute statistics of these rows in the order of `QueryDataStatistics`. */
async function read({ StatisticDescriptions, GroupByFields }: Value<'StatisticsRequest'>) {
  const by = GroupByFields?.replaceAll('"', '') as Name | undefined;
  if (!by) {
    const values = rows.map((row) => Number(row[StatisticDescriptions![0]!.StatisticFieldName as Name]));
    return { fields: [], groups: [[values.length, Math.min(...values), Math.max(...values)]] };
  }
  const values = rows.map((row) => row[by]);
  const countMatches = (value: unknown) => values.filter((candidate) => candidate === value).length;
  const groups = [...new Set(values)]
    .map((value) => [countMatches(value), value])
    .sort(([a], [b]) => Number(b) - Number(a));
  return { fields: [field('RESULT', 'gisFieldTypeInteger'), field(by)], groups: groups as never };
}

const subject = { displayField: 'NAME', idField: 'ID' };
const listFields = (...names: Name[]) => names.map((name) => field(name));

test('categories that are all the same or all different are not proposed', async () => {
  expect(await likelyField(subject, listFields('NAME', 'TYPE', 'KIND'), 'categories', read)).toBe('KIND');
});

test('amounts that are constant or only count the rows are not proposed', async () => {
  expect(await likelyField(subject, listFields('ID', 'POP', 'HEIGHT'), 'amounts', read)).toBe('HEIGHT');
});

test('where no field says anything, the likeliest name is proposed', async () => {
  expect(await likelyField(subject, listFields('NAME', 'TYPE'), 'categories', read)).toBe('TYPE');
  expect(await likelyField(subject, [], 'amounts', read)).toBe('');
});
