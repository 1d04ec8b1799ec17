import type { Match } from '../../contract/routes.ts';
import { publishDemoOnce } from '../../endpoints/demo.ts';
import { usableServices } from '../../endpoints/gate.ts';
import type { Endpoint } from '../../endpoints/request-context.ts';

/**
 * Whether parameters come as those of the REST interface do: in a form as well, with errors by status 200. Its clients send
 * a form for the description of vector tiles too; who gets a tile looks at the status.
 */
export const isRest = ({ route }: Match, { method }: Request): boolean =>
  route === 'rest-service' || route === 'rest-catalogue' || (route === 'vector-tiles' && method === 'POST');

/** Answer a resource or operation of the REST interface. */
export const answerRest: Endpoint = async (requestContext) => {
  const { context, request, url, match, given, service } = requestContext;
  const { answerResource } = await import('./index.ts');
  return answerResource({
    context,
    request,
    url,
    given: given ?? new Map(),
    below: (match.parameters.get('below') ?? '').split('/').filter(Boolean).map(decodeURIComponent),
    server: match.row.path.includes('/FeatureServer/') ? 'FeatureServer' : 'MapServer',
    service,
    usableServices: async () => {
      await publishDemoOnce(context);
      return usableServices(requestContext);
    },
  });
};
