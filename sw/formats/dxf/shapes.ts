import type { ShapeMember } from '../reading/member-shape.ts';
import { bulgePath, circlePath, ellipsePath, splineOf, splinePath } from './curves.ts';
import { type DxfEntity, groupOf, numberOf } from './drawing.ts';
import { hatchRings, polygonsOfRings } from './hatch.ts';
import { identity, planeOf, stretchOf, type Transform, transformed } from './transform.ts';

/** Kinds whose shape is of curves. */
const curved = new Set(['ARC', 'CIRCLE', 'ELLIPSE', 'SPLINE']);

/** Tell whether the shape of an entity has arcs that become chords. */
export const hasCurves = ({ type, codes, values, parts }: DxfEntity): boolean =>
  curved.has(type) ||
  (/POLYLINE$/.test(type) &&
    (codes.some((code, i) => code === 42 && Number(values[i]) !== 0) ||
      parts.some((part) => numberOf(part, 42) !== 0)));

/**
 * The shape of an entity as it is drawn in its block or in the drawing, arcs as chords.
 *
 * @param transform from there to the drawing
 * @param tolerance how far chords may be off, in units of the drawing
 * @returns undefined for kinds that have no shape here, such as dimensions; empty for a shape without places
 */
export function shapeMembers(entity: DxfEntity, transform: Transform, tolerance: number): ShapeMember[] | undefined {
  const plain = pathsOf(entity, tolerance / stretchOf(transform));
  if (!plain) return undefined;
  const { family, paths, plane } = plain;
  return paths.flatMap((group): ShapeMember[] => {
    const moved = group.map((path) => transformed(plane === identity ? path : transformed(path, plane), transform));
    const isWhole = moved.every((path) => path.every(Number.isFinite));
    return isWhole && moved[0]!.length >= (family === 'points' ? 2 : 4) ? [{ family, paths: moved }] : [];
  });
}

interface PlainPaths {
  readonly family: ShapeMember['family'];
  /** Of each member. */
  readonly paths: readonly (readonly number[])[][];
  readonly plane: Transform;
}

function pathsOf(entity: DxfEntity, tolerance: number): PlainPaths | undefined {
  const number = (code: number, missing = 0): number => numberOf(entity, code, missing);
  const line = (path: number[], plane = identity): PlainPaths => ({ family: 'lines', paths: [[path]], plane });
  switch (entity.type) {
    case 'POINT':
      return { family: 'points', paths: [[[number(10), number(20)]]], plane: identity };
    case 'LINE':
      return line([number(10), number(20), number(11), number(21)]);
    case 'LEADER':
      return line(lightVertices(entity).flatMap(({ x, y }) => [x, y]));
    case 'LWPOLYLINE':
      return line(bulgePath(lightVertices(entity), (number(70) & 1) === 1, tolerance), planeOf(entity, number(38)));
    case 'POLYLINE':
      return polyline(entity, tolerance);
    case 'CIRCLE':
      return line(circlePath([number(10), number(20), number(40)], [0, 360], tolerance), planeOf(entity, number(30)));
    case 'ARC':
      return line(
        circlePath([number(10), number(20), number(40)], [number(50), number(51)], tolerance),
        planeOf(entity, number(30)),
      );
    case 'ELLIPSE': {
      // Its axes are in the world; seen from below it turns the other way.
      const ratio = number(230, 1) < 0 ? -number(40, 1) : number(40, 1);
      const axes = [number(10), number(20), number(11), number(21), ratio] as const;
      return line(ellipsePath(axes, [number(41), number(42, 2 * Math.PI)], tolerance));
    }
    case 'SPLINE':
      return line(splinePath(splineOf(entity), tolerance));
    case 'SOLID':
    case 'TRACE':
      // The last two corners are exchanged.
      return corners(entity, [0, 1, 3, 2], planeOf(entity, number(30)));
    case '3DFACE':
      return corners(entity, [0, 1, 2, 3], identity);
    case 'HATCH': {
      const rings = hatchRings(entity, tolerance);
      return rings.length === 0
        ? undefined
        : { family: 'polygons', paths: polygonsOfRings(rings), plane: planeOf(entity, number(30)) };
    }
    default:
      return undefined;
  }
}

/** Vertices as groups in a row: 10 begins one. */
function lightVertices({ codes, values }: DxfEntity): { x: number; y: number; bulge: number }[] {
  const vertices: { x: number; y: number; bulge: number }[] = [];
  for (const [i, code] of codes.entries()) {
    const last = vertices[vertices.length - 1];
    if (code === 10) vertices.push({ x: Number(values[i]), y: Number.NaN, bulge: 0 });
    else if (code === 20 && last) last.y = Number(values[i]);
    else if (code === 42 && last) last.bulge = Number(values[i]);
  }
  return vertices;
}

function polyline(entity: DxfEntity, tolerance: number): PlainPaths | undefined {
  const flags = numberOf(entity, 70);
  // Meshes of faces.
  if (flags & 0x50) return undefined;
  const vertices = entity.parts
    // Control points of a spline, beside the vertices that were made of them.
    .filter((part) => part.type === 'VERTEX' && (numberOf(part, 70) & 16) === 0)
    .map((part) => ({ x: numberOf(part, 10), y: numberOf(part, 20), bulge: numberOf(part, 42) }));
  const plane = flags & 8 ? identity : planeOf(entity, numberOf(entity, 30));
  return { family: 'lines', paths: [[bulgePath(vertices, (flags & 1) === 1, tolerance)]], plane };
}

function corners(entity: DxfEntity, order: readonly number[], plane: Transform): PlainPaths {
  const path = order.flatMap((i) => {
    const code = groupOf(entity, 10 + i) === undefined ? 12 : 10 + i;
    return [numberOf(entity, code), numberOf(entity, code + 10)];
  });
  return { family: 'polygons', paths: [[path]], plane };
}
