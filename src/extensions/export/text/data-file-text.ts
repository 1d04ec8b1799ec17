import { preferredLanguage } from '../../../text/text.ts';
import { type DataFileText, dataFileEn } from './data-file-en.ts';

export const dataFileText: DataFileText =
  preferredLanguage() === 'de' ? (await import('./data-file-de.ts')).dataFileDe : dataFileEn;
