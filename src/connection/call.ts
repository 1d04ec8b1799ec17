import { Fault, type FaultCode, type OperationName, type RequestOf, type ResponseOf } from '../../sw/contract/index.ts';
import { encodeRequest } from '../../sw/soap/encode.ts';
import { type SoapVersion, sealEnvelope } from '../../sw/soap/envelope.ts';
import { type Exchange, endpointOf, exchange as exchangeThrough, readAnswer } from '../client/ask.ts';
import { asksForSignIn } from '../client/asks-for-sign-in.ts';
import { ClientError as ServiceFault } from '../client/client-error.ts';
import type { Transport } from '../client/transport.ts';
import { cancellableFetch } from '../client/worker-transport.ts';
import { text } from '../text/text.ts';
import { bearers } from './sessions.ts';
import { changeOver } from './worker-change.ts';
import { controlled } from './worker-link.ts';

export { type Exchange, readAnswer, ServiceFault };

/** Path of the app on its origin, with slash at both ends. */
export const base: string = import.meta.env.BASE_URL;

/** Absolute address of a service's SOAP endpoint. */
export const serviceUrl = (key: string): string => `${location.origin}${base}${endpointOf(key)}`;

/** The page's own door: `worker-link` tells how it stands with the worker. */
const transport: Transport = {
  kind: 'worker',
  base,
  send: (path, { signal, ...init }) => send(path, base + path, { ...(init as RequestInit), signal: signal ?? null }),
  close() {},
};

/**
 * Send a SOAP message as it is and give the answer as it came.
 *
 * @param operation for messages to people; the server reads it from the envelope
 * @throws {ServiceFault} `no-answer`, `timeout`
 * @throws {DOMException} `AbortError` when the signal said so
 */
export const exchange = (
  operation: string,
  service: string,
  envelope: string,
  options: { signal?: AbortSignal | undefined; soapVersion?: SoapVersion } = {},
): Promise<Exchange> => exchangeThrough(transport, service, operation, envelope, options);

/**
 * Ask an operation of a map service and give its answer.
 *
 * A service that is not there may be a private one: it is asked once more after the page has signed in, where it may.
 *
 * @throws {ServiceFault} what the server objected to, or `no-answer`
 * @throws {DOMException} `AbortError` when the signal said so
 */
export async function call<O extends OperationName>(
  operation: O,
  service: string,
  request: RequestOf<O>,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<ResponseOf<O>> {
  const shown = bearers();
  try {
    return await callOnce(operation, service, request, options);
  } catch (error) {
    const isRefused = error instanceof ServiceFault && (error.code === 'unknown-service' || error.code === 'bad-token');
    if (!isRefused || !(await hasNewSignIn(shown))) throw error;
    return callOnce(operation, service, request, options);
  }
}

let signPageIn = async (): Promise<void> => {};

/** Give what signs the page in when something is refused; it asks through this file itself. */
export function signInWith(signIn: () => Promise<void>): void {
  signPageIn = signIn;
}

/** Sign the page in, where it may. @returns false when it is signed in no more than it was */
async function hasNewSignIn(shown: string | undefined): Promise<boolean> {
  await signPageIn();
  return bearers() !== shown;
}

async function callOnce<O extends OperationName>(
  operation: O,
  service: string,
  request: RequestOf<O>,
  { signal }: { signal?: AbortSignal | undefined },
): Promise<ResponseOf<O>> {
  const body = sealEnvelope(encodeRequest(operation, request));
  const { answer, response } = await exchange(operation, service, body, { signal });
  return readAnswer(operation, response, answer, request);
}

/**
 * Fetch from the backend, and from nobody else: without the worker in control nothing is sent.
 *
 * What wants a sign-in is sent once more after the page has signed in, where it may.
 *
 * @param authorization who asks; by default the page with its sign-ins to the portals; nobody with `null`
 * @throws {ServiceFault} `no-answer`
 */
export async function send(
  operation: string,
  url: string,
  init: RequestInit,
  authorization?: string | null,
): Promise<Response> {
  const shown = bearers();
  const response = await sendOnce(operation, url, init, authorization === undefined ? shown : authorization);
  if (!asksForSignIn(response) || authorization !== undefined || !(await hasNewSignIn(shown))) return response;
  return sendOnce(operation, url, init, bearers());
}

async function sendOnce(
  operation: string,
  url: string,
  init: RequestInit,
  authorization: string | null | undefined,
): Promise<Response> {
  await controlled();
  await changeOver();
  if (!navigator.serviceWorker?.controller) throw new ServiceFault('no-answer', text.faults.notControlled, operation);
  const headers = new Headers(init.headers);
  // A token is for this server alone.
  if (authorization && new URL(url, location.href).href.startsWith(location.origin + base))
    headers.set('authorization', authorization);
  try {
    return await cancellableFetch(url, { ...init, headers });
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason;
    throw new ServiceFault('no-answer', `${text.faults.noAnswer} (${(error as Error).message})`, operation);
  }
}

/** True for errors that only say that nobody wants the answer any more. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Say an error in words for people; what the server said stays, in its own words, behind what it means. */
export function messageOf(error: unknown): string {
  if (error instanceof ServiceFault || error instanceof Fault)
    return text.faults.said(error.code, error.message, error.detail);
  return error instanceof Error ? error.message : String(error);
}

/** The key of a service as it is written in a path. */
export const inPath = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

/**
 * Ask what answers JSON without being an operation of a service: the catalogue, the administration, the inbox.
 *
 * @param operation what messages call it
 * @param path below the path of the app
 * @param parse reads more than plain JSON, such as bytes and dates
 * @throws {ServiceFault} what the server said, or `no-answer`
 */
export async function askJson<T>(
  operation: string,
  path: string,
  init: RequestInit = {},
  parse?: (text: string) => unknown,
): Promise<T> {
  const headers = { accept: 'application/json', 'x-request-id': crypto.randomUUID() };
  return readJsonAnswer<T>(operation, await send(operation, `${base}${path}`, { ...init, headers }), parse);
}

/**
 * Ask for a file; what is wrong with the request comes as JSON.
 *
 * @throws {ServiceFault} as `askJson`
 */
export const askFile = async (operation: string, path: string): Promise<Blob> =>
  (await askForFile(operation, path)).blob();

/** Ask for a file with what its headers say. @throws {ServiceFault} as `askJson` */
export async function askForFile(operation: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { 'x-request-id': crypto.randomUUID() };
  const response = await send(operation, `${base}${path}`, { ...init, headers });
  if (!response.ok) await readJsonAnswer(operation, response);
  return response;
}

async function readJsonAnswer<T>(operation: string, response: Response, parse: (text: string) => unknown = JSON.parse) {
  if (!/json/.test(response.headers.get('content-type') ?? ''))
    throw new ServiceFault('no-answer', text.faults.outside(response.status), operation);
  const answer = parse(await response.text()) as T & { error?: JsonFault };
  if (!answer.error) return answer;
  const { messageCode = 'internal', message, detail } = answer.error;
  throw new ServiceFault(messageCode, message, operation, undefined, detail);
}

interface JsonFault {
  readonly messageCode?: FaultCode;
  readonly message: string;
  readonly detail?: ServiceFault['detail'];
}
