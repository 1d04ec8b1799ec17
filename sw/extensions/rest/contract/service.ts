import { mapParameters, shapeParameters } from './parameters.ts';
import type { RestParameters, RestRows } from './rows.ts';

/** Rows of the catalogue. Paths are below `rest`. */
export const catalogueRows = {
  info: {
    doc: 'Tell the version of the interface and where to get tokens.',
    path: 'info',
    operations: [],
    parameters: {},
  },
  catalogue: {
    doc: 'List the folders and top-level services that the caller may use.',
    path: 'services',
    operations: [],
    parameters: {},
  },
  folder: {
    doc: 'List the services of a folder that the caller may use.',
    path: 'services/{folder}',
    operations: [],
    parameters: {},
  },
  geometryService: {
    doc: 'Describe the geometry operations.',
    path: 'services/Geometry/GeometryServer',
    operations: [],
    parameters: {},
  },
  project: {
    doc: 'Project geometries to another spatial reference.',
    path: 'services/Geometry/GeometryServer/project',
    operations: [],
    parameters: {
      inSR: { kind: 'spatialReference', doc: 'spatial reference of the geometries', required: true },
      outSR: { kind: 'spatialReference', doc: 'spatial reference of the response', required: true },
      geometries: {
        kind: 'json',
        doc: '{"geometryType":"esriGeometryPoint","geometries":[{"x":8,"y":50}]}',
        required: true,
      },
      transformation: { kind: 'unused', doc: 'datum transformation; the best one known is used' },
      transformForward: { kind: 'unused', doc: 'direction of the datum transformation', choices: ['true', 'false'] },
      vertical: { kind: 'unused', doc: 'vertical transformation; not supported', choices: ['false'] },
    },
  },
} as const satisfies RestRows;

const legendParameters = {
  dynamicLayers: mapParameters.dynamicLayers,
  dpi: { kind: 'number', doc: 'dots per inch', default: '96', minimum: 1 },
  size: { kind: 'size', doc: 'width,height of a symbol in pixels, at 96 dots per inch', default: '20,20' },
  returnVisibleOnly: { kind: 'unused', doc: 'only classes in view; not supported', choices: ['false'] },
} as const satisfies RestParameters;

/** A service, its map and the requests that cover all layers. Paths are below the service. */
export const serviceRows = {
  mapService: {
    doc: 'Describe the service: its map, layers, tables, limits and capabilities.',
    path: '',
    servers: { MapServer: 'nothing' },
    operations: [
      'GetServerInfo',
      'GetDocumentInfo',
      'GetServiceConfigurationInfo',
      'HasSingleFusedMapCache',
      'GetTileCacheInfo',
      'GetTileImageInfo',
    ],
    parameters: {},
  },
  featureService: {
    doc: 'Describe the service as a set of queryable layers and tables.',
    path: '',
    servers: { FeatureServer: 'nothing' },
    operations: ['GetServerInfo', 'GetDocumentInfo', 'GetServiceConfigurationInfo'],
    parameters: {},
  },
  layers: {
    doc: 'Describe all layers and tables in full.',
    path: 'layers',
    servers: { MapServer: 'nothing', FeatureServer: 'nothing' },
    operations: ['GetServerInfo', 'GetDefaultLayerDrawingDescriptions', 'GetMapTableSubtypeInfos'],
    parameters: {},
  },
  export: {
    doc: 'Draw the map. The response tells the extent of the image, which may be larger than the one requested.',
    path: 'export',
    servers: { MapServer: 'Map' },
    formats: ['image', 'kmz'],
    operations: ['ExportMapImage'],
    parameters: {
      bbox: {
        kind: 'extent',
        doc: 'xmin,ymin,xmax,ymax; default: the initial extent',
        element: 'MapDescription.MapArea',
      },
      bboxSR: { kind: 'spatialReference', doc: 'spatial reference of bbox; default: that of the map' },
      imageSR: { kind: 'spatialReference', doc: 'spatial reference of the image; default: that of the map' },
      size: {
        kind: 'size',
        doc: 'width,height in pixels',
        default: '400,400',
        element: 'ImageDescription.ImageDisplay',
      },
      dpi: {
        kind: 'number',
        doc: 'dots per inch',
        default: '96',
        element: 'ImageDescription.ImageDisplay.ImageDPI',
      },
      format: { kind: 'string', doc: 'one of supportedImageFormatTypes', default: 'png' },
      transparent: { kind: 'boolean', doc: 'whether the background is transparent', default: 'false' },
      layers: { kind: 'layerChoice', doc: 'show:, hide:, include: or exclude: followed by layer ids' },
      ...mapParameters,
      mapScale: { kind: 'number', doc: 'draw the map at this scale around the centre of bbox', minimum: 0 },
      rotation: {
        kind: 'number',
        doc: 'degrees counterclockwise',
        default: '0',
        element: 'MapDescription.Rotation',
      },
    },
  },
  identify: {
    doc: 'Find the features near a geometry, from the top layer to the bottom one.',
    path: 'identify',
    servers: { MapServer: 'Query' },
    operations: ['Identify'],
    parameters: {
      geometry: {
        kind: 'geometry',
        doc: 'x,y, or xmin,ymin,xmax,ymax, or JSON',
        required: true,
        element: 'SearchShape',
      },
      geometryType: {
        kind: 'string',
        doc: 'geometry type; optional, since it follows from the geometry',
        choices: [
          'esriGeometryPoint',
          'esriGeometryMultipoint',
          'esriGeometryPolyline',
          'esriGeometryPolygon',
          'esriGeometryEnvelope',
        ],
      },
      sr: {
        kind: 'spatialReference',
        doc: 'spatial reference of geometry, extent and response; default: that of the map',
      },
      mapExtent: {
        kind: 'extent',
        doc: 'xmin,ymin,xmax,ymax of the map view',
        required: true,
        element: 'MapDescription.MapArea',
      },
      imageDisplay: {
        kind: 'numbers',
        doc: 'width,height,dpi of the map view',
        required: true,
        element: 'MapImageDisplay',
      },
      tolerance: {
        kind: 'number',
        doc: 'search tolerance in pixels',
        required: true,
        minimum: 0,
        element: 'Tolerance',
      },
      layers: { kind: 'layerChoice', doc: 'top, visible or all, optionally followed by :ids', default: 'top' },
      ...mapParameters,
      ...shapeParameters,
      returnFieldName: { kind: 'boolean', doc: 'whether to return field names instead of aliases', default: 'false' },
      returnUnformattedValues: {
        kind: 'boolean',
        doc: 'whether to return raw values instead of formatted text',
        default: 'false',
      },
    },
  },
  find: {
    doc: 'Search the attributes of layers for text.',
    path: 'find',
    servers: { MapServer: 'Data' },
    operations: ['Find'],
    parameters: {
      searchText: { kind: 'string', doc: 'text to search for', required: true, element: 'SearchString' },
      contains: {
        kind: 'boolean',
        doc: 'true: match part of a value, ignoring case; false: match the whole value exactly',
        default: 'true',
      },
      searchFields: { kind: 'names', doc: 'fields to search; default: all' },
      layers: { kind: 'ids', doc: 'layer ids; default: all' },
      sr: { kind: 'spatialReference', doc: 'spatial reference of the response; default: that of the map' },
      layerDefs: mapParameters.layerDefs,
      dynamicLayers: mapParameters.dynamicLayers,
      ...shapeParameters,
      returnFieldName: { kind: 'boolean', doc: 'whether to return field names instead of aliases', default: 'false' },
      returnUnformattedValues: {
        kind: 'boolean',
        doc: 'whether to return raw values instead of formatted text',
        default: 'false',
      },
    },
  },
  legend: {
    doc: 'Get the symbols of the layers with their labels.',
    path: 'legend',
    servers: { MapServer: 'Map' },
    operations: ['GetLegendInfo', 'GetLegendInfo2'],
    parameters: legendParameters,
  },
  queryLegends: {
    doc: 'Get the symbols of chosen layers with their labels.',
    path: 'queryLegends',
    servers: { MapServer: 'Map' },
    operations: ['GetLegendInfo2'],
    parameters: {
      layers: { kind: 'layerChoice', doc: 'show, hide, include or exclude, with layer ids; all when omitted' },
      ...legendParameters,
    },
  },
  legendImage: {
    doc: 'Get the image of one legend symbol.',
    path: '{layer}/images/{image}',
    servers: { MapServer: 'Map' },
    bytes: true,
    operations: ['GetLegendInfo'],
    parameters: {},
  },
  tile: {
    doc: 'Get a cached tile by level, row and column.',
    path: 'tile/{level}/{row}/{column}',
    servers: { MapServer: 'Map' },
    bytes: true,
    operations: ['GetMapTile'],
    parameters: {
      blankTile: { kind: 'boolean', doc: 'whether a missing tile is returned as a blank one', default: 'true' },
    },
  },
  tilemap: {
    doc: 'Tell which tiles of the cache exist, row by row from a row and column on: 1, or 0 for a missing tile.',
    path: 'tilemap/{level}/{row}/{column}/{width}/{height}',
    servers: { MapServer: 'Map' },
    operations: ['GetTileCacheInfo'],
    parameters: {},
  },
} as const satisfies RestRows;
