import { mapParameters, rowParameters, shapeParameters, versionParameters } from './parameters.ts';
import type { RestParameters, RestRows } from './rows.ts';

const { where, ...otherRowParameters } = rowParameters;
const { objectIds: _, ...filterParameters } = otherRowParameters;

const returnedRows = {
  outSR: { kind: 'spatialReference', doc: 'spatial reference of the response; default: that of the layer' },
  returnIdsOnly: { kind: 'boolean', doc: 'return only the ids of all matching rows', default: 'false' },
  returnCountOnly: { kind: 'boolean', doc: 'return only the number of matching rows', default: 'false' },
} as const satisfies RestParameters;

/** Operations on a layer or table and its rows. Paths are below the service. */
export const layerRows = {
  layer: {
    doc: 'Describe a layer or table: fields, drawing, relationships, time and capabilities.',
    path: '{layer}',
    servers: { MapServer: 'nothing', FeatureServer: 'nothing' },
    operations: ['GetServerInfo', 'GetDefaultLayerDrawingDescriptions', 'GetMapTableSubtypeInfos'],
    parameters: {},
  },
  query: {
    doc: 'Query the rows of a layer or table; returns rows, ids, a count, an extent or statistics.',
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
      // Forms show the first parameters first.
      where,
      outFields: {
        kind: 'string',
        doc: 'fields to return; *: all',
        element: 'QueryFilter.SubFields',
      },
      orderByFields: {
        kind: 'string',
        doc: 'fields with ASC or DESC; default: by object id',
        element: 'QueryFilter.PostfixClause',
      },
      resultRecordCount: { kind: 'integer', doc: 'number of rows to return, at most maxRecordCount', minimum: 0 },
      ...otherRowParameters,
      ...shapeParameters,
      quantizationParameters: {
        kind: 'json',
        doc: '{"extent":{"xmin":0,"ymin":0,"xmax":9,"ymax":9},"tolerance":1,"originPosition":"upperLeft","mode":"view"}: return coordinates as integers on a grid, in units of the response',
      },
      ...returnedRows,
      returnExtentOnly: { kind: 'boolean', doc: 'return only the extent of all matching rows', default: 'false' },
      returnDistinctValues: { kind: 'boolean', doc: 'return each combination of outFields once', default: 'false' },
      groupByFieldsForStatistics: {
        kind: 'string',
        doc: 'fields to group statistics by',
        element: 'StatisticsRequest.GroupByFields',
      },
      outStatistics: {
        kind: 'json',
        doc: '[{"statisticType":"sum","onStatisticField":"POP","outStatisticFieldName":"total"}]',
        element: 'StatisticsRequest',
      },
      resultOffset: { kind: 'integer', doc: 'number of rows to skip', default: '0', minimum: 0 },
      returnExceededLimitFeatures: {
        kind: 'boolean',
        doc: 'false: return no rows if more match than the limit allows',
        default: 'true',
      },
      having: { kind: 'unused', doc: 'filter on groups; not supported' },
      ...versionParameters,
      datumTransformation: { kind: 'unused', doc: 'datum transformation; the best one known is used' },
      defaultSR: { kind: 'unused', doc: 'default for inSR and outSR; not supported' },
      fullText: { kind: 'unused', doc: 'full-text search; not supported' },
      uniqueIds: { kind: 'unused', doc: 'row ids; use objectIds' },
      parameterValues: { kind: 'unused', doc: 'layer parameters; not supported' },
      rangeValues: { kind: 'unused', doc: 'layer ranges; not supported' },
      maxRecordCountFactor: {
        kind: 'number',
        doc: 'return up to this many times maxRecordCount rows; at most 5',
        default: '1',
      },
      returnCentroid: { kind: 'boolean', doc: 'whether to return the centroids of polygons', default: 'false' },
      resultType: {
        kind: 'unused',
        doc: 'purpose of the result; each has the same limit',
        choices: ['none', 'standard', 'tile'],
      },
      sqlFormat: { kind: 'unused', doc: 'SQL dialect; standard only', choices: ['none', 'standard'] },
      multipatchOption: {
        kind: 'unused',
        doc: 'form of multipatches; no layer has any',
        choices: ['none', 'xyfootprint', 'stripmaterials', 'embedmaterials', 'externalizetextures', 'extent'],
      },
      lod: { kind: 'unused', doc: 'level of aggregation bins; not supported' },
      lodType: { kind: 'unused', doc: 'type of aggregation bins; not supported' },
      returnTrueCurves: { kind: 'unused', doc: 'true curves; no layer has any', choices: ['true', 'false'] },
    },
  },
  serviceQuery: {
    doc: 'Query several layers and tables at once, each with its own filter.',
    path: 'query',
    servers: { FeatureServer: 'Query' },
    operations: ['QueryFeatureData2', 'QueryData'],
    parameters: {
      layerDefs: { ...mapParameters.layerDefs, required: true },
      ...filterParameters,
      ...shapeParameters,
      ...returnedRows,
      ...versionParameters,
    },
  },
  queryRelatedRecords: {
    doc: 'Get the rows related to given rows, grouped by row.',
    path: '{layer}/queryRelatedRecords',
    servers: { MapServer: 'Data', FeatureServer: 'Query' },
    operations: ['QueryRelatedRecords'],
    parameters: {
      objectIds: { kind: 'ids', doc: 'object ids', required: true, element: 'SourceFIDSet' },
      relationshipId: {
        kind: 'integer',
        doc: 'relationship id; optional if there is only one',
        element: 'RelateDescription.RelationshipID',
      },
      outFields: {
        kind: 'string',
        doc: 'fields of the related rows to return; *: all',
        default: '*',
        element: 'RelateDescription.RelatedTableFields',
      },
      definitionExpression: {
        kind: 'string',
        doc: 'SQL condition without WHERE',
        element: 'RelateDescription.RelatedTableDefinitionExpression',
      },
      orderByFields: { kind: 'string', doc: 'fields of the related rows with ASC or DESC; default: by object id' },
      resultOffset: { kind: 'integer', doc: 'number of related rows to skip', default: '0', minimum: 0 },
      resultRecordCount: {
        kind: 'integer',
        doc: 'number of related rows to return, at most maxRecordCount',
        minimum: 0,
      },
      ...shapeParameters,
      outSR: { kind: 'spatialReference', doc: 'spatial reference of the response; default: that of the map' },
      returnCountOnly: { kind: 'boolean', doc: 'return only the number of related rows', default: 'false' },
      gdbVersion: versionParameters.gdbVersion,
    },
  },
  queryAttachments: {
    doc: 'List the files attached to rows, grouped by row.',
    path: '{layer}/queryAttachments',
    servers: { MapServer: 'Query', FeatureServer: 'Query' },
    operations: ['QueryAttachmentInfos'],
    parameters: {
      objectIds: { kind: 'ids', doc: 'object ids; default: all rows that match the condition' },
      definitionExpression: { kind: 'string', doc: 'SQL condition without WHERE', element: 'QueryFilter.WhereClause' },
      attachmentTypes: { kind: 'names', doc: 'MIME types' },
      size: { kind: 'numbers', doc: 'minimum,maximum size in bytes' },
      returnUrl: { kind: 'boolean', doc: 'whether to include the URL of each file', default: 'false' },
      returnCountOnly: { kind: 'boolean', doc: 'return only the number of attachments', default: 'false' },
      resultOffset: { kind: 'integer', doc: 'number of rows to skip', default: '0', minimum: 0 },
      resultRecordCount: { kind: 'integer', doc: 'number of rows to return', minimum: 1 },
      attachmentsDefinitionExpression: { kind: 'unused', doc: 'filter on attachments; not supported' },
      keywords: { kind: 'unused', doc: 'keywords; not supported' },
      globalIds: { kind: 'unused', doc: 'global ids; not supported' },
    },
  },
  feature: {
    doc: 'Get one row.',
    path: '{layer}/{row}',
    servers: { MapServer: 'Data', FeatureServer: 'Query' },
    operations: ['QueryFeatureData2'],
    parameters: {
      outSR: { kind: 'spatialReference', doc: 'spatial reference of the response; default: that of the map' },
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
    doc: 'Download a file attached to a row.',
    path: '{layer}/{row}/attachments/{attachment}',
    servers: { MapServer: 'Query', FeatureServer: 'Query' },
    bytes: true,
    operations: ['QueryAttachmentData'],
    parameters: {},
  },
  htmlPopup: {
    doc: 'Get the HTML pop-up of a row.',
    path: '{layer}/{row}/htmlPopup',
    servers: { MapServer: 'Query', FeatureServer: 'Query' },
    operations: ['QueryHTMLPopups'],
    parameters: {},
  },
} as const satisfies RestRows;

/** Parameters for classifying rows. */
const classParameters = {
  classificationDef: {
    kind: 'json',
    doc: '{"type":"classBreaksDef","classificationField":"POP","classificationMethod":"esriClassifyNaturalBreaks","breakCount":5}, or {"type":"uniqueValueDef","uniqueValueFields":["KIND"]}',
    required: true,
    element: 'DataClassificationDef',
  },
  where: { kind: 'string', doc: 'SQL condition without WHERE; default: all rows' },
  precision: { kind: 'unused', doc: 'decimal places in labels' },
  prefix: { kind: 'unused', doc: 'text before numbers in labels' },
  unitLabel: { kind: 'unused', doc: 'text after numbers in labels' },
  formatLabel: { kind: 'unused', doc: 'thousands separators in labels; always on', choices: ['true'] },
  gdbVersion: versionParameters.gdbVersion,
} as const satisfies RestParameters;

const dynamicLayer = {
  kind: 'json',
  doc: '{"id":101,"source":{"type":"mapLayer","mapLayerId":0}}',
  required: true,
} as const;

/** Renderers, dynamic layers and domains. Paths are below the service. */
export const dynamicRows = {
  generateRenderer: {
    doc: 'Classify the rows of a layer or table and return a renderer.',
    path: '{layer}/generateRenderer',
    servers: { MapServer: 'Map', FeatureServer: 'Query' },
    operations: ['GenerateDataClasses'],
    parameters: classParameters,
  },
  dynamicLayerRenderer: {
    doc: 'Classify the rows of a dynamic layer and return a renderer.',
    path: 'dynamicLayer/generateRenderer',
    servers: { MapServer: 'Map' },
    operations: ['GenerateDataClasses'],
    parameters: {
      layer: dynamicLayer,
      ...classParameters,
    },
  },
  dynamicLayer: {
    doc: 'Describe a dynamic layer.',
    path: 'dynamicLayer',
    servers: { MapServer: 'nothing' },
    operations: layerRows.layer.operations,
    parameters: { layer: dynamicLayer },
  },
  dynamicLayerQuery: {
    ...layerRows.query,
    doc: 'Query the rows of a dynamic layer; returns rows, ids, a count, an extent or statistics.',
    path: 'dynamicLayer/query',
    servers: { MapServer: 'Data' },
    parameters: { layer: dynamicLayer, ...layerRows.query.parameters },
  },
  queryDomains: {
    doc: 'List the domains that layers and tables use.',
    path: 'queryDomains',
    servers: { MapServer: 'Query', FeatureServer: 'Query' },
    operations: ['GetServerInfo', 'GetMapTableSubtypeInfos'],
    parameters: { layers: { kind: 'ids', doc: 'layer and table ids; default: all' } },
  },
} as const satisfies RestRows;
