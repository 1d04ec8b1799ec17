import { type PortalText, portalEn } from './portal-en.ts';
import { preferredLanguage } from './text.ts';

/** What the portal console says, in the language that is shown. */
export const portalText: PortalText =
  preferredLanguage() === 'de' ? (await import('./portal-de.ts')).portalDe : portalEn;
