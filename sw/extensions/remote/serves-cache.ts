import type { MapDefinition, RasterManifest } from '../../service/definition.ts';
import { defaultRasterDrawing } from '../../service/raster-drawing.ts';
import type { CacheSettings } from '../../tiles/tile-cache.ts';
import { isWebMercator } from '../../tiles/tile-scheme.ts';

/** Whether the tiles of an archive elsewhere are those of a cache as they are: the map shows it alone, and as it is. */
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
