import type { Extension } from '../../endpoints/extension.ts';

/** Printable sheets with a map, its legend and a scale. */
export const print: Extension = {
  name: 'print',
  endpoints: { layout: async (requestContext) => (await import('./answer-layout.ts')).answerLayout(requestContext) },
};
