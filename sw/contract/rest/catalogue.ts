import type { RestRows } from './rows.ts';

/** The catalogue; paths are below `rest`. */
export const catalogueRows = {
  info: {
    doc: 'Say which version is spoken and where tokens are given.',
    path: 'info',
    operations: [],
    parameters: {},
  },
  catalogue: {
    doc: 'List the folders, and the services outside of them, that the caller may use.',
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
