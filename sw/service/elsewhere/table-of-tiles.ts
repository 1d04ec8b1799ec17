import { Fault } from '../../contract/index.ts';
import { type ReadTileLayer, readVectorTile } from '../../formats/read-vector-tile.ts';
import { type Extent, meets } from '../../geometry/extent.ts';
import type { BatchCache } from '../../rows/batch-cache.ts';
import type { BatchManifest, TableManifest } from '../../rows/manifest.ts';
import { sourceFault } from '../../rows/remote/range-reader.ts';
import type { Table } from '../../rows/table.ts';
import { tileIdOf } from '../../tiles/pmtiles-directory.ts';
import type { FoundTile } from '../../tiles/pmtiles-reader.ts';
import {
  countTiles,
  holdsTile,
  meetRanges,
  type TileRange,
  tileRange,
  tilesExtent,
  webMercatorScheme,
} from '../../tiles/tile-scheme.ts';
import { tileColumns } from './tile-columns.ts';
import { type TileRows, tileRows } from './tile-rows.ts';
import type { TilesElsewhere } from './tiles-elsewhere.ts';
import { unpackTile } from './unpack-tile.ts';

/** A tile of an image is about as wide; makers of tiles expect 512. */
const tilePx = 512;
const mostIds = 2 ** 31 - 1;
const scheme = webMercatorScheme(31);

/** How many object ids each tile of a range has. */
export const idsInTile = (range: TileRange): number => Math.floor(mostIds / countTiles(range));

/**
 * Open a layer of an archive of vector tiles elsewhere as a table: its rows are the features of one level, cut at the edges of their
 * tiles, and its batches are tiles. Those that a request meets are read when it says where it looks. Object ids are
 * counted through the tiles of the level. Images are drawn from the level that fits their resolution; rows of
 * other levels than that of the table have ids below 0, which no request finds.
 *
 * @param manifest checked before, of an archive (`remote.tiles`), in the reference of the common scheme
 * @throws {Fault} in the methods: `source-failed`, `too-large`
 */
export function tableOfTiles(manifest: TableManifest, archive: TilesElsewhere, cache: BatchCache): Table {
  const tiles = manifest.remote!.tiles!;
  const { minimumLevel, maximumLevel } = archive.header;
  const levelFor = (resolution: number): number => {
    if (resolution <= 0) return tiles.level;
    const level = Math.round(Math.log2((scheme.levels[0]!.resolution * 256) / (resolution * tilePx)));
    return Math.min(maximumLevel, Math.max(minimumLevel, level));
  };
  const opened = (level: number): Table => {
    const table = openLevel(manifest, archive, cache, level);
    return {
      ...table,
      anew: () => opened(level),
      async within(extent, resolution) {
        const shown = openLevel(manifest, archive, cache, levelFor(resolution));
        await shown.find!(extent);
        return { ...shown, find: undefined };
      },
    };
  };
  return opened(tiles.level);
}

/** A tile whose rows are known. */
interface ReadTile {
  readonly tile: FoundTile;
  readonly firstRow: number;
}

function openLevel(manifest: TableManifest, archive: TilesElsewhere, cache: BatchCache, level: number): Table {
  const { remote, geometry: kind, idField, fields } = manifest;
  const { layer: layerName, level: own, range: ownRange } = remote!.tiles!;
  const { address } = archive;
  const range = rangeAt(ownRange, own, level);
  const ids = idsInTile(range);
  const cols = range.colMax - range.colMin + 1;
  const batches: BatchManifest[] = [];
  const read: ReadTile[] = [];
  /** Position in `read` by number of the tile; undefined for a tile without rows. */
  const known = new Map<number, number | undefined>();
  let rowCount = 0;
  let isWhole = false;

  const layersOf = (tile: FoundTile): Promise<readonly ReadTileLayer[]> =>
    cache.read(archive, `t${tile.run[0]}`, async () => {
      const bytes = await unpackTile(await archive.bytesOf(tile), archive.header.packing, nameOf(archive, tile));
      const value = orDamaged(tile, () => readVectorTile(bytes));
      return { value, bytes: 8 * bytes.length };
    });
  const rowsOf = (tile: FoundTile): Promise<TileRows> =>
    cache.read(archive, `r${tile.level}.${tile.row}.${tile.col}.${kind}.${layerName}`, async () => {
      const layer = (await layersOf(tile)).find(({ name }) => name === layerName) ?? emptyLayer;
      const bounds = boundsOf(tile);
      const value = orDamaged(tile, () => tileRows(layer, kind!, bounds));
      return { value, bytes: 64 * value.rowCount + value.geometry.xy.byteLength };
    });
  const orDamaged = <T>(tile: FoundTile, decode: () => T): T => {
    try {
      return decode();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw sourceFault(address, 'damaged', `${numbersOf(tile)} cannot be read: ${error.message}.`, error);
    }
  };
  const firstIdOf = ({ row, col }: FoundTile): number => ((row - range.rowMin) * cols + (col - range.colMin)) * ids + 1;
  const add = async (tile: FoundTile): Promise<void> => {
    const rows = await rowsOf(tile);
    const number = tileIdOf(level, tile.row, tile.col);
    // Another part of the request may have read it in the meantime.
    if (known.has(number)) return;
    if (rows.rowCount > ids && level === own)
      throw new Fault(
        'too-large',
        `${nameOf(archive, tile)}: at most ${ids} features of a layer expected, ${rows.rowCount} found.`,
      );
    known.set(number, rows.rowCount > 0 ? batches.length : undefined);
    if (rows.rowCount === 0) return;
    batches.push({ firstRow: rowCount, rowCount: rows.rowCount, extent: rows.extent!, statistics: {} });
    read.push({ tile, firstRow: rowCount });
    rowCount += rows.rowCount;
  };
  const findIn = async (some: TileRange): Promise<void> => {
    if (countTiles(some) === 0) return;
    const found = (await archive.tilesIn(level, some)).filter(({ row, col }) => !known.has(tileIdOf(level, row, col)));
    await archive.readAheadFound(found);
    for (const tile of found) await add(tile);
  };
  const tileRangeOf = (extent: Extent): TileRange =>
    meetRanges(range, tileRange(scheme, scheme.levels[level]!, extent));
  const table: Table = {
    manifest: { ...manifest, batches },
    async find(extent) {
      if (isWhole) return;
      await findIn(extent ? tileRangeOf(extent) : range);
      isWhole ||= extent === undefined;
    },
    async attributes(index, names = fields.map(({ Name }) => Name)) {
      const { tile, firstRow } = read[index]!;
      const rows = await rowsOf(tile);
      const columns = tileColumns(rows, fields, names);
      const sign = level === own ? 1 : -1;
      const firstId = firstIdOf(tile);
      columns.set(idField, {
        kind: 'int',
        values: Int32Array.from({ length: rows.rowCount }, (_, row) => sign * (firstId + row)),
      });
      return { firstRow, rowCount: rows.rowCount, columns };
    },
    async geometry(_, index) {
      const { tile, firstRow } = read[index]!;
      return { ...(await rowsOf(tile)).geometry, firstRow };
    },
    extents: async (index) => (await rowsOf(read[index]!.tile)).extents,
    async rowsIn(extent) {
      await table.find!(extent);
      const found: number[] = [];
      for (const [index, { firstRow, extent: box }] of batches.entries()) {
        if (!meets(box!, extent)) continue;
        const boxes = await table.extents(index);
        for (let at = 0; at < boxes.length; at += 4)
          if (meets(boxes.subarray(at, at + 4) as unknown as Extent, extent)) found.push(firstRow + at / 4);
      }
      return Uint32Array.from(found);
    },
    fileBytes: async () => {
      throw new Fault('not-supported', `${address}: rows of a file elsewhere have no files.`);
    },
    async rowOfId(id) {
      if (!Number.isInteger(id) || id < 1) return -1;
      const ordinal = Math.floor((id - 1) / ids);
      const [row, col] = [range.rowMin + Math.floor(ordinal / cols), range.colMin + (ordinal % cols)];
      if (!holdsTile(range, row, col)) return -1;
      if (!known.has(tileIdOf(level, row, col))) await findIn({ rowMin: row, rowMax: row, colMin: col, colMax: col });
      const index = known.get(tileIdOf(level, row, col));
      const batch = index === undefined ? undefined : batches[index];
      const inTile = (id - 1) % ids;
      return batch && inTile < batch.rowCount ? batch.firstRow + inTile : -1;
    },
  };
  return table;
}

const emptyLayer: ReadTileLayer = { name: '', extent: 4096, keys: [], values: [], features: [] };

/** The range of a level in the tiles of another. */
function rangeAt({ rowMin, rowMax, colMin, colMax }: TileRange, own: number, level: number): TileRange {
  const first = (at: number): number => Math.floor(at * 2 ** (level - own));
  const last = (at: number): number => Math.ceil((at + 1) * 2 ** (level - own)) - 1;
  return { rowMin: first(rowMin), rowMax: last(rowMax), colMin: first(colMin), colMax: last(colMax) };
}

const boundsOf = ({ level, row, col }: FoundTile): Extent =>
  tilesExtent(scheme, scheme.levels[level]!, { rowMin: row, rowMax: row, colMin: col, colMax: col });

const numbersOf = ({ level, row, col }: FoundTile): string => `tile ${level}/${col}/${row}`;
const nameOf = (archive: TilesElsewhere, tile: FoundTile): string => `${archive.address}, ${numbersOf(tile)}`;
