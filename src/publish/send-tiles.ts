import type { CacheMessage } from '../../sw/contract/admin/cache-message.ts';
import type { MapTiles } from '../../sw/formats/tiles/tile-pyramid.ts';
import type { TileScheme } from '../../sw/tiles/tile-scheme.ts';
import { askJson, inPath } from '../connection/call.ts';
import { removeService } from '../connection/catalogue.ts';

/**
 * Make tiles that came with a file the cache of the map of a service that was just published. Where that fails or is cancelled,
 * nothing of it stays: a new service is removed, one with new data has no cache.
 *
 * @param key of the service, whose first map gets them
 * @throws {Fault} as the server says
 * @throws {DOMException} `AbortError` when the signal said so
 */
export async function sendTiles(
  key: string,
  { scheme, archive }: MapTiles,
  { isNew, signal }: { readonly isNew: boolean; readonly signal?: AbortSignal },
): Promise<void> {
  const path = pathOf(key);
  try {
    await setUpCache(key, scheme, false);
    await askJson('import', `${path}?import=pmtiles`, { method: 'POST', body: archive, signal: signal ?? null });
  } catch (error) {
    const message: CacheMessage = { action: 'delete' };
    const undone = isNew
      ? removeService(key)
      : askJson('delete', path, { method: 'POST', body: JSON.stringify(message) });
    // Why there are no tiles is what counts.
    await undone.catch(() => undefined);
    throw error;
  }
}

const pathOf = (key: string): string => `admin/caches/${inPath(key)}`;

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
  await askJson('settings', pathOf(key), { method: 'POST', body: JSON.stringify(message) });
}
