import { readText, toBodyStream } from '../body.ts';
import type { Context } from '../context.ts';
import { Fault, toFault } from '../contract/index.ts';
import { makeScheduler } from '../handlers/call.ts';
import { runSteps, type Scheduler } from '../scheduler.ts';
import { type Dialect, neutralDialect } from '../soap/dialect.ts';
import { encodeInSteps } from '../soap/encode-steps.ts';
import {
  envelopeInSteps,
  faultEnvelope,
  likelySoapVersion,
  type SoapVersion,
  sealEnvelope,
  soapContentType,
} from '../soap/envelope.ts';
import type { XmlElement } from '../soap/xml.ts';

/**
 * Maximum time for one request, from reading its body to its response, in milliseconds. After that it ends with a
 * fault.
 */
const requestBudgetMs = 20_000;

/** A SOAP message in progress. */
interface Exchange {
  readonly element: XmlElement;
  readonly dialect: Dialect;
  readonly scheduler: Scheduler;
  readonly signal: AbortSignal;
}

/**
 * Read a SOAP message, perform it, and return the response in an envelope.
 *
 * Every fault is returned as SOAP, in the version and dialect of the request. This includes refusals.
 *
 * @param perform performs an operation and returns a function that encodes its element; may throw faults
 */
export async function exchangeSoap(
  request: Request,
  context: Context,
  perform: (exchange: Exchange) => Promise<() => string>,
): Promise<Response> {
  const contentType = request.headers.get('content-type');
  let soapVersion = likelySoapVersion('', contentType);
  let dialect: Dialect = neutralDialect;
  let path = 'Envelope';
  const budget = AbortSignal.timeout(requestBudgetMs);
  const signal = AbortSignal.any([budget, request.signal]);
  const scheduler = makeScheduler(context, signal);
  try {
    const text = await readText(request, scheduler);
    soapVersion = likelySoapVersion(text, contentType);
    const opened = await runSteps(envelopeInSteps(text, contentType), scheduler);
    soapVersion = opened.soapVersion;
    dialect = opened.dialect;
    path = opened.element.name;
    const encode = await perform({ element: opened.element, dialect, scheduler, signal });
    const sealed = encodeInSteps(() => sealEnvelope(encode(), soapVersion, dialect), path);
    return soapResponse(await runSteps(sealed, scheduler), soapVersion, 200);
  } catch (error) {
    const fault =
      budget.aborted && !(error instanceof Fault)
        ? new Fault(
            'too-complex',
            `${path}: the operation didn't finish within ${requestBudgetMs / 1000} s. Request a smaller area or fewer rows.`,
          )
        : toFault(error, signal);
    return soapResponse(faultEnvelope(fault, soapVersion, dialect), soapVersion, 500);
  }
}

function soapResponse(body: string | readonly Uint8Array[], soapVersion: SoapVersion, status: number): Response {
  return new Response(toBodyStream(body), {
    status,
    headers: { 'content-type': soapContentType(soapVersion), 'cache-control': 'no-store' },
  });
}

export const wsdlResponse = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'no-cache' } });
