import type { RestParameters } from './rows.ts';

/** Parameters that several rows share. */

/** How a map or its layers are described for one request. */
export const mapParameters = {
  layerDefs: {
    kind: 'layerTexts',
    doc: 'filters by layer: {"0":"POP > 1000"}, or 0:POP > 1000;2:KIND = \'a\'',
    element: 'DefinitionExpression',
  },
  time: {
    kind: 'time',
    doc: 'a moment, or start,end, in epoch milliseconds; null: open',
    element: 'MapDescription.TimeValue',
  },
  timeRelation: {
    kind: 'choice',
    doc: 'which ends of the time count as inside',
    enum: 'gisTimeRelation',
    default: 'esriTimeRelationOverlaps',
  },
  dynamicLayers: {
    kind: 'json',
    doc: 'layers in place of the published ones, first on top: [{"id":0,"source":{"type":"mapLayer","mapLayerId":0},"definitionExpression":"","drawingInfo":{…}}]',
  },
  layerTimeOptions: {
    kind: 'json',
    doc: 'time by layer: {"0":{"useTime":true,"timeDataCumulative":false,"timeOffset":1,"timeOffsetUnits":"esriTimeUnitsDays"}}',
    aliases: ['timeOptions'],
  },
  gdbVersion: { kind: 'unused', doc: 'versions of the data: none' },
  historicMoment: { kind: 'unused', doc: 'moments of the data: none' },
  datumTransformations: { kind: 'unused', doc: 'shifts between datums: the best known is taken' },
  clipping: { kind: 'unused', doc: 'shape to clip by: none' },
  spatialFilter: { kind: 'unused', doc: 'shape to filter by: none' },
  selectionDefinitions: { kind: 'unused', doc: 'selected features: none' },
  mapRangeValues: { kind: 'unused', doc: 'ranges of the map: none' },
  layerRangeValues: { kind: 'unused', doc: 'ranges of layers: none' },
  layerParameterValues: { kind: 'unused', doc: 'parameters of layers: none' },
} as const satisfies RestParameters;

/** How shapes are returned. */
export const shapeParameters = {
  returnGeometry: { kind: 'boolean', doc: 'whether shapes are returned', default: 'true' },
  maxAllowableOffset: {
    kind: 'number',
    doc: 'simplify shapes to this tolerance, in units of the answer',
    minimum: 0,
    element: 'GeometryResultOptions.MaximumAllowableOffset',
  },
  geometryPrecision: { kind: 'integer', doc: 'decimals of coordinates', minimum: 0 },
  returnZ: { kind: 'boolean', doc: 'heights: no layer has any', default: 'false' },
  returnM: { kind: 'boolean', doc: 'measures: no layer has any', default: 'false' },
} as const satisfies RestParameters;

/** Which rows of a layer or table, and in which reference. */
export const rowParameters = {
  where: { kind: 'text', doc: 'SQL without WHERE; 1=1: every row', element: 'QueryFilter.WhereClause' },
  objectIds: { kind: 'ids', doc: 'ids of rows', element: 'QueryFilter.FIDSet' },
  geometry: {
    kind: 'geometry',
    doc: 'x,y, or xmin,ymin,xmax,ymax, or JSON',
    element: 'QueryFilter.FilterGeometry',
  },
  geometryType: {
    kind: 'choice',
    doc: 'kind of the geometry; its form says it as well',
    choices: [
      'esriGeometryEnvelope',
      'esriGeometryPoint',
      'esriGeometryMultipoint',
      'esriGeometryPolyline',
      'esriGeometryPolygon',
    ],
  },
  inSR: { kind: 'spatialReference', doc: 'of the geometry; else the one in it, else that of the layer' },
  spatialRel: {
    kind: 'choice',
    doc: 'how the geometry relates to a row',
    enum: 'gisSpatialRelEnum',
    default: 'esriSpatialRelIntersects',
  },
  relationParam: {
    kind: 'text',
    doc: 'nine of T, F and *, for esriSpatialRelRelation',
    element: 'QueryFilter.SpatialRelDescription',
  },
  distance: { kind: 'number', doc: 'rows within this distance of the geometry', minimum: 0 },
  units: {
    kind: 'choice',
    doc: 'of the distance',
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
    doc: 'a moment, or start,end, in epoch milliseconds; null: open',
    element: 'QueryFilter.TimeValue',
  },
  timeRelation: {
    kind: 'choice',
    doc: 'which ends of the time count as inside',
    enum: 'gisTimeRelation',
    default: 'esriTimeRelationOverlaps',
  },
} as const satisfies RestParameters;
