import type { Context } from '../../context.ts';
import { Fault, wrongValue } from '../../contract/index.ts';
import { type Call, createCall } from '../../handlers/call.ts';
import { getPublishedMap } from '../../handlers/published.ts';
import { getDrawnVersion } from '../../store/catalogue.ts';
import type { RemoteTiles, ServiceRecord } from '../../store/store.ts';
import { blockAt, blockSide } from '../tile-blocks.ts';
import { type CacheRecord, checkTree, isServing, type TilePosition } from '../tile-cache.ts';
import { containsTile, requireTileLevel } from '../tile-scheme.ts';
import { computeCacheRange } from './cache-extent.ts';
import { drawBlock } from './draw-block.ts';
import { checkSpace } from './space.ts';

/** Return the cache that serves a map; undefined if the map is drawn for each request. */
export async function servingCache(
  context: Context,
  service: ServiceRecord,
  map: string,
): Promise<CacheRecord | undefined> {
  const cache = await context.store.tiles.cache(service.key, map);
  return cache && isServing(cache) ? cache : undefined;
}

/**
 * Return the cache that serves a map.
 *
 * @throws {Fault} `unknown-map` when the service has no such map; `not-found` when the map isn't cached
 */
export async function requireCache({ context, service }: Call, map: string): Promise<CacheRecord> {
  getPublishedMap(service, map);
  const cache = await servingCache(context, service, map);
  if (cache) return cache;
  throw new Fault('not-found', `Map "${map}" has no cache.`, { map });
}

/** Blocks that are being drawn for requested tiles. */
const drawing = new WeakMap<Context['store'], Map<string, Promise<void>>>();

/**
 * Read a tile. An on-demand cache draws and stores missing tiles with their neighbors. Tiles of a remote archive are
 * returned unchanged.
 *
 * @param path of the numbers, for messages
 * @throws {Fault} `bad-value` for a level that the scheme lacks and for negative numbers; `not-found` when the tile
 *   doesn't exist or the layer has no cache; `no-space` when a drawn tile can't be stored; `source-failed` when a
 *   remote archive can't be read
 */
export async function readTile(
  call: Call,
  cache: CacheRecord,
  position: TilePosition,
  path: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { scheme, onDemand } = cache.settings;
  checkTree(cache, position.layer);
  const level = requireTileLevel(scheme, position.level, `${path}.Level`);
  for (const [name, number] of [
    ['Row', position.row],
    ['Column', position.col],
  ] as const) {
    if (!(Number.isInteger(number) && number >= 0)) {
      throw wrongValue('bad-value', `${path}.${name}`, 'a whole number ≥ 0', `${number}`);
    }
  }
  const { tiles } = call.context.store;
  const storedTile = await tiles.tile(cache, position);
  if (storedTile) return storedTile;
  const archive = await openArchive(call, cache);
  if (archive) {
    const stored = await archive.tile(position);
    if (stored) return stored;
    throw unavailableFault(position);
  }
  const range = await computeCacheRange(call, getPublishedMap(call.service, cache.map), scheme, level);
  if (onDemand && containsTile(range, position.row, position.col)) {
    const newTile = await makeTile(call, cache, position);
    if (newTile) return newTile;
  }
  throw unavailableFault(position);
}

const unavailableFault = (position: TilePosition): Fault =>
  new Fault('not-found', `Tile not available: level ${position.level}, row ${position.row}, column ${position.col}.`, {
    ...position,
  });

async function makeTile(
  call: Call,
  cache: CacheRecord,
  position: TilePosition,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { context } = call;
  const side = blockSide(Math.max(cache.settings.scheme.tileCols, cache.settings.scheme.tileRows));
  const key = [
    cache.id,
    position.layer,
    position.level,
    Math.floor(position.row / side),
    Math.floor(position.col / side),
  ].join('/');
  const running = drawing.get(context.store) ?? new Map<string, Promise<void>>();
  drawing.set(context.store, running);
  let block = running.get(key);
  if (!block) {
    // Several clients may wait for the same block, so aborting the first request must not end it.
    block = makeBlock(createCall(context, call.service, new AbortController().signal), cache, position, side).finally(
      () => running.delete(key),
    );
    running.set(key, block);
  }
  await block;
  return context.store.tiles.tile(cache, position);
}

async function makeBlock(
  call: Call,
  cache: CacheRecord,
  { layer, level, row, col }: TilePosition,
  side: number,
): Promise<void> {
  const { scheme } = cache.settings;
  const map = getPublishedMap(call.service, cache.map);
  const range = await computeCacheRange(call, map, scheme, requireTileLevel(scheme, level));
  const whole = {
    rowMin: row - (row % side),
    rowMax: row - (row % side) + side - 1,
    colMin: col - (col % side),
    colMax: col - (col % side) + side - 1,
  };
  const inside = {
    rowMin: Math.max(whole.rowMin, range.rowMin),
    rowMax: Math.min(whole.rowMax, range.rowMax),
    colMin: Math.max(whole.colMin, range.colMin),
    colMax: Math.min(whole.colMax, range.colMax),
  };
  const block = blockAt(inside, side, 0)!;
  const { tiles } = call.context.store;
  await checkSpace(tiles);
  const present = await tiles.present(cache, layer, level, inside);
  const blockTiles = await drawBlock(call, { map: cache.map, settings: cache.settings, layer, level, ...block });
  const missing = blockTiles.filter((tile) => !present.has(`${tile.row}/${tile.col}`));
  await tiles.save(cache, { layer, level, range: inside, version: getDrawnVersion(call.service) }, missing);
}

/**
 * Open the remote archive whose tiles a cache returns unchanged.
 *
 * @returns undefined for other caches
 * @throws {Fault} `source-failed` when the archive can't be read
 */
export async function openArchive(
  { context, service }: Call,
  { map: name, settings }: CacheRecord,
): Promise<RemoteTiles | undefined> {
  const map = getPublishedMap(service, name);
  const manifest = service.definition.rasters?.[map.layers[0]?.raster ?? ''];
  if (manifest?.remote?.format !== 'pmtiles') return undefined;
  return (await context.store.remoteFiles()).tilesOf(map, manifest, settings);
}
