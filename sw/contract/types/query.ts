import type { TypeRows } from '../rows.ts';

/** Filters, statistics, relates, attachments and query results. Fields are in wire order. */
export const queryTypes = {
  ArrayOfMapServerRelationship: { list: 'MapServerRelationship', item: 'MapServerRelationship' },
  ArrayOfStatisticDescription: { list: 'StatisticDescription', item: 'StatisticDescription' },
  ArrayOfRelateInfo: { list: 'RelateInfo', item: 'RelateInfo' },
  ArrayOfRelatedRecordGroup: { list: 'RelatedRecordGroup', item: 'RelatedRecordGroup' },
  ArrayOfMapTableSubtypeInfo: { list: 'MapTableSubtypeInfo', item: 'MapTableSubtypeInfo' },
  ArrayOfSubtypeInfo: { list: 'SubtypeInfo', item: 'SubtypeInfo' },
  ArrayOfFieldDomainInfo: { list: 'FieldDomainInfo', item: 'FieldDomainInfo' },
  MapServerRelationship: {
    doc: 'The rows that one relation of an identified feature leads to.',
    fields: {
      Name: 'string',
      Rows: 'ArrayOfMapServerRow?',
    },
  },
  SQLSyntaxInfo: {
    doc: 'The SQL that where clauses may use: functions, predicates, clauses, keywords, special characters and the case of names.',
    fields: {
      FunctionNames: 'PropertySet?',
      SpecialCharacters: 'PropertySet?',
      SupportedPredicates: 'ArrayOfString?',
      SupportedClauses: 'ArrayOfString?',
      IdentifierCase: 'boolean',
      DelimitedIdentifierCase: 'boolean',
      StringComparisonCase: 'boolean',
      Keywords: 'ArrayOfString?',
      InvalidCharacters: 'string',
      InvalidStartingCharacters: 'string',
    },
  },
  ImageQueryFilter: {
    doc: 'A filter for image services that adds the pixel size for which rasters are requested.',
    base: 'TimeQueryFilter',
    fields: {
      PixelSize: 'Point',
    },
  },
  QueryResultOptions: {
    doc: 'The form in which a query answers, and the datum shift for its shapes.',
    fields: {
      Format: 'gisQueryResultFormat',
      FormatProperties: 'PropertySet?',
      GeoTransformation: 'GeoTransformation?',
    },
    notes: {
      FormatProperties: 'LayerName names the document of KML; other keys are passed over',
    },
  },
  QueryResult: {
    doc: 'The answer of a query in the form asked for: bytes, an address or an object; the two unused stay empty.',
    fields: {
      MimeData: 'base64Binary?',
      URL: 'string',
      Object: 'anyType',
    },
    nil: ['Object'],
  },
  QueryTableDataSourceDescription: {
    doc: 'A source that is the answer to an SQL query in a registered workspace; OIDFields name the columns that identify a row.',
    base: 'DataSourceDescription',
    fields: {
      Query: 'string',
      OIDFields: 'string',
      GeometryType: 'gisGeometryType',
      SpatialReference: 'SpatialReference',
    },
  },
  StatisticDescription: {
    doc: 'One statistic of one field, and the name of its column in the answer, made of type and field when absent.',
    fields: {
      StatisticFieldName: 'string',
      StatisticType: 'gisDataStatType',
      ResultFieldName: 'string?',
    },
  },
  StatisticsRequest: {
    doc: 'The requested statistics, with comma-separated fields to group and to order by.',
    fields: {
      StatisticDescriptions: 'ArrayOfStatisticDescription?',
      OrderByFields: 'string?',
      GroupByFields: 'string?',
    },
    notes: {
      OrderByFields: 'comma-separated, with ASC or DESC',
      GroupByFields: 'comma-separated; empty: one record',
    },
  },
  RelateInfo: {
    doc: 'One relation of a layer or table: the other table, the role of this one, cardinality and key field.',
    fields: {
      Name: 'string',
      RelationshipID: 'int',
      RelatedTableID: 'int',
      Role: 'gisRelRole?',
      Cardinality: 'gisRelCardinality?',
      KeyField: 'string?',
      IsComposite: 'boolean?',
      RelationshipTableId: 'int?',
      KeyFieldInRelationshipTable: 'string?',
    },
  },
  RelateDescription: {
    doc: 'Which relation to follow and what to return of the related rows.',
    fields: {
      RelationshipID: 'int',
      RelatedTableDefinitionExpression: 'string?',
      RelatedTableFields: 'string?',
      OutputSpatialReference: 'SpatialReference?',
      GeoTransformation: 'GeoTransformation?',
      IncludeGeometry: 'boolean?',
      GeometryResultOptions: 'GeometryResultOptions?',
      ResultFormat: 'gisRelateResultFormat',
      OutputTimeReference: 'TimeReference?',
    },
    defaults: { IncludeGeometry: true },
    notes: {
      RelatedTableFields: 'comma-separated names; empty or *: all',
      RelatedTableDefinitionExpression: 'SQL without WHERE',
    },
  },
  RelatedRecordSet: {
    doc: 'Related rows, grouped by the row they belong to, with the fields that describe them.',
    fields: {
      RelatedRecordFields: 'Fields',
      RelatedRecordGroups: 'ArrayOfRelatedRecordGroup',
    },
  },
  RelatedRecordGroup: {
    doc: 'The related rows of one source row.',
    fields: {
      SourceRowID: 'int',
      Records: 'ArrayOfRecord',
    },
  },
  MapTableSubtypeInfo: {
    doc: 'The subtypes of one layer or table and the field that tells them apart.',
    fields: {
      TableID: 'int',
      SubtypeFieldName: 'string',
      SubtypeInfos: 'ArrayOfSubtypeInfo',
    },
  },
  SubtypeInfo: {
    doc: 'One subtype: its code, its name and the domains its fields have.',
    fields: {
      SubtypeCode: 'int',
      SubtypeName: 'string',
      FieldDomainInfos: 'ArrayOfFieldDomainInfo',
    },
  },
  FieldDomainInfo: {
    doc: 'The domain of one field within a subtype; inherited means that it is that of the field itself.',
    fields: {
      FieldName: 'string',
      Domain: 'Domain?',
      IsInherited: 'boolean?',
    },
    defaults: { IsInherited: false },
  },
  TimeQueryFilter: {
    doc: 'A filter by time as well as by place and attributes; TimeValue is an instant or an extent.',
    base: 'SpatialFilter',
    fields: {
      TimeValue: 'TimeValue',
      OutputTimeReference: 'TimeReference',
      TimeRelation: 'gisTimeRelation',
    },
  },
  QueryFilter: {
    doc: 'A filter by attributes and ids, with the fields to return, their order and their spatial reference; an empty one matches every row.',
    fields: {
      SubFields: 'string?',
      WhereClause: 'string',
      SpatialReferenceFieldName: 'string?',
      Resolution: 'double',
      OutputSpatialReference: 'SpatialReference?',
      FIDSet: 'FIDSet?',
      PostfixClause: 'string?',
      FilterDefs: 'ArrayOfFilterDef?',
      PrefixClause: 'string?',
    },
    notes: {
      SubFields: 'comma-separated names; empty or *: all',
      WhereClause: 'SQL without WHERE; empty: every row',
      Resolution: 'simplify shapes to this tolerance, in units of the data; 0: not at all',
      PostfixClause: 'ORDER BY name, other DESC',
      PrefixClause: 'DISTINCT or ALL',
      FIDSet: 'an empty set matches nothing',
    },
  },
  SpatialFilter: {
    doc: "A filter by place as well as by attributes; the relation is read from the filter's geometry to the feature.",
    base: 'QueryFilter',
    fields: {
      SearchOrder: 'gisSearchOrder',
      SpatialRel: 'gisSpatialRelEnum',
      SpatialRelDescription: 'string',
      FilterGeometry: 'Geometry',
      GeometryFieldName: 'string',
      FilterOwnsGeometry: 'boolean',
    },
    notes: {
      SpatialRelDescription: 'nine of T, F and *, for gisSpatialRelRelation',
      GeometryFieldName: 'empty: the only one',
      SearchOrder: 'never changes the result',
      FilterOwnsGeometry: 'has no effect',
    },
  },
  FilterDef: {
    doc: 'A condition beyond the where clause.',
    abstract: true,
    fields: {},
  },
  XMLFilterDef: {
    doc: 'A condition on a column of XML documents, as an XPath predicate.',
    base: 'FilterDef',
    fields: {
      FieldName: 'string',
      Expression: 'string',
    },
  },
  ArrayOfFilterDef: { list: 'FilterDef', item: 'FilterDef' },
  AttachmentInfo: {
    doc: 'A file attached to a row: its id, the id of the row (ParentID), name, MIME type and size in bytes.',
    fields: {
      AttachmentID: 'int',
      ParentID: 'int',
      Name: 'string',
      ContentType: 'string',
      Size: 'int',
    },
  },
  AttachmentData: {
    doc: 'The content of an attached file, embedded or under an address.',
    fields: {
      Data: 'base64Binary',
      AttachmentInfo: 'AttachmentInfo',
      URL: 'string',
      TransportType: 'gisTransportType',
    },
  },
  ArrayOfAttachmentInfo: { list: 'AttachmentInfo', item: 'AttachmentInfo' },
  ArrayOfAttachmentData: { list: 'AttachmentData', item: 'AttachmentData' },
} as const satisfies TypeRows;
