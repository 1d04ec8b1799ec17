import { inPath } from '../../sw/contract/in-path.ts';
import { Fault, type FaultCode, type OperationName, type RequestOf, type ResponseOf } from '../../sw/contract/index.ts';
import { encodeRequest } from '../../sw/soap/encode.ts';
import { type SoapVersion, sealEnvelope } from '../../sw/soap/envelope.ts';
import { type Exchange, endpointPath, exchange as exchangeThrough, readAnswer } from '../client/ask.ts';
import { asksForSignIn } from '../client/asks-for-sign-in.ts';
import { ClientError as ServiceFault } from '../client/client-error.ts';
import type { Transport } from '../client/transport.ts';
import { text } from '../text/text.ts';
import { link } from './link.ts';
import { bearers } from './sessions.ts';

export { type Exchange, inPath, readAnswer, ServiceFault };

/** Path of the app on its origin, with a slash at both ends. */
export const base: string = import.meta.env.BASE_URL;

/** Return the absolute URL of a service's SOAP endpoint. */
export const serviceUrl = (key: string): string => `${location.origin}${base}${endpointPath(key)}`;

/** HTTP status of a response to an invalid or expired token. */
const invalidToken = 498;

/** Transport of the page: requests wait until the link to the server is ready. */
const transport: Transport = {
  kind: 'worker',
  base,
  send: (path, { signal, ...init }) => send(path, base + path, { ...(init as RequestInit), signal: signal ?? null }),
  close() {},
};

/**
 * Send a SOAP message unchanged and return the raw response.
 *
 * @param operation used in error messages; the server reads it from the envelope
 * @throws {ServiceFault} `no-answer`, `timeout`
 * @throws {DOMException} `AbortError` when the signal was aborted
 */
export const exchange = (
  operation: string,
  service: string,
  envelope: string,
  options: { signal?: AbortSignal | undefined; soapVersion?: SoapVersion } = {},
): Promise<Exchange> => exchangeThrough(transport, service, operation, envelope, options);

/**
 * Call an operation of a map service and return its response.
 *
 * An unknown service may be private, so the page signs in, if the portal allows it, and tries again.
 *
 * @throws {ServiceFault} the server's error, or `no-answer`
 * @throws {DOMException} `AbortError` when the signal was aborted
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
    if (!isRefused || !(await hasNewSignIn(shown, error.code === 'bad-token'))) throw error;
    return callOnce(operation, service, request, options);
  }
}

type SignIn = (options: { readonly isRefused: boolean }) => Promise<void>;
let signPageIn: SignIn = async () => {};

/** Set the function that signs the page in. It isn't imported, because it sends its own requests with this module. */
export function signInWith(signIn: SignIn): void {
  signPageIn = signIn;
}

/**
 * Sign the page in, if the portal allows it.
 *
 * @param isRefused true if the server refused a token as invalid
 * @param shown the authorization header of the refused request
 * @returns whether the sessions have changed
 */
async function hasNewSignIn(shown: string | undefined, isRefused: boolean): Promise<boolean> {
  await signPageIn({ isRefused });
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
 * Send a request to the backend. Without a link to it nothing is sent, because a web server would get it.
 *
 * If the response requires a sign-in, the page signs in, if the portal allows it, and sends the request again.
 *
 * @param authorization by default the sessions of the page; `null` for none
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
  if (!asksForSignIn(response) || authorization !== undefined) return response;
  if (!(await hasNewSignIn(shown, response.status === invalidToken))) return response;
  return sendOnce(operation, url, init, bearers());
}

async function sendOnce(
  operation: string,
  url: string,
  init: RequestInit,
  authorization: string | null | undefined,
): Promise<Response> {
  if (!(await link.canSend())) throw new ServiceFault('no-answer', text.faults.notControlled, operation);
  const headers = new Headers(init.headers);
  // Tokens must not be sent to other servers.
  if (authorization && new URL(url, location.href).href.startsWith(location.origin + base))
    headers.set('authorization', authorization);
  try {
    return await link.fetch(url, { ...init, headers });
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason;
    throw new ServiceFault('no-answer', `${text.faults.noAnswer} (${(error as Error).message})`, operation);
  }
}

/** Check for an error that only means that the request was aborted. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Format an error for the user: its meaning, followed by the server's own message. */
export function formatError(error: unknown): string {
  if (error instanceof ServiceFault || error instanceof Fault)
    return text.faults.said(error.code, error.message, error.detail);
  return error instanceof Error ? error.message : String(error);
}

/**
 * Send a request to a JSON endpoint that isn't a service operation: the catalogue, the administration, the inbox.
 *
 * @param operation used in error messages
 * @param path below the path of the app
 * @param parse reads more than plain JSON, such as bytes and dates
 * @throws {ServiceFault} the server's error, or `no-answer`
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
 * Request a file. Errors come as JSON.
 *
 * @throws {ServiceFault} as `askJson`
 */
export const askFile = async (operation: string, path: string): Promise<Blob> =>
  (await askForFile(operation, path)).blob();

/** Request a file, with its response headers. @throws {ServiceFault} as `askJson` */
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
