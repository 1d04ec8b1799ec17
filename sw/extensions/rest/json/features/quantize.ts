import { wrongValue } from '../../../../contract/fault.ts';
import type { SingleGeometry } from '../../../../geometry/single-geometry.ts';
import { numberAt, objectAt, unexpectedValueFault } from '../unexpected-value.ts';

/**
 * A grid for rounding coordinates: x = originX + column * scale, and y likewise, downwards from an upper left origin.
 */
export interface Transform {
  readonly scale: number;
  readonly originX: number;
  readonly originY: number;
  readonly isUpperLeft: boolean;
  /** The geometries are only for display, so details smaller than the scale may be dropped. */
  readonly isForView: boolean;
}

/** The quantization parameters of a client. Without a tolerance the grid is as fine as the coordinates need. */
interface Quantization extends Omit<Transform, 'scale'> {
  /** In units of the response's spatial reference. */
  readonly tolerance: number | undefined;
}

/** Maximum column and row number that every client can read. */
const maxNumber = 2 ** 51;

/**
 * Read the parameter `quantizationParameters`. The extent gives the origin, in the spatial reference of the response.
 *
 * @param path of the parameter, for messages
 * @throws {Fault} `bad-value` for an invalid member
 */
export function readQuantization(json: unknown, path: string): Quantization {
  const { mode = 'view', originPosition = 'upperLeft', tolerance, extent } = objectAt(json, path);
  const isForView = findWordIndex(mode, ['edit', 'view'], `${path}.mode`) === 1;
  const isUpperLeft = findWordIndex(originPosition, ['lowerLeft', 'upperLeft'], `${path}.originPosition`) === 1;
  const side = (name: string): number =>
    extent === undefined || extent === null
      ? 0
      : numberAt(objectAt(extent, `${path}.extent`)[name], `${path}.extent.${name}`);
  const scale = tolerance === undefined || tolerance === null ? undefined : numberAt(tolerance, `${path}.tolerance`);
  if (scale !== undefined && !(scale > 0)) throw unexpectedValueFault(`${path}.tolerance`, 'a number > 0', tolerance);
  return {
    tolerance: scale,
    originX: side('xmin'),
    originY: side(isUpperLeft ? 'ymax' : 'ymin'),
    isUpperLeft,
    isForView,
  };
}

function findWordIndex(json: unknown, names: readonly string[], path: string): number {
  const index = names.findIndex((word) => word.toLowerCase() === String(json).toLowerCase());
  if (index >= 0) return index;
  throw unexpectedValueFault(path, names.join(' or '), json);
}

/** Return the grid for a quantization, with the scale `finest` if the client gives no tolerance. */
export function makeTransform({ tolerance, ...origin }: Quantization, finest: number): Transform {
  return { ...origin, scale: tolerance ?? finest };
}

/** Return the scale of a grid without visible loss: about 0.1 mm, or coarser if coordinates are huge. */
export function finestScale(isDegrees: boolean, shapes: readonly (SingleGeometry | null)[]): number {
  let largest = 0;
  for (const shape of shapes) {
    if (!shape) continue;
    for (const value of shape.xy) if (Math.abs(value) > largest) largest = Math.abs(value);
  }
  return Math.max(isDegrees ? 1e-9 : 1e-4, (2 * largest) / maxNumber);
}

/**
 * Round a geometry to a grid. For display, drop repeated vertices, lines of one vertex and rings of fewer than four.
 * Otherwise keep every vertex, even of rings without an area.
 *
 * @returns absolute integers; null if nothing is left
 * @throws {Fault} `bad-value` if the grid is so fine that the numbers would be too large
 */
export function quantize(
  shape: SingleGeometry,
  { scale, originX, originY, isUpperLeft, isForView }: Transform,
): SingleGeometry | null {
  const { kind, xy, partOffsets } = shape;
  const up = isUpperLeft ? -scale : scale;
  const minimumVertices = !isForView ? 1 : kind === 'polygon' ? 4 : kind === 'polyline' ? 2 : 1;
  const made = new Float64Array(xy.length);
  const offsets = [0];
  let end = 0;
  let largest = 0;
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    const start = end;
    for (let index = 2 * partOffsets[part]!; index < 2 * partOffsets[part + 1]!; index += 2) {
      // Adding 0 turns -0 into 0.
      const column = Math.round((xy[index]! - originX) / scale) + 0;
      const row = Math.round((xy[index + 1]! - originY) / up) + 0;
      if (isForView && end > start && column === made[end - 2] && row === made[end - 1]) continue;
      largest = Math.max(largest, Math.abs(column), Math.abs(row));
      made[end++] = column;
      made[end++] = row;
    }
    if (end - start < 2 * minimumVertices) end = start;
    else offsets.push(end / 2);
  }
  if (!(largest <= maxNumber))
    throw wrongValue(
      'bad-value',
      'quantizationParameters.tolerance',
      `a value that keeps quantized coordinates ≤ ${maxNumber}`,
      `${scale}. Use a larger tolerance`,
    );
  if (end === 0) return null;
  return { kind, xy: made.subarray(0, end), partOffsets: Int32Array.from(offsets) };
}

/**
 * Return a path as clients read it: the first vertex, then deltas. A multipoint is one path.
 *
 * @param first index of the path's first vertex
 * @param end index after the path's last vertex
 */
export function differences(xy: Float64Array, first: number, end: number): Float64Array {
  const list = xy.slice(2 * first, 2 * end);
  for (let i = list.length - 1; i >= 2; i--) list[i] = list[i]! - list[i - 2]!;
  return list;
}
