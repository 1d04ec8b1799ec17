import { Fault } from '../../contract/index.ts';
import { handlers } from '../../handlers/index.ts';
import { tileType } from '../../tiles/tile-cache.ts';
import type { RestResource } from '../call.ts';
import { textAnswer } from '../response.ts';

export const tile: RestResource<'tile'> = async (call, { blankTile }) => {
  const MapName = call.map.Name;
  const { level, row, column } = call.path;
  // Throws where there is no cache, which is no blank tile.
  const { Result: scheme } = await handlers.GetTileCacheInfo(call, { MapName });
  try {
    const { Result } = await handlers.GetMapTile(call, {
      MapName,
      Level: Number(level),
      Row: Number(row),
      Column: Number(column),
    });
    return textAnswer(Result as Uint8Array<ArrayBuffer>, tileType(Result));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === 'bad-value') throw new Fault('not-found', error.message, error.detail);
    if (error.code !== 'not-found' || !blankTile) throw error;
    const blank = call.context.createCanvas(scheme.TileCols, scheme.TileRows);
    // A canvas without a context has no picture.
    blank.getContext('2d');
    return textAnswer(await blank.convertToBlob({ type: 'image/png' }), 'image/png');
  }
};
