import type { OriginsText } from './origins-en.ts';

export const originsDe: OriginsText = {
  title: 'Apps anderer Herkunft',
  words: 'Diese dürfen die Karten dieses Browsers über die Brücke verwenden.',
  none: 'Keine andere Herkunft ist erlaubt.',
  access: {
    read: 'darf Karten sehen und Daten durchsuchen',
    administer: 'darf auch veröffentlichen, löschen und verwalten',
  },
  since: (when: string) => `seit ${when}`,
  revoke: 'Sperren',
  revoked: (origin: string) => `${origin} darf die Karten nicht mehr verwenden.`,
};
