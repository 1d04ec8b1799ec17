import type { Value } from '../../../sw/contract/index.ts';
import { type Field, plainValue, type readStatistics, type TableSubject } from '../../state/rows.ts';
import { sqlName } from '../../state/sql.ts';

/** Computes statistics over all rows of the layer. */
type ReadAll = (request: Value<'StatisticsRequest'>) => ReturnType<typeof readStatistics>;

/** Maximum number of fields whose values are read. */
const maxFieldsTried = 8;
const telling = {
  amounts: /pop|mag|amount|area|value|count|total|gdp|density/i,
  categories: /type|class|kind|category|continent|region|status/i,
};

/**
 * Find the field that classes are most likely based on. Try fields whose names suggest amounts or categories first,
 * then all others except the display field. Skip fields with one value, categories that differ in every row, and
 * amounts that only number the rows.
 *
 * @returns the name of a field, by default the likeliest by name; empty if there are none
 */
export async function likelyField(
  subject: Pick<TableSubject, 'displayField' | 'idField'>,
  fields: readonly Field[],
  purpose: 'amounts' | 'categories',
  read: ReadAll,
): Promise<string> {
  const likeliest = fields.filter(({ Name }) => telling[purpose].test(Name));
  const others = fields.filter((field) => !likeliest.includes(field) && field.Name !== subject.displayField);
  const candidates = [...new Set([...likeliest, ...others, ...fields])];
  for (const { Name } of candidates.slice(0, maxFieldsTried)) {
    const isTelling = purpose === 'amounts' ? amountsDiffer(Name, read) : categoriesRepeat(Name, subject.idField, read);
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

/** Check that there is more than one value, and that one of them repeats. The largest groups come first. */
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
  const resultIndex = fields.findIndex(({ Name }) => Name === 'RESULT');
  return groups.length > 1 && Number(plainValue(groups[0]?.[resultIndex])) > 1;
}
