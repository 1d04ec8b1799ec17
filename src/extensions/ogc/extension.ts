import type { Extension } from '../../parts/extension.ts';

/** WMS, WMTS and OGC API Features, in the explorer. */
export const ogc: Extension = {
  name: 'ogc',
  operations: [async () => ({ ogc: (await import('./operations.ts')).ogcOperations })],
};
