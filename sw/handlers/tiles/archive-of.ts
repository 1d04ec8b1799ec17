import type { TilesElsewhere } from '../../service/elsewhere/tiles-elsewhere.ts';
import { defaultRasterDrawing } from '../../service/raster-drawing.ts';
import type { CacheRecord } from '../../tiles/tile-cache.ts';
import { isWebMercator } from '../../tiles/tile-scheme.ts';
import type { Call } from '../call.ts';
import { publishedMap } from '../published.ts';

/**
 * Open the archive elsewhere whose tiles are those of a cache as they are: the map shows it alone, and as it is.
 *
 * @returns undefined for all other caches
 * @throws {Fault} `source-failed`
 */
export async function archiveOf(
  { context, service }: Call,
  { map, settings }: CacheRecord,
): Promise<TilesElsewhere | undefined> {
  const { layers, BackgroundSymbol } = publishedMap(service, map);
  const [layer] = layers;
  const manifest = layer?.raster === undefined ? undefined : service.definition.rasters?.[layer.raster];
  if (manifest?.remote?.format !== 'pmtiles') return undefined;
  const isAlone = layers.length === 1 && layer!.Visible && !BackgroundSymbol && settings.kind === 'fused';
  const isPlain = JSON.stringify(layer!.rasterDrawing) === JSON.stringify(defaultRasterDrawing(manifest));
  const isInScheme = isWebMercator(settings.scheme) && settings.scheme.tileCols === manifest.tileSizePx;
  if (!isAlone || !isPlain || !isInScheme) return undefined;
  return (await context.store.remoteFiles()).tiles(manifest.remote);
}
