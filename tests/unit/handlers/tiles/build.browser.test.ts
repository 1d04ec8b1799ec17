import { expect, test } from 'vitest';
import type { Context } from '../../../../sw/context.ts';
import { encodePng32 } from '../../../../sw/draw/image/png.ts';
import { readSurfacePart, releaseSurface } from '../../../../sw/draw/image/rgba-pixels.ts';
import { drawMap } from '../../../../sw/draw/map.ts';
import { createRasterSurface } from '../../../../sw/draw/surface/pixels.ts';
import { createCall } from '../../../../sw/handlers/call.ts';
import { blockPlan } from '../../../../sw/tiles/operations/draw-block.ts';
import type { CacheRecord } from '../../../../sw/tiles/tile-cache.ts';
import { requireTileLevel } from '../../../../sw/tiles/tile-scheme.ts';
import { isDeep } from '../../../today.ts';
import { act, finishJob, get, readTilePixels, worldContext } from './world-context.ts';

/**
 * Level 4 has 16 x 16 tiles in four blocks. Unless `VITE_DEEP=1`, only the middle is built, a quarter of each block.
 */
const [first, last] = isDeep ? ([0, 15] as const) : ([4, 11] as const);
const side = last - first + 1;
const range = { rowMin: 0, rowMax: 15, colMin: 0, colMax: 15 };

/** Return the area of the built tiles, up to the centers of the outermost tiles. */
function computeArea({ settings }: CacheRecord) {
  const half = requireTileLevel(settings.scheme, 4).resolution * settings.scheme.tileCols * (side / 2 - 0.5);
  return { XMin: -half, YMin: -half, XMax: half, YMax: half };
}

/** Draw the whole level as one image and cut out the part that is built. */
async function bigImage(context: Context, cache: CacheRecord): Promise<ImageData> {
  const service = (await context.store.service('World'))!;
  const level = requireTileLevel(cache.settings.scheme, 4);
  const request = { map: cache.map, settings: cache.settings, layer: -1, level, range, marginPx: 0 };
  const call = createCall(context, service, new AbortController().signal);
  const plan = await blockPlan(call, request);
  const surface = await createRasterSurface(plan.view.widthPx, plan.view.heightPx, context.createCanvas);
  await drawMap(surface, plan, call.scheduler, context.fontsReady);
  const [position, sidePx] = [first * cache.settings.scheme.tileCols, side * cache.settings.scheme.tileCols];
  const { rgba } = readSurfacePart(
    surface,
    { xPx: position, yPx: position, widthPx: sidePx, heightPx: sidePx },
    'nothing',
  );
  const png = await encodePng32(new Uint8ClampedArray(rgba), sidePx, sidePx, 96);
  releaseSurface(surface);
  return readTilePixels(new Blob([png]));
}

/** Count the pixels of a tile that differ from the large image. */
function differences(big: ImageData, tile: ImageData, row: number, col: number): number {
  const [whole, cut] = [new Uint32Array(big.data.buffer), new Uint32Array(tile.data.buffer)];
  let count = 0;
  for (let y = 0; y < tile.height; y++) {
    const from = (row * tile.height + y) * big.width + col * tile.width;
    for (let x = 0; x < tile.width; x++) if (whole[from + x] !== cut[y * tile.width + x]) count++;
  }
  return count;
}

test.each(['Countries', 'Names', 'Hatched', 'Heights', 'Heat', 'Clusters', 'Bins'])(
  'tiles of %s are the big picture, cut',
  async (map) => {
    const context = await worldContext('110m');
    await act(context, { action: 'settings', map, storage: 'exploded' });
    const cache = (await context.store.tiles.cache('World', map))!;
    const tiles = side * side;
    const { result } = await act(context, { action: 'build', map, levels: [4], area: computeArea(cache) });
    expect(result).toMatchObject({ tiles, total: 4 });
    expect(await finishJob(context, result.id)).toMatchObject({ status: 'done', tilesDone: tiles, position: 4 });
    const big = await bigImage(context, cache);
    let different = 0;
    for (let row = first; row <= last; row++) {
      for (let col = first; col <= last; col++) {
        const response = await get(context, `services/World/MapServer/tile/4/${row}/${col}?map=${map}`);
        different += differences(big, await readTilePixels(await response.blob()), row - first, col - first);
      }
    }
    expect(different).toBe(0);
  },
  60_000,
);
