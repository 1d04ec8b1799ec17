import { preferredLanguage } from '../../text/text.ts';
import { type PortalText, portalEn } from './portal-en.ts';

export const portalText: PortalText =
  preferredLanguage() === 'de' ? (await import('./portal-de.ts')).portalDe : portalEn;
