import { quoteValue, unsupported, type Value, wrongValue } from '../../contract/index.ts';
import { boxToRing, findBoxCopies, splitBoxAtDateLine, unwrapEast } from '../../geometry/date-line/around-world.ts';
import type { Extent } from '../../geometry/extent.ts';
import { coveringExtent } from '../../geometry/project-extent.ts';
import { extentOfVertices, type SingleGeometry, singleGeometry } from '../../geometry/single-geometry.ts';
import { sameReference } from '../../geometry/spatial-reference.ts';
import { columnKind } from '../../rows/column-kind.ts';
import { chooseFields, type FieldChoice, findField, isDistinct } from '../../rows/field-list.ts';
import { geometryFromValue } from '../../rows/geometry/geometry-from-value.ts';
import type { TableManifest } from '../../rows/manifest.ts';
import { distinctRows, type OrderTerm, orderRows, readOrder } from '../../rows/order-rows.ts';
import { envelopeTest } from '../../rows/relate/envelope-test.ts';
import { relationQuestion } from '../../rows/relate/relation-test.ts';
import { type Question, scan } from '../../rows/scan.ts';
import type { Table } from '../../rows/table.ts';
import { timeCondition } from '../../rows/time-filter.ts';
import type { Condition } from '../../rows/where/bound.ts';
import { runSteps, type Scheduler } from '../../scheduler.ts';
import type { Call } from '../call.ts';
import { getPublishedMap, type PublishedTable } from '../published.ts';
import { loadReferences, transformationBetween } from '../references.ts';
import { bindConditions } from '../row-filter.ts';
import { timeSpan } from '../time-span.ts';
import { projectGeometry } from './project-geometry.ts';
import { openRequestedTable } from './requested-table.ts';

/** A checked query of one table, before the table is scanned. */
export interface FeatureQuery {
  readonly published: PublishedTable;
  readonly table: Table;
  /** Fields that the request can name and the response can contain. */
  readonly fields: readonly Value<'Field'>[];
  readonly question: Question;
  /** Fields selected by SubFields, PrefixClause and PostfixClause, whether or not the response contains them. */
  readonly choice: FieldChoice;
  readonly isDistinct: boolean;
  readonly order: readonly OrderTerm[];
  readonly filter: Value<'QueryFilter'>;
  readonly resultOptions?: Value<'LayerResultOptions'>;
  readonly scheduler: Scheduler;
  /** Path of the filter in messages. */
  readonly path: string;
}

/** Members common to all queries of one table. */
export interface QueryRequest {
  readonly MapName: string;
  readonly QueryFilter: Value<'QueryFilter'>;
  /**
   * Maximum distance of the rows from the filter's geometry in meters. If absent, the filter's spatial relation
   * applies.
   */
  readonly distanceMetres?: number | undefined;
}

/**
 * Read and check a query of a layer or table.
 *
 * The published filter always applies, because it limits the rows a client can see.
 *
 * @param requested ID of the layer or table, or its description
 * @param operation name of the operation, for messages
 * @throws {Fault} `unknown-map` or `unknown-layer` when there is no such map, layer or table; `not-supported` for a
 *   group or raster layer; `bad-sql` and `unknown-field` for an invalid clause; as `spatialQuestion`
 */
export async function featureQuery(
  call: Call,
  { MapName, QueryFilter: filter, distanceMetres }: QueryRequest,
  requested: number | Value<'MapTableDescription'>,
  operation: string,
): Promise<FeatureQuery> {
  const map = getPublishedMap(call.service, MapName);
  const {
    published,
    table,
    where: restricted,
    resultOptions,
  } = await openRequestedTable(call, map, requested, operation);
  const path = `${operation}.QueryFilter`;
  refuseUnanswered(filter, path);
  const { fields } = published.manifest;
  const clause = { text: filter.WhereClause, path: `${path}.WhereClause` };
  const { context } = call;
  const where = [
    ...restricted,
    ...bindConditions([clause], published.manifest, context.now()),
    ...timeConditions(published, filter, path),
  ];
  const spatial = await spatialQuestion(call, published, map.SpatialReference, filter, path, distanceMetres);
  checkShapeField(filter.SpatialReferenceFieldName, published.manifest, `${path}.SpatialReferenceFieldName`);
  const ids = filter.FIDSet?.FIDArray;
  const choice = chooseFields(filter.SubFields, fields, `${path}.SubFields`);
  const distinct = isDistinct(filter.PrefixClause, `${path}.PrefixClause`);
  return {
    // The object ID would make every row distinct.
    choice: distinct ? { fields: choice.listed, listed: choice.listed } : choice,
    isDistinct: distinct,
    order: readOrder(filter.PostfixClause, fields, `${path}.PostfixClause`),
    published,
    fields,
    table,
    question: {
      where,
      objectIds: ids,
      ...spatial,
    },
    filter,
    resultOptions,
    scheduler: call.scheduler,
    path,
  };
}

function refuseUnanswered(filter: Value<'QueryFilter'>, path: string): void {
  if (filter.type === 'ImageQueryFilter') {
    throw unsupported(`${path} ${filter.type}`, 'map services only read QueryFilter');
  }
  if (filter.FilterDefs?.length) {
    throw unsupported(`${path}.FilterDefs`, 'tables have no XML columns');
  }
}

/** Return the condition of a filter's time. A layer without times isn't restricted. */
function timeConditions(
  { definition, stored }: PublishedTable,
  filter: Value<'QueryFilter'>,
  path: string,
): Condition[] {
  if (filter.type !== 'TimeQueryFilter' || filter.TimeValue.type === 'TimeValue') return [];
  const span = timeSpan(filter.TimeValue, undefined, `${path}.TimeValue`);
  return definition.time ? [timeCondition(definition.time, stored.fields, span, filter.TimeRelation)] : [];
}

/** Refuse DISTINCT on geometries, which can't be compared. With an object ID, every row is distinct anyway. */
function refuseShapes(listed: FieldChoice['listed'], path: string): void {
  if (listed.some(({ Type }) => Type === 'gisFieldTypeOID')) return;
  const shape = listed.find((field) => !columnKind(field));
  if (shape) throw unsupported(`${path}: ${quoteValue(shape.Name)} with DISTINCT`, "geometry can't be compared");
}

/**
 * Return the rows that a query selects, in order, distinct if requested, and at most `limit`.
 *
 * @throws {Fault} `not-supported` for DISTINCT with a geometry field; as `scan`
 */
export async function answerRows(
  { table, question, scheduler, path, choice, isDistinct, order }: FeatureQuery,
  limit: number,
): Promise<Uint32Array> {
  let rows = await scan(table, question, scheduler);
  if (isDistinct) {
    refuseShapes(choice.listed, `${path}.SubFields`);
    rows = await distinctRows(table, rows, choice.listed, scheduler);
  }
  return rowsInOrder(table, rows, order, scheduler, limit);
}

/** Order rows by object ID if the request sets no order. Rows are stored along a space-filling curve. */
const byId = (table: Table): OrderTerm => ({
  value: { kind: 'column', type: 'number', name: table.manifest.idField },
  descending: false,
  nullsFirst: true,
});

/** Order rows by terms, then by object ID. */
export const rowsInOrder = (
  table: Table,
  rows: Uint32Array,
  order: readonly OrderTerm[],
  scheduler: Scheduler,
  limit?: number,
): Promise<Uint32Array> => orderRows(table, rows, [...order, byId(table)], limit, scheduler);

/** Return the first `limit` rows by object ID, instead of in storage order; all rows without a limit. */
export async function firstById(
  table: Table,
  rows: Uint32Array,
  limit?: number,
  scheduler?: Scheduler,
): Promise<Uint32Array> {
  return orderRows(table, rows, [byId(table)], limit, scheduler);
}

/**
 * Make the spatial part of a query from a filter: "query geometry <relation> feature".
 *
 * A geometry without a CRS is in the CRS of the map.
 *
 * @returns an empty object when the filter has no geometry
 * @throws {Fault} `bad-geometry`, `bad-extent`, `bad-value` for a wrong relation, `unknown-field` for a wrong geometry
 *   field, `not-supported` for a table without geometry or a binary geometry
 */
async function spatialQuestion(
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
    throw unsupported(`${path}.FilterGeometry`, `"${Name}" has no geometry`);
  }
  checkShapeField(filter.GeometryFieldName, manifest, `${path}.GeometryFieldName`);
  const { scheduler } = call;
  const reference = ('SpatialReference' in shape && shape.SpatialReference) || mapReference;
  await loadReferences(call.context, reference, manifest.spatialReference);
  const inputShape = await filterShape(call, shape, reference, manifest, `${path}.FilterGeometry`, distanceMetres > 0);
  if (distanceMetres > 0) {
    const { nearQuestion } = await import('./near-question.ts');
    return nearQuestion(call, inputShape, reference, manifest.spatialReference, distanceMetres);
  }
  const projection = await transformationBetween(call, reference, manifest.spatialReference);
  const query = projection ? await projectGeometry(inputShape, projection, scheduler) : inputShape;
  if (!query) {
    const extent = extentOfVertices(inputShape.xy);
    if (shape.type === 'EnvelopeN' && extent && projection) {
      // Features can't be outside the area of the projection, so search only the part of the box inside it.
      const covering = coveringExtent(extent, projection);
      return { extent: covering, exactTest: envelopeTest(covering) };
    }
    const expected = "a geometry within the area of use of the layer's CRS";
    throw wrongValue('bad-geometry', `${path}.FilterGeometry`, expected, quoteValue(extent));
  }
  // An empty geometry has no relation to anything.
  return (
    (await runSteps(
      relationQuestion(query, manifest.geometry, filter.SpatialRel, filter.SpatialRelDescription, path),
      scheduler,
    )) ?? { objectIds: [] }
  );
}

/**
 * Read the geometry of a filter. A box across or beyond the antimeridian becomes boxes at the longitudes of the rows.
 */
async function filterShape(
  { scheduler }: Call,
  shape: Value<'Geometry'>,
  reference: Value<'SpatialReference'>,
  { spatialReference: stored, extent: rows }: TableManifest,
  path: string,
  isOne: boolean,
): Promise<SingleGeometry> {
  if (shape.type !== 'EnvelopeN') return runSteps(geometryFromValue(shape, path), scheduler);
  const inputExtent: Extent = [shape.XMin, shape.YMin, shape.XMax, shape.YMax];
  const [XMin, YMin, XMax, YMax] = inputExtent.every(Number.isFinite)
    ? unwrapEast(inputExtent, reference)
    : inputExtent;
  const box: Extent = [XMin, YMin, XMax, YMax];
  const wholeShape = runSteps(geometryFromValue({ ...shape, XMin, XMax }, path), scheduler);
  if (isOne || !(XMin < XMax && YMin < YMax)) return wholeShape;
  const boxes = sameReference(reference, stored)
    ? findBoxCopies(box, reference, rows)
    : splitBoxAtDateLine(box, reference);
  return boxes.length === 1 && boxes[0]![0] === XMin ? wholeShape : singleGeometry('polygon', boxes.map(boxToRing));
}

/** Check that a name is the geometry field of the table. An empty name is valid. */
function checkShapeField(name: string | undefined, { shapeField }: TableManifest, path: string): void {
  const named = name?.trim() ?? '';
  if (named === '' || (shapeField !== undefined && findField([{ Name: shapeField }], named))) return;
  const expected = shapeField === undefined ? 'nothing' : `"${shapeField}" or nothing`;
  throw wrongValue('unknown-field', path, expected, quoteValue(named));
}
