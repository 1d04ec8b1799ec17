import { isArrowToExtension } from './rules.ts';
import type { SourceFile } from './source-file.ts';

/** What leads from the core, or from another extension, into an extension. Registrations take their place; the list may only shrink. */
export const knownArrows: readonly string[] = [
  'serve/double/fault-reply.ts -> sw/extensions/ogc/exceptions.ts',
  'serve/double/fault-reply.ts -> sw/extensions/ogc/read-parameters.ts',
  'serve/double/fault-reply.ts -> sw/extensions/rest/given.ts',
  'serve/double/fault-reply.ts -> sw/extensions/rest/response.ts',
  'serve/double/fault-reply.ts -> sw/extensions/vector-tiles/fault.ts',
  'serve/double/read-request.ts -> sw/extensions/ogc/contract/features.ts',
  'serve/double/read-request.ts -> sw/extensions/ogc/contract/match-path.ts',
  'serve/double/read-request.ts -> sw/extensions/ogc/contract/rows.ts',
  'serve/double/read-request.ts -> sw/extensions/ogc/contract/wms.ts',
  'serve/double/read-request.ts -> sw/extensions/ogc/contract/wmts.ts',
  'serve/double/read-request.ts -> sw/extensions/rest/contract/index.ts',
  'serve/double/read-request.ts -> sw/extensions/rest/given.ts',
  'serve/double/read-request.ts -> sw/extensions/vector-tiles/rows.ts',
  'serve/double/rule.ts -> sw/extensions/ogc/contract/features.ts',
  'serve/double/rule.ts -> sw/extensions/ogc/contract/wms.ts',
  'serve/double/rule.ts -> sw/extensions/ogc/contract/wmts.ts',
  'serve/double/rule.ts -> sw/extensions/rest/contract/index.ts',
  'serve/double/rule.ts -> sw/extensions/vector-tiles/rows.ts',
  'src/build/client-types.ts -> sw/extensions/rest/contract/index.ts',
  'src/client/connect.ts -> sw/extensions/rest/contract/index.ts',
  'src/client/rest.ts -> sw/extensions/rest/contract/index.ts',
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
  'sw/answer.ts -> sw/extensions/ogc/endpoint.ts',
  'sw/answer.ts -> sw/extensions/print/answer-layout.ts',
  'sw/answer.ts -> sw/extensions/rest/endpoint.ts',
  'sw/answer.ts -> sw/extensions/rest/given.ts',
  'sw/answer.ts -> sw/extensions/rest/response.ts',
  'sw/endpoints/admin.ts -> sw/extensions/remote/endpoints/drop-sources.ts',
  'sw/endpoints/administration.ts -> sw/extensions/remote/endpoints/sources.ts',
  'sw/endpoints/editing/change-layers.ts -> sw/extensions/remote/endpoints/drop-sources.ts',
  'sw/endpoints/layer.ts -> sw/extensions/remote/endpoints/group-extents.ts',
  'sw/extensions/ogc/endpoint.ts -> sw/extensions/vector-tiles/index.ts',
  'sw/extensions/vector-tiles/index.ts -> sw/extensions/ogc/contract/match-path.ts',
  'sw/store/catalogue.ts -> sw/extensions/remote/store/blocks.ts',
  'sw/store/open-store.ts -> sw/extensions/remote/fetch-range.ts',
  'sw/store/open-store.ts -> sw/extensions/remote/store/remote-files.ts',
  'sw/store/store.ts -> sw/extensions/remote/remote-tiles.ts',
  'sw/tiles/operations/archive-of.ts -> sw/extensions/remote/remote-tiles.ts',
];

/** List the imports that lead into an extension from outside of it, as `from -> to`, sorted. */
export function arrowsToExtensions(files: readonly SourceFile[]): string[] {
  return files
    .flatMap(({ path, imports }) =>
      imports.filter((target) => isArrowToExtension(path, target)).map((target) => `${path} -> ${target}`),
    )
    .sort();
}
