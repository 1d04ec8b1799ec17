import { preferredLanguage } from '../../text/text.ts';
import { type DirectoryText, directoryEn } from './directory-en.ts';

export const directoryText: DirectoryText =
  preferredLanguage() === 'de' ? (await import('./directory-de.ts')).directoryDe : directoryEn;
