import { readText } from '../body.ts';
import { Fault, type operations } from '../contract/index.ts';
import { createCall } from '../handlers/call.ts';
import { handlers } from '../handlers/index.ts';
import { servicePage } from '../pages/directory.ts';
import { withToken } from '../pages/html.ts';
import { createScheduler, runSteps } from '../scheduler.ts';
import { requestInSteps } from '../soap/decode.ts';
import { arcgisDialect, type Dialect, neutralDialect } from '../soap/dialect.ts';
import { encodeResponse } from '../soap/encode.ts';
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
import type { ServiceRecord } from '../store/store.ts';
import { publishDemoOnce } from './demo.ts';
import { requireServiceAccess } from './service-access.ts';
import type { Endpoint, Visit } from './visit.ts';

/** Longest time one operation may work before it is given up with a fault, in milliseconds. */
const operationBudgetMs = 20_000;

/** Answer the endpoint of a service: SOAP by POST, the WSDL and a page for people by GET. */
export const answerService: Endpoint = async (visit) => {
  await publishDemoOnce(visit.context, visit.match.parameters.get('service'));
  switch (visit.request.method) {
    case 'POST':
      return answerSoap(visit);
    case 'GET':
    case 'HEAD':
      return answerGet(visit);
    default:
      throw new Fault('bad-method', `POST or GET expected at ${visit.url.pathname}, ${visit.request.method} found.`);
  }
};

/** @throws {Fault} `unknown-service` */
async function serviceOf({ context, match }: Visit): Promise<ServiceRecord> {
  const key = match.parameters.get('service') ?? '';
  const service = await context.store.service(key);
  if (service) return service;
  throw new Fault(
    'unknown-service',
    `Service '${key}' not found. The catalogue at ${context.base}services lists them.`,
    {
      service: key,
    },
  );
}

async function answerGet(visit: Visit): Promise<Response> {
  await requireServiceAccess(visit.context, visit.request, visit.url, visit.match.parameters.get('service') ?? '');
  const service = await serviceOf(visit);
  const url = `${visit.url.origin}${visit.url.pathname}`;
  const parameters = new Map([...visit.url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const { base } = visit.context;
  if (!parameters.has('wsdl'))
    return withToken(servicePage(service, url, base, await tilesOf(visit, service)), visit.url, base);
  const dialect = parameters.get('dialect') === 'arcgis' ? arcgisDialect : neutralDialect;
  const headers = { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'no-cache' };
  return new Response(wsdl({ serviceUrl: url, dialect }), { headers });
}

/** Where the tiles of the default map stand; undefined when it has none. */
async function tilesOf({ context, request }: Visit, service: ServiceRecord): Promise<string | undefined> {
  const call = createCall(context, service, request.signal);
  const MapName = service.definition.maps[0]!.Name;
  const { Result: hasTiles } = await handlers.HasSingleFusedMapCache(call, { MapName });
  return hasTiles ? (await handlers.GetVirtualCacheDirectory(call, { MapName, LayerID: -1 })).Result : undefined;
}

/** Every fault of a SOAP call is answered as SOAP, in the version and dialect of the request. */
async function answerSoap(visit: Visit): Promise<Response> {
  const contentType = visit.request.headers.get('content-type');
  let soapVersion = likelySoapVersion('', contentType);
  let dialect: Dialect = neutralDialect;
  // The database looks while the message is being read; what it finds is met after the right to use it.
  const looking = serviceOf(visit);
  looking.catch(() => {});
  try {
    const { now, yieldNow } = visit.context;
    const scheduler = createScheduler(now, yieldNow, visit.request.signal);
    const text = await readText(visit.request);
    soapVersion = likelySoapVersion(text, contentType);
    const opened = await runSteps(envelopeInSteps(text, contentType), scheduler);
    soapVersion = opened.soapVersion;
    const waiting = scheduler.yieldIfDue();
    if (waiting) await waiting;
    dialect = opened.dialect;
    const operation = operationOf(opened.element);
    await requireServiceAccess(visit.context, visit.request, visit.url, visit.match.parameters.get('service') ?? '');
    const service = await looking;
    const decoded = await runSteps(requestInSteps(operation, opened.element, dialect), scheduler);
    const response = await perform(visit, service, operation, decoded);
    return soapResponse(
      sealEnvelope(encodeResponse(operation, response, dialect), soapVersion, dialect),
      soapVersion,
      200,
    );
  } catch (error) {
    const fault =
      error instanceof Fault
        ? error
        : new Fault('internal', `Internal error: ${error instanceof Error ? error.message : String(error)}`);
    return soapResponse(faultEnvelope(fault, soapVersion, dialect), soapVersion, 500);
  }
}

type AnyHandler = (call: unknown, request: unknown) => Promise<never>;

async function perform(
  { context, request }: Visit,
  service: ServiceRecord,
  operation: keyof typeof operations,
  decoded: unknown,
): Promise<never> {
  const budget = AbortSignal.timeout(operationBudgetMs);
  const signal = AbortSignal.any([budget, request.signal]);
  try {
    // The table of handlers is checked against the contract as a whole; here the pair is one by construction.
    return await (handlers[operation] as AnyHandler)(createCall(context, service, signal), decoded);
  } catch (error) {
    if (error instanceof Fault || !budget.aborted) throw error;
    throw new Fault(
      'too-complex',
      `${operation}: an answer within ${operationBudgetMs / 1000} s expected, none found.`,
    );
  }
}

function soapResponse(text: string, soapVersion: SoapVersion, status: number): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': contentTypeOf(soapVersion), 'cache-control': 'no-store' },
  });
}
