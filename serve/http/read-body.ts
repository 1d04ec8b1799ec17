import type { IncomingMessage } from 'node:http';
import { mostBodyBytes } from '../../src/relay/frames.ts';
import type { Share } from './load.ts';

/** The body of a request has more bytes than the backend takes. */
export class BodyTooLarge extends Error {
  constructor() {
    super(`A body of at most ${mostBodyBytes / 1024 / 1024} MiB expected, more found.`);
  }
}

/**
 * Read a body as a whole: it has to be sent again when the page that got it is gone.
 *
 * @param share of the room for all bodies
 * @returns undefined when the request has none
 * @throws {BodyTooLarge} at once where the request says how long it is
 * @throws {Overloaded}
 */
export async function readBody(request: IncomingMessage, share: Share): Promise<Uint8Array | undefined> {
  const { method, headers } = request;
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (Number(headers['content-length'] ?? 0) > mostBodyBytes) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBodyBytes) throw new BodyTooLarge();
    share.add(chunk.length);
    chunks.push(chunk);
  }
  return length === 0 ? undefined : Buffer.concat(chunks, length);
}
