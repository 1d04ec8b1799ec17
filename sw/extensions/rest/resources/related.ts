import { type Value, wrongValue } from '../../../contract/index.ts';
import type { Position, RestShape } from '../../../formats/rest-value.ts';
import { asEpochMs, restFeatures, restFields } from '../../../handlers/formats/feature-set.ts';
import { getPublishedId } from '../../../handlers/published.ts';
import { queryRelated } from '../../../handlers/query/query-related-records.ts';
import { openRequestedRows } from '../../../handlers/query/requested-rows.ts';
import { readRelatedRows } from '../../../handlers/related-rows.ts';
import { listRelations } from '../../../handlers/relations.ts';
import { listFields } from '../../../rows/field-list.ts';
import type { RestCall, RestResource } from '../call.ts';
import { referenceJson, restWord } from '../json.ts';
import { readLayerId } from './layer.ts';
import { outReference } from './query-filter.ts';

export const queryRelatedRecords: RestResource<'queryRelatedRecords'> = async (call, values) => {
  const id = readLayerId(call);
  const relationshipId = values.relationshipId ?? onlyRelation(call, id);
  if (values.returnCountOnly) return { relatedRecordGroups: await countRelated(call, id, relationshipId, values) };
  const limit = call.service.definition.limits.MaximumRecordCount;
  const { orderByFields: text, resultOffset: offset, resultRecordCount = limit } = values;
  const request = {
    MapName: call.map.Name,
    SourceFIDSet: { FIDArray: [...values.objectIds] },
    RelateDescription: {
      RelationshipID: relationshipId,
      RelatedTableDefinitionExpression: values.definitionExpression,
      RelatedTableFields: values.outFields,
      OutputSpatialReference: outReference(values.outSR, call.map.SpatialReference),
      IncludeGeometry: values.returnGeometry,
      GeometryResultOptions: values.maxAllowableOffset
        ? { GeneralizeGeometries: true, MaximumAllowableOffset: values.maxAllowableOffset }
        : undefined,
      ResultFormat: 'gisRelateResultRelatedRecordSetAsObject' as const,
    },
  };
  const { Result, isExceeded } = await queryRelated(call, request, id, 'QueryRelatedRecords', {
    offset,
    count: Math.min(limit, resultRecordCount),
    orderBy: text === undefined ? undefined : { text, path: 'orderByFields' },
  });
  const { RelatedRecordFields, RelatedRecordGroups } = Result.Object as unknown as Value<'RelatedRecordSet'>;
  const fields = RelatedRecordFields.FieldArray;
  const isListed = makeFieldFilter(values.outFields, fields);
  const shape = fields.find(({ Type }) => Type === 'gisFieldTypeGeometry')?.GeometryDef;
  return {
    geometryType: shape && restWord(shape.GeometryType),
    spatialReference: referenceJson(shape?.SpatialReference),
    fields: restFields(fields.filter(isListed)),
    relatedRecordGroups: RelatedRecordGroups.map(({ SourceRowID, Records }) => ({
      objectId: SourceRowID,
      relatedRecords: toFeatureJson(
        {
          Fields: { FieldArray: fields.filter(isListed) },
          Records: Records.map(({ Values }) => ({ Values: Values.filter((_, i) => isListed(fields[i]!)) })),
        },
        values.geometryPrecision,
      ),
    })),
    exceededTransferLimit: isExceeded || undefined,
  };
};

/** Return a check for the requested fields, which excludes an object ID that was only added for internal use. */
function makeFieldFilter(outFields: string, fields: readonly Value<'Field'>[]): (field: Value<'Field'>) => boolean {
  const listed = listFields(outFields, fields, 'outFields');
  return (field) => !listed || field.Type === 'gisFieldTypeGeometry' || listed.includes(field);
}

/** Return the ID of a layer's only relationship. @throws {Fault} `missing-element` if there isn't exactly one */
function onlyRelation({ map }: RestCall, id: number): number {
  const ids = listRelations(map, id).map(({ relationship }) => relationship.RelationshipID);
  if (ids.length === 1) return ids[0]!;
  const relationIds = ids.join(', ') || 'none';
  throw wrongValue(
    'missing-element',
    'relationshipId',
    `the ID of a relationship of layer ${id} (${relationIds})`,
    'nothing',
  );
}

/** Count related rows, regardless of limits. */
async function countRelated(
  call: RestCall,
  id: number,
  relationshipId: number,
  { objectIds, definitionExpression = '' }: Parameters<typeof queryRelatedRecords>[1],
): Promise<object[]> {
  const {
    map,
    published,
    table,
    scheduler,
    readRows: rowsOf,
  } = await openRequestedRows(call, call.map.Name, id, 'queryRelatedRecords');
  const relation = listRelations(map, getPublishedId(published)).find(
    ({ relationship }) => relationship.RelationshipID === relationshipId,
  );
  if (!relation)
    throw wrongValue('unknown-id', 'relationshipId', `the ID of a relationship of layer ${id}`, `${relationshipId}`);
  const sources = await rowsOf([...new Set(objectIds)].sort((a, b) => a - b));
  const clause = { text: definitionExpression, path: 'definitionExpression' };
  const rows = Uint32Array.from(sources.values());
  const { groups } = await readRelatedRows(call, map, relation, table, rows, clause, scheduler);
  return [...sources.keys()].flatMap((objectId, i) => {
    const count = groups[i]!.length;
    return count > 0 ? [{ objectId, count }] : [];
  });
}

/** Return features with their geometries, with coordinates rounded to some decimal places. */
function toFeatureJson({ Fields, Records }: Value<'RecordSet'>, decimals: number | undefined) {
  const features = restFeatures(Fields.FieldArray, Records, asEpochMs);
  if (decimals === undefined) return features;
  return features.map(({ attributes, geometry }) => ({
    attributes,
    geometry: geometry && roundShape(geometry as RestShape, decimals),
  }));
}

function roundShape({ x, y, points, paths, rings }: RestShape, decimals: number): object {
  const factor = 10 ** Math.min(decimals, 15);
  const round = (value: number): number => Math.round(value * factor) / factor;
  const all = (positions: readonly Position[]) => positions.map(([px, py]) => [round(px), round(py)]);
  if (points) return { points: all(points) };
  if (paths) return { paths: paths.map(all) };
  return rings ? { rings: rings.map(all) } : { x: round(x!), y: round(y!) };
}
