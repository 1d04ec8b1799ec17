import { preferredLanguage } from '../../text/text.ts';
import { type SourceText, sourceEn } from './source-en.ts';

export const sourceText: SourceText =
  preferredLanguage() === 'de' ? (await import('./source-de.ts')).sourceDe : sourceEn;
