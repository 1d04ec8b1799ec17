import { type Value, wrongValue } from '../../contract/index.ts';
import { countAddedVertices, densify, douglasPeucker, mapParts } from '../../geometry/generalize.ts';
import type { Transformation } from '../../geometry/project.ts';
import type { GeometryBatch } from '../../rows/batch.ts';
import { geometryOf } from '../../rows/geometry/geometry-value.ts';
import type { ShapeOf } from '../../rows/read-rows.ts';
import { runAtOnce } from '../../scheduler.ts';

interface ShapeOptions {
  /** CRS of the answer. */
  readonly reference?: Value<'SpatialReference'>;
  /** From the stored CRS to the CRS of the answer; absent if they are the same. */
  readonly projection?: Transformation;
  /** Maximum distance of a dropped vertex from the remaining line, in stored units; 0 keeps all. */
  readonly toleranceUnits: number;
  /** Densifying and generalizing, in units of the answer. Points aren't affected. */
  readonly options?: Value<'GeometryResultOptions'>;
}

/** Maximum number of vertices that densifying adds to all geometries of an answer. */
const maxAddedVertices = 250_000;

/**
 * Return a function that writes the geometry of a row, generalized and then projected.
 *
 * @throws {Fault} `bad-value` for a length or offset below 0 that is not -1, and, when writing, `too-complex` for
 *   segments so short that they add more than 250,000 vertices
 */
export function rowShape(given: ShapeOptions): ShapeOf {
  const flat = flatShape(given);
  const { reference } = given;
  if (!flat) return (batch, row) => geometryOf(batch, row, reference);
  return (batch, row) => {
    const one = flat(batch, row);
    return one && geometryOf(one, 0, reference);
  };
}

/**
 * Return a function that copies the geometry of a row, generalized and then projected. It returns null if the geometry
 * can't be projected.
 *
 * @returns undefined when the stored geometry needs no change
 * @throws {Fault} as `rowShape`
 */
export function flatShape({
  projection,
  toleranceUnits,
  options = {},
}: ShapeOptions): ((batch: GeometryBatch, row: number) => GeometryBatch | null) | undefined {
  const unitsOf = (name: 'MaximumSegmentLength' | 'MaximumDeviation' | 'MaximumAllowableOffset'): number => {
    const given = options[name] ?? -1;
    return given === -1 ? 0 : notNegative(given, `GeometryResultOptions.${name}`);
  };
  // Only check it. Stored geometries have no curves that could deviate.
  unitsOf('MaximumDeviation');
  const longestUnits = options.DensifyGeometries ? unitsOf('MaximumSegmentLength') : 0;
  const offsetUnits = options.GeneralizeGeometries ? unitsOf('MaximumAllowableOffset') : 0;
  if (!projection && toleranceUnits === 0 && longestUnits === 0 && offsetUnits === 0) return undefined;
  let added = 0;
  const dense = (xy: Float64Array): Float64Array => {
    added += countAddedVertices(xy, longestUnits);
    if (added <= maxAddedVertices) return runAtOnce(densify(xy, longestUnits));
    throw wrongValue(
      'too-complex',
      'GeometryResultOptions.MaximumSegmentLength',
      `a length that adds at most ${maxAddedVertices} vertices`,
      `${longestUnits}`,
    );
  };
  return (batch, row) => {
    let one = copyRow(batch, row);
    const isPaths = batch.kind === 'polyline' || batch.kind === 'polygon';
    if (toleranceUnits > 0 && isPaths) one = mapParts(one, (xy) => douglasPeucker(xy, toleranceUnits));
    projection?.forward(one.xy);
    // Return no geometry instead of NaN coordinates outside the area of the requested CRS.
    if (projection && one.xy.some(Number.isNaN)) return null;
    if (offsetUnits > 0 && isPaths) one = mapParts(one, (xy) => douglasPeucker(xy, offsetUnits));
    if (longestUnits > 0 && isPaths) one = mapParts(one, dense);
    return one;
  };
}

/**
 * Check that a number is 0 or more.
 *
 * @throws {Fault} `bad-value` for a number below 0 or NaN
 */
export function notNegative(given: number, path: string): number {
  if (given >= 0) return given;
  throw wrongValue('bad-value', path, '0 or more', `${given}`);
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
