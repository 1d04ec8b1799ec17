import type { OneGeometry } from '../../geometry/one-geometry.ts';
import {
  coordinate,
  linearRing,
  lineString,
  multiLineString,
  multiPoint,
  multiPolygon,
  point,
  polygon,
} from './jts.ts';
import { slabIndex } from './slab-index.ts';

type Coordinate = ReturnType<typeof coordinate>;

/** Some parts of flat arrays, with the kind they make. */
export interface Parts extends Pick<OneGeometry, 'kind' | 'xy' | 'partOffsets'> {
  readonly firstPart: number;
  readonly endPart: number;
}

/** Make the geometry that jsts works on. Rings are sorted into shells and holes by what lies in what. */
export function toJts(parts: Parts): object {
  const { kind, xy, partOffsets, firstPart, endPart } = parts;
  const coordinates = (part: number): Coordinate[] => {
    const list: Coordinate[] = [];
    for (let v = partOffsets[part]!; v < partOffsets[part + 1]!; v++) {
      list.push(coordinate(xy[2 * v]!, xy[2 * v + 1]!));
    }
    return list;
  };
  const numbers = Array.from({ length: endPart - firstPart }, (_, i) => firstPart + i);
  if (kind === 'polygon') return polygons(parts, numbers, (part) => linearRing(coordinates(part)));
  if (kind === 'polyline') {
    const lines = numbers.map((part) => lineString(coordinates(part)));
    return lines.length === 1 ? lines[0]! : multiLineString(lines);
  }
  const points = numbers.map((part) => point(coordinates(part)[0]!));
  return points.length === 1 ? points[0]! : multiPoint(points);
}

function polygons({ xy, partOffsets }: Parts, numbers: readonly number[], ring: (part: number) => object): object {
  if (numbers.length === 1) return polygon(ring(numbers[0]!), []);
  const indexes = numbers.map((part) => slabIndex({ xy, partOffsets: partOffsets.subarray(part, part + 2) }));
  // The ring a ring lies in: how many those are tells shells (even) from holes (odd); the innermost has most around itself.
  const around = numbers.map((part, i) =>
    numbers.flatMap((_, j) => (j !== i && liesIn(xy, partOffsets, part, indexes[j]!) ? [j] : [])),
  );
  const holes = numbers.map((): object[] => []);
  const shells: number[] = [];
  for (const [i, part] of numbers.entries()) {
    if (around[i]!.length % 2 === 0) shells.push(i);
    else {
      const owner = around[i]!.reduce((best, j) => (around[j]!.length > around[best]!.length ? j : best));
      holes[owner]!.push(ring(part));
    }
  }
  const made = shells.map((i) => polygon(ring(numbers[i]!), holes[i]!));
  return made.length === 1 ? made[0]! : multiPolygon(made);
}

/** Rings may share vertices, so the first vertex that is not on the other ring decides. */
function liesIn(xy: Float64Array, partOffsets: Int32Array, part: number, index: ReturnType<typeof slabIndex>): boolean {
  for (let v = partOffsets[part]!; v < partOffsets[part + 1]!; v++) {
    const place = index.locate(xy[2 * v]!, xy[2 * v + 1]!);
    if (place !== 'boundary') return place === 'inside';
  }
  return false;
}
