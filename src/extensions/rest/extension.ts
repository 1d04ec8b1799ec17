import type { Extension } from '../../parts/extension.ts';

/** Adds the REST interface to the explorer. */
export const rest: Extension = {
  name: 'rest',
  operations: [async () => ({ rest: (await import('./operations.ts')).restOperations })],
};
