import type { Fault } from '../../contract/index.ts';
import type { Match, RouteName } from '../../contract/routes.ts';
import type { ServiceEndpoint } from '../../endpoints/request-context.ts';
import type { OgcInterface } from './index.ts';

const interfaces: readonly RouteName[] = ['wms', 'wmts', 'ogc-features'] satisfies readonly OgcInterface[];

/** Answer a request by a standard of the Open Geospatial Consortium. */
export const answerOgc: ServiceEndpoint = async ({ context, request, url, match, service }) => {
  const { answerOgc: answer } = await import('./index.ts');
  return answer({ context, request, url, service, as: match.route as OgcInterface, below: belowOf(match) });
};

/** Answer vector tiles and what describes them. */
export const answerVectorTiles: ServiceEndpoint = async ({ context, request, url, match, given, service }) => {
  const token = given?.get('token') ?? url.searchParams.get('token');
  const { answerVectorTiles: answer } = await import('../vector-tiles/index.ts');
  return answer({ context, request, url, token: String(token ?? ''), service, below: belowOf(match) });
};

const belowOf = ({ parameters }: Match): string[] =>
  (parameters.get('below') ?? '').split('/').filter(Boolean).map(decodeURIComponent);

/** Answer a refusal of the gate in the form of the interface; undefined for routes without a form of their own. */
export async function ogcRefusal(match: Match, fault: Fault, url: URL): Promise<Response | undefined> {
  if (!interfaces.includes(match.route)) return undefined;
  const { ogcException } = await import('./index.ts');
  return ogcException(match.route as OgcInterface, fault, url);
}
