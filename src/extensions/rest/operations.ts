import { listRestFormats, type RestRow, restRows } from '../../../sw/extensions/rest/contract/index.ts';
import type { HttpOperation, HttpOperations } from '../../parts/extension.ts';

const restOperation = (row: RestRow): HttpOperation => ({
  doc: row.doc,
  group: !row.servers ? 'rest-catalogue' : row.path.startsWith('{layer}') ? 'rest-layer' : 'rest-service',
  path: `rest${row.servers ? '/services/{service+}/{server}' : ''}/${row.path}`.replace(/\/$/, ''),
  effect: 'read',
  allow: row.servers ? 'use' : 'anyone',
  parameters: row.parameters,
  formats: listRestFormats(row),
  servers: Object.keys(row.servers ?? {}),
  bytes: row.bytes,
});

/** All resources and operations of the REST interface; the prefix avoids clashes with the names of other operations. */
export const restOperations: HttpOperations = Object.fromEntries(
  Object.entries(restRows).map(([name, row]) => [`rest:${name}`, restOperation(row)]),
);
