import { segmentsBelow } from '../../contract/routes.ts';
import type { Extension } from '../../endpoints/extension.ts';
import type { ServiceEndpoint } from '../../endpoints/request-context.ts';

const answer: ServiceEndpoint = async ({ context, request, url, match, given, service }) => {
  const token = given?.get('token') ?? url.searchParams.get('token');
  const { answerVectorTiles } = await import('./index.ts');
  const below = segmentsBelow(match);
  return answerVectorTiles({ context, request, url, token: String(token ?? ''), service, below });
};

/** Vector tiles and their style. */
export const vectorTiles: Extension = { name: 'vector-tiles', endpoints: { 'vector-tiles': answer } };
