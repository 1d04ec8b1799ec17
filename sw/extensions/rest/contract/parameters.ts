import type { RestParameters } from './rows.ts';

/** Parameters that several rows share. */

/** Geodatabase versions and historic moments, which this server doesn't support. */
export const versionParameters = {
  gdbVersion: { kind: 'unused', doc: 'geodatabase version; not supported' },
  historicMoment: { kind: 'unused', doc: 'historic moment; not supported' },
} as const satisfies RestParameters;

/** Changes to the map or its layers for one request. */
export const mapParameters = {
  layerDefs: {
    kind: 'layerTexts',
    doc: 'filter of each layer: {"0":"POP > 1000"}, or 0:POP > 1000;2:KIND = \'a\'',
    element: 'DefinitionExpression',
  },
  time: {
    kind: 'time',
    doc: 'an instant, or start,end, in epoch milliseconds; null: unbounded',
    element: 'MapDescription.TimeValue',
  },
  timeRelation: {
    kind: 'string',
    doc: 'which bounds of the time are inclusive',
    enum: 'gisTimeRelation',
    default: 'esriTimeRelationOverlaps',
  },
  dynamicLayers: {
    kind: 'json',
    doc: 'layers to draw instead of the published ones, topmost first: [{"id":0,"source":{"type":"mapLayer","mapLayerId":0},"definitionExpression":"","drawingInfo":{…}}]',
  },
  layerTimeOptions: {
    kind: 'json',
    doc: 'time settings of each layer: {"0":{"useTime":true,"timeDataCumulative":false,"timeOffset":1,"timeOffsetUnits":"esriTimeUnitsDays"}}',
    aliases: ['timeOptions'],
  },
  ...versionParameters,
  datumTransformations: { kind: 'unused', doc: 'datum transformations; the best ones known are used' },
  clipping: { kind: 'unused', doc: 'clipping shape; not supported' },
  spatialFilter: { kind: 'unused', doc: 'spatial filter; not supported' },
  selectionDefinitions: { kind: 'unused', doc: 'selected features; not supported' },
  mapRangeValues: { kind: 'unused', doc: 'map ranges; not supported' },
  layerRangeValues: { kind: 'unused', doc: 'layer ranges; not supported' },
  layerParameterValues: { kind: 'unused', doc: 'layer parameters; not supported' },
} as const satisfies RestParameters;

/** Parameters for returning geometries. */
export const shapeParameters = {
  returnGeometry: { kind: 'boolean', doc: 'whether to return geometries', default: 'true' },
  maxAllowableOffset: {
    kind: 'number',
    doc: 'simplify geometries to this tolerance, in units of the response',
    minimum: 0,
    element: 'GeometryResultOptions.MaximumAllowableOffset',
  },
  geometryPrecision: { kind: 'integer', doc: 'decimal places of coordinates', minimum: 0 },
  returnZ: { kind: 'boolean', doc: 'z values; no layer has any', default: 'false' },
  returnM: { kind: 'boolean', doc: 'm values; no layer has any', default: 'false' },
} as const satisfies RestParameters;

/** Selection of the rows of a layer or table. */
export const rowParameters = {
  where: { kind: 'string', doc: 'SQL condition without WHERE; 1=1: all rows', element: 'QueryFilter.WhereClause' },
  objectIds: { kind: 'ids', doc: 'object ids', element: 'QueryFilter.FIDSet' },
  geometry: {
    kind: 'geometry',
    doc: 'x,y, or xmin,ymin,xmax,ymax, or JSON',
    element: 'QueryFilter.FilterGeometry',
  },
  geometryType: {
    kind: 'string',
    doc: 'geometry type; optional, since it follows from the geometry',
    choices: [
      'esriGeometryEnvelope',
      'esriGeometryPoint',
      'esriGeometryMultipoint',
      'esriGeometryPolyline',
      'esriGeometryPolygon',
    ],
  },
  inSR: {
    kind: 'spatialReference',
    doc: 'spatial reference of geometry; default: the one it contains, or that of the layer',
  },
  spatialRel: {
    kind: 'string',
    doc: 'spatial relationship between geometry and row',
    enum: 'gisSpatialRelEnum',
    default: 'esriSpatialRelIntersects',
  },
  relationParam: {
    kind: 'string',
    doc: 'pattern of nine T, F or * for esriSpatialRelRelation',
    element: 'QueryFilter.SpatialRelDescription',
  },
  distance: { kind: 'number', doc: 'buffer distance around geometry, measured over the ellipsoid', minimum: 0 },
  units: {
    kind: 'string',
    doc: 'unit of distance; metres when omitted',
    choices: [
      'esriSRUnit_Meter',
      'esriSRUnit_Kilometer',
      'esriSRUnit_Foot',
      'esriSRUnit_StatuteMile',
      'esriSRUnit_NauticalMile',
      'esriSRUnit_USNauticalMile',
    ],
  },
  time: {
    kind: 'time',
    doc: 'an instant, or start,end, in epoch milliseconds; null: unbounded',
    element: 'QueryFilter.TimeValue',
  },
  timeRelation: {
    kind: 'string',
    doc: 'which bounds of the time are inclusive',
    enum: 'gisTimeRelation',
    default: 'esriTimeRelationOverlaps',
  },
} as const satisfies RestParameters;
