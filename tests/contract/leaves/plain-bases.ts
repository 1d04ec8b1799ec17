import type { OperationName, RequestOf } from '../../../sw/contract/index.ts';
import type { Bases } from './map-bases.ts';
import { image, layer, mapTable, ring, track } from './parts.ts';

const MapName = 'Related';
const onCache = [{ MapName: 'Layers' }];
const cachedLayer = [{ MapName: 'Squares only', LayerID: 0 }];
const tile = { Level: 1, Row: 0, Column: 1, Format: 'PNG32' };

export const plainBases: Bases = {
  GetDocumentInfo: [{}],
  GetMapCount: [{}],
  GetMapName: [{ Index: 0 }],
  GetDefaultMapName: [{}],
  GetServerInfo: [{ MapName }],
  GetServiceConfigurationInfo: [{}],
  GetSupportedImageReturnTypes: [{}],
  IsFixedScaleMap: [{ MapName }],
  GetSQLSyntaxInfo: [{ MapName, LayerID: 1 }],
  GetMapTableSubtypeInfos: [{ MapName, TableIDs: [1, 2] }],
  GetMapTableSubtypeInfos2: [
    { MapName, LayerDescriptions: [layer(1), layer(2)] },
    { MapName, LayerDescriptions: [layer(101, { Source: mapTable(1) })] },
  ],
  GetLegendInfo: [
    {
      MapName,
      LayerIDs: [1, 2],
      LegendPatch: {
        ...{ Width: 20, Height: 10, ImageDPI: 120 },
        AreaPatch: { type: 'AreaPatch', PreserveAspectRatio: true, Geometry: ring(0, 0, 10, 50, 20, 0, 0, 0) },
      },
      ImageType: image().ImageType!,
    },
    {
      MapName: 'Raster',
      LayerIDs: [1],
      LegendPatch: {
        ...{ Width: 20, Height: 10, ImageDPI: 120 },
        LinePatch: { type: 'LinePatch', PreserveAspectRatio: true, Geometry: track(0, 0, 10, 50, 20, 0) },
      },
      ImageType: image().ImageType!,
    },
  ],
  GetDefaultLayerDrawingDescriptions: [
    { MapName, LayerIDs: [1, 2], SymbolOutputOptions: { PictureOutputType: 'gisServerPictureOutputAsPNG' } },
  ],
  HasSingleFusedMapCache: onCache,
  GetTileCacheInfo: onCache,
  GetMapTile: [{ MapName: 'Layers', ...tile }],
  HasLayerCache: cachedLayer,
  GetLayerTile: [{ MapName: 'Squares only', LayerID: 0, Level: 1, Row: 0, Column: 0, Format: 'JPEG' }],
  GetVirtualCacheDirectory: cachedLayer,
  GetCacheName: cachedLayer,
  GetTileImageInfo: onCache,
  GetCacheControlInfo: onCache,
  GetCacheDescriptionInfo: onCache,
  GetCacheStorageInfo: onCache,
} satisfies { [O in OperationName]?: readonly RequestOf<O>[] };

/** Operations that need the service with tile caches. */
export const cached: readonly string[] = [
  ...['HasSingleFusedMapCache', 'GetTileCacheInfo', 'GetMapTile', 'HasLayerCache', 'GetLayerTile'],
  ...['GetVirtualCacheDirectory', 'GetCacheName', 'GetTileImageInfo', 'GetCacheControlInfo'],
  ...['GetCacheDescriptionInfo', 'GetCacheStorageInfo'],
];
