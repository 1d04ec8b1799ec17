/** A part of the worker: the handlers of legends, classes and scale bars. */
export { GetDefaultLayerDrawingDescriptions } from './legend/default-drawing-descriptions.ts';
export { GenerateDataClasses } from './legend/generate-data-classes.ts';
export { GetLegendInfo, GetLegendInfo2 } from './legend/legend-info.ts';
export { ExportScaleBar } from './rendering/export-scale-bar.ts';
