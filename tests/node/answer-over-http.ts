import { createServer, type IncomingMessage, type Server, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { answerWithBackend } from '../../serve/host/answer.ts';
import { createLoad } from '../../serve/http/load.ts';
import { createListener } from '../../serve/http/server.ts';
import { inTurns } from '../../serve/http/turns.ts';
import type { Context } from '../../sw/context.ts';

/*
 * Replaces `sw/answer.ts` in tests: requests go through the server of the Node host, with its gate, limits and
 * headers, as if a program had sent them.
 */

/** Name of the header that tells in which context a request is answered. */
const contextHeader = 'x-test-context';
const contexts = new Map<string, Context>();
let lastId = 0;
let server: Promise<Server> | undefined;

function startServer(): Promise<Server> {
  const started = createServer({ maxHeaderSize: 64 * 1024 });
  const listener = createListener({
    policy: { port: 0, allowedHosts: ['soapstone.test', 'maps.test', 'localhost'], allowedOrigins: [] },
    open: () => undefined,
    enter: createLoad(1000, 512 * 1024 * 1024),
    answer: inTurns(32, (exchange) => {
      const context = contexts.get(exchange.headers.find(([name]) => name === contextHeader)![1])!;
      const headers = exchange.headers.filter(([name]) => name !== contextHeader);
      return answerWithBackend(
        { context, contextFor: () => context },
        'test',
      )({
        ...exchange,
        headers,
      });
    }),
  });
  started.on('request', (request, response) => void listener(request, response));
  return new Promise((resolve) => {
    started.listen(0, '127.0.0.1', () => resolve(started));
    started.unref();
  });
}

/** Answer a request like `sw/answer.ts`, by HTTP. @returns undefined for an address that the backend doesn't know */
export async function answer(context: Context, request: Request): Promise<Response | undefined> {
  server ??= startServer();
  const { port } = (await server).address() as AddressInfo;
  const id = String(++lastId);
  contexts.set(id, context);
  try {
    const message = await send(port, request, id);
    const headers = new Headers();
    for (let i = 0; i < message.rawHeaders.length; i += 2)
      headers.append(message.rawHeaders[i]!, message.rawHeaders[i + 1]!);
    // The backend marks its answers.
    if (message.statusCode === 404 && !headers.has('x-soapstone')) {
      message.resume();
      return undefined;
    }
    const body = await buffer(message);
    const isEmpty = [204, 205, 304].includes(message.statusCode!);
    return new Response(isEmpty ? null : body, { status: message.statusCode!, headers });
  } finally {
    contexts.delete(id);
  }
}

/** Send a request as it is. Node's `fetch` can't send the `Host` header of another address. */
function send(port: number, request: Request, id: string): Promise<IncomingMessage> {
  const { pathname, search, host } = new URL(request.url);
  const headers = { ...Object.fromEntries(request.headers), host, [contextHeader]: id };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method: request.method, path: pathname + search, headers };
    const sent = sendRequest(options, resolve).on('error', reject);
    request.signal.addEventListener('abort', () => sent.destroy(request.signal.reason as Error));
    if (request.body) Readable.fromWeb(request.body as never).pipe(sent);
    else sent.end();
  });
}
