import { useWork } from '../../parts/use-work.ts';
import { exporting } from '../../state/tasks.ts';

/** The work of a dialog that takes something out of the map; closing the dialog ends it. */
export const useExport = () => ({
  ...useWork(),
  close(): void {
    exporting.value = undefined;
  },
});
