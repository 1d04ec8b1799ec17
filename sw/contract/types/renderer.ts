import type { TypeRows } from '../rows.ts';

/** Feature renderers, labels, drawing descriptions and data classification. Fields are in wire order. */
export const rendererTypes = {
  FeatureRenderer: {
    doc: 'The rule by which features get their symbols.',
    abstract: true,
    fields: {},
  },
  UniqueValueInfo: {
    doc: 'One value, or several joined by the delimiter, with its symbol, label and description.',
    fields: {
      Value: 'string',
      Label: 'string?',
      Description: 'string?',
      Symbol: 'Symbol?',
    },
  },
  ClassBreakInfo: {
    doc: 'One class of values, above its minimum and up to its maximum inclusive, with its symbol and label.',
    fields: {
      ClassMaximumValue: 'double',
      Label: 'string?',
      Description: 'string?',
      Symbol: 'Symbol',
      ClassMinimumValue: 'double',
    },
  },
  ArrayOfClassBreakInfo: { list: 'ClassBreakInfo', item: 'ClassBreakInfo' },
  ArrayOfUniqueValueInfo: { list: 'UniqueValueInfo', item: 'UniqueValueInfo' },
  DataClassificationDef: {
    doc: 'How values are sorted into classes that a renderer is made of.',
    abstract: true,
    fields: {},
  },
  UniqueValuesDef: {
    doc: 'A classification with one class for each distinct value, or combination of values, of up to three fields.',
    base: 'DataClassificationDef',
    fields: {
      BaseSymbol: 'Symbol?',
      Fields: 'ArrayOfString?',
      FieldDelimiter: 'string?',
      ColorRamp: 'ColorRamp?',
    },
    notes: {
      Fields: 'one to three names',
      FieldDelimiter: 'absent: a comma and a space',
    },
  },
  ClassBreaksDef: {
    doc: 'A classification of one numeric field into ranges, by method, number of classes and normalisation.',
    base: 'DataClassificationDef',
    fields: {
      ClassificationField: 'string',
      ClassificationMethod: 'gisClassifyMethod',
      BaseSymbol: 'Symbol?',
      ColorRamp: 'ColorRamp?',
      BreakCount: 'long?',
      NormalizationField: 'string?',
      StandardDeviationInterval: 'double?',
      NormalizationType: 'gisNormalizationType?',
    },
    notes: {
      BreakCount: 'absent: 5',
      StandardDeviationInterval: '1, 0.5, 0.33 or 0.25',
    },
  },
  SimpleRenderer: {
    doc: 'A renderer with one symbol for all features.',
    base: 'FeatureRenderer',
    fields: {
      Symbol: 'Symbol',
      Label: 'string?',
      Description: 'string?',
      RotationField: 'string?',
      RotationType: 'gisRotationType?',
      TransparencyField: 'string?',
    },
  },
  UniqueValueRenderer: {
    doc: 'A renderer with a symbol for each listed value of up to three fields, and a default symbol for the others.',
    base: 'FeatureRenderer',
    fields: {
      Field1: 'string',
      Field2: 'string?',
      Field3: 'string?',
      FieldDelimiter: 'string?',
      DefaultSymbol: 'Symbol?',
      DefaultLabel: 'string?',
      UniqueValueInfos: 'ArrayOfUniqueValueInfo?',
      RotationField: 'string?',
      RotationType: 'gisRotationType?',
      TransparencyField: 'string?',
    },
  },
  ClassBreaksRenderer: {
    doc: 'A renderer with a symbol for each range of a numeric field, from MinimumValue on.',
    base: 'FeatureRenderer',
    fields: {
      Field: 'string',
      MinimumValue: 'double',
      ClassBreakInfos: 'ArrayOfClassBreakInfo',
      BackgroundSymbol: 'FillSymbol?',
      NormalizationField: 'string?',
      NormalizationType: 'gisNormalizationType?',
      NormalizationTotal: 'double?',
      RotationField: 'string?',
      RotationType: 'gisRotationType?',
      DefaultSymbol: 'Symbol?',
      DefaultLabel: 'string?',
    },
    notes: { DefaultSymbol: 'for rows that no class takes, such as those without a value' },
  },
  LabelingDescription: {
    doc: 'The label classes of a layer.',
    fields: {
      LabelClassDescriptions: 'ArrayOfLabelClassDescription',
    },
  },
  LabelPlacementDescription: {
    doc: 'The position of a label relative to its feature.',
    abstract: true,
    fields: {},
  },
  PointLabelPlacementDescription: {
    doc: 'The position of a label around a point.',
    base: 'LabelPlacementDescription',
    fields: {
      Type: 'gisServerPointLabelPlacementType',
    },
  },
  LineLabelPlacementDescription: {
    doc: 'The position of a label along a line.',
    base: 'LabelPlacementDescription',
    fields: {
      Type: 'gisServerLineLabelPlacementType',
    },
  },
  PolygonLabelPlacementDescription: {
    doc: 'The position of a label in a polygon.',
    base: 'LabelPlacementDescription',
    fields: {
      Type: 'gisServerPolygonLabelPlacementType',
    },
  },
  LabelClassDescription: {
    doc: 'Labels for the features that a where clause selects: their text, symbol, placement and range of scales.',
    fields: {
      LabelPlacementDescription: 'LabelPlacementDescription?',
      LabelExpression: 'string?',
      Symbol: 'SimpleTextSymbol?',
      UseCodedValue: 'boolean?',
      MaximumScale: 'double?',
      MinimumScale: 'double?',
      LabelExpressionType: 'gisLabelExpressionType?',
      WhereClause: 'string?',
    },
    notes: {
      LabelExpression: 'field names in brackets: [NAME]',
      MinimumScale: 'denominator farthest out; 0: no limit',
      MaximumScale: 'denominator farthest in; 0: no limit',
    },
  },
  ArrayOfLabelClassDescription: { list: 'LabelClassDescription', item: 'LabelClassDescription' },
  ArrayOfLayerDrawingDescription: { list: 'LayerDrawingDescription', item: 'LayerDrawingDescription' },
  LayerDrawingDescription: {
    doc: 'How one request wants a layer drawn instead of the published way.',
    abstract: true,
    fields: {},
  },
  FeatureLayerDrawingDescription: {
    doc: 'How a feature layer is drawn: renderer and labels, and transparency, brightness and contrast in percent.',
    base: 'LayerDrawingDescription',
    fields: {
      FeatureRenderer: 'FeatureRenderer?',
      ScaleSymbols: 'boolean?',
      Transparency: 'short?',
      Brightness: 'short?',
      Contrast: 'short?',
      LabelingDescription: 'LabelingDescription?',
      SourceLayerID: 'int?',
      FeatureReduction: 'string?',
      VisualVariables: 'string?',
    },
    notes: {
      FeatureReduction: 'JSON of a heat map, clusters or bins',
      VisualVariables: 'JSON list with sizes by a field',
      Transparency: 'percent',
      Brightness: 'percent, -100 to 100',
      Contrast: 'percent, -100 to 100',
    },
  },
} as const satisfies TypeRows;
