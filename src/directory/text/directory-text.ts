import { preferredLanguage } from '../../text/text.ts';
import { type DirectoryText, directoryEn } from './directory-en.ts';

/** What the services directory says, in the language that is shown. */
export const directoryText: DirectoryText =
  preferredLanguage() === 'de' ? (await import('./directory-de.ts')).directoryDe : directoryEn;
