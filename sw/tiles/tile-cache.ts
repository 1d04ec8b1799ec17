import { cacheMessage } from '../contract/admin/cache-message.ts';
import { Fault } from '../contract/index.ts';
import { blockAt, countBlocks, type TileBlock } from './tile-blocks.ts';
import { countTiles, type TileRange, type TileScheme } from './tile-scheme.ts';

export const tileFormats = cacheMessage.format.choices;
type TileFormat = (typeof tileFormats)[number];

/** Means "all layers" where a layer id is expected. */
export const fusedLayer = -1;

/** How a map is cached. */
export interface CacheSettings {
  /** One tree of all layers, or one for each of `layers`. */
  readonly kind: 'fused' | 'layers';
  /** Ids of the layers that have a tree; `[-1]` for a fused cache. */
  readonly layers: readonly number[];
  readonly scheme: TileScheme;
  readonly format: TileFormat;
  /** 1 to 100, of JPEG tiles. */
  readonly quality: number;
  readonly storage: 'exploded' | 'compact';
  /** True: a tile that is missing is drawn when it is requested, and stored. */
  readonly onDemand: boolean;
  /** True: clients may cache tiles without asking each time. */
  readonly clientCaching: boolean;
}

/** What one level of one tree holds. */
export interface LevelUse {
  readonly layer: number;
  readonly level: number;
  readonly tiles: number;
  readonly bytes: number;
  /** A block of tiles around all that were ever stored. */
  readonly range: TileRange;
}

/** The cache of one map. */
export interface CacheRecord {
  readonly service: string;
  readonly map: string;
  /** New with every change that makes the old tiles useless. */
  readonly id: string;
  readonly settings: CacheSettings;
  /** The oldest version of the service that a tile shows; 0 when there is none. */
  readonly version: number;
  readonly uses: readonly LevelUse[];
  /** Grows with every tile that is written or deleted: what is known of them holds as long as it stays. */
  readonly revision: number;
}

/** The position of a tile within a cache. */
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

/** Work on a cache that goes on in small steps, each of them stored together with the position it leads to. */
export interface TileJob {
  readonly id: string;
  readonly service: string;
  readonly map: string;
  /** Id of the cache that is worked on; a job of a cache that is gone can do nothing any more. */
  readonly cacheId: string;
  readonly kind: 'build' | 'delete';
  /** True: tiles that are there already are drawn anew. */
  readonly overwrite: boolean;
  readonly parts: readonly JobPart[];
  /** Tiles along the side of a block, which is one step. */
  readonly side: number;
  /** Blocks done; the next step is the block of this number. */
  readonly position: number;
  /** All blocks. */
  readonly total: number;
  /** All tiles of the parts. */
  readonly tiles: number;
  /** Tiles of the blocks done, whether drawn, stored or deleted. */
  readonly tilesDone: number;
  /** Bytes of the tiles that were written. */
  readonly bytesWritten: number;
  readonly estimatedBytes: number;
  /** `running` means that it may be worked on, not that anybody does. */
  readonly status: 'running' | 'paused' | 'done' | 'failed' | 'cancelled';
  /** Why it failed. */
  readonly reason?: string;
  /** Version of the service that is drawn. */
  readonly version: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly updatedAt: number;
}

/** One step of a job. */
export interface JobStep extends TileBlock {
  readonly layer: number;
  readonly level: number;
}

/** Find the step at a position of a job; undefined behind the last. */
export function stepAt({ parts, side }: Pick<TileJob, 'parts' | 'side'>, position: number): JobStep | undefined {
  let before = 0;
  for (const { layer, level, range } of parts) {
    const blocks = countBlocks(range, side);
    const block = blockAt(range, side, position - before);
    if (block) return { layer, level, ...block };
    before += blocks;
  }
  return undefined;
}

/** Count the blocks and the tiles of the parts of a job. */
export function sizeOfParts(parts: readonly JobPart[], side: number): { total: number; tiles: number } {
  let total = 0;
  let tiles = 0;
  for (const { range } of parts) {
    total += countBlocks(range, side);
    tiles += countTiles(range);
  }
  return { total, tiles };
}

/** Count what a cache holds. */
export function sumUses(uses: readonly LevelUse[]): { tiles: number; bytes: number } {
  let tiles = 0;
  let bytes = 0;
  for (const use of uses) {
    tiles += use.tiles;
    bytes += use.bytes;
  }
  return { tiles, bytes };
}

/** True when clients are served from the cache: it holds something, or makes what is asked for. */
export const isServing = ({ settings, uses }: CacheRecord): boolean => settings.onDemand || sumUses(uses).tiles > 0;

/** The ending of file names; that of a mixed cache does not tell what a tile is. */
export const extensionOf = (format: TileFormat): 'png' | 'jpg' =>
  format === 'JPEG' || format === 'MIXED' ? 'jpg' : 'png';

/** Tell from its first bytes what a tile is. */
export function tileType(bytes: Uint8Array): string {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg';
  if (bytes[0] === 0x52 && bytes[8] === 0x57) return 'image/webp';
  return 'application/octet-stream';
}

/** The tree of a layer. @throws {Fault} `not-found` when the layer has none */
export function checkTree({ settings, map }: CacheRecord, layer: number): number {
  if (settings.layers.includes(layer)) return layer;
  const found =
    settings.kind === 'fused' ? 'one cache of all layers' : `caches of the layers ${settings.layers.join(', ')}`;
  throw new Fault(
    'not-found',
    `Map '${map}' has ${found} and none of ${layer === fusedLayer ? 'all layers' : `layer ${layer}`}.`,
    { layer },
  );
}
