import type { CacheMessage } from '../../sw/contract/admin/cache-message.ts';
import type { TileScheme } from '../../sw/tiles/tile-scheme.ts';
import { askJson, inPath } from '../connection/call.ts';
import type { MapTiles } from '../publisher/raster/tile-pyramid.ts';

/**
 * Make tiles that came with a file the cache of the map of a service.
 *
 * @param key of the service, whose first map gets them
 * @throws {Fault} as the server says; `no-space` leaves the tiles that were stored before
 */
export async function sendTiles(key: string, { scheme, archive }: MapTiles): Promise<void> {
  await setUpCache(key, scheme, false);
  await askJson('import', `admin/caches/${inPath(key)}?import=pmtiles`, { method: 'POST', body: archive });
}

/**
 * Set up the cache of the first map of a service, for tiles that were made elsewhere.
 *
 * @param isOnDemand tiles come when they are requested
 */
export async function setUpCache(key: string, scheme: TileScheme, isOnDemand: boolean): Promise<void> {
  const { reference, ...plan } = scheme;
  const message: CacheMessage = {
    action: 'settings',
    kind: 'fused',
    format: 'MIXED',
    storage: 'compact',
    onDemand: isOnDemand,
    scheme: { ...plan, wkid: reference.type === 'UnknownCoordinateSystem' ? undefined : reference.WKID },
  };
  await askJson('settings', `admin/caches/${inPath(key)}`, { method: 'POST', body: JSON.stringify(message) });
}
