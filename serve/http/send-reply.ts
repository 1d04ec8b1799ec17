import type { ServerResponse } from 'node:http';
import { ConnectionClosed, type Reply } from '../exchange.ts';

/**
 * Write a reply as fast as the client reads it.
 *
 * @throws {ConnectionClosed} if the body breaks off. The connection is closed, so that the client doesn't take a part
 *   for the whole.
 */
export async function sendReply(response: ServerResponse, { status, headers, body }: Reply): Promise<void> {
  const lines = new Map<string, string[]>();
  for (const [name, value] of headers) lines.set(name, [...(lines.get(name) ?? []), value]);
  // Prevent browsers from guessing a type: a page or script would have the rights of this origin.
  if (!lines.has('x-content-type-options')) response.setHeader('x-content-type-options', 'nosniff');
  for (const [name, values] of lines) response.setHeader(name, values.length === 1 ? values[0]! : values);
  if (body instanceof Uint8Array && !lines.has('content-length')) response.setHeader('content-length', body.length);
  response.writeHead(status);
  const isBodiless = response.req.method === 'HEAD' || status === 204 || status === 304;
  if (body === undefined || isBodiless) {
    if (body && !(body instanceof Uint8Array)) await drop(body);
    response.end();
    return;
  }
  if (body instanceof Uint8Array) {
    response.end(body);
    return;
  }
  try {
    for await (const bytes of body) {
      if (response.destroyed) return;
      if (!response.write(bytes)) await waitForDrain(response);
    }
    response.end();
  } catch (error) {
    response.destroy();
    if (!(error instanceof ConnectionClosed)) throw error;
  }
}

/** Wait until the client has read the written data, or has disconnected. */
function waitForDrain(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off('drain', end);
      response.off('close', end);
      resolve();
    };
    response.on('drain', end);
    response.on('close', end);
  });
}

async function drop(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body);
}
