import { Fault, reasonOf } from '../../contract/index.ts';
import { readFault } from '../reading/diagnostic.ts';
import type { SourceFile } from '../reading/source-table.ts';
import { imageRaster } from './image-tiles.ts';
import { archiveTexts, readPmtiles } from './pmtiles-reader.ts';
import { type TileContents, type TileOptions, vectorTables } from './read-vector-tiles.ts';

const vectorType = 'application/vnd.mapbox-vector-tile';

/**
 * Read a PMTiles archive. Image tiles become a raster whose service serves them; vector tiles become layers.
 *
 * @throws {Fault} `bad-package` when the file isn't PMTiles or is damaged; `not-supported` for tiles of other types;
 *   `too-large` above the limits of `imageRaster` and `vectorTables`
 */
export async function readTileArchive(file: SourceFile, options: TileOptions): Promise<TileContents> {
  const archive = file.bytes instanceof Blob ? file.bytes : new Blob([file.bytes as Uint8Array<ArrayBuffer>]);
  const pmtiles = await readPmtiles(archive).catch((error: unknown) => {
    const code = error instanceof Fault ? error.code : 'bad-package';
    throw readFault(code, 'formatExpected', file.name, 'PMTiles', reasonOf(error).replace(/^PMTiles: /, ''));
  });
  const { type, packing } = pmtiles.header;
  const { name, description } = archiveTexts(pmtiles.metadata);
  if (type === vectorType && packing !== 'other')
    return vectorTables(file, { tiles: pmtiles.tiles, title: name }, options);
  if (!type.startsWith('image/') || packing !== 'none')
    throw readFault('not-supported', 'tileTypeExpected', file.name, type);
  return {
    tables: [],
    rasters: [await imageRaster(file, { tiles: pmtiles.tiles, archive, title: name, description }, options.decode)],
  };
}
