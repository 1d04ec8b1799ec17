import { byHost } from '../../text/by-host.ts';
import type { originsEn } from './origins-text.ts';

export const de: typeof originsEn = {
  title: 'Apps anderer Websites',
  detail: `Diese dürfen die Karten dieses ${byHost('Browsers', 'Servers')} über die Brücke verwenden.`,
  none: 'Keine andere Website ist erlaubt.',
  access: {
    read: 'darf Karten sehen und Daten durchsuchen',
    administer: 'darf auch publizieren, löschen und verwalten',
  },
  since: (when: string) => `seit ${when}`,
  revoke: 'Entziehen',
  revoked: (origin: string) => `${origin} darf die Karten nicht mehr verwenden.`,
};
