import { expect, test } from 'vitest';
import type { Context } from '../../../../sw/context.ts';
import { encodeImage } from '../../../../sw/draw/image/encode.ts';
import { drawMap } from '../../../../sw/draw/map.ts';
import { createRasterSurface } from '../../../../sw/draw/surface/pixels.ts';
import { createCall } from '../../../../sw/handlers/call.ts';
import { blockPlan } from '../../../../sw/handlers/tiles/tile-plan.ts';
import type { CacheRecord } from '../../../../sw/tiles/tile-cache.ts';
import { levelOf } from '../../../../sw/tiles/tile-scheme.ts';
import { act, finishJob, get, pixelsOf, worldContext } from './world-context.ts';

/** The whole level drawn as one picture. */
async function bigPicture(context: Context, cache: CacheRecord, level: number, tiles: number): Promise<ImageData> {
  const service = (await context.store.service('World'))!;
  const range = { rowMin: 0, rowMax: tiles - 1, colMin: 0, colMax: tiles - 1 };
  const request = {
    map: cache.map,
    settings: cache.settings,
    layer: -1,
    level: levelOf(cache.settings.scheme, level),
    range,
    marginPx: 0,
  };
  const call = createCall(context, service, new AbortController().signal);
  const plan = await blockPlan(call, request);
  const surface = await createRasterSurface(plan.view.widthPx, plan.view.heightPx, context.createCanvas);
  await drawMap(surface, plan, call.scheduler, context.fontsReady);
  const { bytes } = await encodeImage(surface, 'gisImagePNG32');
  return pixelsOf(new Blob([bytes]));
}

function differences(big: ImageData, tile: ImageData, row: number, col: number): { pixels: number; levels: number } {
  const found = { pixels: 0, levels: 0 };
  for (let y = 0; y < tile.height; y++) {
    const from = 4 * ((row * tile.height + y) * big.width + col * tile.width);
    for (let x = 0; x < 4 * tile.width; x += 4) {
      let levels = 0;
      for (let channel = 0; channel < 4; channel++) {
        const a = big.data[from + x + channel]!;
        levels = Math.max(levels, Math.abs(a - tile.data[4 * y * tile.width + x + channel]!));
      }
      if (levels > 0) found.pixels++;
      found.levels = Math.max(found.levels, levels);
    }
  }
  return found;
}

test.each(['Countries', 'Names', 'Hatched', 'Heights', 'Heat', 'Clusters', 'Bins'])(
  'tiles of %s are the big picture, cut',
  async (map) => {
    const context = await worldContext('110m');
    await act(context, { action: 'settings', map, storage: 'exploded' });
    const { result } = await act(context, { action: 'build', map, levels: [4] });
    expect(result).toMatchObject({ tiles: 256, total: 4 });
    expect(await finishJob(context, result.id)).toMatchObject({ status: 'done', tilesDone: 256, position: 4 });
    const cache = (await context.store.tiles.cache('World', map))!;
    const big = await bigPicture(context, cache, 4, 16);
    const different = { pixels: 0, levels: 0 };
    for (let row = 0; row < 16; row++) {
      for (let col = 0; col < 16; col++) {
        const response = await get(context, `services/World/MapServer/tile/4/${row}/${col}?map=${map}`);
        const { pixels, levels } = differences(big, await pixelsOf(await response.blob()), row, col);
        different.pixels += pixels;
        different.levels = Math.max(different.levels, levels);
      }
    }
    expect(different).toEqual({ pixels: 0, levels: 0 });
  },
  60_000,
);
