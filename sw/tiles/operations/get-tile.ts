import { badValue, quoteValue, wrongValue } from '../../contract/index.ts';
import type { Call, Handler } from '../../handlers/call.ts';
import { getPublishedLayer, getPublishedMap } from '../../handlers/published.ts';
import { type CacheRecord, fusedLayer, tileFormats, tileType } from '../tile-cache.ts';
import { readTile, requireCache } from './read-tile.ts';

/**
 * Return one tile of the cache of all layers.
 *
 * @throws {Fault} `unknown-map`; `not-found` when the map has no such cache or the tile doesn't exist; `bad-value` for
 * a level, row or column out of range or an unknown format; `not-supported` for a format that the cache doesn't have
 */
export const GetMapTile: Handler<'GetMapTile'> = async (call, { MapName, Level, Row, Column, Format }) => {
  const cache = await requireCache(call, MapName);
  const position = { layer: fusedLayer, level: Level, row: Row, col: Column };
  return { Result: await readTileAs(call, cache, position, Format, 'GetMapTile') };
};

/**
 * Return one tile of the cache of one layer. @throws {Fault} as `GetMapTile`, and `unknown-layer` for a layer that the
 * map lacks
 */
export const GetLayerTile: Handler<'GetLayerTile'> = async (call, { MapName, LayerID, Level, Row, Column, Format }) => {
  const cache = await requireCache(call, MapName);
  getPublishedLayer(getPublishedMap(call.service, MapName), LayerID);
  const position = { layer: LayerID, level: Level, row: Row, col: Column };
  return { Result: await readTileAs(call, cache, position, Format, 'GetLayerTile') };
};

async function readTileAs(
  call: Call,
  cache: CacheRecord,
  position: { layer: number; level: number; row: number; col: number },
  format: string | undefined,
  path: string,
): Promise<Uint8Array> {
  const requested = getRequestedType(format, cache, `${path}.Format`);
  const bytes = await readTile(call, cache, position, path);
  const actualType = tileType(bytes);
  if (!requested || requested === actualType) return bytes;
  const expected =
    cache.settings.format === 'MIXED' ? `${actualType} like this tile of a MIXED cache` : cache.settings.format;
  throw wrongValue('not-supported', `${path}.Format`, expected, quoteValue(format));
}

const typesByName: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['image/png', 'image/png'],
  ['image/jpeg', 'image/jpeg'],
]);

/**
 * Parse a format given as a file extension, a MIME type or a name of the contract.
 *
 * @returns the MIME type that a tile must have; undefined for the format of the cache; the name of another kind of PNG,
 * which matches no tile
 */
function getRequestedType(format: string | undefined, { settings }: CacheRecord, path: string): string | undefined {
  const name = (format ?? '')
    .trim()
    .toLowerCase()
    .replace(/^\./, '')
    .replace(/^(gis|esri)image/, '');
  if (name === '' || name === settings.format.toLowerCase()) return undefined;
  // A kind of PNG must be the cache's kind; in a MIXED cache, PNG32 means the transparent tiles.
  if (/^png(8|24|32)$/.test(name)) return name === 'png32' && settings.format === 'MIXED' ? 'image/png' : name;
  const type = typesByName.get(name);
  if (type) return type;
  const expected = `png, jpg or one of ${tileFormats.join(', ')}`;
  throw badValue(path, expected, format);
}
