import type { OperationRows } from '../rows.ts';

/** Tile caches. Request and response elements are in wire order. */
export const tilesOperations = {
  HasSingleFusedMapCache: {
    doc: 'Tell whether a map has one tile cache of all its layers.',
    group: 'tiles',
    request: { MapName: 'string' },
    response: { Result: 'boolean' },
  },
  GetTileCacheInfo: {
    doc: 'Get the tiling scheme of a map; a map without cache is a fault.',
    group: 'tiles',
    request: { MapName: 'string' },
    response: { Result: 'TileCacheInfo' },
  },
  GetMapTile: {
    doc: 'Get one tile of the cache of a map, rows counted down and columns to the right from the origin, both from 0; a tile that is not there is a fault.',
    group: 'tiles',
    request: { MapName: 'string', Level: 'int', Row: 'int', Column: 'int', Format: 'string?' },
    response: { Result: 'base64Binary' },
    notes: {
      Level: 'LevelID; 0 is the farthest out',
      Row: 'from 0, downwards',
      Column: 'from 0, to the right',
      Format: 'absent: the format of the cache',
    },
  },
  HasLayerCache: {
    doc: 'Tell whether a layer has a tile cache of its own.',
    group: 'tiles',
    request: { MapName: 'string', LayerID: 'int' },
    response: { Result: 'boolean' },
  },
  GetLayerTile: {
    doc: 'Get one tile of the cache of a layer, counted as for GetMapTile; a tile that is not there is a fault.',
    group: 'tiles',
    request: { MapName: 'string', LayerID: 'int', Level: 'int', Row: 'int', Column: 'int', Format: 'string?' },
    response: { Result: 'base64Binary' },
    notes: {
      Level: 'LevelID; 0 is the farthest out',
      Row: 'from 0, downwards',
      Column: 'from 0, to the right',
      Format: 'absent: the format of the cache',
    },
  },
  GetVirtualCacheDirectory: {
    doc: 'Get the address of the directory above the cache of a layer, or of the map with the id -1; empty when there is none.',
    group: 'tiles',
    request: { MapName: 'string', LayerID: 'int' },
    response: { Result: 'string' },
    notes: {
      LayerID: '-1 for the cache of the whole map',
    },
  },
  GetCacheName: {
    doc: 'Get the folder name of the cache of a layer, or of the map with the id -1.',
    group: 'tiles',
    request: { MapName: 'string', LayerID: 'int' },
    response: { Result: 'string' },
    notes: {
      LayerID: '-1 for the cache of the whole map',
    },
  },
  GetTileImageInfo: {
    doc: 'Get how the tiles of a map are encoded.',
    group: 'tiles',
    request: { MapName: 'string' },
    response: { Result: 'TileImageInfo' },
  },
  GetCacheControlInfo: {
    doc: 'Tell whether clients may keep the tiles of a map.',
    group: 'tiles',
    request: { MapName: 'string' },
    response: { Result: 'CacheControlInfo' },
  },
  GetCacheDescriptionInfo: {
    doc: 'Get everything about the cache of a map in one answer.',
    group: 'tiles',
    request: { MapName: 'string' },
    response: { Result: 'CacheDescriptionInfo' },
  },
  GetCacheStorageInfo: {
    doc: 'Get how the tiles of a map are stored.',
    group: 'tiles',
    request: { MapName: 'string' },
    response: { Result: 'CacheStorageInfo' },
  },
} as const satisfies OperationRows;
