import type { Value } from '../../../sw/contract/index.ts';
import { valueText } from '../../parts/value-text.ts';
import {
  countRows,
  type Field,
  fieldTitle,
  isAmount,
  isDate,
  plainValue,
  readStatistics,
  type TableSubject,
} from '../../state/rows.ts';
import { joinConditions, sqlName, sqlText } from '../../state/sql.ts';
import type { RowQuery } from '../../state/tasks.ts';
import { formatNumber, momentText } from '../../text/format.ts';
import { statisticsText } from '../text/statistics-text.ts';

export type StatisticType = Value<'gisDataStatType'>;
const numberTypes: readonly StatisticType[] = [
  'gisDataStatTypeCount',
  'gisDataStatTypeSum',
  'gisDataStatTypeMin',
  'gisDataStatTypeMax',
  'gisDataStatTypeAverage',
  'gisDataStatTypeStdDev',
];
const otherTypes: readonly StatisticType[] = ['gisDataStatTypeCount', 'gisDataStatTypeMin', 'gisDataStatTypeMax'];
const texts = statisticsText;

/** A bar of a chart; `where` is the condition of its rows. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly where: string;
}

/** Read the statistics that suit the type of a field, formatted. */
export async function readFacts(
  subject: TableSubject,
  field: Field,
  requested: RowQuery,
  signal: AbortSignal,
): Promise<readonly { readonly name: string; readonly text: string; readonly raw: number | undefined }[]> {
  const types = isAmount(field) ? numberTypes : otherTypes;
  const StatisticDescriptions = types.map((StatisticType) => ({
    StatisticFieldName: field.Name,
    StatisticType,
    ResultFieldName: StatisticType.replace('gisDataStatType', 'R_'),
  }));
  const { groups } = await readStatistics(subject.id, requested, { StatisticDescriptions }, signal);
  return types.map((type, index) => {
    const value = groups[0]?.[index] ?? null;
    const plain = plainValue(value);
    const formatted =
      type === 'gisDataStatTypeCount' || typeof plain === 'number'
        ? plain === null
          ? texts.noValue
          : formatNumber(Number(Number(plain).toPrecision(9)))
        : valueText(value, field);
    return { name: texts.names[type]!, text: formatted, raw: typeof plain === 'number' ? plain : undefined };
  });
}

const maxBars = 24;

/** Return one bar per group, the largest first: its number of rows, or a statistic of a field. */
export async function readGroups(
  subject: TableSubject,
  by: Field,
  of: { readonly type: StatisticType; readonly field: Field } | undefined,
  requested: RowQuery,
  signal: AbortSignal,
): Promise<{ readonly bars: readonly Bar[]; readonly left: number }> {
  const StatisticDescriptions = [
    {
      StatisticFieldName: of?.field.Name ?? subject.idField,
      StatisticType: of?.type ?? ('gisDataStatTypeCount' as const),
      ResultFieldName: 'RESULT',
    },
  ];
  const request = { StatisticDescriptions, GroupByFields: sqlName(by.Name), OrderByFields: 'RESULT DESC' };
  const { fields, groups } = await readStatistics(subject.id, requested, request, signal);
  const [byAt, resultIndex] = [by.Name, 'RESULT'].map((name) =>
    fields.findIndex(({ Name }) => Name.toUpperCase() === name.toUpperCase()),
  );
  const bars = groups.flatMap((values): Bar[] => {
    const value = plainValue(values[resultIndex!]);
    if (typeof value !== 'number') return [];
    const group = values[byAt!] ?? null;
    const plain = plainValue(group);
    return [{ label: plain === null ? texts.noValue : valueText(group, by), value, where: equals(by, plain) }];
  });
  return { bars: bars.slice(0, maxBars), left: Math.max(0, bars.length - maxBars) };
}

const bins = 16;

/** Return a histogram of a number or date with 16 equal ranges; empty if there are no values. */
export async function readHistogram(
  subject: TableSubject,
  field: Field,
  requested: RowQuery,
  signal: AbortSignal,
): Promise<readonly Bar[]> {
  const StatisticDescriptions = (['gisDataStatTypeMin', 'gisDataStatTypeMax'] as const).map((StatisticType) => ({
    StatisticFieldName: field.Name,
    StatisticType,
  }));
  const { groups } = await readStatistics(subject.id, requested, { StatisticDescriptions }, signal);
  const [smallest, greatest] = [0, 1].map((index) => toNumber(plainValue(groups[0]?.[index])));
  if (smallest === undefined || greatest === undefined) return [];
  const isWhole = /Integer/.test(field.Type);
  const count = smallest === greatest ? 1 : isWhole ? Math.min(bins, greatest - smallest + 1) : bins;
  const edges = Array.from({ length: count + 1 }, (_, i) => smallest + ((greatest - smallest) * i) / count);
  return Promise.all(
    edges.slice(0, -1).map(async (from, index) => {
      const to = edges[index + 1]!;
      const isLast = index === count - 1;
      const name = sqlName(field.Name);
      const where = `${name} >= ${literal(field, from)} AND ${name} ${isLast ? '<=' : '<'} ${literal(field, to)}`;
      const value = await countRows(
        subject.id,
        { ...requested, where: joinConditions(requested.where, where) },
        signal,
      );
      return {
        label: `${say(field, from, greatest - smallest)} – ${say(field, to, greatest - smallest)}`,
        value,
        where,
      };
    }),
  );
}

function toNumber(value: ReturnType<typeof plainValue>): number | undefined {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'string') return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`);
  return typeof value === 'number' ? value : undefined;
}

/** Write a number or a time (epoch milliseconds) in SQL, with milliseconds if needed. */
export function literal(field: Field, value: number): string {
  if (!isDate(field)) return String(value);
  const moment = new Date(value).toISOString().replace('T', ' ').slice(0, -1);
  return `TIMESTAMP '${moment.replace(/\.000$/, '')}'`;
}

const say = (field: Field, value: number, range: number): string =>
  isDate(field) ? momentText(value, range) : formatNumber(Number(value.toPrecision(4)));

/** Write the condition that a field equals a value, or is null. */
export function equals(field: Field, value: ReturnType<typeof plainValue>): string {
  const name = sqlName(field.Name);
  if (value === null) return `${name} IS NULL`;
  if (value instanceof Date) return `${name} = ${literal(field, value.getTime())}`;
  if (typeof value === 'number') return `${name} = ${value}`;
  if (isDate(field)) return `${name} = ${literal(field, toNumber(value) ?? 0)}`;
  return `${name} = ${sqlText(String(value))}`;
}

export const chartTitle = (
  by: Field,
  of: { readonly type: StatisticType; readonly field: Field } | undefined,
): string => texts.bars(of ? `${texts.names[of.type]} · ${fieldTitle(of.field)}` : texts.rowCount, fieldTitle(by));
