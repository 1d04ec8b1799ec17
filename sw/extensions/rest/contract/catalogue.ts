import type { RestRows } from './rows.ts';

/** The catalogue; paths are below `rest`. */
export const catalogueRows = {
  info: {
    doc: 'Tell the version of the interface and where to get tokens.',
    path: 'info',
    operations: [],
    parameters: {},
  },
  catalogue: {
    doc: 'List the folders and top-level services that the caller may use.',
    path: 'services',
    operations: [],
    parameters: {},
  },
  folder: {
    doc: 'List the services of a folder that the caller may use.',
    path: 'services/{folder}',
    operations: [],
    parameters: {},
  },
  geometryService: {
    doc: 'Describe the geometry operations.',
    path: 'services/Geometry/GeometryServer',
    operations: [],
    parameters: {},
  },
  project: {
    doc: 'Project geometries to another spatial reference.',
    path: 'services/Geometry/GeometryServer/project',
    operations: [],
    parameters: {
      inSR: { kind: 'spatialReference', doc: 'spatial reference of the geometries', required: true },
      outSR: { kind: 'spatialReference', doc: 'spatial reference of the response', required: true },
      geometries: {
        kind: 'json',
        doc: '{"geometryType":"esriGeometryPoint","geometries":[{"x":8,"y":50}]}',
        required: true,
      },
      transformation: { kind: 'unused', doc: 'datum transformation; the best one known is used' },
      transformForward: { kind: 'unused', doc: 'direction of the datum transformation', choices: ['true', 'false'] },
      vertical: { kind: 'unused', doc: 'vertical transformation; not supported', choices: ['false'] },
    },
  },
} as const satisfies RestRows;
