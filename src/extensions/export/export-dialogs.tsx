import { lazyPart } from '../../parts/lazy-part.tsx';
import { exporting } from '../../state/tasks.ts';
import { ExportPicture } from './export-image.tsx';
import { ExportRows } from './export-rows.tsx';

const PrintDialog = lazyPart(() => import('../print/print-dialog.tsx').then((loaded) => loaded.PrintDialog));
const ShareDialog = lazyPart(() => import('../share/share-dialog.tsx').then((loaded) => loaded.ShareDialog));

export function ExportDialogs() {
  const requested = exporting.value;
  if (!requested) return null;
  switch (requested.kind) {
    case 'picture':
      return <ExportPicture />;
    case 'page':
      return <PrintDialog />;
    case 'web-page':
      return <ShareDialog />;
    case 'rows':
      return <ExportRows tableId={requested.tableId} ids={requested.ids} />;
  }
}
