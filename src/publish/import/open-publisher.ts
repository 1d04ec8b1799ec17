import type { PartTexts, SourceFile } from '../../../sw/formats/reading/source-table.ts';
import type { ChosenLocations } from './locate/table-location.ts';
import { createPublisher, type Publisher } from './publisher.ts';

/**
 * Open a publisher for files dropped or chosen together. It runs in a dedicated worker.
 *
 * @param partTexts suffixes of layer names, for a file that becomes several layers
 * @param loadText reads a file of the app; rejects if it doesn't exist
 * @param locations chosen locations of table rows
 */
export const openPublisher = (
  files: readonly File[],
  partTexts: PartTexts,
  loadText: (file: string) => Promise<string>,
  locations?: ChosenLocations,
): Publisher =>
  createPublisher({
    // Name a file by its path in the folder, so that only parts of the same shapefile match.
    files: files.map((file): SourceFile => ({ name: file.webkitRelativePath || file.name, bytes: file })),
    start: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'publisher' }),
    partTexts,
    loadText,
    locations,
  });
