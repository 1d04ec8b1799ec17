import { Fault, wrongValue } from '../../../contract/index.ts';
import { computeCacheRange } from '../../../tiles/operations/cache-extent.ts';
import { openArchive, readTile, requireCache } from '../../../tiles/operations/read-tile.ts';
import { tileAnswer } from '../../../tiles/operations/tile-answer.ts';
import { fusedLayer } from '../../../tiles/tile-cache.ts';
import { containsTile, requireTileLevel } from '../../../tiles/tile-scheme.ts';
import type { RestResource } from '../call.ts';
import { textAnswer } from '../response.ts';

export const tile: RestResource<'tile'> = async (call, { blankTile }) => {
  const { level, row, column } = call.path;
  // Outside of `try`, because a blank tile must not replace a missing cache.
  const cache = await requireCache(call, call.map.Name);
  const position = { layer: fusedLayer, level: Number(level), row: Number(row), col: Number(column) };
  try {
    return tileAnswer(call.request, cache, await readTile(call, cache, position, 'Tile'));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === 'bad-value') throw new Fault('not-found', error.message, error.detail);
    if (error.code !== 'not-found' || !blankTile) throw error;
    const { encodePng32 } = await import('../../../draw/image/png.ts');
    const { tileCols, tileRows } = cache.settings.scheme;
    const blank = new Uint8ClampedArray(4 * tileCols * tileRows);
    const answer = textAnswer(new Blob([await encodePng32(blank, tileCols, tileRows)]), 'image/png');
    answer.headers.set('blank-tile', 'true');
    return answer;
  }
};

/** Maximum tiles per side of a tilemap. No client requests more. */
const maxTilemapSide = 128;

export const tilemap: RestResource<'tilemap'> = async (call) => {
  const [level, top, left, width, height] = ['level', 'row', 'column', 'width', 'height'].map((name) =>
    Number(call.path[name]),
  ) as [number, number, number, number, number];
  for (const [name, size] of Object.entries({ width, height }))
    if (size < 1 || size > maxTilemapSide)
      throw wrongValue('bad-value', name, `a number from 1 to ${maxTilemapSide}`, `${size}`);
  const cache = await requireCache(call, call.map.Name);
  const { scheme, onDemand } = cache.settings;
  const range = { rowMin: top, rowMax: top + height - 1, colMin: left, colMax: left + width - 1 };
  const drawable = await computeCacheRange(call, call.map, scheme, requireTileLevel(scheme, level, 'level'));
  const present = await call.context.store.tiles.present(cache, fusedLayer, level, range);
  const archive = await openArchive(call, cache);
  const isThere = async (row: number, col: number): Promise<boolean> =>
    present.has(`${row}/${col}`) ||
    (archive ? archive.has({ level, row, col }) : onDemand && containsTile(drawable, row, col));
  const all = Array.from({ length: width * height }, (_, i) =>
    isThere(top + Math.floor(i / width), left + (i % width)),
  );
  return {
    valid: true,
    adjusted: false,
    location: { left, top, width, height },
    data: (await Promise.all(all)).map(Number),
  };
};
