import { layerRows } from './layer.ts';
import { versionParameters } from './parameters.ts';
import type { RestParameters, RestRows } from './rows.ts';

/** How to classify rows. */
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

/** Renderers, dynamic layers and domains; paths are below the service. */
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
