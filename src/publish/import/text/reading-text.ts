import { readingEn } from '../../../../sw/formats/reading/reading-en.ts';
import { texts } from '../../../text/text.ts';

export const readingText = await texts(readingEn, () => import('./reading-de.ts'));
