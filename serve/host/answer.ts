import { answer } from '../../sw/answer.ts';
import type { Answer, Exchange, Reply } from '../exchange.ts';
import { problemReply } from '../problem-reply.ts';
import type { NodeContext } from './context.ts';

/** Maximum size of answers that are sent as a whole, with their length. */
const maxWholeBytes = 256 * 1024;

/** Headers that describe a connection and not the answer. */
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/**
 * Return a function that answers exchanges with the backend.
 *
 * @param version of the app, which marks answers of the backend
 */
export const answerWithBackend =
  ({ context, contextFor }: Pick<NodeContext, 'context' | 'contextFor'>, version: string): Answer =>
  async (exchange) => {
    const response = await answer(contextFor(exchange.url.origin, exchange.isPage ?? false), makeRequest(exchange));
    if (!response)
      return problemReply(exchange.method, '', 404, `Nothing is at ${exchange.url.pathname.slice(0, 400)}.`);
    const headers = [...response.headers].filter(([name]) => !connectionHeaders.has(name));
    headers.push(['x-soapstone', version]);
    const clock = context.clock?.setting;
    if (clock) headers.push(['x-soapstone-clock', clock.isFrozen ? 'frozen' : 'shifted']);
    return { status: response.status, headers, body: await readStart(response) };
  };

function makeRequest({ method, url, headers, body, stream, signal }: Exchange): Request {
  const init = { method, headers: headers as [string, string][], signal };
  if (stream) return new Request(url, { ...init, body: stream, duplex: 'half' } as RequestInit);
  return new Request(url, body ? { ...init, body: body as Uint8Array<ArrayBuffer> } : init);
}

/** Read an answer as a whole if it is small. Otherwise its chunks are read as fast as the client receives them. */
async function readStart({ body }: Response): Promise<Reply['body']> {
  if (!body) return undefined;
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  while (byteCount <= maxWholeBytes) {
    const { done, value } = await reader.read();
    if (done) return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    chunks.push(value);
    byteCount += value.length;
  }
  return readOn(chunks, reader);
}

async function* readOn(
  chunks: readonly Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
