import type { OperationRows } from '../rows.ts';

/** Rendering and geometry. Request and response elements are in wire order. */
export const renderingOperations = {
  ExportMapImage: {
    doc: 'Draw a map as described and return the picture with the extent, scale and layers really drawn; a size above the limit is reduced to it.',
    group: 'rendering',
    request: { MapDescription: 'MapDescription', ImageDescription: 'ImageDescription' },
    response: { Result: 'MapImage' },
  },
  ExportScaleBar: {
    doc: 'Draw a scale bar that is right for a map at the size of MapDisplay, in a picture of the size of ImageDescription; the background is black unless given.',
    group: 'rendering',
    request: {
      ScaleBar: 'ScaleBar?',
      MapDescription: 'MapDescription',
      MapDisplay: 'ImageDisplay',
      BackGroundColor: 'Color?',
      ImageDescription: 'ImageDescription',
    },
    response: { Result: 'ImageResult' },
    notes: {
      ScaleBar: 'absent: an alternating bar',
      MapDisplay: 'size of the map picture',
      ImageDescription: 'size of the bar picture',
      BackGroundColor: 'absent: black',
    },
  },
  ComputeScale: {
    doc: 'Compute the denominator of the scale at which the same arguments would be drawn, after the extent is fitted to the picture.',
    group: 'rendering',
    request: { MapDescription: 'MapDescription', MapImageDisplay: 'ImageDisplay' },
    response: { Result: 'double' },
  },
  ComputeDistance: {
    doc: "Compute the distance between two points in the map's spatial reference: along the ellipsoid for degrees, in the plane otherwise, in Units.",
    group: 'rendering',
    request: { MapName: 'string', FromPoint: 'Point', ToPoint: 'Point', Units: 'gisUnits' },
    response: { Result: 'double' },
    notes: {
      FromPoint: 'in the spatial reference of the map',
      ToPoint: 'in the spatial reference of the map',
    },
  },
  ToMapPoints: {
    doc: 'Turn pixels, counted from the upper left corner, into map coordinates, in the same order.',
    group: 'rendering',
    request: {
      MapDescription: 'MapDescription',
      MapImageDisplay: 'ImageDisplay',
      ScreenXValues: 'ArrayOfInt',
      ScreenYValues: 'ArrayOfInt',
    },
    response: { Result: 'Multipoint' },
    notes: {
      ScreenXValues: 'pixels from the left',
      ScreenYValues: 'pixels from the top, as many as X values',
    },
  },
  FromMapPoints: {
    doc: 'Turn map coordinates into pixels, rounded and perhaps outside the picture, in the same order.',
    group: 'rendering',
    request: { MapDescription: 'MapDescription', MapImageDisplay: 'ImageDisplay', MapPoints: 'Multipoint' },
    response: { ScreenXValues: 'ArrayOfInt', ScreenYValues: 'ArrayOfInt' },
  },
} as const satisfies OperationRows;
