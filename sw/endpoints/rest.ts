import type { Match } from '../contract/routes.ts';
import { publishDemoOnce } from './demo.ts';
import { usableServices } from './gate.ts';
import type { Endpoint } from './request-context.ts';

/** Whether the REST interface answers: parameters come in a form as well, and errors by status 200. */
export const isRest = ({ route }: Match): boolean => route === 'rest-service' || route === 'rest-catalogue';

/** Answer a resource or operation of the REST interface. */
export const answerRest: Endpoint = async (requestContext) => {
  const { context, request, url, match, given, service } = requestContext;
  const { answerResource } = await import('../rest/index.ts');
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
