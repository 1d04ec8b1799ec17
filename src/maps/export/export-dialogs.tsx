import { exporting } from '../../state/tasks.ts';
import { ExportPicture } from './export-image.tsx';
import { ExportRows } from './export-rows.tsx';

export function ExportDialogs() {
  const requested = exporting.value;
  if (!requested) return null;
  return requested.kind === 'picture' ? (
    <ExportPicture />
  ) : (
    <ExportRows tableId={requested.tableId} ids={requested.ids} />
  );
}
