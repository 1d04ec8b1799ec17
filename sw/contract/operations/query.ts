import type { OperationRows } from '../rows.ts';

/** Feature and table queries. Request and response elements are in wire order. */
export const queryOperations = {
  QueryFeatureCount: {
    doc: 'Count the features of a layer that pass a filter; no limit applies.',
    group: 'query',
    request: { MapName: 'string', LayerID: 'int', QueryFilter: 'QueryFilter' },
    response: { Result: 'int' },
  },
  QueryFeatureIDs: {
    doc: 'Get the ids of the features of a layer that pass a filter, ascending; no limit applies.',
    group: 'query',
    request: { MapName: 'string', LayerID: 'int', QueryFilter: 'QueryFilter' },
    response: { Result: 'FIDSet' },
  },
  QueryFeatureData: {
    doc: 'Get the features of a layer that pass a filter, at most MaximumRecordCount.',
    group: 'query',
    request: { MapName: 'string', LayerID: 'int', QueryFilter: 'QueryFilter' },
    response: { Result: 'RecordSet' },
  },
  QueryFeatureCount2: {
    doc: 'Count the features of a described layer that pass a filter and its definition expression; no limit applies.',
    group: 'query',
    request: { MapName: 'string', LayerDescription: 'LayerDescription', QueryFilter: 'QueryFilter' },
    response: { Result: 'int' },
  },
  QueryFeatureIDs2: {
    doc: 'Get the ids of the features of a described layer that pass a filter and its definition expression; no limit applies.',
    group: 'query',
    request: { MapName: 'string', LayerDescription: 'LayerDescription', QueryFilter: 'QueryFilter' },
    response: { Result: 'FIDSet' },
  },
  QueryFeatureData2: {
    doc: 'Get the features of a described layer that pass a filter and its definition expression, in the form asked for, at most MaximumRecordCount of them.',
    group: 'query',
    request: {
      MapName: 'string',
      LayerDescription: 'LayerDescription',
      QueryFilter: 'QueryFilter',
      QueryResultOptions: 'QueryResultOptions',
    },
    response: { Result: 'QueryResult' },
  },
  QueryRowCount: {
    doc: 'Count the rows of a described layer or table that pass a filter; no limit applies.',
    group: 'query',
    request: { MapName: 'string', MapTableDescription: 'MapTableDescription', QueryFilter: 'QueryFilter' },
    response: { Result: 'int' },
  },
  QueryRowIDs: {
    doc: 'Get the ids of the rows of a described layer or table that pass a filter, in the order asked for; no limit applies.',
    group: 'query',
    request: { MapName: 'string', MapTableDescription: 'MapTableDescription', QueryFilter: 'QueryFilter' },
    response: { Result: 'ArrayOfInt' },
  },
  QueryData: {
    doc: 'Get the rows of a described layer or table that pass a filter, in the form asked for, at most MaximumRecordCount of them; tables answer record sets only.',
    group: 'query',
    request: {
      MapName: 'string',
      MapTableDescription: 'MapTableDescription',
      QueryFilter: 'QueryFilter',
      QueryResultOptions: 'QueryResultOptions',
    },
    response: { Result: 'QueryResult' },
  },
  QueryRelatedRecords: {
    doc: 'Get the rows related to given rows of a layer or table, grouped by the row they belong to.',
    group: 'query',
    request: {
      MapName: 'string',
      SourceTableID: 'int',
      SourceFIDSet: 'FIDSet',
      RelateDescription: 'RelateDescription',
    },
    response: { Result: 'QueryResult' },
  },
  QueryRelatedRecords2: {
    doc: 'Get the rows related to given rows of a described layer or table, grouped by the row they belong to.',
    group: 'query',
    request: {
      MapName: 'string',
      MapTableDescription: 'MapTableDescription',
      SourceFIDSet: 'FIDSet',
      RelateDescription: 'RelateDescription',
    },
    response: { Result: 'QueryResult' },
  },
  QueryDataStatistics: {
    doc: 'Compute statistics over the rows that pass a filter, one record for each group, or a single one without groups.',
    group: 'query',
    request: {
      MapName: 'string',
      MapTableDescription: 'MapTableDescription',
      StatisticsRequest: 'StatisticsRequest',
      QueryFilter: 'QueryFilter',
    },
    response: { Result: 'RecordSet' },
  },
  QueryRasterValue: {
    doc: 'Get the pictures stored in a raster field of given rows, in their order; JPEG by address unless asked otherwise.',
    group: 'query',
    request: {
      MapName: 'string',
      SourceTableID: 'int',
      RowIDs: 'ArrayOfInt',
      FieldName: 'string?',
      ImageType: 'ImageType?',
    },
    response: { Result: 'ArrayOfImageResult' },
  },
  QueryRasterValue2: {
    doc: 'Get the pictures stored in a raster field of given rows of a described table, in their order; JPEG by address unless asked otherwise.',
    group: 'query',
    request: {
      MapName: 'string',
      MapTableDescription: 'MapTableDescription',
      RowIDs: 'ArrayOfInt',
      FieldName: 'string?',
      ImageType: 'ImageType?',
    },
    response: { Result: 'ArrayOfImageResult' },
  },
  QueryAttachmentInfos: {
    doc: 'List the files attached to given rows.',
    group: 'query',
    request: { MapName: 'string', TableID: 'int', RowIDs: 'ArrayOfInt' },
    response: { Result: 'ArrayOfAttachmentInfo' },
  },
  QueryAttachmentInfos2: {
    doc: 'List the files attached to given rows of a described layer or table.',
    group: 'query',
    request: { MapName: 'string', MapTableDescription: 'MapTableDescription', RowIDs: 'ArrayOfInt' },
    response: { Result: 'ArrayOfAttachmentInfo' },
  },
  QueryAttachmentData: {
    doc: 'Get attached files by attachment id, embedded or by address.',
    group: 'query',
    request: { MapName: 'string', TableID: 'int', AttachmentIDs: 'ArrayOfInt', TransportType: 'gisTransportType' },
    response: { Result: 'ArrayOfAttachmentData' },
    notes: {
      AttachmentIDs: 'from QueryAttachmentInfos, not ids of rows',
    },
  },
  QueryAttachmentData2: {
    doc: 'Get attached files of a described layer or table by attachment id, embedded or by address.',
    group: 'query',
    request: {
      MapName: 'string',
      MapTableDescription: 'MapTableDescription',
      AttachmentIDs: 'ArrayOfInt',
      TransportType: 'gisTransportType',
    },
    response: { Result: 'ArrayOfAttachmentData' },
    notes: {
      AttachmentIDs: 'from QueryAttachmentInfos2, not ids of rows',
    },
  },
  QueryHTMLPopups: {
    doc: 'Get the pop-ups of given rows, in their order, as HTML text or addresses; empty where there is none.',
    group: 'query',
    request: { MapName: 'string', TableID: 'int', RowIDs: 'ArrayOfInt' },
    response: { Result: 'ArrayOfString' },
  },
  QueryHTMLPopups2: {
    doc: 'Get the pop-ups of given rows of a described layer or table, in their order; empty where there is none.',
    group: 'query',
    request: { MapName: 'string', MapTableDescription: 'MapTableDescription', RowIDs: 'ArrayOfInt' },
    response: { Result: 'ArrayOfString' },
  },
} as const satisfies OperationRows;
