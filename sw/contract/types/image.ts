import type { TypeRows } from '../rows.ts';

/** Images and scale bars. Fields are in wire order. */
export const imageTypes = {
  ImageDescription: {
    doc: 'The requested image: format, way of return and size.',
    fields: {
      ImageType: 'ImageType?',
      ImageDisplay: 'ImageDisplay?',
    },
    notes: {
      ImageType: 'absent: PNG',
    },
  },
  ImageDisplay: {
    doc: 'Size of a picture in pixels and its resolution in dots per inch; the exact colour TransparentColor becomes transparent.',
    fields: {
      ImageHeight: 'int',
      ImageWidth: 'int',
      ImageDPI: 'double',
      TransparentColor: 'Color?',
    },
    notes: {
      ImageHeight: 'pixels',
      ImageWidth: 'pixels',
      ImageDPI: 'dots per inch; 96 is usual',
      TransparentColor: 'this exact colour becomes transparent; not in JPG',
    },
  },
  ImageResult: {
    doc: 'A picture, embedded as bytes or under an address, with the size and resolution it really has and its MIME type.',
    fields: {
      ImageData: 'base64Binary?',
      ImageURL: 'string',
      ImageHeight: 'int',
      ImageWidth: 'int',
      ImageDPI: 'double',
      ImageType: 'string?',
    },
  },
  ImageType: {
    doc: 'The format of a picture and the way it is returned.',
    fields: {
      ImageFormat: 'gisImageFormat',
      ImageReturnType: 'gisImageReturnType',
    },
  },
  MapImage: {
    doc: 'A drawn map with the extent, scale and layers that were really drawn; the extent is fitted to the shape of the picture and may be larger than the one requested.',
    fields: {
      ImageData: 'base64Binary?',
      ImageURL: 'string',
      Extent: 'Envelope?',
      VisibleLayerIDs: 'ArrayOfInt?',
      MapScale: 'double',
      ImageHeight: 'int',
      ImageWidth: 'int',
      ImageDPI: 'double',
      ImageType: 'string?',
    },
  },
  ScaleBar: {
    doc: 'A bar that shows lengths on the map; heights and gaps in points, Division in Units, Divisions counting those before zero too.',
    abstract: true,
    fields: {
      BarHeight: 'double?',
      Division: 'double?',
      Divisions: 'short?',
      DivisionsBeforeZero: 'short?',
      Subdivisions: 'short?',
      Units: 'gisUnits?',
      UnitLabel: 'string?',
      UnitLabelPosition: 'gisScaleBarPos?',
      UnitLabelGap: 'double?',
      UnitLabelSymbol: 'TextSymbol?',
      LabelFrequency: 'gisScaleBarFrequency?',
      LabelPosition: 'gisVertPosEnum?',
      LabelGap: 'double?',
      LabelSymbol: 'TextSymbol?',
      NumberFormat: 'NumericFormat?',
      ResizeHint: 'gisScaleBarResizeHint?',
    },
    notes: {
      BarHeight: 'points',
      Division: 'length of a division, in Units',
      UnitLabelGap: 'points',
      LabelGap: 'points',
    },
  },
  AlternatingScaleBar: {
    doc: 'A scale bar of one row whose divisions are filled with two symbols in turn; mark heights in points.',
    base: 'ScaleBar',
    fields: {
      FillSymbol1: 'FillSymbol?',
      FillSymbol2: 'FillSymbol?',
      DivisionMarkSymbol: 'LineSymbol?',
      SubdivisionMarkSymbol: 'LineSymbol?',
      DivisionMarkHeight: 'double?',
      SubdivisionMarkHeight: 'double?',
      MarkPosition: 'gisVertPosEnum?',
      MarkFrequency: 'gisScaleBarFrequency?',
    },
  },
  SingleDivisionScaleBar: {
    doc: 'A scale bar of a single division with one fill; mark heights in points.',
    base: 'ScaleBar',
    fields: {
      FillSymbol: 'FillSymbol?',
      DivisionMarkSymbol: 'LineSymbol?',
      SubdivisionMarkSymbol: 'LineSymbol?',
      DivisionMarkHeight: 'double?',
      SubdivisionMarkHeight: 'double?',
      MarkPosition: 'gisVertPosEnum?',
      MarkFrequency: 'gisScaleBarFrequency?',
    },
  },
  ArrayOfImageResult: { list: 'ImageResult', item: 'ImageResult' },
} as const satisfies TypeRows;
