import { mapParameters, rowParameters, shapeParameters } from './parameters.ts';
import type { RestParameters, RestRows } from './rows.ts';

const { where, ...otherRowParameters } = rowParameters;
const { objectIds: _, ...filterParameters } = otherRowParameters;

const returnedRows = {
  outSR: { kind: 'spatialReference', doc: 'of the answer; absent: that of the layer' },
  returnIdsOnly: { kind: 'boolean', doc: 'ids of all rows that match', default: 'false' },
  returnCountOnly: { kind: 'boolean', doc: 'number of all rows that match', default: 'false' },
} as const satisfies RestParameters;

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
    formats: ['geojson', 'pbf', 'kmz'],
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
      // What people fill in first comes first in forms.
      where,
      outFields: {
        kind: 'text',
        doc: 'fields of the answer; *: all; the id is always one of them',
        element: 'QueryFilter.SubFields',
      },
      orderByFields: {
        kind: 'text',
        doc: 'fields with ASC or DESC; absent: by id',
        element: 'QueryFilter.PostfixClause',
      },
      resultRecordCount: { kind: 'integer', doc: 'rows of the answer, at most maxRecordCount', minimum: 0 },
      ...otherRowParameters,
      ...shapeParameters,
      quantizationParameters: {
        kind: 'json',
        doc: '{"extent":{"xmin":0,"ymin":0,"xmax":9,"ymax":9},"tolerance":1,"originPosition":"upperLeft","mode":"view"}: coordinates as integers of a grid, in units of the answer',
      },
      ...returnedRows,
      returnExtentOnly: { kind: 'boolean', doc: 'extent of all rows that match', default: 'false' },
      returnDistinctValues: { kind: 'boolean', doc: 'each combination of outFields once', default: 'false' },
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
      returnExceededLimitFeatures: {
        kind: 'boolean',
        doc: 'false: no rows at all where more match than the answer may hold',
        default: 'true',
      },
      having: { kind: 'unused', doc: 'filter of groups: none' },
      gdbVersion: { kind: 'unused', doc: 'versions of the data: none' },
      historicMoment: { kind: 'unused', doc: 'moments of the data: none' },
      datumTransformation: { kind: 'unused', doc: 'shift between datums: the best known is taken' },
      defaultSR: { kind: 'unused', doc: 'of geometry and answer: inSR and outSR say it' },
      fullText: { kind: 'unused', doc: 'search of texts: none' },
      uniqueIds: { kind: 'unused', doc: 'ids of rows: objectIds names them' },
      parameterValues: { kind: 'unused', doc: 'parameters of layers: none' },
      rangeValues: { kind: 'unused', doc: 'ranges of layers: none' },
      maxRecordCountFactor: { kind: 'unused', doc: 'multiple of maxRecordCount: 1', choices: ['1'] },
      returnCentroid: { kind: 'unused', doc: 'centres of shapes: false', choices: ['false'] },
      returnTrueCurves: { kind: 'unused', doc: 'curves: no layer has any', choices: ['true', 'false'] },
    },
  },
  serviceQuery: {
    doc: 'Get the rows of several layers and tables at once, each by a filter of its own.',
    path: 'query',
    servers: { FeatureServer: 'Query' },
    operations: ['QueryFeatureData2', 'QueryData'],
    parameters: {
      layerDefs: { ...mapParameters.layerDefs, required: true },
      ...filterParameters,
      ...shapeParameters,
      ...returnedRows,
      gdbVersion: { kind: 'unused', doc: 'versions of the data: none' },
      historicMoment: { kind: 'unused', doc: 'moments of the data: none' },
    },
  },
  queryRelatedRecords: {
    doc: 'Get the rows on the other side of a relation, grouped by the row they belong to.',
    path: '{layer}/queryRelatedRecords',
    servers: { MapServer: 'Data', FeatureServer: 'Query' },
    operations: ['QueryRelatedRecords'],
    parameters: {
      objectIds: { kind: 'ids', doc: 'ids of rows', required: true, element: 'SourceFIDSet' },
      relationshipId: {
        kind: 'integer',
        doc: 'id of the relation; absent: the only one',
        element: 'RelateDescription.RelationshipID',
      },
      outFields: {
        kind: 'text',
        doc: 'fields of the related rows; *: all',
        default: '*',
        element: 'RelateDescription.RelatedTableFields',
      },
      definitionExpression: {
        kind: 'text',
        doc: 'SQL without WHERE',
        element: 'RelateDescription.RelatedTableDefinitionExpression',
      },
      ...shapeParameters,
      outSR: { kind: 'spatialReference', doc: 'of the answer; absent: that of the map' },
      returnCountOnly: { kind: 'boolean', doc: 'numbers of related rows', default: 'false' },
      gdbVersion: { kind: 'unused', doc: 'versions of the data: none' },
    },
  },
  queryAttachments: {
    doc: 'List the files attached to rows, grouped by the row they belong to.',
    path: '{layer}/queryAttachments',
    servers: { MapServer: 'Query', FeatureServer: 'Query' },
    operations: ['QueryAttachmentInfos'],
    parameters: {
      objectIds: { kind: 'ids', doc: 'ids of rows; none: all that pass the filter' },
      definitionExpression: { kind: 'text', doc: 'SQL without WHERE', element: 'QueryFilter.WhereClause' },
      attachmentTypes: { kind: 'names', doc: 'MIME types' },
      size: { kind: 'numbers', doc: 'smallest,largest in bytes' },
      returnUrl: { kind: 'boolean', doc: 'whether each has its address', default: 'false' },
      returnCountOnly: { kind: 'boolean', doc: 'numbers of attachments', default: 'false' },
      resultOffset: { kind: 'integer', doc: 'rows to pass over', default: '0', minimum: 0 },
      resultRecordCount: { kind: 'integer', doc: 'rows of the answer', minimum: 1 },
      attachmentsDefinitionExpression: { kind: 'unused', doc: 'filter of attachments: none' },
      keywords: { kind: 'unused', doc: 'keywords of attachments: none' },
      globalIds: { kind: 'unused', doc: 'global ids of rows: none' },
    },
  },
  feature: {
    doc: 'Get one row.',
    path: '{layer}/{row}',
    servers: { MapServer: 'Data', FeatureServer: 'Query' },
    operations: ['QueryFeatureData2'],
    parameters: {
      outSR: { kind: 'spatialReference', doc: 'of the answer; absent: that of the map' },
      returnGeometry: shapeParameters.returnGeometry,
    },
  },
  attachments: {
    doc: 'List the files attached to a row.',
    path: '{layer}/{row}/attachments',
    servers: { MapServer: 'Query', FeatureServer: 'Query' },
    operations: ['QueryAttachmentInfos'],
    parameters: {},
  },
  attachment: {
    doc: 'Answer the bytes of a file attached to a row.',
    path: '{layer}/{row}/attachments/{attachment}',
    servers: { MapServer: 'Query', FeatureServer: 'Query' },
    bytes: true,
    operations: ['QueryAttachmentData'],
    parameters: {},
  },
  htmlPopup: {
    doc: 'Get the pop-up of a row, as its author made it.',
    path: '{layer}/{row}/htmlPopup',
    servers: { MapServer: 'Query', FeatureServer: 'Query' },
    operations: ['QueryHTMLPopups'],
    parameters: {},
  },
} as const satisfies RestRows;
