import { Fault, type Value } from '../../contract/index.ts';
import { boxesBesideDateLine, eastOfWest, ringOf, turnedBoxes } from '../../geometry/date-line/around-world.ts';
import type { Extent } from '../../geometry/extent.ts';
import { extentOfVertices, type OneGeometry, oneGeometry } from '../../geometry/one-geometry.ts';
import { coveringExtent } from '../../geometry/project-extent.ts';
import { sameReference } from '../../geometry/spatial-reference.ts';
import { findField } from '../../rows/field-list.ts';
import { geometryFromValue } from '../../rows/geometry/geometry-from-value.ts';
import type { TableManifest } from '../../rows/manifest.ts';
import { envelopeTest } from '../../rows/relate/envelope-test.ts';
import { relationQuestion } from '../../rows/relate/relation-test.ts';
import type { Question } from '../../rows/scan.ts';
import { runSteps } from '../../scheduler.ts';
import type { Call } from '../call.ts';
import type { PublishedTable } from '../published.ts';
import { loadReferences, transformationBetween } from '../references.ts';
import { projectedGeometry } from './projected-geometry.ts';

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
  const reference = ('SpatialReference' in shape && shape.SpatialReference) || mapReference;
  await loadReferences(call.context, reference, manifest.spatialReference);
  const given = await filterShape(call, shape, reference, manifest, `${path}.FilterGeometry`, distanceMetres > 0);
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

/** Read the geometry of a filter; a box that crosses the date line or is beyond it becomes boxes where the rows are. */
async function filterShape(
  { scheduler }: Call,
  shape: Value<'Geometry'>,
  reference: Value<'SpatialReference'>,
  { spatialReference: stored, extent: rows }: TableManifest,
  path: string,
  isOne: boolean,
): Promise<OneGeometry> {
  if (shape.type !== 'EnvelopeN') return runSteps(geometryFromValue(shape, path), scheduler);
  const given: Extent = [shape.XMin, shape.YMin, shape.XMax, shape.YMax];
  const [XMin, YMin, XMax, YMax] = given.every(Number.isFinite) ? eastOfWest(given, reference) : given;
  const box: Extent = [XMin, YMin, XMax, YMax];
  const whole = runSteps(geometryFromValue({ ...shape, XMin, XMax }, path), scheduler);
  if (isOne || !(XMin < XMax && YMin < YMax)) return whole;
  const boxes = sameReference(reference, stored)
    ? turnedBoxes(box, reference, rows)
    : boxesBesideDateLine(box, reference);
  return boxes.length === 1 && boxes[0]![0] === XMin ? whole : oneGeometry('polygon', boxes.map(ringOf));
}

/** Refuse a name other than that of the shape field; an empty name means it. */
export function checkShapeField(name: string | undefined, { shapeField }: TableManifest, path: string): void {
  const named = name?.trim() ?? '';
  if (named === '' || (shapeField !== undefined && findField([{ Name: shapeField }], named))) return;
  const expected = shapeField === undefined ? 'nothing' : `"${shapeField}" or nothing`;
  throw new Fault('unknown-field', `${path}: ${expected} expected, "${named.slice(0, 80)}" found.`);
}
