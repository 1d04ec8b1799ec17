import type { Extension } from '../../parts/extension.ts';

/** The REST interface, in the explorer. */
export const rest: Extension = {
  name: 'rest',
  operations: [async () => ({ rest: (await import('./operations.ts')).restOperations })],
};
