import type { OgcParameters, OgcRows } from './rows.ts';

/** What says how the map is drawn; GetFeatureInfo repeats it. */
const mapParameters = {
  version: { kind: 'text', doc: '1.3.0 or 1.1.1; absent: by the name that the reference system goes by' },
  layers: { kind: 'names', doc: 'names of layers, the first at the bottom', required: true },
  styles: { kind: 'names', doc: 'one style for each layer, "default" or empty', exception: 'StyleNotDefined' },
  crs: {
    kind: 'text',
    doc: 'a coordinate reference system such as EPSG:4326',
    required: true,
    aliases: ['srs'],
    exception: 'InvalidCRS',
  },
  bbox: {
    kind: 'numbers',
    doc: 'minx,miny,maxx,maxy, in 1.3.0 in the order of the axes of the reference system,',
    required: true,
    lengths: [4],
  },
  width: { kind: 'integer', doc: 'the width in pixels', required: true, minimum: 1 },
  height: { kind: 'integer', doc: 'the height in pixels', required: true, minimum: 1 },
  time: {
    kind: 'text',
    doc: 'a moment or start/end in ISO 8601, or "current"',
    exception: 'InvalidDimensionValue',
  },
  dpi: {
    kind: 'number',
    doc: 'dots per inch',
    default: '96',
    aliases: ['map_resolution'],
    minimum: 1,
    maximum: 9600,
  },
} as const satisfies OgcParameters;

const pictureParameters = {
  format: { kind: 'text', doc: 'the type of the picture', required: true, exception: 'InvalidFormat' },
  transparent: { kind: 'boolean', doc: 'whether the background is left out', default: 'false' },
  bgcolor: { kind: 'color', doc: 'the background as 0xRRGGBB' },
} as const satisfies OgcParameters;

/** Web Map Service 1.1.1 and 1.3.0 (ISO 19128). */
export const wmsRows = {
  GetCapabilities: {
    doc: 'Describe the service: its layers, extents, reference systems and formats.',
    operations: ['GetServerInfo', 'GetDocumentInfo', 'GetServiceConfigurationInfo'],
    parameters: {
      version: { kind: 'text', doc: 'the newest version that the client knows' },
    },
  },
  GetMap: {
    doc: 'Draw layers; the box fills the picture, also where their shapes differ.',
    needs: 'Map',
    operations: ['ExportMapImage'],
    parameters: { ...mapParameters, ...pictureParameters },
  },
  GetFeatureInfo: {
    doc: 'Say what is under a pixel of a map.',
    needs: 'Query',
    operations: ['Identify'],
    parameters: {
      ...mapParameters,
      query_layers: { kind: 'names', doc: 'names of queryable layers', required: true },
      info_format: {
        kind: 'choice',
        doc: 'the type of the answer',
        default: 'text/plain',
        choices: ['text/plain', 'text/html', 'application/json', 'application/geo+json'],
        exception: 'InvalidFormat',
      },
      feature_count: { kind: 'integer', doc: 'the most features of each layer', default: '1', minimum: 1 },
      i: {
        kind: 'integer',
        doc: 'pixels from the left',
        required: true,
        aliases: ['x'],
        exception: 'InvalidPoint',
      },
      j: { kind: 'integer', doc: 'pixels from the top', required: true, aliases: ['y'], exception: 'InvalidPoint' },
      buffer: {
        kind: 'integer',
        doc: 'pixels around the point in which features are found',
        default: '4',
        minimum: 0,
        maximum: 100,
      },
    },
  },
  GetLegendGraphic: {
    doc: 'Draw the legend of a layer: its symbols with their labels.',
    needs: 'Map',
    operations: ['GetLegendInfo'],
    parameters: {
      layer: { kind: 'text', doc: 'the name of a layer', required: true, exception: 'LayerNotDefined' },
      style: { kind: 'text', doc: '"default" or empty', exception: 'StyleNotDefined' },
      format: { kind: 'text', doc: 'the type of the picture', default: 'image/png', exception: 'InvalidFormat' },
      width: { kind: 'integer', doc: 'the width of a symbol in pixels', default: '20', minimum: 1, maximum: 256 },
      height: { kind: 'integer', doc: 'the height of a symbol in pixels', default: '20', minimum: 1, maximum: 256 },
      transparent: { kind: 'boolean', doc: 'whether the background is left out', default: 'false' },
      bgcolor: { kind: 'color', doc: 'the background as 0xRRGGBB' },
    },
  },
} as const satisfies OgcRows;
