import type { Fault } from '../../../contract/index.ts';
import { openFlatGeobuf } from '../../../formats/flatgeobuf/open-flatgeobuf.ts';
import { type RangeReader, sourceFault } from '../../../formats/reading/range-reader.ts';
import { sourceAddress } from '../../../formats/reading/source-address.ts';
import { type BatchCache, createBatchCache } from '../../../rows/batch-cache.ts';
import type { ByteRange, FileElsewhere, RemoteFile, TableManifest } from '../../../rows/manifest.ts';
import { isLocal } from '../../../service/checks/local-address.ts';
import type { RasterManifest } from '../../../service/definition.ts';
import type { RemoteParts } from '../../../store/open-store.ts';
import type { FileBlocks, RemoteFiles } from '../../../store/store.ts';
import { type BlockHost, blocksOf, createBlockMemory, createBlockReader, forgetBlocks } from '../block-reader.ts';
import { rasterOfTiles } from '../raster-of-tiles.ts';
import { recordingReader } from '../recording-reader.ts';
import { openTilesElsewhere, type TilesElsewhere } from '../remote-tiles.ts';
import { servesCache } from '../serves-cache.ts';
import { createAllowedOrigins } from './allowed-origins.ts';
import { createBlocks } from './blocks.ts';
import { readRasterWindow, readTableWindow } from './read-window.ts';

/** Addresses with what signs them, by the address without. They leave this browser in no package and no backup. */
const signedAddresses = 'remote-addresses';

/** Make the storage of remote files. */
export function createRemoteFiles({
  connection,
  now,
  settings,
  fetchElsewhere,
  closeOpened,
  estimate,
}: RemoteParts): RemoteFiles {
  const blocks = createBlocks(connection, now, settings, estimate);
  const origins = createAllowedOrigins(settings, fetchElsewhere);
  const host: BlockHost = {
    fetchElsewhere: origins.fetch,
    store: blocks,
    memory: createBlockMemory(),
    signedAddress: async (address) => {
      const known = (await settings.setting(signedAddresses)) as Readonly<Record<string, string>> | undefined;
      return (known && Object.hasOwn(known, address) && known[address]) || address;
    },
  };
  const read = (file: FileElsewhere) => {
    if (isLocal(file.address)) throw noLonger(file.address, 'files on this computer are no longer read in place.');
    return createBlockReader(file, host);
  };
  const archives = new Map<string, Promise<TilesElsewhere>>();
  const tiles = (file: RemoteFile): Promise<TilesElsewhere> => {
    const key = `${file.version} ${file.address}`;
    const archive = archives.get(key) ?? openTilesElsewhere(read(file));
    archives.set(key, archive);
    // The next request tries again.
    archive.catch(() => archives.delete(key));
    return archive;
  };
  const forget = async (address: string): Promise<void> => {
    await blocks.forget(address);
    // What was read of them is in memory too.
    forgetBlocks(host.memory, address);
    archives.clear();
    closeOpened();
  };
  const openRaster = async (
    manifest: RasterManifest,
    cache: BatchCache,
    readerOf?: (file: FileElsewhere) => RangeReader,
  ) => {
    const remote = manifest.remote!;
    if (remote.format === 'pmtiles') {
      const archive = await (readerOf ? openTilesElsewhere(readerOf(remote)) : tiles(remote));
      return rasterOfTiles(manifest, archive, cache);
    }
    const { openTiff } = await import('../../../formats/tiff/open-tiff.ts');
    const open = readerOf ?? read;
    return openTiff(manifest, open(remote), cache, remote.overviews && open(remote.overviews));
  };
  const openTable = async (manifest: TableManifest, reader: RangeReader, cache: BatchCache) => {
    if (manifest.remote!.tiles)
      throw noLonger(manifest.remote!.address, 'vector tiles on other servers are no longer layers.');
    if (manifest.remote!.format === 'flatgeobuf') return openFlatGeobuf(manifest, reader, cache);
    const { openGeoParquet } = await import('../../../formats/parquet/open-geo-parquet.ts');
    return openGeoParquet(manifest, reader, cache);
  };
  /** Blocks that are read by a reader of a file. */
  const blocksRead = async (
    note: (readerOf: (file: FileElsewhere) => RangeReader) => Promise<void>,
  ): Promise<FileBlocks[]> => {
    const found: { file: FileElsewhere; ranges: ByteRange[] }[] = [];
    await note((file) => {
      const ranges: ByteRange[] = [];
      found.push({ file, ranges });
      return recordingReader(read(file), ranges);
    });
    return found.map(({ file, ranges }) => ({ file, blocks: blocksOf(ranges, file.sizeBytes) }));
  };
  return {
    tilesOf: async (map, manifest, settings) =>
      servesCache(map, manifest, settings) ? tiles(manifest.remote!) : undefined,
    raster: (manifest, cache) => openRaster(manifest, cache),
    table: async (manifest, cache) => openTable(manifest, read(manifest.remote!), cache),
    blocksOfTable: (manifest, window) =>
      blocksRead(async (readerOf) => {
        const reader = readerOf(manifest.remote!);
        await readTableWindow(await openTable(manifest, reader, createBatchCache()), window);
      }),
    blocksOfRaster: (manifest, window, resolution) =>
      blocksRead(async (readerOf) =>
        readRasterWindow(await openRaster(manifest, createBatchCache(), readerOf), window, resolution),
      ),
    storedBlocks: ({ address, version }) => blocks.stored(address, version),
    async pin(file, numbers) {
      const loaded = await read(file).load(numbers);
      await blocks.pin(file.address, file.version, loaded);
    },
    unpin: blocks.unpin,
    addressOf: (text) => sourceAddress(text).address,
    use: blocks.use,
    setLimit: blocks.setLimit,
    isAllowed: async (address) => (await origins.list()).includes(new URL(address).origin),
    allow: origins.allow,
    forget,
    async renew(text) {
      const { address, signedAddress } = sourceAddress(text);
      await settings.changeSetting<Record<string, string>>(signedAddresses, (known = {}) => ({
        ...known,
        [address]: signedAddress,
      }));
    },
  };
}

/** A layer that an earlier version published, of what is copied by now. */
const noLonger = (address: string, why: string): Fault =>
  sourceFault(address, 'no-longer', `${why} Add its data again.`);
