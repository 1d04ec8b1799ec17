import { Fault } from '../../sw/contract/index.ts';
import { errorResponse } from '../../sw/endpoints/error-response.ts';
import { textParameter } from '../../sw/endpoints/request-parameters.ts';
import { portalErrorBody } from '../../sw/portal/error-body.ts';
import { faultEnvelope, soapContentType } from '../../sw/soap/envelope.ts';
import type { Exchange, Reply } from '../exchange.ts';
import { interfaces } from '../extensions/index.ts';
import { type ReadRequest, readOperation } from './read-request.ts';
import type { Effect } from './rule.ts';

const text = new TextEncoder();

/** Create the fault that a rule requests. */
export function effectFault({ fault, expiredToken }: Effect, { given }: ReadRequest): Fault | undefined {
  // Like the backend: a client without a token must sign in, a client with one must renew it.
  if (expiredToken && textParameter(given, 'token') === undefined) return new Fault('token-required', 'Token Required');
  if (expiredToken) return new Fault('bad-token', 'Invalid Token');
  if (!fault) return undefined;
  const { code = 'internal', message = 'Unable to complete operation.', soapCode } = fault;
  return new Fault(code, message, soapCode === undefined ? {} : { soapCode });
}

/**
 * Answer a request with a fault in the form of its interface: version and dialect of a SOAP message, the error object
 * of REST and portal, or the exception report of an OGC standard.
 *
 * The option `number` replaces the code in the error object of REST and portal, and `status` the HTTP status.
 */
export async function faultReply(
  fault: Fault,
  read: ReadRequest,
  exchange: Exchange,
  { number, status }: { readonly number?: number | undefined; readonly status?: number | undefined } = {},
): Promise<Reply> {
  if (read.soap) {
    const body = text.encode(faultEnvelope(fault, read.soap.version, read.soap.dialect));
    return { status: status ?? 500, headers: [['content-type', soapContentType(read.soap.version)]], body };
  }
  const response = await makeFaultResponse(fault, read, exchange);
  const body = new Uint8Array(await response.arrayBuffer());
  const hasNumber = number !== undefined && (response.headers.get('content-type') ?? '').includes('json');
  return {
    status: status ?? response.status,
    headers: [...response.headers],
    body: hasNumber ? withNumber(body, number) : body,
  };
}

async function makeFaultResponse(
  fault: Fault,
  { protocol, given }: ReadRequest,
  exchange: Exchange,
): Promise<Response> {
  if (protocol === 'portal') return Response.json(portalErrorBody(fault));
  const request = readOperation({ ...exchange, body: undefined });
  const row = interfaces.find(({ protocols }) => Object.values(protocols).includes(protocol));
  return row ? row.fault(protocol, fault, request, given) : errorResponse(fault, request, exchange.url);
}

function withNumber(body: Uint8Array, code: number): Uint8Array {
  const answer = JSON.parse(new TextDecoder().decode(body)) as { error?: object };
  return text.encode(JSON.stringify(answer.error ? { ...answer, error: { ...answer.error, code } } : answer));
}
