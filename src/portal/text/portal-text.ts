import { preferredLanguage } from '../../text/text.ts';
import { type PortalText, portalEn } from './portal-en.ts';

/** What the portal console says, in the language that is shown. */
export const portalText: PortalText =
  preferredLanguage() === 'de' ? (await import('./portal-de.ts')).portalDe : portalEn;
