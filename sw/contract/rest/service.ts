import { mapParameters } from './parameters.ts';
import type { RestRows } from './rows.ts';

/** A service, its map and what is asked of all its layers at once; paths are below the service. */
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
    doc: 'Describe the service as a source of rows.',
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
    doc: 'Draw the map; the extent of the answer is that of the picture, which may be larger than the one asked for.',
    path: 'export',
    servers: { MapServer: 'Map' },
    formats: ['image'],
    operations: ['ExportMapImage'],
    parameters: {
      bbox: { kind: 'extent', doc: 'xmin,ymin,xmax,ymax; absent: the first view', element: 'MapDescription.MapArea' },
      bboxSR: { kind: 'spatialReference', doc: 'of the box; absent: that of the map' },
      imageSR: { kind: 'spatialReference', doc: 'of the picture; absent: that of the map' },
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
      format: { kind: 'text', doc: 'one of supportedImageFormatTypes', default: 'png' },
      transparent: { kind: 'boolean', doc: 'whether the background is left out', default: 'false' },
      layers: { kind: 'layerChoice', doc: 'show:, hide:, include: or exclude: and ids' },
      ...mapParameters,
      mapScale: { kind: 'number', doc: 'draw the centre of the box at this scale', minimum: 0 },
      rotation: {
        kind: 'number',
        doc: 'degrees, anti-clockwise',
        default: '0',
        element: 'MapDescription.Rotation',
      },
    },
  },
} as const satisfies RestRows;
