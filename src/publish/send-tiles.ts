import type { CacheMessage } from '../../sw/contract/admin/cache-message.ts';
import { askJson, inPath } from '../connection/call.ts';
import type { MapTiles } from '../publisher/raster/tile-pyramid.ts';

/**
 * Make tiles that came with a file the cache of the map of a service.
 *
 * @param key of the service, whose first map gets them
 * @throws {Fault} as the server says; `no-space` leaves the tiles that were stored before
 */
export async function sendTiles(key: string, { scheme, archive }: MapTiles): Promise<void> {
  const path = `admin/caches/${inPath(key)}`;
  const { reference, ...plan } = scheme;
  const message: CacheMessage = {
    action: 'settings',
    kind: 'fused',
    format: 'MIXED',
    storage: 'compact',
    onDemand: false,
    scheme: { ...plan, wkid: reference.type === 'UnknownCoordinateSystem' ? undefined : reference.WKID },
  };
  await askJson('settings', path, { method: 'POST', body: JSON.stringify(message) });
  await askJson('import', `${path}?import=pmtiles`, { method: 'POST', body: archive });
}
