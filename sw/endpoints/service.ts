import { readText } from '../body.ts';
import type { Context } from '../context.ts';
import { Fault, type OperationName } from '../contract/index.ts';
import { createCall } from '../handlers/call.ts';
import { handlers } from '../handlers/index.ts';
import { servicePage } from '../pages/directory.ts';
import { withToken } from '../pages/html.ts';
import { createScheduler, runSteps } from '../scheduler.ts';
import { requestInSteps } from '../soap/decode.ts';
import { arcgisDialect, type Dialect, neutralDialect } from '../soap/dialect.ts';
import { encodeResponse } from '../soap/encode.ts';
import { encodedInSteps } from '../soap/encode-steps.ts';
import {
  contentTypeOf,
  envelopeInSteps,
  likelySoapVersion,
  operationOf,
  type SoapVersion,
  sealEnvelope,
} from '../soap/envelope.ts';
import { faultEnvelope } from '../soap/fault-envelope.ts';
import { wsdl } from '../soap/wsdl.ts';
import type { ServiceEndpoint, ServiceVisit } from './visit.ts';

/** Longest time that one request may take, from its body to its answer, before it ends with a fault; in milliseconds. */
const requestBudgetMs = 20_000;

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
  const headers = { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'no-cache' };
  return new Response(wsdl({ serviceUrl: url, dialect }), { headers });
}

/** Where the tiles of the default map stand; undefined when it has none. */
async function tilesOf({ context, request, service }: ServiceVisit): Promise<string | undefined> {
  const call = createCall(context, service, request.signal);
  const MapName = service.definition.maps[0]!.Name;
  const { Result: hasTiles } = await handlers.HasSingleFusedMapCache(call, { MapName });
  return hasTiles ? (await handlers.GetVirtualCacheDirectory(call, { MapName, LayerID: -1 })).Result : undefined;
}

/**
 * Answer a SOAP call. Every fault is answered as SOAP, in the version and dialect of the request, also the one that says why it
 * was not let in.
 */
export async function answerSoap(request: Request, admitted: ServiceVisit | Refused): Promise<Response> {
  const contentType = request.headers.get('content-type');
  let soapVersion = likelySoapVersion('', contentType);
  let dialect: Dialect = neutralDialect;
  const budget = AbortSignal.timeout(requestBudgetMs);
  const signal = AbortSignal.any([budget, request.signal]);
  const { context } = admitted;
  const scheduler = createScheduler(context.now, context.yieldNow, signal);
  let operation: OperationName | undefined;
  try {
    const text = await readText(request);
    soapVersion = likelySoapVersion(text, contentType);
    const opened = await runSteps(envelopeInSteps(text, contentType), scheduler);
    soapVersion = opened.soapVersion;
    dialect = opened.dialect;
    operation = operationOf(opened.element);
    if ('refusal' in admitted) throw admitted.refusal;
    const decoded = await runSteps(requestInSteps(operation, opened.element, dialect), scheduler);
    // The table of handlers is checked against the contract as a whole; here the pair is one by construction.
    const handler = handlers[operation] as AnyHandler;
    const response = await handler(createCall(context, admitted.service, signal, scheduler), decoded);
    const name = operation;
    const encode = () => sealEnvelope(encodeResponse(name, response, dialect), soapVersion, dialect);
    return soapResponse(await runSteps(encodedInSteps(encode, name), scheduler), soapVersion, 200);
  } catch (error) {
    const fault = faultOf(error, budget, operation ?? 'Envelope');
    return soapResponse(faultEnvelope(fault, soapVersion, dialect), soapVersion, 500);
  }
}

/** A call that was not let in. */
export interface Refused {
  readonly context: Context;
  readonly refusal: Fault;
}

type AnyHandler = (call: unknown, request: unknown) => Promise<never>;

function faultOf(error: unknown, budget: AbortSignal, place: string): Fault {
  if (error instanceof Fault) return error;
  if (budget.aborted) {
    return new Fault('too-complex', `${place}: an answer within ${requestBudgetMs / 1000} s expected, none found.`);
  }
  return new Fault('internal', `Internal error: ${error instanceof Error ? error.message : String(error)}`);
}

function soapResponse(text: string | Blob, soapVersion: SoapVersion, status: number): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': contentTypeOf(soapVersion), 'cache-control': 'no-store' },
  });
}
