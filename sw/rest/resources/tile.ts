import { Fault } from '../../contract/index.ts';
import { readTile, requireCache } from '../../handlers/tiles/read-tile.ts';
import { tileAnswer } from '../../handlers/tiles/tile-answer.ts';
import { fusedLayer } from '../../tiles/tile-cache.ts';
import type { RestResource } from '../call.ts';
import { textAnswer } from '../response.ts';

export const tile: RestResource<'tile'> = async (call, { blankTile }) => {
  const { level, row, column } = call.path;
  // Throws where there is no cache, which is no blank tile.
  const cache = await requireCache(call, call.map.Name);
  const position = { layer: fusedLayer, level: Number(level), row: Number(row), col: Number(column) };
  try {
    return tileAnswer(call.request, cache, await readTile(call, cache, position, 'Tile'));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === 'bad-value') throw new Fault('not-found', error.message, error.detail);
    if (error.code !== 'not-found' || !blankTile) throw error;
    const blank = call.context.createCanvas(cache.settings.scheme.tileCols, cache.settings.scheme.tileRows);
    // A canvas without a context has no picture.
    blank.getContext('2d');
    return textAnswer(await blank.convertToBlob({ type: 'image/png' }), 'image/png');
  }
};
