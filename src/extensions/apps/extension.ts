import type { Extension } from '../../parts/extension.ts';
import { inBoth } from '../../text/text.ts';

/** Explains how to use the maps in other apps, with live examples. */
export const apps: Extension = {
  name: 'apps',
  pages: {
    embed: {
      icon: 'link',
      name: inBoth('Apps', 'Apps'),
      key: 'a',
      isSecond: true,
      load: () => import('./apps-page.tsx').then((loaded) => loaded.EmbedPage),
    },
  },
};
