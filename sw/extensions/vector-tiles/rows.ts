/** Vector tile resources. Paths are below `VectorTileServer` and are tried in this order. */
export const vectorTilePaths = {
  service: { path: '', doc: 'Describe the tiles in the form of the commercial server.' },
  tile: { path: 'tile/{z}/{y}/{x}', doc: 'Get a tile by level, row and column; the extension is .pbf or .mvt.' },
  tileJson: { path: 'tile.json', doc: 'Describe the tiles as TileJSON 3.0.' },
  style: { path: 'resources/styles/root.json', doc: 'Get a style that draws the service as published.' },
  styles: { path: 'resources/styles', doc: 'The same style.' },
} as const;

export type VectorTileName = keyof typeof vectorTilePaths;
