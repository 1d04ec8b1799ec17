import type { Handler } from '../../handlers/call.ts';
import { getPublishedLayer, getPublishedMap } from '../../handlers/published.ts';
import { checkTree, fusedLayer } from '../tile-cache.ts';
import { cacheName, layerCacheInfos, tileCacheInfo, tileImageInfo } from './cache-values.ts';
import { requireCache, servingCache } from './read-tile.ts';

/** Check whether the map is served from a tile cache, fused or by layer. @throws {Fault} as `getPublishedMap` */
export const IsFixedScaleMap: Handler<'IsFixedScaleMap'> = async ({ context, service }, { MapName }) => {
  getPublishedMap(service, MapName);
  return { Result: (await servingCache(context, service, MapName)) !== undefined };
};

/**
 * Check for a cache of all layers. False for a map that isn't cached or is cached by layer. @throws {Fault} as
 * `getPublishedMap`
 */
export const HasSingleFusedMapCache: Handler<'HasSingleFusedMapCache'> = async ({ context, service }, { MapName }) => {
  getPublishedMap(service, MapName);
  return { Result: (await servingCache(context, service, MapName))?.settings.kind === 'fused' };
};

/**
 * Check for a cache of one layer. False in a fused cache. @throws {Fault} as `getPublishedMap` and `getPublishedLayer`
 */
export const HasLayerCache: Handler<'HasLayerCache'> = async ({ context, service }, { MapName, LayerID }) => {
  getPublishedLayer(getPublishedMap(service, MapName), LayerID);
  const cache = await servingCache(context, service, MapName);
  return { Result: cache?.settings.layers.includes(LayerID) ?? false };
};

/**
 * Return the tiling scheme of a map's cache.
 *
 * @throws {Fault} as `requireCache`, like the operations below
 */
export const GetTileCacheInfo: Handler<'GetTileCacheInfo'> = async (call, { MapName }) => ({
  Result: tileCacheInfo((await requireCache(call, MapName)).settings),
});

export const GetTileImageInfo: Handler<'GetTileImageInfo'> = async (call, { MapName }) => ({
  Result: tileImageInfo((await requireCache(call, MapName)).settings),
});

export const GetCacheControlInfo: Handler<'GetCacheControlInfo'> = async (call, { MapName }) => ({
  Result: { ClientCachingAllowed: (await requireCache(call, MapName)).settings.clientCaching },
});

/** Return how tiles are stored. Bundles have version 2, but old clients know only the name of version 1. */
export const GetCacheStorageInfo: Handler<'GetCacheStorageInfo'> = async (call, { MapName }) => {
  const isCompact = (await requireCache(call, MapName)).settings.storage === 'compact';
  return {
    Result: isCompact
      ? { StorageFormat: 'gisMapCacheStorageModeCompact', PacketSize: 128 }
      : { StorageFormat: 'gisMapCacheStorageModeExploded', PacketSize: 0 },
  };
};

/** Return the tiling scheme, image format, layers, client caching and kind of a map's cache in one response. */
export const GetCacheDescriptionInfo: Handler<'GetCacheDescriptionInfo'> = async (call, { MapName }) => {
  const cache = await requireCache(call, MapName);
  const { settings } = cache;
  return {
    Result: {
      TileCacheInfo: tileCacheInfo(settings),
      TileImageInfo: tileImageInfo(settings),
      LayerCacheInfos: layerCacheInfos(getPublishedMap(call.service, MapName), cache),
      CacheControlInfo: { ClientCachingAllowed: settings.clientCaching },
      ServiceType: settings.kind === 'fused' ? 'gisSingleFusedMapCache' : 'gisIndividualLayerCaches',
    },
  };
};

/** Return the folder name of a layer's cache. @throws {Fault} as `requireCache`, `getPublishedLayer` and `checkTree` */
export const GetCacheName: Handler<'GetCacheName'> = async (call, { MapName, LayerID }) => {
  const cache = await requireCache(call, MapName);
  const map = getPublishedMap(call.service, MapName);
  if (LayerID !== fusedLayer) getPublishedLayer(map, LayerID);
  return { Result: cacheName(map, checkTree(cache, LayerID)) };
};

/** Return the URL of the parent directory of the folder that GetCacheName returns. @throws {Fault} as `GetCacheName` */
export const GetVirtualCacheDirectory: Handler<'GetVirtualCacheDirectory'> = async (call, { MapName, LayerID }) => {
  const cache = await requireCache(call, MapName);
  if (LayerID !== fusedLayer) getPublishedLayer(getPublishedMap(call.service, MapName), LayerID);
  checkTree(cache, LayerID);
  const { origin, base } = call.context;
  const path = [...call.service.key.split('/'), MapName].map(encodeURIComponent).join('/');
  return { Result: `${origin}${base}cache/${path}` };
};
