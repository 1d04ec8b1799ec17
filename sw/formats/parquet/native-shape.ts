import type { Family } from '../../rows/geometry/geometry-codes.ts';
import type { GeometryBuilder } from '../reading/geometry-builder.ts';
import { GeometryFault, type Shape } from '../reading/shapes/shape.ts';
import type { GeoEncoding } from './geo-columns.ts';

type NativeEncoding = Exclude<GeoEncoding, 'WKB'>;

const familyOf: Readonly<Record<NativeEncoding, Family>> = {
  point: 'points',
  multipoint: 'points',
  linestring: 'lines',
  multilinestring: 'lines',
  polygon: 'polygons',
  multipolygon: 'polygons',
};

interface Vertex {
  readonly x?: unknown;
  readonly y?: unknown;
  readonly z?: unknown;
  readonly m?: unknown;
}

/**
 * Read a geometry in one of the encodings of GeoParquet 1.1 that are no well-known binary: lists of vertices.
 *
 * @returns undefined for an empty one
 * @throws {GeometryFault} from `draw` when a coordinate is not finite
 */
export function nativeShape(value: unknown, encoding: NativeEncoding): Shape | undefined {
  if (value === null || value === undefined) return undefined;
  const first = firstVertex(value);
  if (!first) return undefined;
  const family = familyOf[encoding];
  return {
    families: new Set([family]),
    hasHeights: first.z !== undefined,
    hasMeasures: first.m !== undefined,
    draw(builderOf) {
      const builder = builderOf(family);
      if (encoding === 'point') points([value], builder);
      else if (encoding === 'multipoint') points(list(value), builder);
      else if (encoding === 'linestring') line(value, builder);
      else if (encoding === 'multilinestring') for (const one of list(value)) line(one, builder);
      else if (encoding === 'polygon') return rings(value, builder);
      else return list(value).reduce<number>((sum, one) => sum + rings(one, builder), 0);
      return 0;
    },
  };
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function firstVertex(value: unknown): Vertex | undefined {
  if (Array.isArray(value)) {
    for (const one of value) {
      const found = firstVertex(one);
      if (found) return found;
    }
    return undefined;
  }
  const { x, y } = Object(value) as Vertex;
  // A point of no location is empty.
  return x === null || x === undefined || (Number.isNaN(x) && Number.isNaN(y)) ? undefined : (value as Vertex);
}

function vertex(value: unknown, builder: GeometryBuilder): void {
  const { x, y } = Object(value) as Vertex;
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw new GeometryFault('finiteExpected', `${x} ${y}`);
  builder.addVertex(x as number, y as number);
}

function points(vertices: readonly unknown[], builder: GeometryBuilder): void {
  for (const one of vertices) {
    vertex(one, builder);
    builder.endPart();
  }
}

function line(vertices: unknown, builder: GeometryBuilder): void {
  for (const one of list(vertices)) vertex(one, builder);
  builder.endPart();
}

function rings(value: unknown, builder: GeometryBuilder): number {
  let dropped = 0;
  for (const [i, ring] of list(value).entries()) {
    for (const one of list(ring)) vertex(one, builder);
    if (!builder.endRing(i === 0 ? 'exterior' : 'hole')) dropped++;
  }
  return dropped;
}
