import type { Fault } from '../contract/index.ts';
import type { Match } from '../contract/routes.ts';
import type { OgcInterface } from '../ogc/index.ts';
import type { ServiceEndpoint } from './request-context.ts';

/** The interface of a standard that a route belongs to; undefined for other routes. */
const interfaceOf = ({ route }: Match): OgcInterface | undefined => (route === 'wms' ? route : undefined);

/** Answer a request by a standard of the Open Geospatial Consortium. */
export const answerOgc: ServiceEndpoint = async ({ context, request, url, match, service }) => {
  const { answerOgc: answer } = await import('../ogc/index.ts');
  return answer({ context, request, url, service, as: interfaceOf(match)!, below: belowOf(match) });
};

const belowOf = ({ parameters }: Match): string[] =>
  (parameters.get('below') ?? '').split('/').filter(Boolean).map(decodeURIComponent);

/** Answer a refusal of the gate in the form of the interface; undefined for other routes. */
export async function ogcRefusal(match: Match, fault: Fault, url: URL): Promise<Response | undefined> {
  const as = interfaceOf(match);
  if (!as) return undefined;
  const { ogcException } = await import('../ogc/index.ts');
  return ogcException(as, fault, url);
}
