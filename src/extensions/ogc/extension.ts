import type { Extension } from '../../parts/extension.ts';

/** Adds WMS, WMTS and OGC API - Features to the explorer. */
export const ogc: Extension = {
  name: 'ogc',
  operations: [async () => ({ ogc: (await import('./operations.ts')).ogcOperations })],
};
