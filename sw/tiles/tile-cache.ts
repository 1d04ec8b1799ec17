import { cacheMessage } from '../contract/admin/cache-message.ts';
import { Fault } from '../contract/index.ts';
import { blockAt, countBlocks, type TileBlock } from './tile-blocks.ts';
import { countTiles, type TileRange, type TileScheme } from './tile-scheme.ts';

export const tileFormats = cacheMessage.format.choices;
type TileFormat = (typeof tileFormats)[number];

/** Layer ID that means all layers. */
export const fusedLayer = -1;

/** Settings of a map's tile cache. */
export interface CacheSettings {
  /** One tree of all layers, or one for each of `layers`. */
  readonly kind: 'fused' | 'layers';
  /** IDs of the layers that have a tree; `[-1]` for a fused cache. */
  readonly layers: readonly number[];
  readonly scheme: TileScheme;
  readonly format: TileFormat;
  /** Quality of JPEG tiles, 1 to 100. */
  readonly quality: number;
  readonly storage: 'exploded' | 'compact';
  /** Whether missing tiles are drawn and stored when they're requested. */
  readonly onDemand: boolean;
  /** Whether clients may cache tiles without revalidation. */
  readonly clientCaching: boolean;
}

/** Tiles and bytes that one level of a tree uses. */
export interface LevelUse {
  readonly layer: number;
  readonly level: number;
  readonly tiles: number;
  readonly bytes: number;
  /** Range that contains all tiles ever stored. */
  readonly range: TileRange;
}

/** Cache of one map. */
export interface CacheRecord {
  readonly service: string;
  readonly map: string;
  /** Changes whenever the old tiles become useless. */
  readonly id: string;
  readonly settings: CacheSettings;
  /** Oldest version of the service that a tile shows; 0 without tiles. */
  readonly version: number;
  readonly uses: readonly LevelUse[];
  /**
   * Increases with every tile that is written or deleted. Data derived from the tiles is valid while it's unchanged.
   */
  readonly revision: number;
}

/** Position of a tile within a cache. */
export interface TilePosition {
  readonly layer: number;
  readonly level: number;
  readonly row: number;
  readonly col: number;
}

/** Part of a job: tiles of one level of one tree. */
export interface JobPart {
  readonly layer: number;
  readonly level: number;
  readonly range: TileRange;
}

/** Work on a cache in small steps. Each step is stored together with the position it leads to. */
export interface TileJob {
  readonly id: string;
  readonly service: string;
  readonly map: string;
  /** ID of the cache; a job of a deleted cache can't continue. */
  readonly cacheId: string;
  readonly kind: 'build' | 'delete';
  /** Whether existing tiles are drawn again. */
  readonly overwrite: boolean;
  readonly parts: readonly JobPart[];
  /** Tiles along a side of a block, which is one step. */
  readonly side: number;
  /** Number of blocks done, and index of the next block. */
  readonly position: number;
  /** Number of all blocks. */
  readonly total: number;
  /** Number of all tiles of the parts. */
  readonly tiles: number;
  /** Number of tiles of the blocks done, whether drawn, stored or deleted. */
  readonly tilesDone: number;
  /** Bytes of the tiles written. */
  readonly bytesWritten: number;
  readonly estimatedBytes: number;
  /** `running` means that hosts may work on the job, not that a host does. */
  readonly status: 'running' | 'paused' | 'done' | 'failed' | 'cancelled';
  /** Why the job failed; undefined unless `status` is `failed`. */
  readonly reason?: string;
  /** Version of the service that is drawn. */
  readonly version: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly updatedAt: number;
}

/** Step of a job. */
export interface JobStep extends TileBlock {
  readonly layer: number;
  readonly level: number;
}

/** Return the step at a position of a job; undefined after the last step. */
export function stepAt({ parts, side }: Pick<TileJob, 'parts' | 'side'>, position: number): JobStep | undefined {
  let blocksBefore = 0;
  for (const { layer, level, range } of parts) {
    const blocks = countBlocks(range, side);
    const block = blockAt(range, side, position - blocksBefore);
    if (block) return { layer, level, ...block };
    blocksBefore += blocks;
  }
  return undefined;
}

/** Count the blocks and the tiles of the parts of a job. */
export function countParts(parts: readonly JobPart[], side: number): { total: number; tiles: number } {
  let total = 0;
  let tiles = 0;
  for (const { range } of parts) {
    total += countBlocks(range, side);
    tiles += countTiles(range);
  }
  return { total, tiles };
}

/** Count the tiles and bytes of a cache. */
export function sumUses(uses: readonly LevelUse[]): { tiles: number; bytes: number } {
  let tiles = 0;
  let bytes = 0;
  for (const use of uses) {
    tiles += use.tiles;
    bytes += use.bytes;
  }
  return { tiles, bytes };
}

/** Check whether clients are served from the cache: it has tiles or draws them on demand. */
export const isServing = ({ settings, uses }: CacheRecord): boolean => settings.onDemand || sumUses(uses).tiles > 0;

/** Return the extension of file names. In a mixed cache it doesn't indicate the format of a tile. */
export const getTileExtension = (format: TileFormat): 'png' | 'jpg' =>
  format === 'JPEG' || format === 'MIXED' ? 'jpg' : 'png';

/** Return the MIME type of a tile from its first bytes. */
export function tileType(bytes: Uint8Array): string {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg';
  if (bytes[0] === 0x52 && bytes[8] === 0x57) return 'image/webp';
  return 'application/octet-stream';
}

/** Check that a layer has a tree, and return the layer. @throws {Fault} `not-found` when it has none */
export function checkTree({ settings, map }: CacheRecord, layer: number): number {
  if (settings.layers.includes(layer)) return layer;
  const existing =
    settings.kind === 'fused' ? 'one cache of all layers' : `caches of the layers ${settings.layers.join(', ')}`;
  throw new Fault(
    'not-found',
    `Map "${map}" has ${existing}, but none of ${layer === fusedLayer ? 'all layers' : `layer ${layer}`}.`,
    { layer },
  );
}
