import type { Extension } from '../../parts/extension.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { openMapDialog } from '../../state/tasks.ts';
import { inBoth } from '../../text/text.ts';

const PrintDialog = lazyPart(() => import('./parts.ts').then((loaded) => loaded.PrintDialog));
const Paper = lazyPart(() => import('./parts.ts').then((loaded) => loaded.Paper));

/** The map on paper: as a layout with legend and scale, or printed by the browser. */
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
