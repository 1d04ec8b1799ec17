import type { Context } from '../context.ts';
import { createCall } from '../handlers/call.ts';
import { handlers } from '../handlers/index.ts';
import { runSteps } from '../scheduler.ts';
import { requestInSteps } from '../soap/decode.ts';
import { arcgisDialect, neutralDialect } from '../soap/dialect.ts';
import { encodeResponse } from '../soap/encode.ts';
import { readOperationName } from '../soap/envelope.ts';
import { wsdl } from '../soap/wsdl.ts';
import type { RequestContext, ServiceEndpoint, ServiceRequestContext } from './request-context.ts';
import { exchangeSoap, wsdlResponse } from './soap.ts';

/** Handle GET at the endpoint of a service: return the WSDL or a page. `answerSoap` handles POST. */
export const answerService: ServiceEndpoint = async (requestContext) => {
  const { service } = requestContext;
  const url = `${requestContext.url.origin}${requestContext.url.pathname}`;
  const parameters = new Map([...requestContext.url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const { base } = requestContext.context;
  if (!parameters.has('wsdl')) {
    const { servicePage, withToken } = await import('../pages/index.ts');
    return withToken(servicePage(service, url, base, await findTileCache(requestContext)), requestContext.url, base);
  }
  const dialect = parameters.get('dialect') === 'arcgis' ? arcgisDialect : neutralDialect;
  return wsdlResponse(wsdl({ serviceUrl: url, dialect }));
};

/** Return the URL of the default map's tiles; undefined if it has none. */
async function findTileCache({ context, request, service }: ServiceRequestContext): Promise<string | undefined> {
  const call = createCall(context, service, request.signal);
  const MapName = service.definition.maps[0]!.Name;
  const { Result: hasTiles } = await handlers.HasSingleFusedMapCache(call, { MapName });
  return hasTiles ? (await handlers.GetVirtualCacheDirectory(call, { MapName, LayerID: -1 })).Result : undefined;
}

/**
 * Handle a SOAP call. If the call is refused, the fault is sent once its operation is known.
 *
 * @param admission result of the gate; rejected if the call is refused
 */
export function answerSoap(
  context: Context,
  request: Request,
  admission: Promise<Pick<RequestContext, 'service'>>,
): Promise<Response> {
  admission.catch(() => undefined);
  return exchangeSoap(request, context, async ({ element, dialect, scheduler, signal }) => {
    const operation = readOperationName(element);
    const service = (await admission).service!;
    const decoded = await runSteps(requestInSteps(operation, element, dialect), scheduler);
    // TypeScript can't relate the handler to its request here. The contract checks the table of handlers as a whole.
    const handler = handlers[operation] as AnyHandler;
    const response = await handler(createCall(context, service, signal, scheduler), decoded);
    return () => encodeResponse(operation, response, dialect);
  });
}

type AnyHandler = (call: unknown, request: unknown) => Promise<never>;
