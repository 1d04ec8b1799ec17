import { beforeAll, describe, expect, test } from 'vitest';
import { type AnyValue, Fault, type Value } from '../../../sw/contract/index.ts';
import { planStatistics, summarize } from '../../../sw/rows/statistics/statistics.ts';
import { columns, sqliteTable, table } from './sqlite-table.ts';

const { fields } = table.manifest;
let database: Awaited<ReturnType<typeof sqliteTable>>;
beforeAll(async () => {
  database = await sqliteTable();
});

type Short = 'Count' | 'Sum' | 'Min' | 'Max' | 'Average' | 'StdDev' | 'Variance';
const statistic = (type: Short, StatisticFieldName: string): Value<'StatisticDescription'> => ({
  StatisticFieldName,
  StatisticType: `gisDataStatType${type}`,
});
const plain = (value: AnyValue): unknown => {
  if (value instanceof Date) return value.getTime();
  return value !== null && typeof value === 'object' && 'value' in value ? value.value : value;
};
async function answer(rows: Uint32Array | undefined, request: Value<'StatisticsRequest'>) {
  const summary = await summarize(table, rows, planStatistics(request, fields));
  return summary.records.map((record) => record.map(plain));
}

const five = ['SMALL', 'BIG', 'REAL'].flatMap((name) =>
  (['Count', 'Sum', 'Min', 'Max', 'Average'] as const).map((type) => statistic(type, name)),
);
const fiveSql = ['SMALL', 'BIG', 'REAL'].map((n) => `COUNT(${n}), SUM(${n}), MIN(${n}), MAX(${n}), AVG(${n})`).join();

describe('statistics as SQLite has them', () => {
  test.each(['CODE', 'SMALL', 'SMALL, CODE', 'NAME, SMALL, CODE', 'DAY'])('grouped by %s', async (GroupByFields) => {
    const actual = await answer(undefined, { StatisticDescriptions: five, GroupByFields });
    const requested = database.exec(
      `SELECT ${GroupByFields}, ${fiveSql} FROM t GROUP BY ${GroupByFields} ORDER BY ${GroupByFields}`,
    );
    expect(actual).toEqual(requested);
  });

  test('without groups, of strings and dates, of some rows', async () => {
    const rows = Uint32Array.from([3, 50, 51, 52, 53, 90, 299]);
    const actual = await answer(rows, {
      StatisticDescriptions: [
        statistic('Min', 'NAME'),
        statistic('Max', 'NAME'),
        statistic('Max', 'DAY'),
        statistic('Count', '*'),
      ],
    });
    const ids = Array.from(rows, (row) => row + 1).join();
    expect(actual).toEqual(
      database.exec(`SELECT MIN(NAME), MAX(NAME), MAX(DAY), COUNT(*) FROM t WHERE ID IN (${ids})`),
    );
  });

  test('ordered by a result', async () => {
    const actual = await answer(undefined, {
      StatisticDescriptions: [{ ...statistic('Sum', 'BIG'), ResultFieldName: 'total' }],
      GroupByFields: 'SMALL',
      OrderByFields: 'Total DESC',
    });
    expect(actual).toEqual(database.exec('SELECT SMALL, SUM(BIG) AS total FROM t GROUP BY SMALL ORDER BY total DESC'));
  });
});

test('deviation and variance are those of a sample and keep their digits', async () => {
  const [record] = await answer(undefined, { StatisticDescriptions: [statistic('StdDev', 'REAL')] });
  const values = columns.REAL![1].filter((cell) => cell !== null) as number[];
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  expect(record![0]).toBeCloseTo(Math.sqrt(variance), 10);
  expect(await answer(Uint32Array.of(0), { StatisticDescriptions: [statistic('Variance', 'ID')] })).toEqual([[null]]);
});

test('of no rows there is one record, or no group', async () => {
  const StatisticDescriptions = [statistic('Count', 'BIG'), statistic('Sum', 'BIG'), statistic('Max', 'NAME')];
  expect(await answer(new Uint32Array(0), { StatisticDescriptions })).toEqual([[0, null, null]]);
  expect(await answer(new Uint32Array(0), { StatisticDescriptions, GroupByFields: 'CODE' })).toEqual([]);
});

test.each<[string, Value<'StatisticsRequest'>, string]>([
  ['a sum of texts', { StatisticDescriptions: [statistic('Sum', 'NAME')] }, 'bad-value'],
  ['an average of dates', { StatisticDescriptions: [statistic('Average', 'DAY')] }, 'bad-value'],
  ['an unknown field', { StatisticDescriptions: [statistic('Sum', '__proto__')] }, 'unknown-field'],
  ['an unknown group', { StatisticDescriptions: [statistic('Sum', 'BIG')], GroupByFields: 'X' }, 'unknown-field'],
  ['an unknown order', { StatisticDescriptions: [statistic('Sum', 'BIG')], OrderByFields: 'BIG' }, 'unknown-field'],
  ['the same name twice', { StatisticDescriptions: [statistic('Sum', 'BIG'), statistic('Sum', 'BIG')] }, 'bad-value'],
  ['nothing', {}, 'bad-value'],
])('%s is a fault', (_, request, code) => {
  expect(() => planStatistics(request, fields)).toThrow(expect.objectContaining({ code, constructor: Fault }));
});
