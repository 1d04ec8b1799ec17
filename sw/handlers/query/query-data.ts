import { type Value, wrongValue } from '../../contract/index.ts';
import { readRows } from '../../rows/read-rows.ts';
import { countRows, scan } from '../../rows/scan.ts';
import { planStatistics, summarize } from '../../rows/statistics/statistics.ts';
import type { Call, Handler } from '../call.ts';
import type { QueriedRows } from '../formats/feature-set.ts';
import { formatNames, queryResult } from '../formats/query-result.ts';
import { getIdField } from '../published.ts';
import { readRequestedShift } from '../references.ts';
import { answerRows, type FeatureQuery, featureQuery, type QueryRequest } from './feature-query.ts';
import { recordOptions, recordSet, showDates } from './record-set.ts';

const wgs84: Value<'SpatialReference'> = { type: 'GeographicCoordinateSystem', WKID: 4326, LatestWKID: 4326 };

interface DataRequest extends QueryRequest {
  readonly QueryResultOptions: Value<'QueryResultOptions'>;
}

/** Return the matching rows of a layer or table in the requested format. */
async function queryData(
  call: Call,
  request: DataRequest,
  requested: Value<'MapTableDescription'>,
  operation: string,
): Promise<{ Result: Value<'QueryResult'> }> {
  const query = await featureQuery(call, request, requested, operation);
  const { Format } = request.QueryResultOptions;
  const form = formatNames[Format];
  if (form.content !== 'records' && !query.table.manifest.geometry) {
    throw wrongValue(
      'not-supported',
      `${operation}.QueryResultOptions.Format`,
      'gisQueryResultRecordSetAsObject for a table',
      Format,
    );
  }
  const { choice } = query;
  const rows = await answerRows(query, call.service.definition.limits.MaximumRecordCount);
  const options = query.resultOptions;
  const withShapes = options?.IncludeGeometry !== false;
  const fields = withShapes ? choice.fields : withoutShape(query, choice.fields);
  const records = await recordSet(call, query.table, rows, fields, {
    ...recordOptions(query),
    // KML allows only WGS 84.
    ...(form.content === 'kmz' ? { OutputSpatialReference: wgs84 } : {}),
    shift: await readRequestedShift(
      call,
      request.QueryResultOptions.GeoTransformation,
      `${operation}.QueryResultOptions.GeoTransformation`,
    ),
    GeometryResultOptions: options?.GeometryResultOptions,
    withShapes,
  });
  const described = describing(query);
  const name = (form.content === 'kmz' && documentName(request.QueryResultOptions)) || described.name;
  return { Result: await queryResult(call, form, { ...described, name, records }) };
}

/** Return the requested name of the KML document; undefined if there is none. */
function documentName({ FormatProperties }: Value<'QueryResultOptions'>): string | undefined {
  const property = FormatProperties?.PropertyArray.find(({ Key }) => Key.toLowerCase() === 'layername')?.Value;
  return typeof property === 'string' ? property : undefined;
}

/** Remove the geometry field unless the request names it. If it stays, its values are null. */
function withoutShape({ filter }: FeatureQuery, fields: readonly Value<'Field'>[]): readonly Value<'Field'>[] {
  const isNamed = (filter.SubFields ?? '').trim() !== '' && !(filter.SubFields ?? '').includes('*');
  return isNamed ? fields : fields.filter(({ Type }) => Type !== 'gisFieldTypeGeometry');
}

function describing({ published, fields }: FeatureQuery): Omit<QueriedRows, 'records'> {
  const { DisplayField, Name } = published;
  const isShown = fields.some((field) => field.Name === DisplayField);
  return { name: Name, displayField: isShown ? (DisplayField ?? '') : '' };
}

/** Return the first MaximumRecordCount matching rows as raw values in field order. */
export const QueryFeatureData: Handler<'QueryFeatureData'> = async (call, request) => {
  const query = await featureQuery(call, request, request.LayerID, 'QueryFeatureData');
  const rows = await answerRows(query, call.service.definition.limits.MaximumRecordCount);
  return { Result: await recordSet(call, query.table, rows, query.choice.fields, recordOptions(query)) };
};

export const QueryFeatureData2: Handler<'QueryFeatureData2'> = (call, request) =>
  queryData(call, request, request.LayerDescription, 'QueryFeatureData2');

export const QueryData: Handler<'QueryData'> = (call, request) =>
  queryData(call, request, request.MapTableDescription, 'QueryData');

/**
 * Count the matching rows, regardless of the record limit. With DISTINCT, count the distinct combinations of SubFields.
 */
async function count(
  call: Call,
  request: QueryRequest,
  requested: number | Value<'MapTableDescription'>,
  operation: string,
): Promise<{ Result: number }> {
  const query = await featureQuery(call, request, requested, operation);
  if (query.isDistinct) return { Result: (await answerRows(query, Infinity)).length };
  return { Result: await countRows(query.table, query.question, query.scheduler) };
}

export const QueryFeatureCount: Handler<'QueryFeatureCount'> = (call, request) =>
  count(call, request, request.LayerID, 'QueryFeatureCount');

export const QueryFeatureCount2: Handler<'QueryFeatureCount2'> = (call, request) =>
  count(call, request, request.LayerDescription, 'QueryFeatureCount2');

export const QueryRowCount: Handler<'QueryRowCount'> = (call, request) =>
  count(call, request, request.MapTableDescription, 'QueryRowCount');

/**
 * Return the object IDs of the matching rows, regardless of the record limit.
 *
 * The IDs are in the requested order, ascending by default.
 */
async function objectIds(
  call: Call,
  request: QueryRequest,
  requested: number | Value<'MapTableDescription'>,
  operation: string,
): Promise<number[]> {
  const query = await featureQuery(call, request, requested, operation);
  const rows = await answerRows({ ...query, isDistinct: false }, Infinity);
  const values = await readRows(query.table, rows, [getIdField(query.table.manifest)], { scheduler: query.scheduler });
  return values.map(([value]) => (value as { readonly value: number }).value);
}

export const QueryFeatureIDs: Handler<'QueryFeatureIDs'> = async (call, request) => ({
  Result: { FIDArray: await objectIds(call, request, request.LayerID, 'QueryFeatureIDs') },
});

export const QueryFeatureIDs2: Handler<'QueryFeatureIDs2'> = async (call, request) => ({
  Result: { FIDArray: await objectIds(call, request, request.LayerDescription, 'QueryFeatureIDs2') },
});

export const QueryRowIDs: Handler<'QueryRowIDs'> = async (call, request) => ({
  Result: await objectIds(call, request, request.MapTableDescription, 'QueryRowIDs'),
});

/** Calculate statistics of the matching rows, one record per group. */
export const QueryDataStatistics: Handler<'QueryDataStatistics'> = async (call, request) => {
  const query = await featureQuery(call, request, request.MapTableDescription, 'QueryDataStatistics');
  return { Result: await queryStatistics(query, request.StatisticsRequest, 'QueryDataStatistics.StatisticsRequest') };
};

/**
 * Calculate statistics of the rows of a query, one record per group.
 *
 * @throws {Fault} as `planStatistics`
 */
export async function queryStatistics(
  query: FeatureQuery,
  request: Value<'StatisticsRequest'>,
  path: string,
): Promise<Value<'RecordSet'>> {
  const { table, question, scheduler, fields: named } = query;
  const plan = planStatistics(request, named, path);
  const rows = selectsAll(query) ? undefined : await scan(table, question, scheduler);
  const { fields, records } = await summarize(table, rows, plan, scheduler);
  const { OutputTimeReference } = recordOptions(query);
  showDates(records, OutputTimeReference, `${query.path}.OutputTimeReference`);
  return { Fields: { FieldArray: [...fields] }, Records: records.map((Values) => ({ Values })) };
}

/** Check whether all rows match, so that no row list is needed. */
const selectsAll = ({ question }: FeatureQuery): boolean =>
  !question.where?.length && !question.extent && !question.exactTest && !question.objectIds;
