import type { Context } from '../context.ts';
import type { Fault } from '../contract/index.ts';
import { createCall } from '../handlers/call.ts';
import { handlers } from '../handlers/index.ts';
import { withToken } from '../pages/html.ts';
import { runSteps } from '../scheduler.ts';
import { requestInSteps } from '../soap/decode.ts';
import { arcgisDialect, neutralDialect } from '../soap/dialect.ts';
import { encodeResponse } from '../soap/encode.ts';
import { operationOf } from '../soap/envelope.ts';
import { wsdl } from '../soap/wsdl.ts';
import type { ServiceEndpoint, ServiceRequestContext } from './request-context.ts';
import { exchangeSoap, wsdlResponse } from './soap.ts';

/** Answer the endpoint of a service: SOAP by POST, the WSDL and a page for people by GET. */
export const answerService: ServiceEndpoint = (requestContext) =>
  requestContext.request.method === 'POST'
    ? answerSoap(requestContext.request, requestContext)
    : answerGet(requestContext);

async function answerGet(requestContext: ServiceRequestContext): Promise<Response> {
  const { service } = requestContext;
  const url = `${requestContext.url.origin}${requestContext.url.pathname}`;
  const parameters = new Map([...requestContext.url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const { base } = requestContext.context;
  if (!parameters.has('wsdl')) {
    const { servicePage } = await import('../pages/service-pages.ts');
    return withToken(servicePage(service, url, base, await tilesOf(requestContext)), requestContext.url, base);
  }
  const dialect = parameters.get('dialect') === 'arcgis' ? arcgisDialect : neutralDialect;
  return wsdlResponse(wsdl({ serviceUrl: url, dialect }));
}

/** Address of the tiles of the default map; undefined when it has none. */
async function tilesOf({ context, request, service }: ServiceRequestContext): Promise<string | undefined> {
  const call = createCall(context, service, request.signal);
  const MapName = service.definition.maps[0]!.Name;
  const { Result: hasTiles } = await handlers.HasSingleFusedMapCache(call, { MapName });
  return hasTiles ? (await handlers.GetVirtualCacheDirectory(call, { MapName, LayerID: -1 })).Result : undefined;
}

/** Answer a SOAP call. A refused call gets its fault once its operation is known. */
export function answerSoap(request: Request, admitted: ServiceRequestContext | Refused): Promise<Response> {
  const { context } = admitted;
  return exchangeSoap(request, context, async ({ element, dialect, scheduler, signal }) => {
    const operation = operationOf(element);
    if ('refusal' in admitted) throw admitted.refusal;
    const decoded = await runSteps(requestInSteps(operation, element, dialect), scheduler);
    const { trace } = scheduler;
    trace?.note('message read', { operation, namespace: dialect.namespace, arguments: structuredClone(decoded) });
    // The table of handlers is checked against the contract as a whole; here the pair is one by construction.
    const handler = handlers[operation] as AnyHandler;
    const response = await handler(createCall(context, admitted.service, signal, scheduler), decoded);
    trace?.note('operation performed', { operation });
    return () => encodeResponse(operation, response, dialect);
  });
}

/** A call that the gate refused. */
interface Refused {
  readonly context: Context;
  readonly refusal: Fault;
}

type AnyHandler = (call: unknown, request: unknown) => Promise<never>;
