import type { RestShape } from '../../../../formats/rest-value.ts';
import type { SingleGeometry } from '../../../../geometry/single-geometry.ts';
import { differences } from './quantize.ts';

type Position = [x: number, y: number];

/** List the positions of each part. A multipoint is one part. */
function listParts(shape: SingleGeometry, { decimals, isQuantized }: PartOptions): Position[][] {
  const { kind, partOffsets, xy } = shape;
  const offsets = kind === 'multipoint' ? [0, xy.length / 2] : partOffsets;
  // Rounding to more digits than a number has changes nothing.
  const factor = decimals === undefined || decimals > 15 ? undefined : 10 ** decimals;
  const parts: Position[][] = [];
  for (let part = 0; part + 1 < offsets.length; part++) {
    const first = offsets[part]!;
    const end = offsets[part + 1]!;
    const numbers = isQuantized ? differences(xy, first, end) : xy.subarray(2 * first, 2 * end);
    const positions: Position[] = new Array(end - first);
    for (let i = 0; i < positions.length; i++) {
      const [x, y] = [numbers[2 * i]!, numbers[2 * i + 1]!];
      positions[i] = factor === undefined ? [x, y] : [Math.round(x * factor) / factor, Math.round(y * factor) / factor];
    }
    parts.push(positions);
  }
  return parts;
}

interface PartOptions {
  /** Decimal places of coordinates; undefined for all. */
  readonly decimals?: number | undefined;
  /** Coordinates are integers of a grid, and are written as deltas. */
  readonly isQuantized?: boolean;
}

/** Write a geometry as JSON without its spatial reference, which the feature set has. */
export function shapeJson(shape: SingleGeometry, options: PartOptions): RestShape {
  const parts = listParts(shape, options);
  switch (shape.kind) {
    case 'point': {
      const [x, y] = parts[0]![0]!;
      return { x, y };
    }
    case 'multipoint':
      return { points: parts[0]! };
    case 'polyline':
      return { paths: parts };
    case 'polygon':
      return { rings: parts };
  }
}
