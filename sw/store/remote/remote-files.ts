import type { RemoteFile } from '../../rows/manifest.ts';
import { type BlockHost, createBlockMemory, createBlockReader } from '../../rows/remote/block-reader.ts';
import type { FetchElsewhere } from '../../rows/remote/fetch-range.ts';
import { openHandles } from '../../rows/remote/local-handles.ts';
import { openFlatGeobuf } from '../../rows/remote/open-flatgeobuf.ts';
import { isLocal, sourceAddress } from '../../rows/remote/source-address.ts';
import { rasterOfTiles } from '../../service/elsewhere/raster-of-tiles.ts';
import { servesCache } from '../../service/elsewhere/serves-cache.ts';
import { openTilesElsewhere, type TilesElsewhere } from '../../service/elsewhere/tiles-elsewhere.ts';
import type { Connection } from '../open.ts';
import type { RemoteFiles, Store } from '../store.ts';
import { createBlocks } from './blocks.ts';

/** Addresses with what signs them, by the address without. They leave this browser in no package and no backup. */
const signedAddresses = 'remote-addresses';

type Settings = Pick<Store, 'setting' | 'changeSetting'>;

export function createRemoteFiles(
  connection: Connection,
  now: () => number,
  settings: Settings,
  fetchElsewhere: FetchElsewhere,
  databaseName: string,
): RemoteFiles {
  const blocks = createBlocks(connection, now, settings);
  const handles = openHandles(databaseName);
  const host: BlockHost = {
    fetchElsewhere,
    store: blocks,
    memory: createBlockMemory(),
    handleOf: handles.get,
    signedAddress: async (address) => {
      const known = (await settings.setting(signedAddresses)) as Readonly<Record<string, string>> | undefined;
      return (known && Object.hasOwn(known, address) && known[address]) || address;
    },
  };
  const archives = new Map<string, Promise<TilesElsewhere>>();
  const tiles = (file: RemoteFile): Promise<TilesElsewhere> => {
    const key = `${file.version} ${file.address}`;
    const archive = archives.get(key) ?? openTilesElsewhere(createBlockReader(file, host));
    archives.set(key, archive);
    // The next request tries again.
    archive.catch(() => archives.delete(key));
    return archive;
  };
  return {
    tilesOf: async (map, manifest, settings) =>
      servesCache(map, manifest, settings) ? tiles(manifest.remote!) : undefined,
    async raster(manifest, cache) {
      const remote = manifest.remote!;
      if (remote.format === 'pmtiles') return rasterOfTiles(manifest, await tiles(remote), cache);
      const { openTiff } = await import('../../service/tiff/open-tiff.ts');
      return openTiff(manifest, createBlockReader(remote, host), cache);
    },
    table: (manifest, cache) => openFlatGeobuf(manifest, createBlockReader(manifest.remote!, host), cache),
    addressOf: (text) => sourceAddress(text).address,
    use: blocks.use,
    setLimit: blocks.setLimit,
    forget: blocks.forget,
    dropHandles: handles.clear,
    drop: (address) => (isLocal(address) ? handles.forget(address) : blocks.forget(address)),
    async renew(text) {
      const { address, signedAddress } = sourceAddress(text);
      await settings.changeSetting<Record<string, string>>(signedAddresses, (known = {}) => ({
        ...known,
        [address]: signedAddress,
      }));
    },
  };
}
