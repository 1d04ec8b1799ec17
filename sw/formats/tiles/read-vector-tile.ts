import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { clipPaths, clipRings } from '../../geometry/clip.ts';
import type { Extent } from '../../geometry/extent.ts';
import { clearPaths, endPart, type PathBuffer, pathBuffer, reserveVertices } from '../../geometry/flat-geometry.ts';
import { ringArea } from '../../geometry/measure.ts';
import type { GeometryBatch } from '../../rows/batch.ts';
import type { GeometryKind } from '../../rows/manifest.ts';

/** A layer of a vector tile. */
interface TileLayerFeatures {
  readonly name: string;
  /** Units along the side of the tile. */
  readonly extent: number;
  readonly features: readonly VectorTileFeature[];
}

/** Limits of a tile; a map couldn't draw more. */
const maxFeatures = 1_000_000;
const maxVertices = 4_000_000;
/** Wire type of messages, strings and packed numbers. */
const lengthType = 2;
const [moveTo, lineTo, closePath] = [1, 2, 7];
/**
 * Tags of nested messages with their kind, by the kind of the outer message: tile (0), layer (1), feature (2), value (3).
 * Kind 4 is a geometry.
 */
const messages: readonly Readonly<Record<number, number>>[] = [{ 26: 1 }, { 18: 2, 34: 3 }, { 34: 4 }, {}];

/**
 * Read a vector tile, without layers that have no name.
 *
 * @see Mapbox Vector Tile Specification 2.1
 * @throws {Error} when the bytes aren't a vector tile
 */
export function readVectorTile(bytes: Uint8Array): TileLayerFeatures[] {
  checkTile(bytes);
  const layers = Object.values(new VectorTile(new PbfReader(bytes)).layers).filter(({ name }) => name !== '');
  return layers.map((layer) => {
    const { name, extent, length } = layer;
    if (!(extent >= 1 && extent <= 2 ** 24)) throw new RangeError(`a layer of ${extent} units`);
    return { name, extent, features: Array.from({ length }, (_, i) => layer.feature(i)) };
  });
}

/**
 * Make checks that the library lacks: each message must end inside its parent, and a geometry must have the bytes for
 * its command counts. Otherwise a small tile could make the library close a ring 2^28 times.
 */
function checkTile(bytes: Uint8Array): void {
  const pbf = new PbfReader(bytes);
  const checkCommands = (end: number): void => {
    let vertices = 0;
    while (pbf.pos < end) {
      const command = pbf.readVarint();
      const [kind, count] = [command & 7, command >>> 3];
      if (kind === closePath && count <= 1) continue;
      if (kind !== moveTo && kind !== lineTo) throw new RangeError(`command ${kind} of a geometry, ${count} times`);
      vertices += count;
      if (2 * count > end - pbf.pos || vertices > maxVertices)
        throw new RangeError('a geometry is cut off or too long');
      for (let i = 0; i < 2 * count; i++) pbf.readVarint();
    }
  };
  const checkMessage = (end: number, message: number): void => {
    let features = 0;
    while (pbf.pos < end) {
      const tag = pbf.readVarint();
      if ((tag & 7) !== lengthType) {
        pbf.skip(tag);
        continue;
      }
      const length = pbf.readVarint();
      const inner = pbf.pos + length;
      if (inner > end) throw new RangeError('a message is cut off');
      const next = messages[message]![tag];
      if (next === 2 && ++features > maxFeatures) throw new RangeError(`more than ${maxFeatures} features in a layer`);
      if (next === 4) checkCommands(inner);
      else if (next !== undefined) checkMessage(inner, next);
      else pbf.pos = inner;
    }
    if (pbf.pos !== end) throw new RangeError('a message is cut off');
  };
  checkMessage(bytes.length, 0);
}

/**
 * Load the geometry of a feature into `out`: each point, path or ring as a part, in tile units, y down. Rings are
 * closed.
 */
function loadShape(feature: VectorTileFeature, out: PathBuffer): void {
  clearPaths(out);
  for (const path of feature.loadGeometry()) {
    const [first, last] = [path[0]!, path.at(-1)!];
    // Skip rings that aren't closed.
    if (feature.type === 3 && (path.length < 2 || first.x !== last.x || first.y !== last.y)) continue;
    reserveVertices(out, path.length);
    for (const { x, y } of path) {
      out.xy[2 * out.vertexCount] = x;
      out.xy[2 * out.vertexCount + 1] = y;
      out.vertexCount++;
    }
    endPart(out);
  }
}

/** Rows that a tile adds to a table: features of one layer and one kind, clipped to the tile. */
interface TileRows {
  /** In units of the table; its first row is 0. */
  readonly geometry: GeometryBatch;
  /** The feature of each row. */
  readonly features: readonly VectorTileFeature[];
}

const types: Readonly<Record<GeometryKind, number>> = { point: 1, multipoint: 1, polyline: 2, polygon: 3 };

/**
 * Decode the features of a kind and clip them to the tile, because tiles repeat the surroundings of their edges. A
 * feature with several points becomes a row for each.
 *
 * @param bounds of the tile, in units of the table
 * @throws {RangeError} for an invalid geometry
 */
export function tileRows(layer: TileLayerFeatures, kind: GeometryKind, bounds: Extent): TileRows {
  const side = layer.extent;
  const square: Extent = [0, 0, side, side];
  const shape = pathBuffer();
  const clipped = pathBuffer();
  const all = pathBuffer();
  const featureOffsets = [0];
  const features: VectorTileFeature[] = [];
  const endRow = (feature: VectorTileFeature): void => {
    if (all.partCount === featureOffsets.at(-1)) return;
    featureOffsets.push(all.partCount);
    features.push(feature);
  };
  for (const feature of layer.features) {
    if (feature.type !== types[kind]) continue;
    loadShape(feature, shape);
    if (kind === 'point') {
      for (let i = 0; i < shape.vertexCount; i++) {
        const [x, y] = [shape.xy[2 * i]!, shape.xy[2 * i + 1]!];
        // The left and top edges belong to the tile, the others to its neighbors.
        if (!(x >= 0 && x < side && y >= 0 && y < side)) continue;
        addPart(all, shape.xy, i, i + 1, false);
        endRow(feature);
      }
      continue;
    }
    clearPaths(clipped);
    if (kind === 'polygon') clipRings(shape.xy, shape.partOffsets, 0, shape.partCount, square, clipped);
    else clipPaths(shape.xy, shape.partOffsets, 0, shape.partCount, square, clipped);
    // In version 1 of the format, outer rings may have either orientation. The first ring is always an outer one.
    const isReversed = kind === 'polygon' && shape.partCount > 0 && computePartArea(shape, 0) < 0;
    for (let part = 0; part < clipped.partCount; part++) {
      const [from, to] = [clipped.partOffsets[part]!, clipped.partOffsets[part + 1]!];
      if (kind === 'polygon' ? computePartArea(clipped, part) !== 0 : hasLength(clipped.xy, from, to))
        addPart(all, clipped.xy, from, to, isReversed);
    }
    endRow(feature);
  }
  const [west, , east, north] = bounds;
  const unit = (east - west) / side;
  const xy = all.xy.slice(0, 2 * all.vertexCount);
  for (let i = 0; i < xy.length; i += 2) {
    xy[i] = west + xy[i]! * unit;
    xy[i + 1] = north - xy[i + 1]! * unit;
  }
  const geometry: GeometryBatch = {
    kind,
    firstRow: 0,
    rowCount: features.length,
    xy,
    partOffsets: all.partOffsets.slice(0, all.partCount + 1),
    featureOffsets: Int32Array.from(featureOffsets),
  };
  return { geometry, features };
}

const computePartArea = ({ xy, partOffsets }: PathBuffer, part: number): number =>
  ringArea(xy, partOffsets[part]!, partOffsets[part + 1]!);

function addPart(out: PathBuffer, xy: Float64Array, from: number, to: number, isReversed: boolean): void {
  reserveVertices(out, to - from);
  for (let i = from; i < to; i++) {
    const v = isReversed ? to - 1 - (i - from) : i;
    out.xy[2 * out.vertexCount] = xy[2 * v]!;
    out.xy[2 * out.vertexCount + 1] = xy[2 * v + 1]!;
    out.vertexCount++;
  }
  endPart(out);
}

/** Check whether a path has two distinct vertices. */
function hasLength(xy: Float64Array, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) if (xy[2 * i] !== xy[2 * from] || xy[2 * i + 1] !== xy[2 * from + 1]) return true;
  return false;
}
