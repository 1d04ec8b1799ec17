import { layerRows } from './layer.ts';
import type { RestParameters, RestRows } from './rows.ts';

/** How rows are divided into classes. */
const classParameters = {
  classificationDef: {
    kind: 'json',
    doc: '{"type":"classBreaksDef","classificationField":"POP","classificationMethod":"esriClassifyNaturalBreaks","breakCount":5}, or {"type":"uniqueValueDef","uniqueValueFields":["KIND"]}',
    required: true,
    element: 'DataClassificationDef',
  },
  where: { kind: 'text', doc: 'SQL without WHERE; absent: every row' },
  precision: { kind: 'unused', doc: 'decimals of labels' },
  prefix: { kind: 'unused', doc: 'text before the numbers of labels' },
  unitLabel: { kind: 'unused', doc: 'text after the numbers of labels' },
  formatLabel: { kind: 'unused', doc: 'whether numbers of labels are grouped: true', choices: ['true'] },
  gdbVersion: { kind: 'unused', doc: 'versions of the data: none' },
} as const satisfies RestParameters;

const dynamicLayer = {
  kind: 'json',
  doc: '{"id":101,"source":{"type":"mapLayer","mapLayerId":0}}',
  required: true,
} as const;

/** Classes of rows, layers that a request describes itself, and domains; paths are below the service. */
export const dynamicRows = {
  generateRenderer: {
    doc: 'Divide the rows of a layer or table into classes and draw each in its way.',
    path: '{layer}/generateRenderer',
    servers: { MapServer: 'Map', FeatureServer: 'Query' },
    operations: ['GenerateDataClasses'],
    parameters: classParameters,
  },
  dynamicLayerRenderer: {
    doc: 'Divide the rows of a layer that the request defines into classes and draw each in its way.',
    path: 'dynamicLayer/generateRenderer',
    servers: { MapServer: 'Map' },
    operations: ['GenerateDataClasses'],
    parameters: {
      layer: dynamicLayer,
      ...classParameters,
    },
  },
  dynamicLayer: {
    doc: 'Describe a published layer as the request draws it.',
    path: 'dynamicLayer',
    servers: { MapServer: 'nothing' },
    operations: layerRows.layer.operations,
    parameters: { layer: dynamicLayer },
  },
  dynamicLayerQuery: {
    ...layerRows.query,
    doc: 'Get the rows of a layer that the request defines, or their ids, number, extent or statistics.',
    path: 'dynamicLayer/query',
    servers: { MapServer: 'Data' },
    parameters: { layer: dynamicLayer, ...layerRows.query.parameters },
  },
  queryDomains: {
    doc: 'List the domains of layers and tables, each once.',
    path: 'queryDomains',
    servers: { MapServer: 'Query', FeatureServer: 'Query' },
    operations: ['GetServerInfo', 'GetMapTableSubtypeInfos'],
    parameters: { layers: { kind: 'ids', doc: 'ids of layers and tables; none: all' } },
  },
} as const satisfies RestRows;
