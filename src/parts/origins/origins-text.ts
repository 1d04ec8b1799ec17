import { byHost } from '../../text/by-host.ts';
import { texts } from '../../text/text.ts';

export const originsEn = {
  title: 'Apps from other sites',
  detail: `These may use the maps of this ${byHost('browser', 'server')} through the bridge.`,
  none: 'No other site is allowed.',
  access: { read: 'may see maps and search data', administer: 'may also publish, delete and administer' },
  since: (when: string) => `since ${when}`,
  revoke: 'Revoke',
  revoked: (origin: string) => `${origin} may no longer use the maps.`,
};

export const originsText = await texts(originsEn, () => import('./origins-de.ts'));
