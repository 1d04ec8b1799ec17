/** Handlers of legends, classes and scale bars, which the worker loads on demand. */
export { GetDefaultLayerDrawingDescriptions } from './legend/default-drawing-descriptions.ts';
export { GenerateDataClasses } from './legend/generate-data-classes.ts';
export { GetLegendInfo, GetLegendInfo2 } from './legend/legend-info.ts';
export { ExportScaleBar } from './rendering/export-scale-bar.ts';
