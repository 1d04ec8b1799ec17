import { toBodyStream } from '../../body.ts';
import { badValue, type Fault, type FaultCode, faultCodes, messageCodeOf } from '../../contract/index.ts';
import { type Given, textParameter } from '../../endpoints/request-parameters.ts';
import type { RestFormat } from './contract/rows.ts';

/** Return the requested format in lower case. The default is a page for browsers and JSON for programs. */
export function readRestFormat(request: Request, parameters: Given): RestFormat | string {
  const format = textParameter(parameters, 'f')?.trim().toLowerCase();
  if (format) return format;
  const isBrowserRequest = request.mode === 'navigate' || (request.headers.get('accept') ?? '').includes('text/html');
  return isBrowserRequest ? 'html' : 'json';
}

const codes: Partial<Record<FaultCode, number>> = {
  'unknown-service': 404,
  'not-found': 404,
  'bad-method': 405,
  'bad-token': 498,
  'token-required': 499,
  'too-large': 413,
  'not-implemented': 501,
};

/** Maximum bytes of an error. Clients that expect an image don't look for JSON in longer responses. */
const maxErrorBytes = 740;

/** Return the error number that clients read instead of an HTTP status. */
export const restErrorCode = ({ code }: Fault): number => codes[code] ?? (faultCodes[code] === 'client' ? 400 : 500);

/**
 * Return a fault in the way that clients of this interface expect: in the body, with HTTP status 200, because clients
 * drop the text of other statuses.
 *
 * A missing capability has code 400, because clients ask the user to sign in for 403.
 *
 * @param isFile the address is a file, such as a tile, for which clients only read the status
 */
export async function restError(fault: Fault, request: Request, parameters: Given, isFile = false): Promise<Response> {
  const code = restErrorCode(fault);
  const status = isFile ? (code >= 498 && code <= 499 ? 401 : code) : 200;
  if (readRestFormat(request, parameters) === 'html') {
    const { errorPage } = await import('../../pages/index.ts');
    return errorPage(code, fault.message, status);
  }
  const error = (message: string) => ({ error: { code, ...messageCodeOf(fault.code), message, details: [message] } });
  let { message } = fault;
  const bytes = (text: string): number => new TextEncoder().encode(JSON.stringify(error(text))).length;
  while (bytes(message) > maxErrorBytes) message = `${message.slice(0, Math.floor(message.length * 0.8) - 1)}…`;
  const response = jsonAnswer(error(message), parameters, status);
  // Clients that don't read the body need the header to detect a missing or expired sign-in.
  if (code === 498 || code === 499) response.headers.set('www-authenticate', 'Bearer');
  return response;
}

/** JSON that is already serialized, in pieces of text. */
export class JsonText {
  readonly pieces: readonly string[];
  constructor(pieces: readonly string[]) {
    this.pieces = pieces;
  }

  /** Parse the pieces, for other ways of showing the response. */
  value(): object {
    return JSON.parse(this.pieces.join('')) as object;
  }
}

/**
 * Return a JSON response: indented for `pjson`, as a function call for `callback`. Non-finite numbers become "NaN",
 * which clients expect in empty extents.
 *
 * @throws {Fault} `bad-value` if the callback isn't a function name
 */
export function jsonAnswer(body: unknown, parameters: Given, status = 200): Response {
  const isPretty = textParameter(parameters, 'f')?.toLowerCase() === 'pjson';
  const callback = textParameter(parameters, 'callback');
  const type = 'application/json; charset=utf-8';
  if (body instanceof JsonText && !isPretty && callback === undefined)
    return textAnswer(new Blob([...body.pieces]), type, status);
  const text = JSON.stringify(body instanceof JsonText ? body.value() : body, null, isPretty ? 2 : undefined);
  if (callback === undefined) return textAnswer(text, type, status);
  if (!/^[\w.$[\]]{1,200}$/.test(callback)) {
    const shown = callback.slice(0, 40);
    if (status === 200 && body !== null && typeof body === 'object' && !('error' in body))
      throw badValue('callback', 'a function name', shown);
    return textAnswer(text, type, status);
  }
  return textAnswer(`${callback}(${text});`, 'application/javascript; charset=utf-8', status);
}

/** Return a response with text or bytes that browsers must not cache. */
export const textAnswer = (body: BodyInit, type: string, status = 200): Response =>
  new Response(toBodyStream(body), {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-store' },
  });
