import { preferredLanguage } from '../../text/text.ts';
import { type ChangeLayerText, changeLayerEn } from './change-layer-en.ts';

export const changeLayerText: ChangeLayerText =
  preferredLanguage() === 'de' ? (await import('./change-layer-de.ts')).changeLayerDe : changeLayerEn;
