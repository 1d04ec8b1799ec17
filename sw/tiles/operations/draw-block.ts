import { cutTiles } from '../../draw/image/cut-tiles.ts';
import { type RasterSurface, releaseSurface } from '../../draw/image/rgba-pixels.ts';
import { drawMap } from '../../draw/map.ts';
import type { MapPlan } from '../../draw/plan.ts';
import { featureByFeature } from '../../draw/surface/feature-by-feature.ts';
import type { Call } from '../../handlers/call.ts';
import { createScheduler } from '../../scheduler.ts';
import type { NewTile } from '../../store/tiles/tile-store.ts';
import type { CacheSettings } from '../tile-cache.ts';
import { levelOf, type TileRange } from '../tile-scheme.ts';
import { blockPlan } from './tile-plan.ts';

/** Labels may depend on features outside the block up to this distance, in addition to what each image considers. */
const labelMarginPx = 128;
/** Antialiasing differs slightly where a canvas cuts. */
const edgeMarginPx = 32;

/**
 * Time budget of a step of a block, in milliseconds. A request takes several turns of the worker, and each may wait for
 * one such step.
 */
const budgetMs = 4;

/** A block of tiles of one tree. */
export interface BlockOrder {
  readonly map: string;
  readonly settings: CacheSettings;
  readonly layer: number;
  readonly level: number;
  /** Tiles drawn as one image. */
  readonly whole: TileRange;
  /** Tiles cut out of the image. */
  readonly tiles: TileRange;
}

/**
 * Draw a block as one image and cut it into tiles.
 *
 * @throws {Fault} as `blockPlan` and `drawMap`; the signal's reason when it is aborted
 */
export async function drawBlock(call: Call, { tiles, ...order }: BlockOrder): Promise<NewTile[]> {
  const { context } = call;
  const { settings, whole } = order;
  const { scheme } = settings;
  const level = levelOf(scheme, order.level);
  const request = { map: order.map, settings, layer: order.layer, level, range: whole };
  let plan = await blockPlan(call, { ...request, marginPx: edgeMarginPx });
  let marginPx = edgeMarginPx;
  if (hasLabels(plan)) {
    marginPx = labelMarginPx;
    plan = await blockPlan(call, { ...request, marginPx });
  }
  const { widthPx, heightPx } = plan.view;
  const corner = [whole.colMin * scheme.tileCols - marginPx, whole.rowMin * scheme.tileRows - marginPx] as const;
  const { createRasterSurface } = await import('../../draw/surface/pixels.ts');
  const surface = await createRasterSurface(widthPx, heightPx, context.createCanvas, corner);
  try {
    const images = await drawnTiles(call, surface, plan, marginPx, { tiles, ...order });
    const cols = tiles.colMax - tiles.colMin + 1;
    return images.map((bytes, i) => ({
      row: tiles.rowMin + Math.floor(i / cols),
      col: tiles.colMin + (i % cols),
      bytes,
    }));
  } finally {
    releaseSurface(surface);
  }
}

/** Draw the plan of a block, and write the tiles in it row by row. */
async function drawnTiles(
  { context, signal }: Call,
  surface: RasterSurface,
  plan: MapPlan,
  marginPx: number,
  { settings, tiles, whole }: BlockOrder,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { scheme } = settings;
  const { now, stopwatch = now } = context;
  // The browser records drawing commands and executes them when pixels are read, so read pixels in steps too.
  const yieldNow = async () => {
    await context.yieldNow();
    if (!('canvas' in surface)) return;
    surface.canvas.getContext('2d')!.getImageData(0, 0, 1, 1);
    await context.yieldNow();
  };
  await drawMap(
    'canvas' in surface ? featureByFeature(surface) : surface,
    plan,
    createScheduler(stopwatch, yieldNow, signal, budgetMs),
    context.fontsReady,
  );
  await yieldNow();
  const grid = {
    leftPx: marginPx + (tiles.colMin - whole.colMin) * scheme.tileCols,
    topPx: marginPx + (tiles.rowMin - whole.rowMin) * scheme.tileRows,
    tileCols: scheme.tileCols,
    tileRows: scheme.tileRows,
    rows: tiles.rowMax - tiles.rowMin + 1,
    cols: tiles.colMax - tiles.colMin + 1,
    dpi: scheme.dpi,
  };
  const scheduler = createScheduler(stopwatch, context.yieldNow, signal, budgetMs);
  return cutTiles(surface, grid, settings, context.createCanvas, scheduler);
}

const hasLabels = ({ layers }: MapPlan): boolean =>
  layers.some((layer) => 'showLabels' in layer && layer.showLabels && layer.drawing.LabelingDescription !== undefined);
