import { preferredLanguage } from '../../../text/text.ts';
import { type DoubleText, doubleEn } from './double-en.ts';

/** What the settings say about faults on purpose, in the language that is shown. */
export const doubleText: DoubleText =
  preferredLanguage() === 'de' ? (await import('./double-de.ts')).doubleDe : doubleEn;
