import type { OgcParameters, OgcRows } from './rows.ts';

const tileParameters = {
  layer: { kind: 'string', doc: 'the identifier of the layer', required: true },
  style: { kind: 'string', doc: '"default"', default: 'default' },
  format: { kind: 'string', doc: 'MIME type of the tiles' },
  tilematrixset: { kind: 'string', doc: 'the identifier of the matrix set', required: true },
  tilematrix: { kind: 'string', doc: 'a level of the matrix set', required: true },
  tilerow: { kind: 'integer', doc: 'the row, from the top', required: true, exception: 'TileOutOfRange' },
  tilecol: { kind: 'integer', doc: 'the column, from the left', required: true, exception: 'TileOutOfRange' },
} as const satisfies OgcParameters;

/** Web Map Tile Service 1.0.0 of a map with a cache: key-value requests and RESTful paths. */
export const wmtsRows = {
  GetCapabilities: {
    doc: 'Describe the cache: its layer, matrix set and tile URLs.',
    operations: ['GetTileCacheInfo', 'GetTileImageInfo'],
    parameters: {},
  },
  GetTile: {
    doc: 'Get a tile of the cache.',
    needs: 'Map',
    operations: ['GetMapTile'],
    parameters: tileParameters,
  },
} as const satisfies OgcRows;

/** Paths below `WMTS`, the same as on the commercial server, with the request for each. */
export const wmtsPaths: readonly { readonly path: string; readonly request: keyof typeof wmtsRows }[] = [
  { path: '1.0.0/WMTSCapabilities.xml', request: 'GetCapabilities' },
  {
    path: 'tile/1.0.0/{layer}/{style}/{tilematrixset}/{tilematrix}/{tilerow}/{tilecol}',
    request: 'GetTile',
  },
];
