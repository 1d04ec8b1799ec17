import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { bboxClip } from '@turf/turf';
import { gunzipSync } from 'fflate';
import { PbfReader } from 'pbf';
import type { Extent } from '../../../../sw/geometry/extent.ts';
import type { PmtilesTile } from '../../../../sw/tiles/pmtiles.ts';
import { type Diagnostic, diagnostic, readFault } from '../../diagnostic.ts';
import { type SourceFile, type SourceTable, stem } from '../../source-table.ts';
import { collectFeatures, type LooseGeometry } from '../collect-features.ts';
import { wgs84 } from '../spatial-reference.ts';
import { reasonOf } from '../typed-column.ts';
import type { TileContents, TileOptions } from './tile-contents.ts';

/** Everything is in memory until it is packed. */
const maximumTiles = 50_000;
const maximumFeatures = 2_000_000;
/** Tiles have half a megabyte by agreement. */
const maximumTileBytes = 64 * 2 ** 20;

interface VectorTiles {
  readonly tiles: readonly (PmtilesTile & { readonly bytes: Blob })[];
  /** What the author calls it; empty without. */
  readonly title: string;
}

/** A feature with the pieces that tiles have of it. */
interface Pieces {
  readonly properties: VectorTileFeature['properties'];
  readonly geometries: LooseGeometry[];
}

/**
 * Read the features of the finest level of tiles: a layer for each of theirs and each kind of geometry. Pieces of one feature are
 * put together by its id, where there is one.
 *
 * @throws {Fault} `bad-package` naming the tile; `too-large`
 */
export async function vectorTables(
  file: SourceFile,
  { tiles, title }: VectorTiles,
  { onProgress, signal }: TileOptions,
): Promise<TileContents> {
  const finest = tiles.reduce((level, tile) => Math.max(level, tile.level), 0);
  const some = tiles.filter(({ level }) => level === finest);
  if (some.length === 0) throw readFault('bad-package', 'tilesExpected', file.name);
  if (some.length > maximumTiles)
    throw readFault('too-large', 'mostTiles', file.name, maximumTiles, finest, some.length);
  const layers = new Map<string, Map<string | number, Pieces>>();
  let count = 0;
  for (const [i, tile] of some.entries()) {
    const location = diagnostic('inFile', file.name, diagnostic('tile', tile.level, tile.row, tile.col));
    count += takeTile(layers, await unpacked(tile.bytes, location), tile, location);
    if (count > maximumFeatures) throw readFault('too-large', 'mostFeatures', file.name, maximumFeatures, finest);
    if (i % 50 > 0) continue;
    signal?.throwIfAborted();
    onProgress?.(0.5 + i / some.length / 2);
  }
  const name = title || stem(file.name);
  const tables = [...layers].flatMap(([layer, pieces]): SourceTable[] => {
    const collector = collectFeatures();
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

async function unpacked(tile: Blob, location: Diagnostic): Promise<Uint8Array> {
  const bytes = new Uint8Array(await tile.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  // The last four bytes of gzip say how much comes out, and the library believes them.
  const size = new DataView(bytes.buffer).getUint32(bytes.length - 4, true);
  if (size > maximumTileBytes)
    throw readFault('too-large', 'damaged', location, `at most ${maximumTileBytes} bytes expected, ${size} found`);
  try {
    return gunzipSync(bytes);
  } catch (error) {
    throw readFault('bad-package', 'damaged', location, reasonOf(error));
  }
}

/** @returns the number of pieces */
function takeTile(
  layers: Map<string, Map<string | number, Pieces>>,
  bytes: Uint8Array,
  tile: PmtilesTile,
  location: Diagnostic,
): number {
  let count = 0;
  const bounds = boundsOf(tile);
  try {
    const read = new VectorTile(new PbfReader(bytes));
    for (const [name, layer] of Object.entries(read.layers)) {
      const pieces = layers.get(name) ?? new Map<string | number, Pieces>();
      layers.set(name, pieces);
      for (let i = 0; i < layer.length; i++) {
        const feature = layer.feature(i);
        const geometry = inside(feature, tile, bounds);
        if (!geometry) continue;
        count++;
        const key = feature.id ?? `${tile.row}/${tile.col}/${i}`;
        const known = pieces.get(key);
        if (known) known.geometries.push(geometry);
        else pieces.set(key, { properties: feature.properties, geometries: [geometry] });
      }
    }
  } catch (error) {
    throw readFault('bad-package', 'damaged', location, reasonOf(error));
  }
  return count;
}

/** The part of a feature within its tile: around it tiles repeat what their neighbours have. */
function inside(
  feature: VectorTileFeature,
  { level, row, col }: PmtilesTile,
  bounds: Extent,
): LooseGeometry | undefined {
  const whole = feature.toGeoJSON(col, row, level);
  const { geometry } = whole;
  if (geometry.type === 'Point' || geometry.type === 'MultiPoint') {
    const positions = geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates;
    const own = positions.filter((position) => isInside(position, bounds));
    if (own.length === 0) return undefined;
    return own.length === 1 ? { type: 'Point', coordinates: own[0] } : { type: 'MultiPoint', coordinates: own };
  }
  if (geometry.type === 'GeometryCollection') return undefined;
  const cut = bboxClip({ ...whole, geometry }, [...bounds]).geometry;
  return cut.coordinates.length === 0 ? undefined : cut;
}

/** The left and upper edges belong to a tile, the others to its neighbours. */
const isInside = ([x, y]: readonly number[], [west, south, east, north]: Extent): boolean =>
  x! >= west && x! < east && y! > south && y! <= north;

/** Of a tile in degrees. */
function boundsOf({ level, row, col }: PmtilesTile): Extent {
  const side = 2 ** level;
  const longitude = (at: number): number => (at / side) * 360 - 180;
  const latitude = (at: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * at) / side))) * 180) / Math.PI;
  return [longitude(col), latitude(row + 1), longitude(col + 1), latitude(row)];
}
