import { streamed } from '../../body.ts';
import { Fault, type FaultCode, faultCodes, messageCodeOf } from '../../contract/index.ts';
import { type Given, givenText } from '../../endpoints/given.ts';
import type { RestFormat } from './contract/rows.ts';

/** The format asked for, in lower case; without one, a page for who navigates and JSON for programs. */
export function givenFormat(request: Request, given: Given): RestFormat | string {
  const format = givenText(given, 'f')?.trim().toLowerCase();
  if (format) return format;
  const isPerson = request.mode === 'navigate' || (request.headers.get('accept') ?? '').includes('text/html');
  return isPerson ? 'html' : 'json';
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

/** Clients try to read JSON in an answer that should be a picture only up to this length. */
const longestErrorBytes = 740;

/** The number that clients read instead of a status. */
export const codeOf = ({ code }: Fault): number => codes[code] ?? (faultCodes[code] === 'client' ? 400 : 500);

/**
 * Answer a fault as clients of this interface read it: an error in the body, by HTTP status 200, since they lose the text with
 * another one.
 *
 * A lack of a capability has code 400: with 403 clients ask a person to sign in.
 *
 * @param isFile the address is that of a file, such as a tile, where clients look at the status alone
 */
export async function restError(fault: Fault, request: Request, given: Given, isFile = false): Promise<Response> {
  const code = codeOf(fault);
  const status = isFile ? (code >= 498 && code <= 499 ? 401 : code) : 200;
  if (givenFormat(request, given) === 'html') {
    const { errorPage } = await import('../../pages/index.ts');
    return errorPage(code, fault.message, status);
  }
  const error = (message: string) => ({ error: { code, ...messageCodeOf(fault.code), message, details: [message] } });
  let { message } = fault;
  const bytes = (text: string): number => new TextEncoder().encode(JSON.stringify(error(text))).length;
  while (bytes(message) > longestErrorBytes) message = `${message.slice(0, Math.floor(message.length * 0.8) - 1)}…`;
  const response = jsonAnswer(error(message), given, status);
  // For those that look at no body: a sign-in is missing, or has expired.
  if (code === 498 || code === 499) response.headers.set('www-authenticate', 'Bearer');
  return response;
}

/** JSON that is written already, in pieces of text. */
export class JsonText {
  readonly pieces: readonly string[];
  constructor(pieces: readonly string[]) {
    this.pieces = pieces;
  }

  /** Read what is written, for those that show it in another way. */
  value(): object {
    return JSON.parse(this.pieces.join('')) as object;
  }
}

/**
 * Answer JSON: indented for `pjson`, as the call of a function for `callback`. What is not finite becomes "NaN", as clients
 * expect it in empty extents.
 *
 * @throws {Fault} `bad-value` for a callback that is no name of a function
 */
export function jsonAnswer(body: unknown, given: Given, status = 200): Response {
  const isPretty = givenText(given, 'f')?.toLowerCase() === 'pjson';
  const callback = givenText(given, 'callback');
  const type = 'application/json; charset=utf-8';
  if (body instanceof JsonText && !isPretty && callback === undefined)
    return textAnswer(new Blob([...body.pieces]), type, status);
  const text = JSON.stringify(body instanceof JsonText ? body.value() : body, null, isPretty ? 2 : undefined);
  if (callback === undefined) return textAnswer(text, type, status);
  if (!/^[\w.$[\]]{1,200}$/.test(callback)) {
    const shown = callback.slice(0, 40);
    if (status === 200 && body !== null && typeof body === 'object' && !('error' in body))
      throw new Fault('bad-value', `callback: the name of a function expected, "${shown}" found.`);
    return textAnswer(text, type, status);
  }
  return textAnswer(`${callback}(${text});`, 'application/javascript; charset=utf-8', status);
}

/** Answer text or bytes of a type, not to be stored. */
export const textAnswer = (body: BodyInit, type: string, status = 200): Response =>
  new Response(streamed(body), {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-store' },
  });
