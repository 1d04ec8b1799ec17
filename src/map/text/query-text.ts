import { preferredLanguage } from '../../text/text.ts';
import { type QueryText, queryEn } from './query-en.ts';

export const queryText: QueryText = preferredLanguage() === 'de' ? (await import('./query-de.ts')).queryDe : queryEn;
