import { h } from 'preact';
import type { Extension } from '../../parts/extension.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { openMapDialog } from '../../state/tasks.ts';
import { inBoth } from '../../text/text.ts';

const ExportImage = lazyPart(() => import('./parts.ts').then((loaded) => loaded.ExportImage));
const ExportRows = lazyPart(() => import('./parts.ts').then((loaded) => loaded.ExportRows));

/** Exports the map as an image, and rows as files for other programs. */
export const exporting: Extension = {
  name: 'export',
  mapActions: [
    {
      label: inBoth('Save as image', 'Als Bild speichern'),
      icon: 'image',
      run: () => openMapDialog(ExportImage),
    },
  ],
  rowActions: [
    {
      label: inBoth('Export', 'Exportieren'),
      getLabel: (table) => inBoth(`Export ${table}`, `${table} exportieren`)(),
      icon: 'download',
      run: (tableId, ids) => openMapDialog(() => h(ExportRows, { tableId, ids })),
    },
  ],
};
