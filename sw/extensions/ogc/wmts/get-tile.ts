import { handlers } from '../../../handlers/index.ts';
import { cachedRange } from '../../../tiles/operations/cached-extent.ts';
import { requireCache } from '../../../tiles/operations/read-tile.ts';
import { tileType } from '../../../tiles/tile-cache.ts';
import { type OgcResource, typed } from '../call.ts';
import type { wmtsRows } from '../contract/wmts.ts';
import { badParameter } from '../read-parameters.ts';
import { matrixSet, onlyStyle, tileTypesOf } from './capabilities.ts';

/**
 * Get a tile of the cache.
 *
 * @throws {Fault} `bad-value` for another layer, style, format, matrix set or level, or a tile outside of it; `not-found`
 *   for one that is not there
 */
export const getTile: OgcResource<(typeof wmtsRows)['GetTile']> = async (call, values) => {
  const { layer, style, format, tilematrixset, tilematrix, tilerow, tilecol } = values;
  const MapName = call.map.Name;
  const cache = await requireCache(call, MapName);
  if (layer !== MapName) throw badParameter('LAYER', MapName, layer);
  if (style !== onlyStyle) throw badParameter('STYLE', onlyStyle, style);
  if (tilematrixset !== matrixSet) throw badParameter('TILEMATRIXSET', matrixSet, tilematrixset);
  const types = tileTypesOf(cache);
  if (format !== undefined && !types.includes(format)) throw badParameter('FORMAT', types.join(' or '), format);
  const { levels } = cache.settings.scheme;
  const found = levels.find(({ level }) => String(level) === tilematrix);
  if (!found) throw badParameter('TILEMATRIX', `one of ${levels.map(({ level }) => level).join(', ')}`, tilematrix);
  const { rowMin, rowMax, colMin, colMax } = await cachedRange(call, call.map, cache.settings.scheme, found);
  for (const [name, number, first, last] of [
    ['TILEROW', tilerow, rowMin, rowMax],
    ['TILECOL', tilecol, colMin, colMax],
  ] as const)
    if (!(number >= first && number <= last))
      throw badParameter(name, `${first} to ${last}`, String(number), 'TileOutOfRange');
  const request = { MapName, Level: found.level, Row: tilerow, Column: tilecol, Format: '' };
  const { Result } = await handlers.GetMapTile(call, request);
  return typed(Result as Uint8Array<ArrayBuffer>, tileType(Result));
};
