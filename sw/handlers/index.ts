import type { OperationName, RequestOf } from '../contract/index.ts';
import {
  GetCacheControlInfo,
  GetCacheDescriptionInfo,
  GetCacheName,
  GetCacheStorageInfo,
  GetTileCacheInfo,
  GetTileImageInfo,
  GetVirtualCacheDirectory,
  HasLayerCache,
  HasSingleFusedMapCache,
  IsFixedScaleMap,
} from '../tiles/operations/cache-info.ts';
import { GetLayerTile, GetMapTile } from '../tiles/operations/get-tile.ts';
import type { Call, Handlers } from './call.ts';
import { guardHandlers } from './capabilities.ts';
import { GetServerInfo } from './description/get-server-info.ts';
import {
  GetDefaultMapName,
  GetDocumentInfo,
  GetMapCount,
  GetMapName,
  GetServiceConfigurationInfo,
  GetSupportedImageReturnTypes,
} from './description/service-info.ts';
import { GetSQLSyntaxInfo } from './description/sql-syntax-info.ts';
import { GetMapTableSubtypeInfos, GetMapTableSubtypeInfos2 } from './description/subtype-infos.ts';
import { ComputeDistance, ComputeScale } from './rendering/compute-distance.ts';
import { ExportMapImage } from './rendering/export-map-image.ts';
import { FromMapPoints, ToMapPoints } from './rendering/map-points.ts';

/** Return handlers that load their module when the first of them is called. */
function lazyHandlers<O extends OperationName>(
  load: () => Promise<Pick<Handlers, O>>,
  names: readonly O[],
): Pick<Handlers, O> {
  const lazyHandler = (name: O) => async (call: Call, request: RequestOf<O>) => (await load())[name](call, request);
  return Object.fromEntries(names.map((name) => [name, lazyHandler(name)])) as unknown as Pick<Handlers, O>;
}

/** One handler for each operation of the contract. A missing handler is a compile error. */
export const handlers = guardHandlers({
  GetDocumentInfo,
  GetMapCount,
  GetMapName,
  GetDefaultMapName,
  GetServerInfo,
  GetServiceConfigurationInfo,
  GetSupportedImageReturnTypes,
  IsFixedScaleMap,
  GetSQLSyntaxInfo,
  GetMapTableSubtypeInfos,
  GetMapTableSubtypeInfos2,
  ExportMapImage,
  ComputeScale,
  ComputeDistance,
  ToMapPoints,
  FromMapPoints,
  HasSingleFusedMapCache,
  GetTileCacheInfo,
  GetMapTile,
  HasLayerCache,
  GetLayerTile,
  GetVirtualCacheDirectory,
  GetCacheName,
  GetTileImageInfo,
  GetCacheControlInfo,
  GetCacheDescriptionInfo,
  GetCacheStorageInfo,
  ...lazyHandlers(
    () => import('./query-handlers.ts'),
    [
      'QueryAttachmentData',
      'QueryAttachmentData2',
      'QueryAttachmentInfos',
      'QueryAttachmentInfos2',
      'QueryFeatureCount',
      'QueryFeatureCount2',
      'QueryRowCount',
      'QueryData',
      'QueryFeatureData',
      'QueryFeatureData2',
      'QueryDataStatistics',
      'QueryHTMLPopups',
      'QueryHTMLPopups2',
      'QueryFeatureIDs',
      'QueryFeatureIDs2',
      'QueryRowIDs',
      'QueryRasterValue',
      'QueryRasterValue2',
      'QueryRelatedRecords',
      'QueryRelatedRecords2',
      'Find',
      'Identify',
      'QueryHyperlinks',
    ],
  ),
  ...lazyHandlers(
    () => import('./legend-handlers.ts'),
    ['GetDefaultLayerDrawingDescriptions', 'GenerateDataClasses', 'GetLegendInfo', 'GetLegendInfo2', 'ExportScaleBar'],
  ),
} satisfies Handlers);
