import { Fault, type Value, wrongValue } from '../../contract/index.ts';
import { listFields } from '../../rows/field-list.ts';
import type { Call, Handler } from '../call.ts';
import { encodeAmf } from '../formats/amf.ts';
import { asDate, asEpochMs, restFeatures, restFields } from '../formats/feature-set.ts';
import { deliverResult, jsonBytes } from '../formats/query-result.ts';
import { getPublishedId } from '../published.ts';
import { readRequestedShift } from '../references.ts';
import { readRelatedRows } from '../related-rows.ts';
import { listRelations } from '../relations.ts';
import { recordSet } from './record-set.ts';
import { openRequestedRows } from './requested-rows.ts';

interface RelatedRequest {
  readonly MapName: string;
  readonly SourceFIDSet: Value<'FIDSet'>;
  readonly RelateDescription: Value<'RelateDescription'>;
}

/** Order and range of the related rows to return, counted over all groups. */
interface RelatedPage {
  readonly orderBy?: { readonly text: string; readonly path: string };
  readonly offset: number;
  readonly count: number;
}

/** Maximum number of related rows. A client couldn't process a larger response. */
const maxRelatedRows = 100_000;

/**
 * Return the rows related to source rows, grouped by source row in ID order.
 *
 * Source rows without related rows have no group. MaximumRecordCount doesn't apply, but a page can be requested.
 *
 * @throws {Fault} `unknown-id` for a relationship that the layer or table lacks, `too-large` for more than 100,000
 *   related rows
 */
export async function queryRelated(
  call: Call,
  request: RelatedRequest,
  requested: number | Value<'MapTableDescription'>,
  operation: string,
  page?: RelatedPage,
): Promise<{ Result: Value<'QueryResult'>; isExceeded: boolean }> {
  const {
    map,
    published,
    table,
    scheduler,
    readRows: rowsOf,
  } = await openRequestedRows(call, request.MapName, requested, operation);
  const description = request.RelateDescription;
  const path = `${operation}.RelateDescription`;
  const relations = listRelations(map, getPublishedId(published));
  const relation = relations.find(({ relationship }) => relationship.RelationshipID === description.RelationshipID);
  if (!relation) {
    const layer = `layer ${published.id} "${published.Name}"`;
    if (relations.length === 0) throw new Fault('unknown-id', `${path}: ${layer} has no relationships.`);
    throw wrongValue(
      'unknown-id',
      `${path}.RelationshipID`,
      `one of ${relations.map(({ relationship }) => relationship.RelationshipID).join(', ')} for ${layer}`,
      `${description.RelationshipID}`,
      { relationship: description.RelationshipID },
    );
  }
  const ids = [...new Set(request.SourceFIDSet.FIDArray)].sort((a, b) => a - b);
  const sources = await rowsOf(ids);
  const related = await readRelatedRows(
    call,
    map,
    relation,
    table,
    Uint32Array.from(sources.values()),
    {
      text: description.RelatedTableDefinitionExpression ?? '',
      path: `${path}.RelatedTableDefinitionExpression`,
    },
    scheduler,
    page?.orderBy,
  );
  const { offset, count } = page ?? { offset: 0, count: Infinity };
  const total = related.groups.reduce((sum, group) => sum + group.length, 0);
  const groups = takePage(offset, count, [...sources.keys()], related.groups);
  if (Math.min(count, total - offset) > maxRelatedRows)
    throw wrongValue('too-large', operation, `at most ${maxRelatedRows} related rows`, `${total}`);
  const withShapes = description.IncludeGeometry !== false;
  const fields = listRelatedFields(
    related.published.manifest.fields,
    description.RelatedTableFields ?? '',
    withShapes,
    `${path}.RelatedTableFields`,
  );
  const { Fields, Records } = await recordSet(
    call,
    related.table,
    Uint32Array.from(groups.flatMap(({ rows }) => [...rows])),
    fields,
    {
      OutputSpatialReference: description.OutputSpatialReference,
      shift: await readRequestedShift(call, description.GeoTransformation, `${path}.GeoTransformation`),
      GeometryResultOptions: description.GeometryResultOptions,
      OutputTimeReference: description.OutputTimeReference,
      withShapes,
      scheduler,
      path,
    },
  );
  let next = 0;
  const grouped = groups.map(({ id, rows }) => {
    const first = next;
    next += rows.length;
    return { SourceRowID: id, Records: Records.slice(first, next) };
  });
  const Result = await inFormat(call, description.ResultFormat, Fields, grouped);
  return { Result, isExceeded: total > offset + count };
}

interface Group {
  readonly id: number;
  readonly rows: Uint32Array;
}

function takePage(offset: number, count: number, ids: readonly number[], groups: readonly Uint32Array[]): Group[] {
  let first = 0;
  return ids.flatMap((id, i): Group[] => {
    const rows = groups[i]!.subarray(Math.max(0, offset - first), Math.max(0, offset + count - first));
    first += groups[i]!.length;
    return rows.length > 0 ? [{ id, rows }] : [];
  });
}

/**
 * Return the listed fields, or all if none are listed. The object ID is always included.
 *
 * Only IncludeGeometry decides whether the geometry field is included.
 */
function listRelatedFields(
  fields: readonly Value<'Field'>[],
  text: string,
  withShapes: boolean,
  path: string,
): readonly Value<'Field'>[] {
  const listed = listFields(text, fields, path);
  return fields.filter((field) => {
    if (field.Type === 'gisFieldTypeGeometry') return withShapes;
    return !listed || field.Type === 'gisFieldTypeOID' || listed.includes(field);
  });
}

async function inFormat(
  call: Call,
  format: Value<'gisRelateResultFormat'>,
  fields: Value<'Fields'>,
  groups: Value<'RelatedRecordGroup'>[],
): Promise<Value<'QueryResult'>> {
  if (format === 'gisRelateResultRelatedRecordSetAsObject') {
    const set: Value<'RelatedRecordSet'> = { RelatedRecordFields: fields, RelatedRecordGroups: groups };
    return { URL: '', Object: { ...set, type: 'RelatedRecordSet' } };
  }
  const isJson = format.includes('Json');
  const { FieldArray } = fields;
  const definition = FieldArray.find(({ Type }) => Type === 'gisFieldTypeGeometry')?.GeometryDef;
  const set = {
    ...(definition ? { geometryType: definition.GeometryType.replace(/^gis/, 'esri') } : {}),
    fields: restFields(FieldArray),
    relatedRecordGroups: groups.map(({ SourceRowID, Records }) => ({
      objectId: SourceRowID,
      relatedRecords: restFeatures(FieldArray, Records, isJson ? asEpochMs : asDate),
    })),
  };
  const asUrl = format.endsWith('AsURL');
  return isJson
    ? deliverResult(call, { asUrl }, jsonBytes(set), 'application/json', 'json')
    : deliverResult(call, { asUrl }, encodeAmf(set), 'application/x-amf', 'amf');
}

export const QueryRelatedRecords: Handler<'QueryRelatedRecords'> = async (call, request) => {
  const { Result } = await queryRelated(call, request, request.SourceTableID, 'QueryRelatedRecords');
  return { Result };
};

export const QueryRelatedRecords2: Handler<'QueryRelatedRecords2'> = async (call, request) => {
  const { Result } = await queryRelated(call, request, request.MapTableDescription, 'QueryRelatedRecords2');
  return { Result };
};
