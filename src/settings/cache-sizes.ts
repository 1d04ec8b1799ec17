import type { ServiceSummary } from '../../sw/service/service-summary.ts';
import type { ServiceCaches } from '../../sw/tiles/tile-state.ts';
import { askJson, inPath } from '../connection/call.ts';
import { useRead } from '../parts/use-read.ts';

interface CacheSize {
  readonly tiles: number;
  readonly bytes: number;
}

/** The sizes of the tile caches by service; services without a cache are left out. */
export function useCacheSizes(services: readonly ServiceSummary[]): ReadonlyMap<string, CacheSize> {
  const key = services.map(({ name, version }) => `${name} ${version}`).join('\n');
  const { value } = useRead(
    'sizes',
    async () => {
      // A service whose caches cannot be read is listed without their size.
      const all = services.map(async ({ name }) => [name, await sizeOf(name).catch(() => undefined)] as const);
      return new Map((await Promise.all(all)).filter((entry): entry is [string, CacheSize] => entry[1] !== undefined));
    },
    { again: [key] },
  );
  return value ?? new Map();
}

async function sizeOf(service: string): Promise<CacheSize | undefined> {
  const { caches } = await askJson<ServiceCaches>('caches', `admin/caches/${inPath(service)}`);
  if (caches.length === 0) return undefined;
  return {
    tiles: caches.reduce((sum, { tiles }) => sum + tiles, 0),
    bytes: caches.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
