import { preferredLanguage } from '../../text/text.ts';
import { type StatisticsText, statisticsEn } from './statistics-en.ts';

export const statisticsText: StatisticsText =
  preferredLanguage() === 'de' ? (await import('./statistics-de.ts')).statisticsDe : statisticsEn;
