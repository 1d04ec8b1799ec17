import type { Value } from '../../contract/index.ts';
import { cutTiles } from '../../draw/image/cut-tiles.ts';
import { type RasterSurface, releaseSurface } from '../../draw/image/rgba-pixels.ts';
import { levelFor } from '../../draw/layer/draw-layer.ts';
import { layerWindow } from '../../draw/layer/layer-window.ts';
import { drawMap } from '../../draw/map.ts';
import type { LayerPlan, MapPlan } from '../../draw/plan.ts';
import { rasterLevel } from '../../draw/raster/raster-level.ts';
import { featureByFeature } from '../../draw/surface/feature-by-feature.ts';
import { scaleDenominator } from '../../geometry/scale.ts';
import { getInchesPerUnit } from '../../geometry/spatial-reference.ts';
import type { MapView } from '../../geometry/view.ts';
import type { Call } from '../../handlers/call.ts';
import { defaultDescription } from '../../handlers/description/default-description.ts';
import { getPublishedMap } from '../../handlers/published.ts';
import { loadReferences } from '../../handlers/references.ts';
import { mapPlan } from '../../handlers/rendering/map-plan.ts';
import { envelopeValue } from '../../rows/geometry/geometry-value.ts';
import type { Table } from '../../rows/table.ts';
import { createScheduler } from '../../scheduler.ts';
import type { MapDefinition } from '../../service/definition.ts';
import type { NewTile } from '../../store/tiles/tile-store.ts';
import { type CacheSettings, fusedLayer } from '../tile-cache.ts';
import { requireTileLevel, type TileLevel, type TileRange, tilesExtent } from '../tile-scheme.ts';
import { computeCacheExtent } from './cache-extent.ts';

/**
 * Margin for labels, which may depend on features this far outside the block. It is added to the margin of each image.
 */
const labelMarginPx = 128;
/** Margin for antialiasing, which differs slightly at the edge of a canvas. */
const edgeMarginPx = 32;

/**
 * Time budget of a step of a block, in milliseconds. A request takes several turns of the event loop, and each may wait
 * for one step.
 */
const budgetMs = 4;

/** Block of tiles of one tree. */
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
 * @throws {Fault} faults of `blockPlan` and `drawMap`; the signal's reason when it's aborted
 */
export async function drawBlock(call: Call, { tiles, ...order }: BlockOrder): Promise<NewTile[]> {
  const { context } = call;
  const { settings, whole } = order;
  const { scheme } = settings;
  const level = requireTileLevel(scheme, order.level);
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
    const images = await drawTiles(call, surface, plan, marginPx, { tiles, ...order });
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

/** Draw the plan of a block and encode its tiles row by row. */
async function drawTiles(
  { context, signal }: Call,
  surface: RasterSurface,
  plan: MapPlan,
  marginPx: number,
  { settings, tiles, whole }: BlockOrder,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { scheme } = settings;
  const { now, stopwatch = now } = context;
  // The browser records drawing commands and executes them when pixels are read. Read pixels to split this work too.
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

/** Tiles to draw as one image. */
interface BlockRequest {
  readonly map: string;
  readonly settings: CacheSettings;
  /** -1 for all layers. */
  readonly layer: number;
  readonly level: TileLevel;
  readonly range: TileRange;
  /** Margin that is drawn around the tiles and cut off, so that features look the same on both sides of an edge. */
  readonly marginPx: number;
}

/**
 * Shift of the pixel grid. Round coordinates are often exactly between two pixels. The shift moves them to the same
 * side in every image, despite rounding.
 */
const nudgePx = 1 / 1024;

/** Plan the image of a block of tiles. Its pixels equal those of one image of the whole level. */
export async function blockPlan(call: Call, request: BlockRequest): Promise<MapPlan> {
  const { settings, layer } = request;
  const { scheme } = settings;
  const map = getPublishedMap(call.service, request.map);
  await loadReferences(call.context, scheme.reference);
  const description = treeDescription(map, call, settings, layer);
  const view = blockView(request);
  const { drawing } = await mapPlan(call, { map, reference: scheme.reference, view, description });
  const shared = await levelView(call, map, request);
  const layers = drawing.layers.map((plan) =>
    plan.kind === 'raster' ? { ...plan, level: rasterLevel(plan, shared) } : atOneLevel(plan, shared),
  );
  // The tree of a layer contains only that layer.
  return { ...(layer === fusedLayer ? drawing : { view: drawing.view }), layers, isPartOfWhole: true };
}

function blockView({ settings: { scheme }, level, range, marginPx }: BlockRequest): MapView {
  const [xmin, ymin, xmax, ymax] = tilesExtent(scheme, level, range);
  const { resolution } = level;
  const nudge = nudgePx * resolution;
  const margin = marginPx * resolution;
  return {
    extent: [xmin - margin - nudge, ymin - margin + nudge, xmax + margin - nudge, ymax + margin + nudge],
    widthPx: (range.colMax - range.colMin + 1) * scheme.tileCols + 2 * marginPx,
    heightPx: (range.rowMax - range.rowMin + 1) * scheme.tileRows + 2 * marginPx,
    dpi: scheme.dpi,
    resolution,
    rotationDeg: 0,
    scale: scaleDenominator(resolution, scheme.dpi, getInchesPerUnit(scheme.reference)),
  };
}

function treeDescription(
  map: MapDefinition,
  { service }: Call,
  settings: CacheSettings,
  layer: number,
): Value<'MapDescription'> {
  const description = defaultDescription(map, service.definition.limits);
  const MapArea = { type: 'MapExtent' as const, Extent: envelopeValue(map.extent, map.SpatialReference) };
  const requested = { ...description, MapArea, SpatialReference: settings.scheme.reference };
  if (layer === fusedLayer) return requested;
  const visibleLayers = new Set([layer, ...listAncestors(map, layer)]);
  const LayerDescriptions = description.LayerDescriptions!.map((layerDescription) => ({
    ...layerDescription,
    Visible: visibleLayers.has(layerDescription.LayerID),
  }));
  return { ...requested, LayerDescriptions };
}

function listAncestors(map: MapDefinition, id: number): number[] {
  const parent = map.layers[id]?.ParentLayerID ?? -1;
  return parent < 0 ? [] : [parent, ...listAncestors(map, parent)];
}

/** Return a view of the whole map at the level's resolution. */
async function levelView(
  call: Call,
  map: MapDefinition,
  { settings: { scheme }, level }: BlockRequest,
): Promise<MapView> {
  const extent = await computeCacheExtent(call, map, scheme);
  const { resolution } = level;
  const widthPx = Math.max(1, (extent[2] - extent[0]) / resolution);
  const heightPx = Math.max(1, (extent[3] - extent[1]) / resolution);
  return { extent, widthPx, heightPx, dpi: scheme.dpi, resolution, rotationDeg: 0, scale: 0 };
}

/**
 * Read a layer at the same overview everywhere. Otherwise neighboring images could choose different overviews, because
 * each chooses by its finest location, and coastlines wouldn't meet.
 */
function atOneLevel(plan: LayerPlan, view: MapView): LayerPlan {
  const { table } = plan;
  const { manifest } = table;
  if (manifest.levels.length < 2) return plan;
  const { resolution } = layerWindow(view, plan.projection, 0);
  const level = levelFor(manifest, resolution);
  const only: Table = {
    ...table,
    manifest: { ...manifest, levels: [manifest.levels[level]!] },
    geometry: (_, index) => table.geometry(level, index),
  };
  return { ...plan, table: only };
}
