import { densifyParts } from '../../geometry/generalize.ts';
import type { Transformation } from '../../geometry/project.ts';
import { extentOfVertices, type SingleGeometry } from '../../geometry/single-geometry.ts';
import type { InputGeometry } from '../../rows/geometry/geometry-from-value.ts';
import { runSteps, type Scheduler } from '../../scheduler.ts';

/**
 * Number of pieces for an edge as long as the whole geometry; shorter edges get fewer. Edges are split because straight
 * lines bend when projected.
 */
const piecesOfEdge = 128;
const maxVertices = 200_000;
/** Coordinates projected between two yields. */
const atOnce = 16_384;

/**
 * Project a geometry, with vertices added on long edges.
 *
 * Yields while it works. Return undefined if part of the geometry can't be projected.
 */
export async function projectGeometry(
  geometry: InputGeometry,
  projection: Transformation,
  scheduler: Scheduler,
): Promise<SingleGeometry | undefined> {
  const extent = extentOfVertices(geometry.xy);
  if (!extent) return geometry;
  const isPoints = geometry.kind === 'point' || geometry.kind === 'multipoint';
  const longest = Math.max(extent[2] - extent[0], extent[3] - extent[1]) / piecesOfEdge;
  const { xy, partOffsets } = isPoints
    ? { ...geometry, xy: geometry.xy.slice() }
    : await runSteps(densifyParts(geometry, longest, maxVertices), scheduler);
  for (let start = 0; start < xy.length; start += atOnce) {
    projection.forward(xy, start, Math.min(start + atOnce, xy.length));
    const waiting = scheduler.yieldIfDue();
    if (waiting) await waiting;
  }
  return xy.some(Number.isNaN) ? undefined : { kind: geometry.kind, xy, partOffsets };
}
