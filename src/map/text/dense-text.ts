import { preferredLanguage } from '../../text/text.ts';
import { type DenseText, denseEn } from './dense-en.ts';

export const denseText: DenseText = preferredLanguage() === 'de' ? (await import('./dense-de.ts')).denseDe : denseEn;
