import type { Call } from '../../handlers/call.ts';
import { publishedMap } from '../../handlers/published.ts';
import type { RemoteTiles } from '../../store/store.ts';
import type { CacheRecord } from '../tile-cache.ts';

/**
 * Open the archive elsewhere whose tiles are those of a cache as they are.
 *
 * @returns undefined for all other caches
 * @throws {Fault} `source-failed`
 */
export async function archiveOf(
  { context, service }: Call,
  { map: name, settings }: CacheRecord,
): Promise<RemoteTiles | undefined> {
  const map = publishedMap(service, name);
  const manifest = service.definition.rasters?.[map.layers[0]?.raster ?? ''];
  if (manifest?.remote?.format !== 'pmtiles') return undefined;
  return (await context.store.remoteFiles()).tilesOf(map, manifest, settings);
}
