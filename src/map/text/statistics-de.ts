import { pressDe as press } from '../../text/touch.ts';
import type { statisticsEn } from './statistics-text.ts';

export const de: typeof statisticsEn = {
  value: 'Feld',
  of: 'Kennzahl',
  groupBy: 'Gruppieren nach',
  noGroup: 'Verteilung der Werte',
  rowCount: 'Anzahl der Zeilen',
  names: {
    gisDataStatTypeCount: 'Anzahl',
    gisDataStatTypeSum: 'Summe',
    gisDataStatTypeMin: 'Minimum',
    gisDataStatTypeMax: 'Maximum',
    gisDataStatTypeAverage: 'Mittelwert',
    gisDataStatTypeStdDev: 'Standardabw.',
    gisDataStatTypeVariance: 'Varianz',
  },
  noValue: 'kein Wert',
  others: (count) => `und ${count} weitere Gruppen`,
  histogram: (field) => `Histogramm von ${field}`,
  bars: (what, by) => `${what} nach ${by}`,
  failed: 'Die Statistik konnte nicht berechnet werden',
  pick: `${press.Klicken} Sie auf einen Balken, um seine Zeilen in der Tabelle zu sehen.`,
  empty: 'Keine Werte.',
};
