import type { OgcParameters, OgcRows } from './rows.ts';

/** Parameters of the map image, which GetFeatureInfo repeats. */
const mapParameters = {
  version: { kind: 'string', doc: '1.3.0 or 1.1.1; default: 1.3.0 if CRS is given, 1.1.1 if SRS is' },
  layers: { kind: 'names', doc: 'layer names, from bottom to top', required: true },
  styles: { kind: 'names', doc: 'one style for each layer, "default" or empty', exception: 'StyleNotDefined' },
  crs: {
    kind: 'string',
    doc: 'a coordinate reference system such as EPSG:4326',
    required: true,
    aliases: ['srs'],
    exception: 'InvalidCRS',
  },
  bbox: {
    kind: 'numbers',
    doc: 'minx,miny,maxx,maxy (in 1.3.0 in the axis order of the CRS)',
    required: true,
    lengths: [4],
  },
  width: { kind: 'integer', doc: 'the width in pixels', required: true, minimum: 1 },
  height: { kind: 'integer', doc: 'the height in pixels', required: true, minimum: 1 },
  time: {
    kind: 'string',
    doc: 'an instant or start/end in ISO 8601, or "current"',
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

const imageParameters = {
  format: { kind: 'string', doc: 'MIME type of the image', required: true, exception: 'InvalidFormat' },
  transparent: { kind: 'boolean', doc: 'whether the background is transparent', default: 'false' },
  bgcolor: { kind: 'color', doc: 'the background as 0xRRGGBB' },
} as const satisfies OgcParameters;

/** Web Map Service 1.1.1 and 1.3.0 (ISO 19128). */
export const wmsRows = {
  GetCapabilities: {
    doc: 'Describe the service: its layers, extents, reference systems and formats.',
    operations: ['GetServerInfo', 'GetDocumentInfo', 'GetServiceConfigurationInfo'],
    parameters: {
      version: { kind: 'string', doc: 'highest version that the client supports' },
    },
  },
  GetMap: {
    doc: 'Draw layers. The box fills the image even if their aspect ratios differ.',
    needs: 'Map',
    operations: ['ExportMapImage'],
    parameters: { ...mapParameters, ...imageParameters },
  },
  GetFeatureInfo: {
    doc: 'Get the features at a pixel of a map.',
    needs: 'Query',
    operations: ['Identify'],
    parameters: {
      ...mapParameters,
      query_layers: { kind: 'names', doc: 'names of the layers to query', required: true },
      info_format: {
        kind: 'string',
        doc: 'MIME type of the response',
        default: 'text/plain',
        choices: ['text/plain', 'text/html', 'application/json', 'application/geo+json'],
        exception: 'InvalidFormat',
      },
      feature_count: { kind: 'integer', doc: 'maximum number of features per layer', default: '1', minimum: 1 },
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
        doc: 'search tolerance in pixels',
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
      layer: { kind: 'string', doc: 'the name of a layer', required: true, exception: 'LayerNotDefined' },
      style: { kind: 'string', doc: '"default" or empty', exception: 'StyleNotDefined' },
      format: { kind: 'string', doc: 'MIME type of the image', default: 'image/png', exception: 'InvalidFormat' },
      width: { kind: 'integer', doc: 'the width of a symbol in pixels', default: '20' },
      height: { kind: 'integer', doc: 'the height of a symbol in pixels', default: '20' },
      transparent: { kind: 'boolean', doc: 'whether the background is transparent', default: 'false' },
      bgcolor: { kind: 'color', doc: 'the background as 0xRRGGBB' },
    },
  },
} as const satisfies OgcRows;
