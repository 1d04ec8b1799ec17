import type { Extension } from '../../parts/extension.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { openMapDialog } from '../../state/tasks.ts';
import { inBoth } from '../../text/text.ts';

const ShareDialog = lazyPart(() => import('./parts.ts').then((loaded) => loaded.ShareDialog));

/** Saves the map as one web page that needs no network. */
export const share: Extension = {
  name: 'share',
  mapActions: [
    {
      label: inBoth('Share as a web page', 'Als Webseite teilen'),
      icon: 'share',
      run: () => openMapDialog(ShareDialog),
      alsoIn: ['palette', 'composed', 'published'],
    },
  ],
};
