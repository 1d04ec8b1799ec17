import { preferredLanguage } from '../../text/text.ts';
import { type JoinsText, joinsEn } from './joins-en.ts';

export const joinsText: JoinsText = preferredLanguage() === 'de' ? (await import('./joins-de.ts')).joinsDe : joinsEn;
