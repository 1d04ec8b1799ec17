import type { Context } from '../context.ts';
import type { Fault } from '../contract/index.ts';
import { createCall } from '../handlers/call.ts';
import { handlers } from '../handlers/index.ts';
import { servicePage } from '../pages/directory.ts';
import { withToken } from '../pages/html.ts';
import { runSteps } from '../scheduler.ts';
import { requestInSteps } from '../soap/decode.ts';
import { arcgisDialect, neutralDialect } from '../soap/dialect.ts';
import { encodeResponse } from '../soap/encode.ts';
import { operationOf } from '../soap/envelope.ts';
import { wsdl } from '../soap/wsdl.ts';
import { exchangeSoap, wsdlResponse } from './soap.ts';
import type { ServiceEndpoint, ServiceVisit } from './visit.ts';

/** Answer the endpoint of a service: SOAP by POST, the WSDL and a page for people by GET. */
export const answerService: ServiceEndpoint = (visit) =>
  visit.request.method === 'POST' ? answerSoap(visit.request, visit) : answerGet(visit);

async function answerGet(visit: ServiceVisit): Promise<Response> {
  const { service } = visit;
  const url = `${visit.url.origin}${visit.url.pathname}`;
  const parameters = new Map([...visit.url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const { base } = visit.context;
  if (!parameters.has('wsdl')) return withToken(servicePage(service, url, base, await tilesOf(visit)), visit.url, base);
  const dialect = parameters.get('dialect') === 'arcgis' ? arcgisDialect : neutralDialect;
  return wsdlResponse(wsdl({ serviceUrl: url, dialect }));
}

/** Where the tiles of the default map stand; undefined when it has none. */
async function tilesOf({ context, request, service }: ServiceVisit): Promise<string | undefined> {
  const call = createCall(context, service, request.signal);
  const MapName = service.definition.maps[0]!.Name;
  const { Result: hasTiles } = await handlers.HasSingleFusedMapCache(call, { MapName });
  return hasTiles ? (await handlers.GetVirtualCacheDirectory(call, { MapName, LayerID: -1 })).Result : undefined;
}

/** Answer a SOAP call. A call that was not let in is told so when its operation is known. */
export function answerSoap(request: Request, admitted: ServiceVisit | Refused): Promise<Response> {
  const { context } = admitted;
  return exchangeSoap(request, context, async ({ element, dialect, scheduler, signal }) => {
    const operation = operationOf(element);
    if ('refusal' in admitted) throw admitted.refusal;
    const decoded = await runSteps(requestInSteps(operation, element, dialect), scheduler);
    // The table of handlers is checked against the contract as a whole; here the pair is one by construction.
    const handler = handlers[operation] as AnyHandler;
    const response = await handler(createCall(context, admitted.service, signal, scheduler), decoded);
    return () => encodeResponse(operation, response, dialect);
  });
}

/** A call that was not let in. */
interface Refused {
  readonly context: Context;
  readonly refusal: Fault;
}

type AnyHandler = (call: unknown, request: unknown) => Promise<never>;
