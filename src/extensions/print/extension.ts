import type { Extension } from '../../parts/extension.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { openMapDialog } from '../../state/tasks.ts';
import { inBoth } from '../../text/text.ts';

const PrintDialog = lazyPart(() => import('./parts.ts').then((loaded) => loaded.PrintDialog));
const Paper = lazyPart(() => import('./parts.ts').then((loaded) => loaded.Paper));

/** Prints the map: as a layout with legend and scale, or as the browser prints the page. */
export const print: Extension = {
  name: 'print',
  mapActions: [
    {
      label: inBoth('Print layout', 'Drucklayout'),
      icon: 'print',
      run: () => openMapDialog(PrintDialog),
      alsoIn: ['palette'],
      key: 'p',
    },
  ],
  besideMap: [Paper],
};
