import type { CacheMessage } from '../../../sw/contract/admin/cache-message.ts';
import { inPath } from '../../../sw/contract/in-path.ts';
import type { MapTiles } from '../../../sw/formats/tiles/tile-pyramid.ts';
import type { TileScheme } from '../../../sw/tiles/tile-scheme.ts';
import type { Target } from '../import/decided.ts';
import type { AskJson } from './ask-json.ts';

/**
 * Send a package to the server as the newest version of its service.
 *
 * @returns the key of the service
 * @throws {Fault} with the server's code and message; the services are unchanged then
 */
export const sendPackage = async (askJson: AskJson, body: Blob, signal?: AbortSignal): Promise<string> =>
  (await askJson<{ key: string }>('publish', 'admin/services', { method: 'POST', body, signal: signal ?? null })).key;

/**
 * Add the layers of a package to a service, or replace the data of one layer. On a fault nothing changes.
 *
 * @param version version of the service that the package was made for
 * @throws {Fault} `conflict` if the service has changed since then
 */
export async function sendLayers(
  askJson: AskJson,
  { service, layer, position }: Target,
  version: number,
  body: Blob,
  signal?: AbortSignal,
): Promise<void> {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  const where = layer ? `layer=${layer.id}` : `position=${position}`;
  const path = `admin/services/${inPath(service)}?version=${version}&id=${id}&${where}`;
  await askJson('edit', path, { method: 'POST', body, signal: signal ?? null });
}

/**
 * Store tiles of a file as the map cache of a service that was just published. On failure or cancellation a new service
 * is deleted, and an updated one has no cache.
 *
 * @param key key of the service; the cache belongs to its first map
 * @throws {Fault} with the server's code and message
 * @throws {DOMException} `AbortError` if the signal was aborted
 */
export async function sendTiles(
  askJson: AskJson,
  key: string,
  { scheme, archive }: MapTiles,
  { isNew, signal }: { readonly isNew: boolean; readonly signal?: AbortSignal },
): Promise<void> {
  const path = cachePath(key);
  try {
    await setUpCache(askJson, key, scheme, false);
    await askJson('import', `${path}?import=pmtiles`, { method: 'POST', body: archive, signal: signal ?? null });
  } catch (error) {
    const message: CacheMessage = { action: 'delete' };
    const undone = isNew
      ? askJson('remove', `admin/services/${inPath(key)}`, { method: 'DELETE' })
      : askJson('delete', path, { method: 'POST', body: JSON.stringify(message) });
    // Report the original error, not a failed cleanup.
    await undone.catch(() => undefined);
    throw error;
  }
}

const cachePath = (key: string): string => `admin/caches/${inPath(key)}`;

/**
 * Set up the cache of a service's first map, for tiles from another source.
 *
 * @param isOnDemand whether tiles are made on request
 */
export async function setUpCache(
  askJson: AskJson,
  key: string,
  scheme: TileScheme,
  isOnDemand: boolean,
): Promise<void> {
  const { reference, ...plan } = scheme;
  const message: CacheMessage = {
    action: 'settings',
    kind: 'fused',
    format: 'MIXED',
    storage: 'compact',
    onDemand: isOnDemand,
    scheme: { ...plan, wkid: reference.type === 'UnknownCoordinateSystem' ? undefined : reference.WKID },
  };
  await askJson('settings', cachePath(key), { method: 'POST', body: JSON.stringify(message) });
}
