import type { Extension } from '../../parts/extension.ts';

/** Adds vector tiles to the explorer. */
export const vectorTiles: Extension = {
  name: 'vector-tiles',
  operations: [async () => ({ ogc: (await import('./operations.ts')).tileOperations })],
};
