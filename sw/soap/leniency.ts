/**
 * Required elements that clients leave out or send as nil although they have nothing to say in them, and how they are
 * then read. An element is listed only when its empty value means "all", "none" or "as published", or when it never
 * changes a result; any other missing element is a fault.
 */

/** Elements of a request, whatever the operation. */
export const missingElements: Readonly<Record<string, unknown>> = {
  /** Every row. */
  QueryFilter: { type: 'QueryFilter', WhereClause: '', Resolution: 0 },
  /** Every layer. */
  LayerIDs: [],
  /** Every field. */
  SearchFields: '',
  /** No size: the patch of the map itself. */
  LegendPatch: { Width: 0, Height: 0, ImageDPI: 0 },
  SymbolOutputOptions: { ConvertLabelExpressions: true },
  /** As before the element existed. */
  TransportType: 'gisTransportTypeEmbedded',
};

/** Fields of types, by the type that declares them. */
export const missingFields: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  QueryFilter: { WhereClause: '', Resolution: 0 },
  SpatialFilter: {
    SearchOrder: 'gisSearchOrderSpatial',
    /** Of no effect without a geometry, and with one the same as any point in common. */
    SpatialRel: 'gisSpatialRelUndefined',
    SpatialRelDescription: '',
    /** The base type, which has no shape: no spatial restriction. */
    FilterGeometry: { type: 'Geometry' },
    GeometryFieldName: '',
    FilterOwnsGeometry: false,
  },
  TimeQueryFilter: {
    /** The base type, neither a moment nor a span: no restriction by time. */
    TimeValue: { type: 'TimeValue' },
    /** No name: the time zone of the map. */
    OutputTimeReference: { TimeZoneNameID: '' },
    TimeRelation: 'gisTimeRelationOverlaps',
  },
  LayerDescription: { DefinitionExpression: '' },
  PropertySet: { PropertyArray: [] },
  FIDSet: { FIDArray: [] },
  RecordSet: { Records: [] },
  Record: { Values: [] },
  TimeReference: { TimeZoneNameID: '' },
};
