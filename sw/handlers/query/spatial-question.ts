import { Fault, type Value } from '../../contract/index.ts';
import { densifyParts } from '../../geometry/generalize.ts';
import { extentOfVertices, type OneGeometry } from '../../geometry/one-geometry.ts';
import type { Transformation } from '../../geometry/project.ts';
import { coveringExtent } from '../../geometry/project-extent.ts';
import { findField } from '../../rows/field-list.ts';
import type { GivenGeometry } from '../../rows/geometry/geometry-from-value.ts';
import { geometryFromValue } from '../../rows/geometry/geometry-from-value.ts';
import type { TableManifest } from '../../rows/manifest.ts';
import { envelopeTest } from '../../rows/relate/envelope-test.ts';
import { relationQuestion } from '../../rows/relate/relation-test.ts';
import type { Question } from '../../rows/scan.ts';
import { runSteps, type Scheduler } from '../../scheduler.ts';
import type { Call } from '../call.ts';
import type { PublishedTable } from '../published.ts';
import { transformationBetween } from '../references.ts';

/** Number of pieces for an edge as long as the geometry; straight lines bend when projected. */
const piecesOfEdge = 128;
const maxVertices = 200_000;
/** Coordinates projected between two yields. */
const atOnce = 16_384;

/**
 * Make the spatial part of a query from a filter: "query geometry <relation> feature" (semantics.md 0.12). A geometry
 * without reference is in that of the map.
 *
 * @returns nothing when the filter has no geometry
 * @throws {Fault} `bad-geometry`, `bad-extent`, `bad-value` for a wrong relation, `unknown-field` for a wrong shape
 *   field, `not-supported` for a table without shapes or a binary geometry
 */
export async function spatialQuestion(
  call: Call,
  { manifest, Name }: PublishedTable,
  mapReference: Value<'SpatialReference'>,
  filter: Value<'QueryFilter'>,
  path: string,
  distanceMetres = 0,
): Promise<Pick<Question, 'extent' | 'exactTest' | 'objectIds'>> {
  if (filter.type === 'QueryFilter') return {};
  const shape = filter.FilterGeometry;
  if (shape.type === 'Geometry') return {};
  if (!manifest.geometry) {
    throw new Fault('not-supported', `${path}.FilterGeometry: none expected, since "${Name}" has no shapes.`);
  }
  checkShapeField(filter.GeometryFieldName, manifest, `${path}.GeometryFieldName`);
  const { scheduler } = call;
  const given = await runSteps(geometryFromValue(shape, `${path}.FilterGeometry`), scheduler);
  const reference = given.spatialReference ?? mapReference;
  if (distanceMetres > 0) {
    const { nearQuestion } = await import('./near-question.ts');
    return nearQuestion(call, given, reference, manifest.spatialReference, distanceMetres);
  }
  const projection = await transformationBetween(call, reference, manifest.spatialReference);
  const query = projection ? await projectedGeometry(given, projection, scheduler) : given;
  if (!query) {
    const extent = extentOfVertices(given.xy);
    if (shape.type === 'EnvelopeN' && extent && projection) {
      // Features cannot lie where a box cannot be projected: its remaining extent is searched.
      const covering = coveringExtent(extent, projection);
      return { extent: covering, exactTest: envelopeTest(covering) };
    }
    throw new Fault(
      'bad-geometry',
      `${path}.FilterGeometry: a geometry inside the area of the layer's coordinate system expected.`,
    );
  }
  // An empty geometry has no relation to anything.
  return (
    (await runSteps(
      relationQuestion(query, manifest.geometry, filter.SpatialRel, filter.SpatialRelDescription, path),
      scheduler,
    )) ?? { objectIds: [] }
  );
}

/** Refuse a name other than that of the shape field; an empty name means it. */
export function checkShapeField(name: string | undefined, { shapeField }: TableManifest, path: string): void {
  const named = name?.trim() ?? '';
  if (named === '' || (shapeField !== undefined && findField([{ Name: shapeField }], named))) return;
  const expected = shapeField === undefined ? 'nothing' : `"${shapeField}" or nothing`;
  throw new Fault('unknown-field', `${path}: ${expected} expected, "${named.slice(0, 80)}" found.`);
}

/**
 * Project a geometry with vertices added on long edges, yielding in between; undefined when part of it cannot be
 * projected.
 */
export async function projectedGeometry(
  given: GivenGeometry,
  projection: Transformation,
  scheduler: Scheduler,
): Promise<OneGeometry | undefined> {
  const extent = extentOfVertices(given.xy);
  if (!extent) return given;
  const isPoints = given.kind === 'point' || given.kind === 'multipoint';
  const longest = Math.max(extent[2] - extent[0], extent[3] - extent[1]) / piecesOfEdge;
  const { xy, partOffsets } = isPoints
    ? { ...given, xy: given.xy.slice() }
    : await runSteps(densifyParts(given, longest, maxVertices), scheduler);
  for (let start = 0; start < xy.length; start += atOnce) {
    projection.forward(xy, start, Math.min(start + atOnce, xy.length));
    const waiting = scheduler.yieldIfDue();
    if (waiting) await waiting;
  }
  return xy.some(Number.isNaN) ? undefined : { kind: given.kind, xy, partOffsets };
}
