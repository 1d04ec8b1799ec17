import type { Handlers } from './call.ts';
import { gated } from './capabilities.ts';
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
import { GetDefaultLayerDrawingDescriptions } from './legend/default-drawing-descriptions.ts';
import { GenerateDataClasses } from './legend/generate-data-classes.ts';
import { GetLegendInfo, GetLegendInfo2 } from './legend/legend-info.ts';
import {
  QueryAttachmentData,
  QueryAttachmentData2,
  QueryAttachmentInfos,
  QueryAttachmentInfos2,
} from './query/query-attachments.ts';
import { QueryFeatureCount, QueryFeatureCount2, QueryRowCount } from './query/query-counts.ts';
import { QueryData, QueryFeatureData, QueryFeatureData2 } from './query/query-data.ts';
import { QueryDataStatistics } from './query/query-data-statistics.ts';
import { QueryHTMLPopups, QueryHTMLPopups2 } from './query/query-html-popups.ts';
import { QueryFeatureIDs, QueryFeatureIDs2, QueryRowIDs } from './query/query-ids.ts';
import { QueryRasterValue, QueryRasterValue2 } from './query/query-raster-value.ts';
import { QueryRelatedRecords, QueryRelatedRecords2 } from './query/query-related-records.ts';
import { ComputeDistance } from './rendering/compute-distance.ts';
import { ComputeScale } from './rendering/compute-scale.ts';
import { ExportMapImage } from './rendering/export-map-image.ts';
import { ExportScaleBar } from './rendering/export-scale-bar.ts';
import { FromMapPoints, ToMapPoints } from './rendering/map-points.ts';
import { Find } from './search/find.ts';
import { Identify } from './search/identify.ts';
import { QueryHyperlinks } from './search/query-hyperlinks.ts';
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
} from './tiles/cache-info.ts';
import { GetLayerTile, GetMapTile } from './tiles/get-tile.ts';

/** One handler for each operation of the contract; a missing one does not compile. */
export const handlers = gated({
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
  ExportScaleBar,
  ComputeScale,
  ComputeDistance,
  ToMapPoints,
  FromMapPoints,
  Find,
  Identify,
  QueryHyperlinks,
  QueryFeatureCount,
  QueryFeatureIDs,
  QueryFeatureData,
  QueryFeatureCount2,
  QueryFeatureIDs2,
  QueryFeatureData2,
  QueryRowCount,
  QueryRowIDs,
  QueryData,
  QueryRelatedRecords,
  QueryRelatedRecords2,
  QueryDataStatistics,
  QueryRasterValue,
  QueryRasterValue2,
  QueryAttachmentInfos,
  QueryAttachmentInfos2,
  QueryAttachmentData,
  QueryAttachmentData2,
  QueryHTMLPopups,
  QueryHTMLPopups2,
  GetLegendInfo,
  GetLegendInfo2,
  GetDefaultLayerDrawingDescriptions,
  GenerateDataClasses,
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
} satisfies Handlers);
