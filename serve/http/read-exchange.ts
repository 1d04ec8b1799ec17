import type { IncomingMessage } from 'node:http';
import type { Exchange } from '../exchange.ts';
import type { Share } from './load.ts';
import { readBody } from './read-body.ts';

/** Headers that are about the connection, and those that no page may set. */
const left =
  /^(host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|content-length|accept-encoding|cookie|origin|date|dnt|proxy-.*|sec-.*|x-relayed.*|x-soapstone-token)$/;

/**
 * Read a request as the backend gets it.
 *
 * @param url what the request names, on the origin under which the server presents itself
 * @throws {BodyTooLarge} {Overloaded}
 */
export async function readExchange(
  request: IncomingMessage,
  id: number,
  url: URL,
  signal: AbortSignal,
  share: Share,
): Promise<Exchange> {
  const receivedAt = Date.now();
  const headers: [string, string][] = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at]!.toLowerCase();
    // A basic authorization is for this program; the backend knows tokens of its own.
    const isOwn = name === 'authorization' && /^Basic /i.test(request.rawHeaders[at + 1]!);
    if (!isOwn && !left.test(name)) headers.push([name, request.rawHeaders[at + 1]!]);
  }
  return { id, receivedAt, method: request.method!, url, headers, body: await readBody(request, share), signal };
}
