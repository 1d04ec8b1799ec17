import type { MapDefinition, RasterManifest } from '../../service/definition.ts';
import { defaultRasterDrawing } from '../../service/raster-drawing.ts';
import type { CacheSettings } from '../../tiles/tile-cache.ts';
import { isWebMercator } from '../../tiles/tile-scheme.ts';

/**
 * Check whether a cache can serve the tiles of a remote archive unchanged: the map shows only that archive, in its
 * original form.
 */
export function servesCache(
  { layers, BackgroundSymbol }: MapDefinition,
  manifest: RasterManifest,
  { kind, scheme }: CacheSettings,
): boolean {
  const [layer] = layers;
  const isAlone = layers.length === 1 && layer!.Visible && !BackgroundSymbol && kind === 'fused';
  const isPlain = JSON.stringify(layer?.rasterDrawing) === JSON.stringify(defaultRasterDrawing(manifest));
  return isAlone && isPlain && isWebMercator(scheme) && scheme.tileCols === manifest.tileSizePx;
}
