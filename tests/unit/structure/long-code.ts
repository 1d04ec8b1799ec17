import type { SourceFile } from './source-file.ts';

const maxFileLines = 400;
const maxFunctionLines = 80;

/** Files that may be longer, because their subject needs it. The lists in this file may only shrink. */
export const knownLongFiles: readonly string[] = [];

/** Functions that may be longer, by reason. */
const longFunctions: Readonly<Record<string, readonly string[]>> = {
  'Its inner functions share what it holds.': [
    'src/extensions/share/viewer/map-stage.ts createStage',
    'src/map/widget/viewer.ts createViewer',
    'sw/draw/layer/points.ts createPointReader',
    'sw/draw/layer/shapes.ts createShapeReader',
    'sw/draw/layer/symbol-groups.ts createSymbolGroups',
    'sw/draw/raster/draw-raster.ts createHillshade',
    'sw/draw/raster/pieces.ts createPieces',
    'sw/draw/surface/canvas.ts createCanvasSurface',
    'sw/draw/surface/pixels.ts createPixelSurface',
    'sw/extensions/remote/block-reader.ts createBlockReader',
    'sw/extensions/remote/store/blocks.ts createBlocks',
    'sw/extensions/remote/store/remote-files.ts createRemoteFiles',
    'sw/formats/geojson/read-coordinates.ts coordinateReader',
    'sw/formats/protobuf.ts createProtobufWriter',
    'sw/formats/tiff/tiff-pixels.ts createTiffPixels',
    'sw/rows/relate/edge-tree.ts edgeTree',
    'sw/rows/relate/near-test.ts nearTest',
    'sw/shell.ts createShell',
    'sw/store/tiles/tiles.ts createTileStore',
  ],
  'One loop over the letters of a text, a case for each.': [
    'sw/draw/label/label-script.ts readLabelScript',
    'sw/formats/geojson/geojson.ts push',
    'sw/formats/geojson/geojson.ts scanJson',
    'sw/soap/xml.ts xmlInSteps',
  ],
  'A list of cases or rows.': [
    'src/build/demo/world.ts buildWorld',
    'sw/portal/first-run.ts makePortals',
    'sw/rows/where/row-value.ts rowValue',
  ],
  'Steps that follow one another, each with what those before found.': [
    'src/extensions/share/make/make-shared.ts makeShared',
    'sw/extensions/share/answer-shared.ts answerShared',
    'sw/formats/flatgeobuf/open-flatgeobuf.ts openFlatGeobuf',
    'sw/formats/parquet/open-geo-parquet.ts openGeoParquet',
    'sw/formats/reading/collect-features.ts collectFeatures',
    'sw/rows/join-table.ts joinTable',
  ],
  'The markup of one part of a page, with its handlers.': [
    'src/extensions/print/print-dialog.tsx PrintDialog',
    'src/extensions/print/print-fields.tsx PrintFields',
    'src/extensions/share/share-dialog.tsx ShareDialog',
    'src/extensions/share/viewer/viewer-app.tsx ViewerApp',
    'src/map/identify/find-box.tsx FindBox',
    'src/map/query/query-builder.tsx Builder',
    'src/map/service-picker.tsx ServicePicker',
    'src/map/style/raster/raster-editor.tsx Editor',
    'src/map/style/style-classes.tsx StyleClasses',
    'src/map/style/style-labels.tsx StyleLabels',
    'src/map/style/style-symbol.tsx StyleSymbol',
    'src/map/table/attribute-table.tsx AttributeTable',
    'src/map/table/dock.tsx Dock',
    'src/map/table/row-grid.tsx RowGrid',
    'src/map/time/time-slider.tsx TimeSlider',
    'src/map/view/map-bar.tsx MapBar',
    'src/parts/menu.tsx Menu',
    'src/portal/operation-form.tsx OperationForm',
    'src/portal/sync-part.tsx SyncPart',
    'src/publish/attachments/row-files.tsx RowFiles',
    'src/publish/manage/document-section.tsx DocumentSection',
    'src/publish/manage/layer-form.tsx LayerForm',
    'src/publish/pasted/pasted-section.tsx PastedSection',
    'src/publish/wizard/reference-choice.tsx ReferenceChoice',
    'src/shell/overlays.tsx CommandPalette',
    'src/tiles/build-form.tsx BuildForm',
  ],
};

export const knownLongFunctions: readonly string[] = Object.values(longFunctions).flat().toSorted();

/** List the files with more than 400 lines of code. */
export const longFiles = (files: readonly SourceFile[]): string[] =>
  files.filter(({ codeLines }) => codeLines > maxFileLines).map(({ path }) => path);

/** List the functions with more than 80 lines of code, as `path name`. */
export const longFunctionsIn = (files: readonly SourceFile[]): string[] =>
  files
    .flatMap(({ path, functions }) =>
      functions.filter(({ lines }) => lines > maxFunctionLines).map(({ name }) => `${path} ${name}`),
    )
    .toSorted();
