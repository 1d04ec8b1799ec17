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
  'src/extensions/export/export-dialogs.tsx -> src/extensions/print/print-dialog.tsx',
  'src/extensions/export/export-dialogs.tsx -> src/extensions/share/share-dialog.tsx',
  'src/extensions/export/layout.ts -> sw/extensions/print/layout-request.ts',
  'src/extensions/print/print-dialog.tsx -> src/extensions/export/layout.ts',
  'src/extensions/print/print-dialog.tsx -> src/extensions/export/use-export.ts',
  'src/extensions/print/print-fields.tsx -> src/extensions/export/layout.ts',
  'src/extensions/share/share-dialog.tsx -> src/extensions/export/use-export.ts',
  'src/map/identify/row-result.ts -> src/extensions/export/write-rows.ts',
  'src/map/map-page.tsx -> src/extensions/export/export-dialogs.tsx',
  'src/map/map-page.tsx -> src/extensions/print/paper.tsx',
  'src/publish/manage/manage-page.tsx -> src/extensions/remote/remote-text.ts',
  'src/publish/manage/manage-page.tsx -> src/extensions/remote/sources-section.tsx',
  'src/publish/pasted/pasted-section.tsx -> src/extensions/remote/chosen-file.ts',
  'src/publish/publish-page.tsx -> src/extensions/remote/remote-section.tsx',
  'src/shell/pages.ts -> src/extensions/apps/apps-page.tsx',
];

/** List the imports that lead into an extension from outside of it, as `from -> to`, sorted. */
export function arrowsToExtensions(files: readonly SourceFile[]): string[] {
  return files
    .flatMap(({ path, imports }) =>
      imports.filter((target) => isArrowToExtension(path, target)).map((target) => `${path} -> ${target}`),
    )
    .sort();
}
