import { texts } from '../../text/text.ts';
import { publishEn } from './publish-en.ts';

export const publishText = await texts(publishEn, () => import('./publish-de.ts'));
