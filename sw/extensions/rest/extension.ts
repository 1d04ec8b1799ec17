import { segmentsBelow } from '../../contract/routes.ts';
import { publishDemoOnce } from '../../endpoints/demo.ts';
import type { Extension } from '../../endpoints/extension.ts';
import { usableServices } from '../../endpoints/gate.ts';
import type { Endpoint } from '../../endpoints/request-context.ts';

const answerRest: Endpoint = async (requestContext) => {
  const { context, request, url, match, given, service } = requestContext;
  const { answerResource } = await import('./index.ts');
  return answerResource({
    context,
    request,
    url,
    given: given ?? new Map(),
    below: segmentsBelow(match),
    server: match.row.path.includes('/FeatureServer/') ? 'FeatureServer' : 'MapServer',
    service,
    usableServices: async () => {
      await publishDemoOnce(context);
      return usableServices(requestContext);
    },
  });
};

/** The REST interface. */
export const rest: Extension = {
  name: 'rest',
  endpoints: { 'rest-service': answerRest, 'rest-catalogue': answerRest },
  // A form may also request the description of vector tiles. For tiles, clients only check the status of a fault.
  givesParameters: ({ route }, { method }) =>
    route === 'rest-service' || route === 'rest-catalogue' || (route === 'vector-tiles' && method === 'POST'),
  refuse: async ({ fault, request, parameters: given }) =>
    given && (await import('./response.ts')).restError(fault, request, given),
};
