import type { Value } from '../../../contract/index.ts';
import { handlers } from '../../../handlers/index.ts';
import { capabilityList, currentVersion, type RestCall, type RestResource } from '../call.ts';
import { extentJson, referenceJson, restWord } from '../json.ts';
import { layerTypeJson, serviceTime, supportedQueryFormats, tableEntry } from './layer-json.ts';

export const mapService: RestResource<'mapService'> = async (call) => {
  const MapName = call.map.Name;
  const { Result: about } = await handlers.GetServerInfo(call, { MapName });
  const { Result: limits } = await handlers.GetServiceConfigurationInfo(call, {});
  const tileInfo = await readTileInfo(call);
  return {
    currentVersion,
    ...(await readServiceDescription(call)),
    mapName: about.Name,
    description: about.Description,
    copyrightText: about.CopyrightText,
    supportsDynamicLayers: true,
    ...layerLists(call, about),
    spatialReference: referenceJson(about.SpatialReference),
    singleFusedMapCache: tileInfo !== undefined,
    tileInfo,
    initialExtent: extentJson(about.Extent),
    fullExtent: extentJson(about.FullExtent),
    minScale: tileInfo?.lods[0]?.scale ?? about.MinScale ?? 0,
    maxScale: tileInfo?.lods.at(-1)?.scale ?? about.MaxScale ?? 0,
    ...serviceTime(about),
    units: restWord(about.Units),
    supportedImageFormatTypes: findProperty(limits, 'SupportedImageFormatTypes'),
    capabilities: tileInfo ? `${capabilityList(call)},TileMap` : capabilityList(call),
    supportedQueryFormats,
    exportTilesAllowed: false,
    maxRecordCount: call.service.definition.limits.MaximumRecordCount,
    maxImageHeight: call.service.definition.limits.MaximumImageHeight,
    maxImageWidth: call.service.definition.limits.MaximumImageWidth,
    supportedExtensions: '',
    datumTransformations: [],
  };
};

export const featureService: RestResource<'featureService'> = async (call) => {
  const { Result: about } = await handlers.GetServerInfo(call, { MapName: call.map.Name });
  return {
    currentVersion,
    ...(await readServiceDescription(call)),
    hasVersionedData: false,
    supportsDisconnectedEditing: false,
    syncEnabled: false,
    supportedQueryFormats,
    maxRecordCount: call.service.definition.limits.MaximumRecordCount,
    capabilities: capabilityList(call),
    description: about.Description,
    copyrightText: about.CopyrightText,
    spatialReference: referenceJson(about.SpatialReference),
    initialExtent: extentJson(about.Extent),
    fullExtent: extentJson(about.FullExtent),
    ...serviceTime(about),
    allowGeometryUpdates: false,
    units: restWord(about.Units),
    ...layerLists(call, about),
    enableZDefaults: false,
    supportsApplyEditsWithGlobalIds: false,
    hasStaticData: true,
  };
};

/** Return the author's description of the whole service. */
async function readServiceDescription(call: RestCall) {
  const { Result } = await handlers.GetDocumentInfo(call, {});
  const documentInfo = Object.fromEntries(Result.PropertyArray.map(({ Key, Value }) => [Key, Value]));
  return { serviceDescription: documentInfo.Comments, documentInfo };
}

/** Return short lists of layers and tables, parents before children. A feature server has no rasters. */
function layerLists({ server }: RestCall, about: Value<'MapServerInfo'>) {
  const infos = (about.MapLayerInfos ?? []).filter(
    (info) => server === 'MapServer' || info.LayerType !== 'Raster Layer',
  );
  const described = new Map(
    about.DefaultMapDescription?.LayerDescriptions?.map((layerDescription) => [
      layerDescription.LayerID,
      layerDescription,
    ]),
  );
  return {
    layers: infos.map((info) => ({
      id: info.LayerID,
      name: info.Name,
      parentLayerId: info.ParentLayerID,
      defaultVisibility: described.get(info.LayerID)?.Visible ?? true,
      subLayerIds: info.IsComposite ? (info.SubLayerIDs ?? []) : null,
      minScale: info.MinScale,
      maxScale: info.MaxScale,
      ...layerTypeJson(info),
    })),
    tables: (about.StandaloneTableInfos ?? []).map(tableEntry),
  };
}

async function readTileInfo(call: RestCall) {
  const request = { MapName: call.map.Name };
  if (!(await handlers.HasSingleFusedMapCache(call, request)).Result) return undefined;
  const { Result: scheme } = await handlers.GetTileCacheInfo(call, request);
  const { Result: image } = await handlers.GetTileImageInfo(call, request);
  const origin = scheme.TileOrigin?.type === 'PointN' ? { x: scheme.TileOrigin.X, y: scheme.TileOrigin.Y } : undefined;
  return {
    rows: scheme.TileRows,
    cols: scheme.TileCols,
    dpi: scheme.DPI,
    format: image.CacheTileFormat,
    compressionQuality: image.CompressionQuality,
    origin,
    spatialReference: referenceJson(scheme.SpatialReference),
    lods: (scheme.LODInfos ?? []).map(({ LevelID, Scale, Resolution }) => ({
      level: LevelID,
      resolution: Resolution,
      scale: Scale,
    })),
  };
}

const findProperty = ({ PropertyArray }: Value<'PropertySet'>, key: string): unknown =>
  PropertyArray.find(({ Key }) => Key === key)?.Value;
