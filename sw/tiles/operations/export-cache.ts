import { Zip, ZipPassThrough } from 'fflate';
import { Fault, unsupported, wrongValue } from '../../contract/index.ts';
import { type PmtilesTile, writePmtiles } from '../../formats/tiles/pmtiles.ts';
import { projectExtent } from '../../geometry/project-extent.ts';
import { referenceFromWkid } from '../../geometry/spatial-reference.ts';
import type { Call } from '../../handlers/call.ts';
import { getPublishedMap } from '../../handlers/published.ts';
import { transformationBetween } from '../../handlers/references.ts';
import { bundleFileName, writeBundle } from '../bundle.ts';
import { byBundle } from '../tile-blocks.ts';
import { type CacheRecord, type LevelUse, tileType } from '../tile-cache.ts';
import { isWebMercator } from '../tile-scheme.ts';
import { computeCacheExtent } from './cache-extent.ts';
import { cacheName } from './cache-values.ts';

/**
 * Write a cache as a zip of Compact V2 bundles, such as `_alllayers/L08/R0080C0100.bundle`.
 *
 * @throws {Fault} `not-found` when the cache has no tiles; `too-large` above 4 GB
 */
export async function exportBundles(call: Call, cache: CacheRecord): Promise<Blob> {
  requireTiles(cache);
  return zipFiles(bundleFiles(call, cache));
}

async function* bundleFiles(call: Call, cache: CacheRecord): AsyncGenerator<readonly [string, Blob]> {
  const map = getPublishedMap(call.service, cache.map);
  for (const { layer, level, range } of cache.uses) {
    const folder = `${cacheName(map, layer)}/L${String(level).padStart(2, '0')}`;
    for (const { row, col } of byBundle(range)) {
      const bundle = await readBundle(call, cache, layer, level, row, col);
      if (bundle) yield [`${folder}/${bundleFileName(row, col)}`, bundle];
      call.signal.throwIfAborted();
    }
  }
}

/** Return the complete bundle; undefined if it has no tiles. */
async function readBundle(
  { context }: Call,
  cache: CacheRecord,
  layer: number,
  level: number,
  row: number,
  col: number,
): Promise<Blob | undefined> {
  const { tiles } = context.store;
  if (cache.settings.storage === 'compact') {
    await tiles.seal(cache, layer, level, row, col);
    return (await tiles.bundle(cache, layer, level, row, col))?.blob;
  }
  const whole = { rowMin: row, rowMax: row + 127, colMin: col, colMax: col + 127 };
  const presentTiles = [];
  for (const key of (await tiles.present(cache, layer, level, whole)).values()) {
    const [tileRow, tileCol] = key.split('/').map(Number) as [number, number];
    const bytes = await tiles.tile(cache, { layer, level, row: tileRow, col: tileCol });
    if (bytes) presentTiles.push({ row: tileRow, col: tileCol, bytes });
  }
  return presentTiles.length === 0 ? undefined : writeBundle(presentTiles);
}

/**
 * Write one tree of a cache as a PMTiles archive.
 *
 * @throws {Fault} `not-supported` for a scheme other than Web Mercator and for tiles of mixed formats; `not-found` when
 *   the cache has no tiles; `conflict` when it changes during the export
 */
export async function exportPmtiles(call: Call, cache: CacheRecord, layer: number): Promise<Blob> {
  const { scheme } = cache.settings;
  if (!isWebMercator(scheme)) {
    throw unsupported(`Map "${cache.map}": PMTiles`, "the cache's scheme isn't Web Mercator");
  }
  const uses = requireTiles(cache).filter((use) => use.layer === layer);
  const { tiles } = call.context.store;
  const exportedTiles: PmtilesTile[] = [];
  for (const { level, range } of uses) {
    for (const { part } of byBundle(range)) {
      for (const key of await tiles.present(cache, layer, level, part)) {
        const [row, col] = key.split('/').map(Number) as [number, number];
        exportedTiles.push({ level, row, col });
      }
    }
  }
  const read = async (tile: PmtilesTile): Promise<Uint8Array<ArrayBuffer>> => {
    call.signal.throwIfAborted();
    const bytes = await tiles.tile(cache, { layer, ...tile });
    if (!bytes)
      throw new Fault('conflict', `Map "${cache.map}": the cache changed during the export. Export it again.`);
    if (tileType(bytes) !== type) throw unsupported('PMTiles', 'the cache has tiles of several formats');
    return bytes;
  };
  const first = exportedTiles[0] && (await tiles.tile(cache, { layer, ...exportedTiles[0] }));
  if (!first) throw new Fault('not-found', `Map "${cache.map}" has no tiles. Build the cache first.`);
  const type = tileType(first);
  const map = getPublishedMap(call.service, cache.map);
  const extent = await computeCacheExtent(call, map, scheme);
  const projection = await transformationBetween(call, scheme.reference, referenceFromWkid(4326));
  const bounds = projection ? projectExtent(extent, projection) : extent;
  const { document, credits } = call.service.definition;
  return writePmtiles(exportedTiles, read, {
    type,
    bounds,
    name: document.Title || map.Name,
    attribution: credits.join(' '),
  });
}

function requireTiles({ uses, map }: CacheRecord): readonly LevelUse[] {
  if (uses.length > 0) return uses;
  throw new Fault('not-found', `Map "${map}" has no tiles. Build the cache first.`);
}

/** Maximum bytes of a zip. Larger zips need Zip64, which many programs can't read. */
const maxBytes = 4_000_000_000;
const chunkBytes = 4 * 1024 * 1024;

/**
 * Write files to a zip without compression, because images are already compressed. Files are read in chunks.
 *
 * @throws {Fault} `too-large` above 4 GB
 */
async function zipFiles(files: AsyncIterable<readonly [name: string, file: Blob]>): Promise<Blob> {
  const parts: Blob[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    failure ??= error ?? undefined;
    if (chunk) parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
  });
  let bytes = 0;
  for await (const [name, file] of files) {
    bytes += file.size;
    if (bytes > maxBytes)
      throw wrongValue('too-large', 'Zip', `at most ${maxBytes} bytes`, 'more. Export fewer levels');
    const entry = new ZipPassThrough(name);
    entry.mtime = '2000-01-01T00:00:00Z';
    zip.add(entry);
    for (let offset = 0; offset < file.size; offset += chunkBytes) {
      const chunk = new Uint8Array(await file.slice(offset, offset + chunkBytes).arrayBuffer());
      entry.push(chunk, offset + chunkBytes >= file.size);
    }
    if (file.size === 0) entry.push(new Uint8Array(), true);
  }
  zip.end();
  if (failure) throw failure;
  return new Blob(parts, { type: 'application/zip' });
}
