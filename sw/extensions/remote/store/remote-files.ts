import type { Fault } from '../../../contract/index.ts';
import { openFlatGeobuf } from '../../../formats/flatgeobuf/open-flatgeobuf.ts';
import { type RangeReader, sourceFault } from '../../../formats/reading/range-reader.ts';
import { sourceAddress } from '../../../formats/reading/source-address.ts';
import { type Extent, meets } from '../../../geometry/extent.ts';
import { type BatchCache, createBatchCache } from '../../../rows/batch-cache.ts';
import type { ByteRange, RemoteFile, RemoteSource, TableManifest } from '../../../rows/manifest.ts';
import type { Table } from '../../../rows/table.ts';
import { isLocal } from '../../../service/checks/local-address.ts';
import type { RasterManifest } from '../../../service/definition.ts';
import { type Raster, rasterLevelFor } from '../../../service/raster-source.ts';
import type { FetchRemote, RemoteParts } from '../../../store/open-store.ts';
import { allowedSources } from '../../../store/schema.ts';
import type { FileBlocks, RemoteFiles, Store } from '../../../store/store.ts';
import { type BlockHost, createBlockMemory, createBlockReader, forgetBlocks, listBlocks } from '../block-reader.ts';
import { rasterOfTiles } from '../raster-of-tiles.ts';
import { recordingReader } from '../recording-reader.ts';
import { openRemoteTiles, type RemoteTiles } from '../remote-tiles.ts';
import { servesCache } from '../serves-cache.ts';
import { createBlocks } from './blocks.ts';

/** Setting with signed addresses by their unsigned form. Packages and backups never include it. */
const signedAddresses = 'remote-addresses';

/** Create the storage of remote files. */
export function createRemoteFiles({
  connection,
  now,
  settings,
  fetchRemote,
  closeOpened,
  estimate,
}: RemoteParts): RemoteFiles {
  const blocks = createBlocks(connection, now, settings, estimate);
  const origins = createAllowedOrigins(settings, fetchRemote);
  const host: BlockHost = {
    fetchRemote: origins.fetch,
    store: blocks,
    memory: createBlockMemory(),
    signedAddress: async (address) => {
      const signedAddressByPlain = (await settings.setting(signedAddresses)) as
        | Readonly<Record<string, string>>
        | undefined;
      return (
        (signedAddressByPlain && Object.hasOwn(signedAddressByPlain, address) && signedAddressByPlain[address]) ||
        address
      );
    },
  };
  const read = (file: RemoteSource) => {
    if (isLocal(file.address)) throw noLonger(file.address, 'files on this computer are no longer read in place.');
    return createBlockReader(file, host);
  };
  const archives = new Map<string, Promise<RemoteTiles>>();
  const tiles = (file: RemoteFile): Promise<RemoteTiles> => {
    const key = `${file.version} ${file.address}`;
    const archive = archives.get(key) ?? openRemoteTiles(read(file));
    archives.set(key, archive);
    // Let the next request try again.
    archive.catch(() => archives.delete(key));
    return archive;
  };
  const forget = async (address: string): Promise<void> => {
    await blocks.forget(address);
    // Blocks and archives are also cached in memory.
    forgetBlocks(host.memory, address);
    archives.clear();
    closeOpened();
  };
  const openRaster = async (
    manifest: RasterManifest,
    cache: BatchCache,
    makeReader?: (file: RemoteSource) => RangeReader,
  ) => {
    const remote = manifest.remote!;
    if (remote.format === 'pmtiles') {
      const archive = await (makeReader ? openRemoteTiles(makeReader(remote)) : tiles(remote));
      return rasterOfTiles(manifest, archive, cache);
    }
    const { openTiff } = await import('../../../formats/tiff/open-tiff.ts');
    const open = makeReader ?? read;
    return openTiff(manifest, open(remote), cache, remote.overviews && open(remote.overviews));
  };
  const openTable = async (manifest: TableManifest, reader: RangeReader, cache: BatchCache) => {
    if (manifest.remote!.tiles)
      throw noLonger(manifest.remote!.address, 'vector tiles on other servers are no longer layers.');
    if (manifest.remote!.format === 'flatgeobuf') return openFlatGeobuf(manifest, reader, cache);
    const { openGeoParquet } = await import('../../../formats/parquet/open-geo-parquet.ts');
    return openGeoParquet(manifest, reader, cache);
  };
  /** Record the ranges that `note` reads, and return the blocks that contain them, by file. */
  const blocksRead = async (
    note: (readerOf: (file: RemoteSource) => RangeReader) => Promise<void>,
  ): Promise<FileBlocks[]> => {
    const rangesByFile: { file: RemoteSource; ranges: ByteRange[] }[] = [];
    await note((file) => {
      const ranges: ByteRange[] = [];
      rangesByFile.push({ file, ranges });
      return recordingReader(read(file), ranges);
    });
    return rangesByFile.map(({ file, ranges }) => ({ file, blocks: listBlocks(ranges, file.sizeBytes) }));
  };
  return {
    tilesOf: async (map, manifest, settings) =>
      servesCache(map, manifest, settings) ? tiles(manifest.remote!) : undefined,
    raster: (manifest, cache) => openRaster(manifest, cache),
    table: async (manifest, cache) => openTable(manifest, read(manifest.remote!), cache),
    blocksOfTable: (manifest, window) =>
      blocksRead(async (makeReader) => {
        const reader = makeReader(manifest.remote!);
        await readTableWindow(await openTable(manifest, reader, createBatchCache()), window);
      }),
    blocksOfRaster: (manifest, window, resolution) =>
      blocksRead(async (makeReader) =>
        readRasterWindow(await openRaster(manifest, createBatchCache(), makeReader), window, resolution),
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
      await settings.changeSetting<Record<string, string>>(signedAddresses, (storedAddresses = {}) => ({
        ...storedAddresses,
        [address]: signedAddress,
      }));
    },
  };
}

/** Create the fault for a layer that an earlier version published and that must be added again. */
const noLonger = (address: string, why: string): Fault =>
  sourceFault(address, 'no-longer', `${why} Add its data again.`);

/** Maximum number and bytes of tiles or batches that are read ahead together. */
const together = 32;
const bytesTogether = 16 * 1024 ** 2;

/** Read ahead the batches of a table in a window. @throws {Fault} as the methods of the table */
async function readTableWindow(table: Table, window: Extent): Promise<void> {
  const met = table.manifest.batches.flatMap(({ extent }, index) => (extent && meets(extent, window) ? [index] : []));
  const batchBytes = (table.manifest.remote?.sizeBytes ?? 0) / table.manifest.batches.length;
  const step = Math.max(1, Math.min(together, Math.floor(bytesTogether / batchBytes)));
  for (let start = 0; start < met.length; start += step) await table.readAhead?.(met.slice(start, start + step));
}

/**
 * Read ahead the tiles of a raster that images of a window need: the tiles of the level for `resolution` (units per
 * pixel) and of all coarser levels. @throws {Fault} as the methods of the raster
 */
async function readRasterWindow(raster: Raster, window: Extent, resolution: number): Promise<void> {
  const { extent, levels, tileSizePx } = raster.manifest;
  if (!meets(extent, window)) return;
  const [width, height] = [extent[2] - extent[0], extent[3] - extent[1]];
  for (let index = rasterLevelFor(raster.manifest, resolution); index < levels.length; index++) {
    const tileLevel = levels[index]!;
    const toTileIndex = (share: number, sidePx: number): number =>
      Math.floor((Math.min(1, Math.max(0, share)) * (sidePx - 1)) / tileSizePx);
    const [left, right] = [(window[0] - extent[0]) / width, (window[2] - extent[0]) / width];
    const [top, bottom] = [(extent[3] - window[3]) / height, (extent[3] - window[1]) / height];
    const tiles: [number, number][] = [];
    for (let row = toTileIndex(top, tileLevel.heightPx); row <= toTileIndex(bottom, tileLevel.heightPx); row++)
      for (let column = toTileIndex(left, tileLevel.widthPx); column <= toTileIndex(right, tileLevel.widthPx); column++)
        tiles.push([column, row]);
    for (let from = 0; from < tiles.length; from += together)
      await raster.readAhead?.(index, tiles.slice(from, from + together));
  }
}

/** Servers that the user has allowed in this browser. Imported files can't add servers. */
interface AllowedOrigins {
  /** Read the allowed origins, `https://host:port`. */
  list(): Promise<readonly string[]>;
  /** Store that the user has allowed the origin of an address. */
  allow(address: string): Promise<void>;
  /** Fetch from allowed origins. Other origins get no request; the fault is `source-failed`. */
  readonly fetch: FetchRemote;
}

/** Create the only access to other servers. */
function createAllowedOrigins(
  settings: Pick<Store, 'setting' | 'changeSetting'>,
  fetchRemote: FetchRemote,
): AllowedOrigins {
  const list = async () => ((await settings.setting(allowedSources)) as readonly string[] | undefined) ?? [];
  return {
    list,
    async allow(address) {
      const { origin } = new URL(address);
      await settings.changeSetting<readonly string[]>(allowedSources, (before = []) => [
        ...new Set([...before, origin]),
      ]);
    },
    async fetch(address, init) {
      const { origin } = new URL(address);
      if (!(await list()).includes(origin))
        throw sourceFault(
          address,
          'not-allowed',
          `requests to ${origin} aren't allowed yet. Allow them on the service's page.`,
        );
      // A no-cors request would follow redirects and return nothing readable.
      if (init.mode === 'no-cors') throw new TypeError('Only requests whose answer is read are sent.');
      return fetchRemote(address, init);
    },
  };
}
