import type { TypeRows } from '../rows.ts';

/** Legends in requests and responses. Fields are in wire order. */
export const legendTypes = {
  AreaPatch: {
    doc: 'The sample shape with which legends show fill symbols.',
    base: 'Patch',
    fields: {},
  },
  ArrayOfMapServerLegendClass: { list: 'MapServerLegendClass', item: 'MapServerLegendClass' },
  ArrayOfMapServerLegendGroup: { list: 'MapServerLegendGroup', item: 'MapServerLegendGroup' },
  ArrayOfMapServerLegendInfo: { list: 'MapServerLegendInfo', item: 'MapServerLegendInfo' },
  LegendClass: {
    doc: 'One entry of the legend of a renderer: symbol, label and description.',
    fields: {
      Symbol: 'Symbol?',
      Label: 'string',
      Description: 'string',
      LegendClassFormat: 'LegendClassFormat?',
    },
  },
  LegendClassFormat: {
    doc: 'How one legend entry is set: text symbols, sample shapes, and the size of the sample in points.',
    fields: {
      LabelSymbol: 'Symbol?',
      DescriptionSymbol: 'Symbol?',
      LinePatch: 'LinePatch?',
      AreaPatch: 'AreaPatch?',
      PatchWidth: 'double',
      PatchHeight: 'double',
    },
  },
  LinePatch: {
    doc: 'The sample shape with which legends show line symbols.',
    base: 'Patch',
    fields: {},
  },
  MapServerLegendClass: {
    doc: 'One entry of a legend: its label, description and swatch; TransparentColor is the colour of the swatch to see through.',
    fields: {
      Label: 'string',
      Description: 'string',
      SymbolImage: 'ImageResult?',
      TransparentColor: 'Color?',
    },
  },
  MapServerLegendGroup: {
    doc: 'Legend entries under one heading; a renderer with one symbol has one group with an empty heading.',
    fields: {
      Heading: 'string',
      LegendClasses: 'ArrayOfMapServerLegendClass?',
    },
  },
  MapServerLegendInfo: {
    doc: 'The legend of one layer.',
    fields: {
      LayerID: 'int',
      Name: 'string',
      LegendGroups: 'ArrayOfMapServerLegendGroup?',
    },
  },
  MapServerLegendPatch: {
    doc: 'The size of legend swatches: Width and Height in points, ImageDPI in dots per inch; zero leaves it to the map.',
    fields: {
      Width: 'double',
      Height: 'double',
      ImageDPI: 'double',
      LinePatch: 'LinePatch?',
      AreaPatch: 'AreaPatch?',
    },
    notes: {
      Width: 'points; 0: as the map has it',
      Height: 'points; 0: as the map has it',
      ImageDPI: 'dots per inch',
    },
  },
  Patch: {
    doc: 'A sample shape for legends, fitted into its rectangle with or without keeping its proportions.',
    fields: {
      Name: 'string?',
      PreserveAspectRatio: 'boolean?',
      Geometry: 'Geometry?',
    },
  },
  ArrayOfLegendClass: { list: 'LegendClass', item: 'LegendClass' },
  LegendGroup: {
    doc: 'The legend entries of a renderer under one heading, with the ways a user may treat them.',
    fields: {
      Visible: 'boolean',
      Editable: 'boolean',
      Heading: 'string',
      LegendClasses: 'ArrayOfLegendClass?',
    },
  },
  ArrayOfLegendGroup: { list: 'LegendGroup', item: 'LegendGroup' },
} as const satisfies TypeRows;
