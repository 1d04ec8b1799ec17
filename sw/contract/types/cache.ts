import type { TypeRows } from '../rows.ts';

/** Tile caches. Fields are in wire order. */
export const cacheTypes = {
  TileCacheInfo: {
    doc: 'The tiling scheme of a cache: reference, upper left origin in map units, tile size in pixels, resolution in dots per inch, and levels.',
    fields: {
      SpatialReference: 'SpatialReference?',
      TileOrigin: 'Point?',
      TileCols: 'int',
      TileRows: 'int',
      DPI: 'int',
      LODInfos: 'ArrayOfLODInfo?',
      PreciseDPI: 'double?',
    },
  },
  LODInfo: {
    doc: 'One level of a tiling scheme; Resolution, in map units per pixel, is authoritative and Scale only informs.',
    fields: {
      LevelID: 'int',
      Scale: 'double',
      Resolution: 'double',
    },
  },
  ArrayOfLODInfo: { list: 'LODInfo', item: 'LODInfo' },
  TileImageInfo: {
    doc: 'How the tiles of a cache are encoded: format (PNG8, PNG24, PNG32, JPEG or MIXED), JPEG quality from 0 to 100, and whether edges are smoothed.',
    fields: {
      CacheTileFormat: 'string',
      CompressionQuality: 'int',
      Antialiasing: 'string',
      BandCount: 'int?',
      LERCError: 'double?',
    },
    defaults: { BandCount: 1 },
  },
  CacheStorageInfo: {
    doc: 'How tiles are stored: one file for each (PacketSize 0) or bundles of PacketSize by PacketSize tiles.',
    fields: {
      StorageFormat: 'gisMapCacheStorageFormat',
      PacketSize: 'int',
    },
  },
  LayerCacheInfo: {
    doc: 'Whether one layer has a tile cache of its own.',
    fields: {
      LayerID: 'int',
      HasCache: 'boolean',
    },
  },
  ArrayOfLayerCacheInfo: { list: 'LayerCacheInfo', item: 'LayerCacheInfo' },
  CacheDescriptionInfo: {
    doc: 'Everything about the cache of a map in one answer, equal to the answers of the single operations.',
    fields: {
      TileCacheInfo: 'TileCacheInfo',
      TileImageInfo: 'TileImageInfo',
      LayerCacheInfos: 'ArrayOfLayerCacheInfo',
      CacheControlInfo: 'CacheControlInfo',
      ServiceType: 'gisCachedMapServiceType',
    },
  },
  CacheControlInfo: {
    doc: 'Whether clients may keep tiles.',
    fields: {
      ClientCachingAllowed: 'boolean',
    },
  },
} as const satisfies TypeRows;
