import { isArrowToExtension } from './rules.ts';
import type { SourceFile } from './source-file.ts';

/** What leads from the core, or from another extension, into an extension. Registrations take their place; the list may only shrink. */
export const knownArrows: readonly string[] = [
  'src/explorer/operations.ts -> sw/extensions/ogc/contract/features.ts',
  'src/explorer/operations.ts -> sw/extensions/ogc/contract/rows.ts',
  'src/explorer/operations.ts -> sw/extensions/ogc/contract/wms.ts',
  'src/explorer/operations.ts -> sw/extensions/ogc/contract/wmts.ts',
  'src/explorer/operations.ts -> sw/extensions/rest/contract/index.ts',
  'src/explorer/operations.ts -> sw/extensions/vector-tiles/rows.ts',
];

/** List the imports that lead into an extension from outside of it, as `from -> to`, sorted. */
export function arrowsToExtensions(files: readonly SourceFile[]): string[] {
  return files
    .flatMap(({ path, imports }) =>
      imports.filter((target) => isArrowToExtension(path, target)).map((target) => `${path} -> ${target}`),
    )
    .sort();
}
