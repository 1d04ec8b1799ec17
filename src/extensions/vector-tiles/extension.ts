import type { Extension } from '../../parts/extension.ts';

/** Vector tiles, in the explorer. */
export const vectorTiles: Extension = {
  name: 'vector-tiles',
  operations: [async () => ({ ogc: (await import('./operations.ts')).tileOperations })],
};
