import { preferredLanguage } from '../../text/text.ts';
import { type PrintText, printEn } from './print-en.ts';

export const printText: PrintText = preferredLanguage() === 'de' ? (await import('./print-de.ts')).printDe : printEn;
