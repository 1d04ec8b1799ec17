import { type Value, wrongValue } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import { projectExtent } from '../../geometry/project-extent.ts';
import type { Call } from '../../handlers/call.ts';
import { getPublishedMap } from '../../handlers/published.ts';
import { transformationBetween } from '../../handlers/references.ts';
import { blockSide, bundleSide } from '../tile-blocks.ts';
import { type CacheRecord, checkTree, countParts, type JobPart, type TileJob } from '../tile-cache.ts';
import { countTiles, meetRanges, requireTileLevel, tileRange } from '../tile-scheme.ts';
import { computeCacheRange } from './cache-extent.ts';
import { drawBlock } from './draw-block.ts';

/** Job that a client requests. */
export interface JobOrder {
  readonly kind: 'build' | 'delete';
  /** Defaults to all levels of the scheme. */
  readonly levels: readonly number[] | undefined;
  /** Defaults to the whole map. In the spatial reference of the scheme unless it specifies another. */
  readonly area: Value<'EnvelopeN'> | undefined;
  /** Defaults to all trees of the cache. */
  readonly layers: readonly number[] | undefined;
  /** Whether to draw existing tiles again; otherwise only missing tiles are drawn. */
  readonly overwrite: boolean;
}

/** Maximum tiles of a job. More is a mistake: at a hundred tiles per second it would take three months. */
const maxTiles = 1e9;
/** Tiles along a side of the blocks that one step deletes in exploded storage. */
const deletedSide = 16;

/** Job before it starts. */
type JobPlan = Pick<TileJob, 'kind' | 'overwrite' | 'parts' | 'side' | 'total' | 'tiles' | 'estimatedBytes'>;

/**
 * Plan a cache job: count its tiles exactly, and estimate its bytes from sample tiles.
 *
 * @throws {Fault} `bad-value` for a level that the scheme lacks, an area outside the map, or too many tiles;
 *   `bad-extent` for an invalid area; `not-found` for a layer without a cache
 */
export async function planJob(call: Call, cache: CacheRecord, order: JobOrder): Promise<JobPlan> {
  const { settings } = cache;
  const { scheme } = settings;
  const map = getPublishedMap(call.service, cache.map);
  const layers = (order.layers ?? settings.layers).map((layer) => checkTree(cache, layer));
  const levels = (order.levels ?? scheme.levels.map(({ level }) => level)).toSorted((a, b) => a - b);
  const area = order.area && (await resolveArea(call, order.area, cache));
  const parts: JobPart[] = [];
  for (const layer of layers) {
    for (const id of new Set(levels)) {
      const level = requireTileLevel(scheme, id, 'levels');
      const full = await computeCacheRange(call, map, scheme, level);
      const range = area ? meetRanges(full, tileRange(scheme, level, area)) : full;
      if (countTiles(range) > 0) parts.push({ layer, level: id, range });
    }
  }
  const built = blockSide(Math.max(scheme.tileCols, scheme.tileRows));
  const side = order.kind === 'build' ? built : settings.storage === 'compact' ? bundleSide : deletedSide;
  const { total, tiles } = countParts(parts, side);
  if (tiles === 0) throw wrongValue('bad-value', 'area', 'an area that overlaps the map', 'no tiles');
  if (tiles > maxTiles) throw wrongValue('bad-value', 'levels', `at most ${maxTiles} tiles`, `${tiles}`, { tiles });
  const estimatedBytes = order.kind === 'delete' ? 0 : await estimateBytes(call, cache, parts);
  return { kind: order.kind, overwrite: order.overwrite, parts, side, total, tiles, estimatedBytes };
}

async function resolveArea(call: Call, area: Value<'EnvelopeN'>, { settings }: CacheRecord): Promise<Extent> {
  const extent: Extent = [area.XMin, area.YMin, area.XMax, area.YMax];
  if (!extent.every(Number.isFinite) || area.XMin > area.XMax || area.YMin > area.YMax) {
    const actual = `XMin ${extent[0]}, YMin ${extent[1]}, XMax ${extent[2]}, YMax ${extent[3]}`;
    throw wrongValue('bad-extent', 'area', 'XMin ≤ XMax and YMin ≤ YMax', actual);
  }
  const projection = await transformationBetween(
    call,
    area.SpatialReference ?? settings.scheme.reference,
    settings.scheme.reference,
  );
  return projection ? projectExtent(extent, projection) : extent;
}

/** Number of sampled levels per tree. The levels between them resemble their neighbors. */
const sampledLevels = 3;

async function estimateBytes(call: Call, cache: CacheRecord, parts: readonly JobPart[]): Promise<number> {
  let bytes = 0;
  for (const layer of new Set(parts.map((part) => part.layer))) {
    const layerParts = parts.filter((part) => part.layer === layer);
    const step = Math.max(1, (layerParts.length - 1) / (sampledLevels - 1));
    const samples = new Map<number, number>();
    for (let i = 0; i < layerParts.length; i += step) {
      const index = Math.min(layerParts.length - 1, Math.round(i));
      if (!samples.has(index)) samples.set(index, await bytesPerTile(call, cache, layerParts[index]!));
    }
    for (const [index, { range }] of layerParts.entries()) {
      let nearest = 0;
      for (const sampledIndex of samples.keys())
        if (Math.abs(sampledIndex - index) < Math.abs(nearest - index)) nearest = sampledIndex;
      bytes += countTiles(range) * samples.get(nearest)!;
    }
  }
  return Math.round(bytes);
}

/** Return the mean bytes per tile, from existing tiles or otherwise from four sample tiles. */
async function bytesPerTile(call: Call, cache: CacheRecord, { layer, level, range }: JobPart): Promise<number> {
  const use = cache.uses.find((candidate) => candidate.layer === layer && candidate.level === level);
  if (use && use.tiles >= 16) return use.bytes / use.tiles;
  const row = Math.floor((range.rowMin + range.rowMax) / 2);
  const col = Math.floor((range.colMin + range.colMax) / 2);
  const sample = {
    rowMin: row,
    rowMax: Math.min(row + 1, range.rowMax),
    colMin: col,
    colMax: Math.min(col + 1, range.colMax),
  };
  const { settings, map } = cache;
  const tiles = await drawBlock(call, { map, settings, layer, level, whole: sample, tiles: sample });
  return tiles.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) / tiles.length;
}
