import type { Database } from 'sql.js';
import type { Budget } from '../../contract/budget.ts';
import { Fault, reasonOf } from '../../contract/index.ts';
import { tileType } from '../../tiles/tile-cache.ts';
import { readMetadataRows, tableNames } from '../geopackage/contents.ts';
import { openSqlite } from '../geopackage/sqlite.ts';
import { checkView } from '../geopackage/view-cost.ts';
import { readFault } from '../reading/diagnostic.ts';
import { readBudget } from '../reading/read-budget.ts';
import type { SourceFile } from '../reading/source-table.ts';
import { imageRaster } from './image-tiles.ts';
import { type PmtilesTile, writePmtiles } from './pmtiles.ts';
import { type TileContents, type TileOptions, vectorTables } from './read-vector-tiles.ts';

type StoredTile = PmtilesTile & { readonly bytes: Blob };

/**
 * Read MBTiles (specification 1.3). Image tiles become a raster whose service serves them; vector tiles become layers.
 *
 * @throws {Fault} `bad-package` when the file isn't SQLite, has no tiles or is damaged; `too-large` above the limits of
 *   `openSqlite`, `imageRaster` and `vectorTables`
 */
export async function readMbtiles(file: SourceFile, options: TileOptions): Promise<TileContents> {
  const { database } = await openSqlite(file);
  try {
    const names = tableNames(database).map((name) => name.toLowerCase());
    if (!names.includes('tiles'))
      throw readFault('bad-package', 'tilesTableExpected', file.name, names.slice(0, 8).join(', '));
    const metadata = new Map(
      readMetadataRows(database, 'metadata').map((row) => [String(row.get('name')), String(row.get('value') ?? '')]),
    );
    const budget = readBudget(file);
    checkView(database, file, 'tiles', budget);
    const tiles = readStoredTiles(database, options, budget);
    const title = metadata.get('name') ?? '';
    const description = metadata.get('description') ?? '';
    const [first] = tiles;
    if (!first) throw readFault('bad-package', 'tilesExpected', file.name);
    const type = tileType(new Uint8Array(await first.bytes.slice(0, 16).arrayBuffer()));
    if (!type.startsWith('image/')) return vectorTables(file, { tiles, title }, options);
    const byTile = new Map(tiles.map((tile): [PmtilesTile, Blob] => [tile, tile.bytes]));
    const archive = await writePmtiles(tiles, async (tile) => new Uint8Array(await byTile.get(tile)!.arrayBuffer()), {
      type,
      bounds: [-180, -85.0511, 180, 85.0511],
      name: title,
      attribution: metadata.get('attribution') ?? '',
    });
    const bounds = (metadata.get('bounds') ?? '').split(',').map(Number);
    const images = { tiles, archive, title, description, bounds };
    return { tables: [], rasters: [await imageRaster(file, images, options.decode)] };
  } catch (error) {
    if (error instanceof Fault || error instanceof RangeError || options.signal?.aborted) throw error;
    throw readFault('bad-package', 'sqliteDamaged', file.name, reasonOf(error));
  } finally {
    database.close();
  }
}

/**
 * Read all tiles. MBTiles counts rows from the bottom; the result counts from the top. Skip tiles outside the grid of
 * their level.
 */
function readStoredTiles(database: Database, { onProgress, signal }: TileOptions, budget: Budget): StoredTile[] {
  const count = Number(database.exec('SELECT count(*) FROM tiles')[0]?.values[0]?.[0] ?? 0);
  const statement = database.prepare('SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles');
  const tiles: StoredTile[] = [];
  try {
    for (let number = 1; statement.step(); number++) {
      budget.take('entries');
      const [level, col, tmsRow, bytes] = statement.get();
      const side = 2 ** Number(level);
      const row = side - 1 - Number(tmsRow);
      const isInside = [row, Number(col)].every((index) => Number.isInteger(index) && index >= 0 && index < side);
      if (bytes instanceof Uint8Array && bytes.length > 0 && isInside && Number(level) <= 30)
        tiles.push({ level: Number(level), row, col: Number(col), bytes: new Blob([bytes.slice()]) });
      if (number % 2000 > 0) continue;
      signal?.throwIfAborted();
      onProgress?.(Math.min(1, number / count) / 2);
    }
  } finally {
    statement.free();
  }
  return tiles;
}
