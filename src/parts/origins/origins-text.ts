import { preferredLanguage } from '../../text/text.ts';

const originsEn = {
  title: 'Apps from other sites',
  detail: 'These may use the maps of this browser through the bridge.',
  none: 'No other site is allowed.',
  access: { read: 'may see maps and search data', administer: 'may also publish, delete and administer' },
  since: (when: string) => `since ${when}`,
  revoke: 'Revoke',
  revoked: (origin: string) => `${origin} may no longer use the maps.`,
};

export type OriginsText = typeof originsEn;

/** In the language that is shown. */
export const originsText: OriginsText =
  preferredLanguage() === 'de' ? (await import('./origins-de.ts')).originsDe : originsEn;
