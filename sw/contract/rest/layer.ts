import { rowParameters, shapeParameters } from './parameters.ts';
import type { RestRows } from './rows.ts';

/** A layer or table and its rows; paths are below the service. */
export const layerRows = {
  layer: {
    doc: 'Describe a layer or table: fields, drawing, relations, times and what may be asked of it.',
    path: '{layer}',
    servers: { MapServer: 'nothing', FeatureServer: 'nothing' },
    operations: ['GetServerInfo', 'GetDefaultLayerDrawingDescriptions', 'GetMapTableSubtypeInfos'],
    parameters: {},
  },
  query: {
    doc: 'Get the rows of a layer or table that pass a filter, or their ids, number, extent or statistics.',
    path: '{layer}/query',
    servers: { MapServer: 'Data', FeatureServer: 'Query' },
    formats: ['geojson', 'kmz'],
    operations: [
      'QueryFeatureData2',
      'QueryData',
      'QueryFeatureCount2',
      'QueryRowCount',
      'QueryFeatureIDs2',
      'QueryRowIDs',
      'QueryDataStatistics',
    ],
    parameters: {
      ...rowParameters,
      outFields: {
        kind: 'text',
        doc: 'fields of the answer; *: all; the id is always one of them',
        element: 'QueryFilter.SubFields',
      },
      ...shapeParameters,
      outSR: { kind: 'spatialReference', doc: 'of the answer; absent: that of the layer' },
      returnIdsOnly: { kind: 'boolean', doc: 'ids of all rows that match', default: 'false' },
      returnCountOnly: { kind: 'boolean', doc: 'number of all rows that match', default: 'false' },
      returnExtentOnly: { kind: 'boolean', doc: 'extent of all rows that match', default: 'false' },
      returnDistinctValues: { kind: 'boolean', doc: 'each combination of outFields once', default: 'false' },
      orderByFields: {
        kind: 'text',
        doc: 'fields with ASC or DESC; absent: by id',
        element: 'QueryFilter.PostfixClause',
      },
      groupByFieldsForStatistics: {
        kind: 'text',
        doc: 'fields to group statistics by',
        element: 'StatisticsRequest.GroupByFields',
      },
      outStatistics: {
        kind: 'json',
        doc: '[{"statisticType":"sum","onStatisticField":"POP","outStatisticFieldName":"total"}]',
        element: 'StatisticsRequest',
      },
      resultOffset: { kind: 'integer', doc: 'rows to pass over', default: '0', minimum: 0 },
      resultRecordCount: { kind: 'integer', doc: 'rows of the answer, at most maxRecordCount', minimum: 0 },
      having: { kind: 'unused', doc: 'filter of groups: none' },
      gdbVersion: { kind: 'unused', doc: 'versions of the data: none' },
      historicMoment: { kind: 'unused', doc: 'moments of the data: none' },
    },
  },
} as const satisfies RestRows;
