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
} as const satisfies RestRows;
