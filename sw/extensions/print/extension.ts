import type { Extension } from '../../endpoints/extension.ts';

/** Sheets with a map, its legend and a scale, as files to print. */
export const print: Extension = {
  name: 'print',
  endpoints: { layout: async (requestContext) => (await import('./answer-layout.ts')).answerLayout(requestContext) },
};
