import { inPath } from '../../sw/contract/in-path.ts';
import type { OperationName, RequestOf, ResponseOf } from '../../sw/contract/index.ts';
import { decodeResponse } from '../../sw/soap/decode.ts';
import { encodeRequest } from '../../sw/soap/encode.ts';
import {
  openEnvelope,
  readSoapFault,
  type SoapVersion,
  sealEnvelope,
  soapContentType,
} from '../../sw/soap/envelope.ts';
import { ClientError } from './client-error.ts';
import type { Transport } from './transport.ts';

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly timeoutMs?: number;
  /** Sent with every request, for protected services. */
  readonly token?: string | undefined;
}

/** Default timeout of an answer. The server stops an operation after 20 seconds. */
export const defaultTimeoutMs = 30_000;

/** Return the path of a service's endpoint, below the base. */
export const endpointPath = (service: string): string => `services/${inPath(service)}/MapServer`;

/** The raw answer to a message. */
export interface Exchange {
  readonly answer: string;
  readonly response: Response;
  /** Milliseconds of the page's clock. */
  readonly startedAt: number;
}

/**
 * Send a SOAP message through a transport, with a timeout. Each message has its own ID, so that the server can detect
 * duplicates.
 *
 * @param operation for errors; the server reads it from the envelope
 * @param request value that the message was made from, for errors
 * @throws {ClientError} if the connection fails or times out
 * @throws the signal's reason if it is aborted
 */
export async function exchange(
  transport: Transport,
  service: string,
  operation: string,
  envelope: string,
  { signal, timeoutMs = defaultTimeoutMs, token, soapVersion = '1.1' }: AskOptions & { soapVersion?: SoapVersion } = {},
  request: unknown = envelope,
): Promise<Exchange> {
  const startedAt = performance.now();
  const headers = {
    'content-type': soapContentType(soapVersion),
    soapaction: '""',
    'x-request-id': crypto.randomUUID(),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  return withTimeout(operation, request, signal, timeoutMs, async (combined) => {
    const path = endpointPath(service);
    const response = await transport.send(path, { method: 'POST', headers, body: envelope, signal: combined });
    const answer = await response.text();
    return { answer, response, startedAt };
  });
}

/** Call an operation of a map service. @throws {ClientError} the server's fault, or the errors of `exchange` */
export async function ask<O extends OperationName>(
  transport: Transport,
  service: string,
  operation: O,
  request: RequestOf<O>,
  options: AskOptions = {},
): Promise<ResponseOf<O>> {
  const envelope = sealEnvelope(encodeRequest(operation, request));
  const { response, answer } = await exchange(transport, service, operation, envelope, options, request);
  return readAnswer(operation, response, answer, request);
}

/** Run a task with a timeout in addition to the caller's signal. @throws {ClientError} `timeout` */
export async function withTimeout<T>(
  operation: string,
  request: unknown,
  signal: AbortSignal | undefined,
  timeoutMs: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return await run(signal ? AbortSignal.any([signal, late]) : late);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (late.aborted) {
      throw new ClientError(
        'timeout',
        `No answer within ${timeoutMs / 1000} s. Ask for less, or allow more time.`,
        operation,
        request,
      );
    }
    if (error instanceof ClientError && error.operation !== operation) {
      throw new ClientError(error.code, error.message, operation, request);
    }
    throw error;
  }
}

/**
 * Read the answer of an operation.
 *
 * @throws {ClientError} the fault in it, or `no-answer` if it isn't from the map server
 */
export function readAnswer<O extends OperationName>(
  operation: O,
  response: Response,
  answer: string,
  request?: unknown,
): ResponseOf<O> {
  if (!/xml/.test(response.headers.get('content-type') ?? '')) {
    const message = `Something else than the map server answered (status ${response.status}).`;
    throw new ClientError('no-answer', message, operation, request);
  }
  try {
    const { element, dialect } = openEnvelope(answer);
    const fault = readSoapFault(element);
    if (fault) throw new ClientError(fault.code, fault.message, operation, request, fault.detail);
    return decodeResponse(operation, element, dialect);
  } catch (error) {
    if (error instanceof ClientError) throw error;
    throw new ClientError('bad-envelope', `The answer could not be read: ${String(error)}`, operation, request);
  }
}
