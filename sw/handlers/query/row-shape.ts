import { type Value, wrongValue } from '../../contract/index.ts';
import { countAddedVertices, densify, douglasPeucker, mapParts } from '../../geometry/generalize.ts';
import type { Transformation } from '../../geometry/project.ts';
import type { GeometryBatch } from '../../rows/batch.ts';
import { toGeometryValue } from '../../rows/geometry/geometry-value.ts';
import type { ReadShape } from '../../rows/read-rows.ts';
import { runAtOnce } from '../../scheduler.ts';

interface ShapeOptions {
  /** CRS of the response. */
  readonly reference?: Value<'SpatialReference'>;
  /** From the stored CRS to the CRS of the response; undefined if they are the same. */
  readonly projection?: Transformation;
  /** Maximum distance of a dropped vertex from the remaining line, in stored units; 0 keeps all vertices. */
  readonly toleranceUnits: number;
  /** Densifying and generalizing, in units of the response. Points aren't affected. */
  readonly options?: Value<'GeometryResultOptions'>;
}

/** Maximum number of vertices that densifying adds to all geometries of a response. */
const maxAddedVertices = 250_000;

/**
 * Return a function that returns the geometry of a row as a contract value: generalized, projected and densified as
 * requested.
 *
 * @throws {Fault} `bad-value` for a length or offset below 0 that is not -1, and, in the returned function,
 *   `too-complex` for
 *   segments so short that they add more than 250,000 vertices
 */
export function rowShape(shapeOptions: ShapeOptions): ReadShape {
  const flat = flatShape(shapeOptions);
  const { reference } = shapeOptions;
  if (!flat) return (batch, row) => toGeometryValue(batch, row, reference);
  return (batch, row) => {
    const geometry = flat(batch, row);
    return geometry && toGeometryValue(geometry, 0, reference);
  };
}

/**
 * Return a function that copies the geometry of a row and generalizes, projects and densifies the copy as requested. It
 * returns null if the geometry can't be projected.
 *
 * @returns undefined when the stored geometry needs no change
 * @throws {Fault} as `rowShape`
 */
export function flatShape({
  projection,
  toleranceUnits,
  options = {},
}: ShapeOptions): ((batch: GeometryBatch, row: number) => GeometryBatch | null) | undefined {
  const readUnits = (name: 'MaximumSegmentLength' | 'MaximumDeviation' | 'MaximumAllowableOffset'): number => {
    const units = options[name] ?? -1;
    return units === -1 ? 0 : notNegative(units, `GeometryResultOptions.${name}`);
  };
  // Only check it. Stored geometries have no curves that could deviate.
  readUnits('MaximumDeviation');
  const maxSegmentUnits = options.DensifyGeometries ? readUnits('MaximumSegmentLength') : 0;
  const offsetUnits = options.GeneralizeGeometries ? readUnits('MaximumAllowableOffset') : 0;
  if (!projection && toleranceUnits === 0 && maxSegmentUnits === 0 && offsetUnits === 0) return undefined;
  let added = 0;
  const dense = (xy: Float64Array): Float64Array => {
    added += countAddedVertices(xy, maxSegmentUnits);
    if (added <= maxAddedVertices) return runAtOnce(densify(xy, maxSegmentUnits));
    throw wrongValue(
      'too-complex',
      'GeometryResultOptions.MaximumSegmentLength',
      `a length that adds at most ${maxAddedVertices} vertices`,
      `${maxSegmentUnits}`,
    );
  };
  return (batch, row) => {
    let geometry = copyRow(batch, row);
    const isPaths = batch.kind === 'polyline' || batch.kind === 'polygon';
    if (toleranceUnits > 0 && isPaths) geometry = mapParts(geometry, (xy) => douglasPeucker(xy, toleranceUnits));
    projection?.forward(geometry.xy);
    // Return no geometry instead of NaN coordinates outside the area of the requested CRS.
    if (projection && geometry.xy.some(Number.isNaN)) return null;
    if (offsetUnits > 0 && isPaths) geometry = mapParts(geometry, (xy) => douglasPeucker(xy, offsetUnits));
    if (maxSegmentUnits > 0 && isPaths) geometry = mapParts(geometry, dense);
    return geometry;
  };
}

/**
 * Return a number if it is 0 or more.
 *
 * @throws {Fault} `bad-value` for a number below 0 or NaN
 */
export function notNegative(value: number, path: string): number {
  if (value >= 0) return value;
  throw wrongValue('bad-value', path, 'a number ≥ 0', `${value}`);
}

/** Copy the geometry of one row. Stored coordinates are shared and must not be changed. */
export function copyRow(batch: GeometryBatch, row: number): GeometryBatch {
  const firstPart = batch.featureOffsets[row]!;
  const endPart = batch.featureOffsets[row + 1]!;
  const first = batch.partOffsets[firstPart]!;
  return {
    kind: batch.kind,
    firstRow: 0,
    rowCount: 1,
    xy: batch.xy.slice(2 * first, 2 * batch.partOffsets[endPart]!),
    partOffsets: batch.partOffsets.slice(firstPart, endPart + 1).map((offset) => offset - first),
    featureOffsets: Int32Array.of(0, endPart - firstPart),
  };
}
