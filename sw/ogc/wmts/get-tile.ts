import { Fault } from '../../contract/index.ts';
import type { wmtsRows } from '../../contract/ogc/wmts.ts';
import { handlers } from '../../handlers/index.ts';
import { requireCache } from '../../handlers/tiles/read-tile.ts';
import { tileType } from '../../tiles/tile-cache.ts';
import { type OgcResource, typed } from '../call.ts';
import { badParameter } from '../read-parameters.ts';
import { matrixSet, onlyStyle, tileTypeOf } from './capabilities.ts';

/**
 * Get a tile of the cache.
 *
 * @throws {Fault} `bad-value` for another layer, style, format, matrix set or level; `not-found` for a tile that is not there
 */
export const getTile: OgcResource<(typeof wmtsRows)['GetTile']> = async (call, values) => {
  const { layer, style, format, tilematrixset, tilematrix, tilerow, tilecol } = values;
  const MapName = call.map.Name;
  const cache = await requireCache(call, MapName);
  if (layer !== MapName) throw badParameter('LAYER', MapName, layer);
  if (style !== onlyStyle) throw badParameter('STYLE', onlyStyle, style);
  if (tilematrixset !== matrixSet) throw badParameter('TILEMATRIXSET', matrixSet, tilematrixset);
  if (format !== undefined && format !== tileTypeOf(cache)) throw badParameter('FORMAT', tileTypeOf(cache), format);
  const { levels } = cache.settings.scheme;
  const found = levels.find(({ level }) => String(level) === tilematrix);
  if (!found) throw badParameter('TILEMATRIX', `one of ${levels.map(({ level }) => level).join(', ')}`, tilematrix);
  for (const [name, number] of Object.entries({ TILEROW: tilerow, TILECOL: tilecol }))
    if (!(number >= 0 && number < 2 ** 31))
      throw new Fault('not-found', `${name}: 0 or more expected, ${number} found.`, {
        locator: name,
        exception: 'TileOutOfRange',
      });
  const request = { MapName, Level: found.level, Row: tilerow, Column: tilecol, Format: '' };
  const { Result } = await handlers.GetMapTile(call, request);
  return typed(Result as Uint8Array<ArrayBuffer>, tileType(Result));
};
