import { Fault, quoteValue, unsupported, wrongValue } from '../../contract/index.ts';
import type { PmtilesTile } from '../../formats/tiles/pmtiles.ts';
import { readImages } from '../../formats/tiles/pmtiles-reader.ts';
import { minMax } from '../../geometry/min-max.ts';
import type { Call } from '../../handlers/call.ts';
import { getPublishedMap } from '../../handlers/published.ts';
import { unzip } from '../../service/package.ts';
import { getDrawnVersion } from '../../store/catalogue.ts';
import type { NewTile } from '../../store/tiles/tile-store.ts';
import { type BundleIndex, bundlePositions, readBundleIndex, sliceTile } from '../bundle.ts';
import { bundleSide } from '../tile-blocks.ts';
import { type CacheRecord, checkTree, tileType } from '../tile-cache.ts';
import { isWebMercator, requireTileLevel } from '../tile-scheme.ts';
import { cacheName } from './cache-values.ts';
import { checkSpace } from './space.ts';

interface BundleFile {
  readonly layer: number;
  readonly level: number;
  readonly row: number;
  readonly col: number;
  readonly blob: Blob;
  readonly index: BundleIndex;
}

/**
 * Import the bundles of a zip into a cache of the same scheme; outer folders are ignored. All files are checked before
 * the first is stored.
 *
 * @returns number of imported tiles
 * @throws {Fault} `bad-package` for files that aren't bundles of this layout, or for levels and folders that the cache
 * lacks; `no-space`, after which earlier bundles remain
 */
export async function importBundles(call: Call, cache: CacheRecord, zip: Blob): Promise<number> {
  const files: BundleFile[] = [];
  for (const [name, blob] of await unzip(zip)) {
    if (name.toLowerCase().endsWith('.bundle')) files.push(await bundleFile(call, cache, name, blob));
  }
  if (files.length === 0)
    throw wrongValue('bad-package', 'Zip', 'files such as _alllayers/L00/R0000C0000.bundle', 'nothing');
  let count = 0;
  for (const file of files) {
    await checkSpace(call.context.store.tiles);
    count += await storeBundle(call, cache, file);
    call.signal.throwIfAborted();
  }
  return count;
}

async function bundleFile(call: Call, cache: CacheRecord, name: string, blob: Blob): Promise<BundleFile> {
  const [, folder, digits, rowText, colText] =
    /(?:^|\/)([^/]+)\/L(\d{2})\/R([0-9a-f]{4,8})C([0-9a-f]{4,8})\.bundle$/i.exec(name) ?? [];
  const map = getPublishedMap(call.service, cache.map);
  const layer = cache.settings.layers.find((id) => cacheName(map, id) === folder);
  const path = name.slice(0, 100);
  if (!digits || layer === undefined) {
    const folders = cache.settings.layers.map((id) => cacheName(map, id)).join(', ');
    throw wrongValue('bad-package', 'Zip', `bundles such as L00/R0000C0000.bundle in ${folders}`, quoteValue(name));
  }
  const level = Number(digits);
  if (!cache.settings.scheme.levels.some((candidate) => candidate.level === level)) {
    throw wrongValue('bad-package', path, `a level of the cache's scheme`, `${level}`);
  }
  const row = Number.parseInt(rowText!, 16);
  const col = Number.parseInt(colText!, 16);
  if (row % bundleSide !== 0 || col % bundleSide !== 0) {
    throw wrongValue(
      'bad-package',
      path,
      `a row and column that are multiples of ${bundleSide}`,
      `row ${row}, column ${col}`,
    );
  }
  const index = await readBundleIndex(blob, path);
  const [first] = bundlePositions(index);
  if (first) {
    const head = new Uint8Array(
      await sliceTile(blob, index, ...first)!
        .slice(0, 16)
        .arrayBuffer(),
    );
    const type = tileType(head);
    if (!type.startsWith('image/')) throw wrongValue('bad-package', path, 'PNG or JPEG images', type);
  }
  return { layer, level, row, col, blob, index };
}

async function storeBundle({ context, service }: Call, cache: CacheRecord, file: BundleFile): Promise<number> {
  const { layer, level, row, col, blob, index } = file;
  const { tiles } = context.store;
  const tilePositions = bundlePositions(index);
  if (cache.settings.storage === 'compact') {
    await tiles.putBundle(cache, { layer, level, version: getDrawnVersion(service) }, row, col, { blob, ...index });
    return tilePositions.length;
  }
  for (let start = 0; start < tilePositions.length; start += tilesPerBatch) {
    const batch: NewTile[] = [];
    for (const [r, c] of tilePositions.slice(start, start + tilesPerBatch)) {
      batch.push({
        row: row + r,
        col: col + c,
        bytes: new Uint8Array(await sliceTile(blob, index, r, c)!.arrayBuffer()),
      });
    }
    await storeTiles(context.store.tiles, cache, layer, level, getDrawnVersion(service), batch);
  }
  return tilePositions.length;
}

const tilesPerBatch = 256;

/**
 * Import the tiles of a PMTiles archive into one tree of a Web Mercator cache.
 *
 * @returns number of imported tiles
 * @throws {Fault} faults of `readImages`; `not-supported` for another scheme; `bad-package` for levels that the scheme
 * lacks; `no-space`, after which earlier tiles remain
 */
export async function importPmtiles(call: Call, cache: CacheRecord, layer: number, archive: Blob): Promise<number> {
  const { scheme, storage } = cache.settings;
  checkTree(cache, layer);
  if (!isWebMercator(scheme)) {
    throw unsupported(`Map "${cache.map}": PMTiles`, "the cache's scheme isn't Web Mercator");
  }
  const images = await readImages(archive);
  const bundles = new Map<string, (PmtilesTile & { readonly bytes: Blob })[]>();
  for (const tile of images.tiles) {
    if (!scheme.levels.some(({ level }) => level === tile.level)) {
      throw wrongValue('bad-package', 'PMTiles', `levels of the cache's scheme`, `${tile.level}`);
    }
    const key = [tile.level, Math.floor(tile.row / bundleSide), Math.floor(tile.col / bundleSide)].join('/');
    const others = bundles.get(key);
    if (others) others.push(tile);
    else bundles.set(key, [tile]);
  }
  const { tiles } = call.context.store;
  for (const bundleTiles of bundles.values()) {
    const { level, row, col } = bundleTiles[0]!;
    requireTileLevel(scheme, level);
    for (let start = 0; start < bundleTiles.length; start += tilesPerBatch) {
      await checkSpace(tiles);
      call.signal.throwIfAborted();
      const chunk = bundleTiles.slice(start, start + tilesPerBatch);
      const read = await Promise.all(
        chunk.map(async (tile) => ({
          row: tile.row,
          col: tile.col,
          bytes: new Uint8Array(await tile.bytes.arrayBuffer()),
        })),
      );
      await storeTiles(tiles, cache, layer, level, getDrawnVersion(call.service), read);
    }
    if (storage === 'compact') {
      await tiles.seal(cache, layer, level, row - (row % bundleSide), col - (col % bundleSide));
    }
  }
  return images.tiles.length;
}

async function storeTiles(
  tiles: Call['context']['store']['tiles'],
  cache: CacheRecord,
  layer: number,
  level: number,
  version: number,
  batch: readonly NewTile[],
): Promise<void> {
  const [rowMin, rowMax] = minMax(batch.map(({ row }) => row));
  const [colMin, colMax] = minMax(batch.map(({ col }) => col));
  const range = { rowMin, rowMax, colMin, colMax };
  const stored = await tiles.save(cache, { layer, level, range, version }, batch);
  if (!stored)
    throw new Fault('conflict', `Map "${cache.map}": the cache changed during the import. Import the file again.`);
}
