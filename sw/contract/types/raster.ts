import type { TypeRows } from '../rows.ts';

/**
 * Sun position in degrees (`Azimuth`, `Altitude`). These, and all fields inside a stretch, extend the schema (see
 * docs/semantics.md).
 */
const hillshade = {
  UseHillShader: 'boolean?',
  ZScale: 'double?',
  Azimuth: 'double?',
  Altitude: 'double?',
} as const;

/** Raster drawing. Fields are in wire order. */
export const rasterTypes = {
  RasterLayerDrawingDescription: {
    doc: 'How a raster layer is drawn: renderer, and transparency, brightness and contrast in percent.',
    base: 'LayerDrawingDescription',
    fields: {
      RasterRenderer: 'RasterRenderer?',
      Transparency: 'short?',
      Brightness: 'short?',
      Contrast: 'short?',
    },
  },
  RasterRenderer: {
    doc: 'How the values of a raster become colours, and which values are left out.',
    abstract: true,
    fields: {
      Indexed: 'boolean?',
      Brightness: 'int?',
      Contrast: 'int?',
      ResamplingType: 'string?',
      NoDataColor: 'Color?',
      NoDataValue: 'ArrayOfDouble?',
      AlphaBandIndex: 'int?',
      UseAlphaBand: 'boolean?',
    },
  },
  RasterUniqueValueRenderer: {
    doc: 'A raster renderer that gives each listed value its own symbol.',
    base: 'RasterRenderer',
    fields: {
      ValueField: 'string?',
      ClassField: 'string?',
      ColorSchema: 'string?',
      UseDefaultSymbol: 'boolean?',
      DefaultSymbol: 'Symbol?',
      DefaultLabel: 'string?',
      LegendGroupsCount: 'int?',
      LegendGroups: 'ArrayOfLegendGroup?',
      ClassValuesCount: 'int?',
      ClassesInLegend: 'ArrayOfInt?',
      ClassesInLegendSize: 'ArrayOfInt?',
      UniqueValueVariants: 'ArrayOfValue?',
      Global: 'boolean?',
      UniqueValues: 'RasterUniqueValues?',
      ColorRamp: 'ColorRamp?',
    },
  },
  RasterRGBRenderer: {
    doc: 'A raster renderer that takes three bands as red, green and blue.',
    base: 'RasterRenderer',
    fields: {
      LayerIndex1: 'int?',
      LayerIndex2: 'int?',
      LayerIndex3: 'int?',
      UseRGBBand: 'unsignedByte?',
      StretchType: 'string?',
      StandardDeviations: 'double?',
      IsInvert: 'boolean?',
      DisplayBkValue: 'boolean?',
      BlackValue: 'ArrayOfDouble?',
      IsLegendExpand: 'boolean?',
      BkColor: 'Color?',
    },
  },
  RasterStretchRenderer: {
    doc: 'A raster renderer that spreads the values of one band over a colour ramp.',
    base: 'RasterRenderer',
    fields: {
      ColorSchema: 'string?',
      LayerIndex1: 'int?',
      StretchType: 'string?',
      StandardDeviations: 'double?',
      IsInvert: 'boolean?',
      BlackValue: 'double?',
      ColorRamp: 'ColorRamp?',
      BkColor: 'Color?',
      LegendGroup: 'LegendGroup?',
      DisplayBkValue: 'boolean?',
      InitCustomMinMax: 'boolean?',
      UseCustomMinMax: 'boolean?',
      CustomMin: 'double?',
      CustomMax: 'double?',
      ...hillshade,
      ShadeOnly: 'boolean?',
    },
  },
  RasterClassifyRenderer: {
    doc: 'A raster renderer that draws classes of values between break values.',
    base: 'RasterRenderer',
    fields: {
      ClassField: 'string?',
      NormField: 'string?',
      ClassificationComponent: 'boolean?',
      Guid: 'string?',
      ColorSchema: 'string?',
      LegendGroupsCount: 'int?',
      LegendGroups: 'ArrayOfLegendGroup?',
      BreakSize: 'int?',
      ArrayOfBreak: 'ArrayOfDouble?',
      Ascending: 'boolean?',
      NumberFormat: 'NumericFormat?',
      ShowClassGaps: 'boolean?',
      DeviationInterval: 'double?',
      ExlusionValues: 'anyType?',
      ExclusionRanges: 'anyType?',
      ExclusionShowClass: 'boolean?',
      ExclusionLegendClass: 'LegendClass?',
      UniqueValues: 'RasterUniqueValues?',
      ...hillshade,
    },
  },
  RasterUniqueValues: {
    doc: 'The distinct values of a raster and how often each occurs.',
    fields: {
      UniqueValuesSize: 'int?',
      Values: 'ArrayOfValue?',
      Counts: 'ArrayOfInt?',
    },
  },
  RasterDef: {
    doc: 'How a field holds rasters: by reference or inline, and in which spatial reference.',
    fields: {
      Description: 'string?',
      IsByRef: 'boolean?',
      SpatialReference: 'SpatialReference?',
      IsByFunction: 'boolean?',
      IsInline: 'boolean?',
    },
  },
} as const satisfies TypeRows;
