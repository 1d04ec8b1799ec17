import { preferredLanguage } from '../../../text/text.ts';
import { type ExportText, exportEn } from './export-en.ts';

export const exportText: ExportText =
  preferredLanguage() === 'de' ? (await import('./export-de.ts')).exportDe : exportEn;
