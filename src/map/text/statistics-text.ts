import { texts } from '../../text/text.ts';
import { pressEn as press } from '../../text/touch.ts';

/** Texts for statistics and charts. */
export const statisticsEn = {
  value: 'Field',
  of: 'Statistic',
  groupBy: 'Group by',
  noGroup: 'Distribution of values',
  rowCount: 'Number of rows',
  names: {
    gisDataStatTypeCount: 'Count',
    gisDataStatTypeSum: 'Sum',
    gisDataStatTypeMin: 'Minimum',
    gisDataStatTypeMax: 'Maximum',
    gisDataStatTypeAverage: 'Average',
    gisDataStatTypeStdDev: 'Std. deviation',
    gisDataStatTypeVariance: 'Variance',
  } as Record<string, string>,
  noValue: 'no value',
  others: (count: string) => `and ${count} more groups`,
  histogram: (field: string) => `Histogram of ${field}`,
  bars: (what: string, by: string) => `${what} by ${by}`,
  failed: 'The statistics could not be computed',
  pick: `${press.Click} a bar to show its rows in the table.`,
  empty: 'No values to show.',
};

export const statisticsText = await texts(statisticsEn, () => import('./statistics-de.ts'));
