import { badValue, describeValue, type Value, wrongValue } from '../../../contract/index.ts';
import { isObject, parseFiniteNumber } from '../../../contract/parameter-text.ts';
import { projectExtent } from '../../../geometry/project-extent.ts';
import type { Call } from '../../../handlers/call.ts';
import { encodeKmz, kmzType } from '../../../handlers/formats/kmz.ts';
import { getIdField, getPublishedTable } from '../../../handlers/published.ts';
import { answerRows, type FeatureQuery, featureQuery } from '../../../handlers/query/feature-query.ts';
import { queryStatistics } from '../../../handlers/query/query-data.ts';
import { recordOptions, recordSet } from '../../../handlers/query/record-set.ts';
import { transformationBetween } from '../../../handlers/references.ts';
import { extentOfRows } from '../../../rows/extent-of-rows.ts';
import { envelopeValue } from '../../../rows/geometry/geometry-value.ts';
import { forEachBatch, readRows } from '../../../rows/read-rows.ts';
import { countRows, scan } from '../../../rows/scan.ts';
import type { Table } from '../../../rows/table.ts';
import type { RestCall, RestReply, RestResource } from '../call.ts';
import type { GivenExtent, RestValues } from '../contract/index.ts';
import { countPbf, extentPbf, idsPbf } from '../json/features/pbf.ts';
import { unexpectedValueFault } from '../json/unexpected-value.ts';
import { extentJson, wgs84 } from '../json.ts';
import { JsonText, textAnswer } from '../response.ts';
import { findPublishedLayer, readDynamicLayer } from './dynamic-layers.ts';
import { featurePage, findDisplayField, pageReply, pbfAnswer, statisticsPage } from './feature-page.ts';
import { readLayerId } from './layer.ts';
import { outReference, queryFilter, readDistance } from './query-filter.ts';

type QueryValues = RestValues<'query'>;

export const query: RestResource<'query'> = (call, values) => answerQuery(call, values, findPublishedTarget(call));

const allFields = { outFields: '*', returnDistinctValues: false } as const;

/** Defaults for the parameters that only a query of one layer has. */
export const plainRows = { returnCentroid: false, maxRecordCountFactor: 1 } as const;

/** Query several layers and tables, each with its own filter. Rows have all fields. */
export const serviceQuery: RestResource<'serviceQuery'> = async (call, { layerDefs, ...shared }) => {
  const unshared = { ...allFields, ...plainRows, resultOffset: 0, returnExtentOnly: false };
  const layers: object[] = [];
  for (const [id, where] of layerDefs) {
    const layerCall = { ...call, path: { ...call.path, layer: String(id) } };
    const values = { ...shared, ...unshared, where, returnExceededLimitFeatures: true };
    const reply = await answerQuery(layerCall, values, findPublishedTarget(layerCall));
    layers.push({ id, ...(reply instanceof JsonText ? reply.value() : reply) });
  }
  return { layers };
};

export const dynamicLayerQuery: RestResource<'dynamicLayerQuery'> = (call, { layer, ...values }) => {
  const { description } = readDynamicLayer(call.map, layer, 'layer');
  const published = findPublishedLayer(call.map, description);
  // The ID and display field of rows from another source are unknown, so all fields are returned.
  const fields = published ? defaultFields(call, published.LayerID) : '*';
  return answerQuery(call, values, { requested: description, fields });
};

function findPublishedTarget(call: RestCall): Target {
  const id = readLayerId(call);
  return { requested: id, fields: defaultFields(call, id) };
}

/** The layer or table of a query. */
interface Target {
  readonly requested: number | Value<'MapTableDescription'>;
  /** Fields to return if the query names none. */
  readonly fields: string;
}

async function answerQuery(call: RestCall, values: QueryValues, target: Target): Promise<RestReply> {
  const { outStatistics, returnIdsOnly, returnCountOnly, returnExtentOnly } = values;
  if (isExceedsLimit(outStatistics)) return exceedsLimit(await readQuery(call, values, target), outStatistics);
  if (outStatistics !== undefined) return statistics(call, values, outStatistics, target);
  const read = await readQuery(call, values, target);
  const isPbf = call.format === 'pbf';
  if (returnIdsOnly && !returnCountOnly) {
    const { idField } = read.table.manifest;
    const ids = await readIds(read);
    return isPbf ? pbfAnswer(idsPbf(idField, ids)) : { objectIdFieldName: idField, objectIds: ids };
  }
  if (!returnCountOnly && !returnExtentOnly) return readLayerRows(call, read, values);
  const count = returnCountOnly || isPbf ? await countFeatures(read) : undefined;
  if (!returnExtentOnly) return isPbf ? pbfAnswer(countPbf(count!)) : { count };
  const resultExtent = await queryExtent(call, read, values);
  if (isPbf) return pbfAnswer(extentPbf(resultExtent, count!));
  const extent = extentJson(resultExtent) as Partial<GivenExtent> | undefined;
  // GDAL reads the extent of GeoJSON from `bbox`.
  const isGeoJson = extent && call.format === 'geojson';
  const bbox = isGeoJson ? [extent.xmin, extent.ymin, extent.xmax, extent.ymax] : undefined;
  return { count, extent: extent ?? null, bbox };
}

/** Read the parameters of a query that select rows and fields. */
function readQuery(call: RestCall, values: QueryValues, { requested, fields }: Target): Promise<FeatureQuery> {
  const { returnDistinctValues, outFields, orderByFields } = values;
  const QueryFilter = queryFilter(values, {
    SubFields: outFields ?? fields,
    PostfixClause: orderByFields,
    PrefixClause: returnDistinctValues ? 'DISTINCT' : '',
    OutputSpatialReference: outReference(values.outSR, geometryReference(call)),
  });
  const distanceMetres = readDistance(values);
  return featureQuery(call, { MapName: call.map.Name, QueryFilter, distanceMetres }, requested, 'query');
}

/** Return the default spatial reference of a response. GeoJSON and KML are in degrees. */
const geometryReference = ({ format, map }: RestCall): Value<'SpatialReference'> =>
  format === 'geojson' || format === 'kmz' ? wgs84 : map.SpatialReference;

/** Return the default fields of a query: the display field in a map server, the ID in a feature server. */
function defaultFields({ server, map, service }: RestCall, id: number): string {
  const { manifest, DisplayField = manifest.idField } = getPublishedTable(service, map, id);
  const name = server === 'MapServer' ? DisplayField : manifest.idField;
  // The author may have hidden this field.
  return manifest.fields.some(({ Name }) => Name === name) ? `"${name}"` : '*';
}

async function readIds({ table, question, scheduler, order, ...rest }: FeatureQuery): Promise<number[]> {
  const rows = await answerRows({ ...rest, table, question, scheduler, order, isDistinct: false }, Infinity);
  const values = await readRows(table, rows, [getIdField(table.manifest)], { scheduler });
  return values.map(([value]) => (value as { readonly value: number }).value);
}

/** Count all matching rows, or their distinct values if the query requests them, regardless of limits. */
async function countFeatures(read: FeatureQuery): Promise<number> {
  if (read.isDistinct) return (await answerRows(read, Infinity)).length;
  return countRows(read.table, read.question, read.scheduler);
}

async function queryExtent(call: RestCall, { table, question, scheduler }: FeatureQuery, { outSR }: QueryValues) {
  const rows = await scan(table, question, scheduler);
  return rowsExtent(call, table, rows, outReference(outSR, geometryReference(call)));
}

/** Read the rows of a page, and whether more rows match. */
async function readLayerRows(call: RestCall, read: FeatureQuery, values: QueryValues): Promise<RestReply> {
  const { resultOffset, returnGeometry } = values;
  const { table, choice, isDistinct } = read;
  const count = pageSize(call, values);
  const rows = await answerRows(read, resultOffset + count + 1);
  const isExceeded = rows.length > resultOffset + count;
  const end = isExceeded && !values.returnExceededLimitFeatures ? resultOffset : resultOffset + count;
  const page = rows.subarray(resultOffset, end);
  const reference = outReference(values.outSR, geometryReference(call));
  const mayHaveShapes = !isDistinct && table.manifest.geometry !== undefined;
  const withShapes = returnGeometry && mayHaveShapes;
  // GeoJSON has no member for a centroid.
  const returnCentroid = values.returnCentroid && call.format !== 'geojson' && table.manifest.geometry === 'polygon';
  if (call.format !== 'kmz') {
    const shown = withShapes || (returnCentroid && mayHaveShapes) ? reference : undefined;
    return pageReply(call, await featurePage(call, read, page, isExceeded, { ...values, returnCentroid }, shown));
  }
  const fields = withShapes ? choice.fields : choice.fields.filter(({ Type }) => Type !== 'gisFieldTypeGeometry');
  const records = await recordSet(call, table, page, fields, { ...recordOptions(read), withShapes });
  const { Name: name } = read.published;
  return textAnswer(encodeKmz({ name, displayField: findDisplayField(read), records }), kmzType);
}

function pageSize({ service }: RestCall, { resultRecordCount, maxRecordCountFactor }: QueryValues): number {
  const limit = Math.floor(
    service.definition.limits.MaximumRecordCount * Math.max(1, Math.min(5, maxRecordCountFactor)),
  );
  return Math.min(resultRecordCount ?? limit, limit);
}

/**
 * Answer a query for statistics.
 *
 * @throws {Fault} `bad-value` for invalid `outStatistics`, and faults of the statistics
 */
async function statistics(
  call: RestCall,
  values: QueryValues,
  statisticInputs: unknown,
  target: Target,
): Promise<RestReply> {
  const path = 'outStatistics';
  if (!Array.isArray(statisticInputs)) throw unexpectedValueFault(path, 'a list of statistics', statisticInputs);
  const StatisticDescriptions = statisticInputs.map((input, i) => readStatistic(input, `${path}[${i}]`));
  // Clients also send parameters that don't apply to statistics, such as outFields=*.
  const read = await readQuery(call, { ...values, ...allFields, orderByFields: undefined }, target);
  const { groupByFieldsForStatistics: GroupByFields, orderByFields: OrderByFields } = values;
  const request = { StatisticDescriptions, GroupByFields, OrderByFields };
  const { Fields, Records: all } = await queryStatistics(read, request, 'StatisticsRequest');
  const count = pageSize(call, values);
  const { resultOffset } = values;
  const Records = all.slice(resultOffset, resultOffset + count);
  return pageReply(call, statisticsPage({ Fields, Records }, all.length > resultOffset + count));
}

const statisticTypes: Readonly<Record<string, Value<'gisDataStatType'>>> = {
  count: 'gisDataStatTypeCount',
  sum: 'gisDataStatTypeSum',
  min: 'gisDataStatTypeMin',
  max: 'gisDataStatTypeMax',
  avg: 'gisDataStatTypeAverage',
  stddev: 'gisDataStatTypeStdDev',
  var: 'gisDataStatTypeVariance',
};

function readStatistic(input: unknown, path: string): Value<'StatisticDescription'> {
  const { statisticType, onStatisticField, outStatisticFieldName } = isObject(input) ? input : {};
  const word = String(statisticType).toLowerCase();
  const StatisticType = Object.hasOwn(statisticTypes, word) ? statisticTypes[word] : undefined;
  if (!StatisticType) {
    const typeNames = Object.keys(statisticTypes).join(', ');
    throw badValue(`${path}.statisticType`, `one of ${typeNames}`, statisticType);
  }
  if (typeof onStatisticField !== 'string')
    throw wrongValue('missing-element', `${path}.onStatisticField`, 'a field name', describeValue(onStatisticField));
  return {
    StatisticType,
    StatisticFieldName: onStatisticField,
    ResultFieldName: typeof outStatisticFieldName === 'string' ? outStatisticFieldName : undefined,
  };
}

/** Return the extent of rows in a spatial reference; undefined if no row has a geometry. */
async function rowsExtent(
  call: Call,
  table: Table,
  rows: Uint32Array,
  reference: Value<'SpatialReference'>,
): Promise<Value<'Envelope'> | undefined> {
  const extent = await extentOfRows(table, rows);
  if (!extent) return undefined;
  const projection = await transformationBetween(call, table.manifest.spatialReference, reference);
  return envelopeValue(projection ? projectExtent(extent, projection) : extent, reference);
}

/** Check whether the statistics include `exceedslimit`, which compares the result size with the client's limits. */
const isExceedsLimit = (input: unknown): input is readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(input) && input.some((statistic) => String(statistic?.statisticType).toLowerCase() === 'exceedslimit');

/**
 * Check whether the rows of a query exceed the limits of the client. The response has 1 if they do, otherwise 0.
 *
 * @throws {Fault} `bad-value` if the request has other statistics too
 */
async function exceedsLimit(
  { table, question, scheduler }: FeatureQuery,
  inputs: readonly Readonly<Record<string, unknown>>[],
): Promise<object> {
  const [statistic, ...more] = inputs;
  if (more.length > 0)
    throw wrongValue('bad-value', 'outStatistics', 'only the statistic "exceedslimit"', `${inputs.length} statistics`);
  const name = String(statistic?.outStatisticFieldName ?? 'exceedslimit');
  const limit = (member: string) => parseFiniteNumber(statistic?.[member]) ?? Infinity;
  const rows = await scan(table, question, scheduler);
  const { geometry } = table.manifest;
  const isPoints = geometry === 'point' || geometry === 'multipoint';
  let isOver = rows.length > limit('maxRecordCount') || (isPoints && rows.length > limit('maxPointCount'));
  const largest = limit('maxVertexCount');
  if (!isOver && !isPoints && geometry && largest < table.manifest.levels[0]!.vertexCount) {
    let vertices = 0;
    await forEachBatch(table, rows, scheduler, { fields: [] }, async (index, positions) => {
      const { firstRow, featureOffsets, partOffsets } = await table.geometry(0, index);
      const findRowEnd = (row: number) => partOffsets[featureOffsets[row]!]!;
      for (const position of positions) {
        const row = rows[position]! - firstRow;
        vertices += findRowEnd(row + 1) - findRowEnd(row);
      }
    });
    isOver = vertices > largest;
  }
  return {
    displayFieldName: '',
    fieldAliases: { [name]: name },
    fields: [{ name, type: 'esriFieldTypeInteger', alias: name }],
    features: [{ attributes: { [name]: isOver ? 1 : 0 } }],
  };
}
