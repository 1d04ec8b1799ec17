import type { Value } from '../../../sw/contract/index.ts';
import { type Field, plainValue, type readStatistics, type TableSubject } from '../../state/rows.ts';
import { sqlName } from '../../state/sql.ts';

/** Computes statistics of all rows of the layer. */
type ReadAll = (request: Value<'StatisticsRequest'>) => ReturnType<typeof readStatistics>;

/** Fields whose values are looked at before the first one is taken. */
const mostTried = 8;
const telling = {
  amounts: /pop|mag|amount|area|value|count|total|gdp|density/i,
  categories: /type|class|kind|category|continent|region|status/i,
};

/**
 * Find the field that classes are likely to be made of: one whose name sounds like amounts or categories, then any other
 * but the name of the rows. Fields with one value, categories that are different in every row, and amounts that only
 * count the rows say nothing, so they come last.
 *
 * @returns the name of a field; empty where there are none
 */
export async function likelyField(
  subject: Pick<TableSubject, 'displayField' | 'idField'>,
  fields: readonly Field[],
  sought: 'amounts' | 'categories',
  read: ReadAll,
): Promise<string> {
  const likeliest = fields.filter(({ Name }) => telling[sought].test(Name));
  const others = fields.filter((field) => !likeliest.includes(field) && field.Name !== subject.displayField);
  const candidates = [...new Set([...likeliest, ...others, ...fields])];
  for (const { Name } of candidates.slice(0, mostTried)) {
    const isTelling = sought === 'amounts' ? amountsDiffer(Name, read) : categoriesRepeat(Name, subject.idField, read);
    if (await isTelling) return Name;
  }
  return candidates[0]?.Name ?? '';
}

async function amountsDiffer(field: string, read: ReadAll): Promise<boolean> {
  const types = ['gisDataStatTypeCount', 'gisDataStatTypeMin', 'gisDataStatTypeMax'] as const;
  const StatisticDescriptions = types.map((StatisticType) => ({
    StatisticFieldName: field,
    StatisticType,
    ResultFieldName: StatisticType.replace('gisDataStatType', 'R_'),
  }));
  const { groups } = await read({ StatisticDescriptions });
  const [count, lowest, highest] = types.map((_, i) => Number(plainValue(groups[0]?.[i])));
  const isRunningNumber = Number.isInteger(lowest) && highest! - lowest! === count! - 1;
  return highest! > lowest! && !isRunningNumber;
}

/** Whether there is more than one value, and one that several rows have: the largest groups come first. */
async function categoriesRepeat(field: string, idField: string, read: ReadAll): Promise<boolean> {
  const description = {
    StatisticFieldName: idField,
    StatisticType: 'gisDataStatTypeCount' as const,
    ResultFieldName: 'RESULT',
  };
  const { fields, groups } = await read({
    StatisticDescriptions: [description],
    GroupByFields: sqlName(field),
    OrderByFields: 'RESULT DESC',
  });
  const at = fields.findIndex(({ Name }) => Name === 'RESULT');
  return groups.length > 1 && Number(plainValue(groups[0]?.[at])) > 1;
}
