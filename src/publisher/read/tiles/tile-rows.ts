import { type ReadTileFeature, type ReadTileLayer, readTileShape } from '../../../../sw/formats/read-vector-tile.ts';
import { clipPaths, clipRings } from '../../../../sw/geometry/clip.ts';
import type { Extent } from '../../../../sw/geometry/extent.ts';
import {
  clearPaths,
  endPart,
  type PathBuffer,
  pathBuffer,
  reserveVertices,
} from '../../../../sw/geometry/flat-geometry.ts';
import { ringArea } from '../../../../sw/geometry/measure.ts';
import type { GeometryBatch } from '../../../../sw/rows/batch.ts';
import type { GeometryKind } from '../../../../sw/rows/manifest.ts';

/** The rows that a tile has for a table: those of one of its layers, of one kind, within the tile. */
interface TileRows {
  /** In units of the world; its first row is 0. */
  readonly geometry: GeometryBatch;
  /** Of each row. */
  readonly features: readonly ReadTileFeature[];
}

const types: Readonly<Record<GeometryKind, number>> = { point: 1, multipoint: 1, polyline: 2, polygon: 3 };

/**
 * Decode the features of a kind and cut them at the edges of their tile, around which tiles repeat what their neighbours have.
 * Features of several points make a row of each.
 *
 * @param bounds of the tile, in units of the table
 * @throws {RangeError} for a geometry that is none
 */
export function tileRows(layer: ReadTileLayer, kind: GeometryKind, bounds: Extent): TileRows {
  const side = layer.extent;
  const square: Extent = [0, 0, side, side];
  const shape = pathBuffer();
  const cut = pathBuffer();
  const all = pathBuffer();
  const featureOffsets = [0];
  const features: ReadTileFeature[] = [];
  const endRow = (feature: ReadTileFeature): void => {
    if (all.partCount === featureOffsets.at(-1)) return;
    featureOffsets.push(all.partCount);
    features.push(feature);
  };
  for (const feature of layer.features) {
    if (feature.type !== types[kind]) continue;
    readTileShape(feature, shape);
    if (kind === 'point') {
      for (let i = 0; i < shape.vertexCount; i++) {
        const [x, y] = [shape.xy[2 * i]!, shape.xy[2 * i + 1]!];
        // The left and upper edges belong to a tile, the others to its neighbours.
        if (!(x >= 0 && x < side && y >= 0 && y < side)) continue;
        addPart(all, shape.xy, i, i + 1, false);
        endRow(feature);
      }
      continue;
    }
    clearPaths(cut);
    if (kind === 'polygon') clipRings(shape.xy, shape.partOffsets, 0, shape.partCount, square, cut);
    else clipPaths(shape.xy, shape.partOffsets, 0, shape.partCount, square, cut);
    // By the first version of the format outer rings may turn either way; the first ring is one.
    const isTurned = kind === 'polygon' && shape.partCount > 0 && areaOf(shape, 0) < 0;
    for (let part = 0; part < cut.partCount; part++) {
      const [from, to] = [cut.partOffsets[part]!, cut.partOffsets[part + 1]!];
      if (kind === 'polygon' ? areaOf(cut, part) !== 0 : hasLength(cut.xy, from, to))
        addPart(all, cut.xy, from, to, isTurned);
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

const areaOf = ({ xy, partOffsets }: PathBuffer, part: number): number =>
  ringArea(xy, partOffsets[part]!, partOffsets[part + 1]!);

function addPart(out: PathBuffer, xy: Float64Array, from: number, to: number, isTurned: boolean): void {
  reserveVertices(out, to - from);
  for (let i = from; i < to; i++) {
    const v = isTurned ? to - 1 - (i - from) : i;
    out.xy[2 * out.vertexCount] = xy[2 * v]!;
    out.xy[2 * out.vertexCount + 1] = xy[2 * v + 1]!;
    out.vertexCount++;
  }
  endPart(out);
}

/** Whether a path is more than a single location. */
function hasLength(xy: Float64Array, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) if (xy[2 * i] !== xy[2 * from] || xy[2 * i + 1] !== xy[2 * from + 1]) return true;
  return false;
}
