import type { OperationRows } from '../rows.ts';

/** Legends and symbology. Request and response elements are in wire order. */
export const legendOperations = {
  GetLegendInfo: {
    doc: 'Get the published legend of layers as headings, labels and swatches; no ids mean all, and group layers have no entry.',
    group: 'legend',
    request: { MapName: 'string', LayerIDs: 'ArrayOfInt', LegendPatch: 'MapServerLegendPatch', ImageType: 'ImageType' },
    response: { Result: 'ArrayOfMapServerLegendInfo' },
    notes: {
      LayerIDs: 'empty: all',
    },
  },
  GetLegendInfo2: {
    doc: 'Get the legend of layers as the description would draw them, at its scale and with its renderers.',
    group: 'legend',
    request: {
      MapDescription: 'MapDescription',
      MapImageDisplay: 'ImageDisplay',
      LayerIDs: 'ArrayOfInt',
      LegendPatch: 'MapServerLegendPatch',
      ImageType: 'ImageType',
    },
    response: { Result: 'ArrayOfMapServerLegendInfo' },
    notes: {
      LayerIDs: 'empty: all',
    },
  },
  GetDefaultLayerDrawingDescriptions: {
    doc: 'Get the published renderers and labels of feature layers, ready to be changed and sent back; other ids are skipped.',
    group: 'legend',
    request: { MapName: 'string', LayerIDs: 'ArrayOfInt', SymbolOutputOptions: 'ServerSymbolOutputOptions' },
    response: { Result: 'ArrayOfLayerDrawingDescription' },
    notes: {
      LayerIDs: 'ids of feature layers; others are skipped',
    },
  },
  GenerateDataClasses: {
    doc: 'Classify the values of a field and get a renderer with a symbol for each class.',
    group: 'legend',
    request: {
      MapName: 'string',
      MapTableDescription: 'MapTableDescription',
      DataClassificationDef: 'DataClassificationDef',
    },
    response: { Result: 'FeatureRenderer' },
  },
} as const satisfies OperationRows;
