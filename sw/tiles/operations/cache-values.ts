import type { Value } from '../../contract/index.ts';
import type { MapDefinition } from '../../service/definition.ts';
import { type CacheRecord, type CacheSettings, fusedLayer } from '../tile-cache.ts';

export function tileCacheInfo({ scheme }: CacheSettings): Value<'TileCacheInfo'> {
  const { reference, origin, tileCols, tileRows, dpi, levels } = scheme;
  return {
    SpatialReference: reference,
    TileOrigin: { type: 'PointN', X: origin[0], Y: origin[1], SpatialReference: reference },
    TileCols: tileCols,
    TileRows: tileRows,
    DPI: Math.round(dpi),
    LODInfos: levels.map(({ level, resolution, scale }) => ({ LevelID: level, Scale: scale, Resolution: resolution })),
    PreciseDPI: dpi,
  };
}

/** Return the format of the tile images; edges are always antialiased. */
export function tileImageInfo({ format, quality }: CacheSettings): Value<'TileImageInfo'> {
  const isJpeg = format === 'JPEG' || format === 'MIXED';
  return { CacheTileFormat: format, CompressionQuality: isJpeg ? quality : 0, Antialiasing: 'true' };
}

/** Return which layers have their own cache. */
export function layerCacheInfos(map: MapDefinition, { settings }: CacheRecord): Value<'LayerCacheInfo'>[] {
  return map.layers.map(({ LayerID }) => ({ LayerID, HasCache: settings.layers.includes(LayerID) }));
}

/** Return the folder name of a tree: the layer's name with unsafe characters replaced. */
export function cacheName(map: MapDefinition, layer: number): string {
  if (layer === fusedLayer) return '_alllayers';
  const name = makeLayerFileName(map, layer);
  const isDuplicate = map.layers.some(({ LayerID }) => LayerID !== layer && makeLayerFileName(map, LayerID) === name);
  return isDuplicate || name === '_alllayers' ? `${name}_${layer}` : name;
}

const makeLayerFileName = (map: MapDefinition, layer: number): string =>
  (map.layers[layer]?.Name ?? '').normalize('NFC').replaceAll(/[^\p{L}\p{N}_-]+/gu, '_') || '_';
