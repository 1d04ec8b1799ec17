import { exporting } from '../../state/tasks.ts';
import { ExportPicture } from './export-image.tsx';
import { ExportRows } from './export-rows.tsx';

/** The window in which a picture or rows are exported. */
export function ExportDialogs() {
  const wanted = exporting.value;
  if (!wanted) return null;
  return wanted.kind === 'picture' ? <ExportPicture /> : <ExportRows tableId={wanted.tableId} ids={wanted.ids} />;
}
