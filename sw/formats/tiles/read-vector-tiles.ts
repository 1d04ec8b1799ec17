import { Decompress } from 'fflate';
import { reasonOf } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import { ringArea } from '../../geometry/measure.ts';
import { fromMercator } from '../../geometry/web-mercator.ts';
import type { GeometryBatch } from '../../rows/batch.ts';
import type { DecodeImage } from '../../service/raster-source.ts';
import { tilesExtent, webMercatorScheme } from '../../tiles/tile-scheme.ts';
import { collectFeatures, type LooseGeometry } from '../reading/collect-features.ts';
import { concatBytes } from '../reading/concat-bytes.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { readBudget } from '../reading/read-budget.ts';
import { type Diagnostic, ReadFault } from '../reading/read-fault.ts';
import type { SourceRaster } from '../reading/source-raster.ts';
import { type Progress, type SourceFile, type SourceTable, stem } from '../reading/source-table.ts';
import { wgs84 } from '../reading/spatial-reference.ts';
import type { PmtilesTile } from './pmtiles.ts';
import { readVectorTile, tileRows } from './read-vector-tile.ts';

/** Contents of a file of tiles: a raster of its images or tables of its features. */
export interface TileContents {
  readonly tables: readonly SourceTable[];
  readonly rasters: readonly SourceRaster[];
}

export interface TileOptions {
  readonly onProgress: Progress | undefined;
  readonly signal: AbortSignal | undefined;
  readonly decode: DecodeImage | undefined;
}

/** Limits, because all tiles and features are in memory until they're packed. */
const maxTiles = 50_000;
const maxFeatures = 2_000_000;
/** Maximum bytes of a tile after decompression; by convention tiles have at most 500 kB. */
const maxTileBytes = 64 * 2 ** 20;
/** Bytes decompressed per step, so that the output can be counted. */
const pieceBytes = 1 << 13;

interface VectorTiles {
  readonly tiles: readonly (PmtilesTile & { readonly bytes: Blob })[];
  /** From the metadata; empty if the file has none. */
  readonly title: string;
}

/** A feature and its pieces from several tiles. */
interface Pieces {
  readonly properties: Readonly<Record<string, string | number | boolean>>;
  readonly geometries: LooseGeometry[];
}

/**
 * Read the features of the finest level: a table for each layer and kind of geometry. Pieces of a feature are merged by
 * its ID, if it has one.
 *
 * @throws {Fault} `bad-package` with the tile when it is damaged; `too-large` for too many tiles or features
 */
export async function vectorTables(
  file: SourceFile,
  { tiles, title }: VectorTiles,
  { onProgress, signal }: TileOptions,
): Promise<TileContents> {
  const finest = tiles.reduce((level, tile) => Math.max(level, tile.level), 0);
  const finestTiles = tiles.filter(({ level }) => level === finest);
  if (finestTiles.length === 0) throw readFault('bad-package', 'tilesExpected', file.name);
  if (finestTiles.length > maxTiles)
    throw readFault('too-large', 'mostTiles', file.name, maxTiles, finest, finestTiles.length);
  const layers = new Map<string, Map<string | number, Pieces>>();
  let count = 0;
  for (const [i, tile] of finestTiles.entries()) {
    const location = diagnostic('inFile', file.name, diagnostic('tile', tile.level, tile.row, tile.col));
    count += takeTile(layers, await unpackTile(tile.bytes, location), tile, location);
    if (count > maxFeatures) throw readFault('too-large', 'mostFeatures', file.name, maxFeatures, finest);
    if (i % 50 > 0) continue;
    signal?.throwIfAborted();
    onProgress?.(0.5 + i / finestTiles.length / 2);
  }
  const name = title || stem(file.name);
  const budget = readBudget(file);
  const tables = [...layers].flatMap(([layer, pieces]): SourceTable[] => {
    const collector = collectFeatures(budget);
    for (const { properties, geometries } of pieces.values()) {
      const geometry = geometries.length === 1 ? geometries[0]! : { type: 'GeometryCollection', geometries };
      collector.add(Object.entries(properties), geometry, diagnostic('dataTable', layer));
    }
    return collector.finish(layers.size === 1 ? layer || name : layer).map((table) => ({
      ...table,
      spatialReference: wgs84,
      notes: [diagnostic('fromTiles', finest), ...table.notes],
    }));
  });
  if (tables.length === 0) throw readFault('bad-package', 'tilesExpected', file.name);
  return { tables, rasters: [] };
}

async function unpackTile(tile: Blob, location: Diagnostic): Promise<Uint8Array> {
  const bytes = new Uint8Array(await tile.arrayBuffer());
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  // No uncompressed vector tile begins with these two bytes.
  const isZlib = bytes[0] === 0x78 && ((bytes[0] << 8) | bytes[1]!) % 31 === 0;
  if (!isGzip && !isZlib) return bytes;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream = new Decompress((chunk) => {
    size += chunk.length;
    if (size > maxTileBytes)
      throw readFault('too-large', 'damaged', location, `expected at most ${maxTileBytes} bytes, found more`);
    chunks.push(chunk);
  });
  try {
    for (let offset = 0; offset < bytes.length; offset += pieceBytes)
      stream.push(bytes.subarray(offset, offset + pieceBytes), offset + pieceBytes >= bytes.length);
    return concatBytes(chunks);
  } catch (error) {
    if (error instanceof ReadFault) throw error;
    throw readFault('bad-package', 'damaged', location, reasonOf(error));
  }
}

const kinds = ['point', 'polyline', 'polygon'] as const;

/** Add the features of a tile to `layers`. @returns the number of pieces */
function takeTile(
  layers: Map<string, Map<string | number, Pieces>>,
  bytes: Uint8Array,
  tile: PmtilesTile,
  location: Diagnostic,
): number {
  let count = 0;
  const bounds = getTileExtent(tile);
  try {
    for (const layer of readVectorTile(bytes)) {
      const pieces = layers.get(layer.name) ?? new Map<string | number, Pieces>();
      layers.set(layer.name, pieces);
      for (const kind of kinds) {
        const { features, geometry } = tileRows(layer, kind, bounds);
        let number = 0;
        fromMercator(geometry.xy, 0, geometry.xy.length);
        for (const [row, feature] of features.entries()) {
          count++;
          // Points of one feature are consecutive rows.
          if (feature !== features[row - 1]) number++;
          const key = feature.id ?? `${tile.row}/${tile.col}/${kind}${number}`;
          const piece = pieces.get(key);
          if (piece) piece.geometries.push(toLooseGeometry(geometry, row));
          else pieces.set(key, { properties: feature.properties, geometries: [toLooseGeometry(geometry, row)] });
        }
      }
    }
  } catch (error) {
    throw readFault('bad-package', 'damaged', location, reasonOf(error));
  }
  return count;
}

/** Return the geometry of a row as GeoJSON. A ring with the orientation of an outer ring begins a new polygon. */
function toLooseGeometry({ kind, xy, partOffsets, featureOffsets }: GeometryBatch, row: number): LooseGeometry {
  const paths: number[][][] = [];
  const polygons: number[][][][] = [];
  for (let part = featureOffsets[row]!; part < featureOffsets[row + 1]!; part++) {
    const [from, to] = [partOffsets[part]!, partOffsets[part + 1]!];
    const path = Array.from({ length: to - from }, (_, i) => [xy[2 * (from + i)]!, xy[2 * (from + i) + 1]!]);
    paths.push(path);
    if (polygons.length === 0 || ringArea(xy, from, to) < 0) polygons.push([path]);
    else polygons.at(-1)!.push(path);
  }
  if (kind === 'point') return { type: 'Point', coordinates: paths[0]![0] };
  return kind === 'polygon'
    ? { type: 'MultiPolygon', coordinates: polygons }
    : { type: 'MultiLineString', coordinates: paths };
}

const scheme = webMercatorScheme(31);

/** Return the extent of a tile in meters. */
const getTileExtent = ({ level, row, col }: PmtilesTile): Extent =>
  tilesExtent(scheme, scheme.levels[level]!, { rowMin: row, rowMax: row, colMin: col, colMax: col });
