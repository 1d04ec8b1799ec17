import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { mostBodyBytes } from '../../src/relay/frames.ts';
import { resolveLocalAddress } from '../../sw/contract/resolve-local-address.ts';
import { type Answer, ConnectionClosed, type Exchange, type Reply } from '../exchange.ts';
import { problemReply } from '../problem-reply.ts';
import { foreignHost, foreignPage, type GatePolicy, preflightHeaders, type Refusal, readerHeaders } from './gate.ts';
import { Overloaded, type Share } from './load.ts';
import { refuseSocket } from './page-sockets.ts';
import { sendReply } from './send-reply.ts';

/** The body of a request exceeds the limit of the backend. */
class BodyTooLarge extends Error {
  constructor() {
    super(`Body: expected at most ${mostBodyBytes / 1024 / 1024} MiB, found more.`);
  }
}

/**
 * Read a whole body, because it must be sent again if the page that received it is gone.
 *
 * @param share of the request in the limit for all bodies
 * @returns undefined if the request has no body
 * @throws {BodyTooLarge} immediately if the request declares its length
 * @throws {Overloaded}
 */
async function readBody(request: IncomingMessage, share: Share): Promise<Uint8Array | undefined> {
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

/** Headers of the connection, and headers that pages can't set. */
const droppedHeaders =
  /^(host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|content-length|accept-encoding|cookie|origin|date|dnt|proxy-.*|sec-.*|x-relayed.*|x-soapstone-token)$/;

/**
 * Read a request in the form for the backend.
 *
 * @param url requested URL, on the origin of the server
 * @throws {BodyTooLarge} {Overloaded}
 */
async function readExchange(
  request: IncomingMessage,
  id: number,
  url: URL,
  signal: AbortSignal,
  share: Share,
): Promise<Exchange> {
  const receivedAt = Date.now();
  const headers: [string, string][] = [];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index]!.toLowerCase();
    // Basic authorization is for this program; the backend has its own tokens.
    const isOwn = name === 'authorization' && /^Basic /i.test(request.rawHeaders[index + 1]!);
    if (!isOwn && !droppedHeaders.test(name)) headers.push([name, request.rawHeaders[index + 1]!]);
  }
  return { id, receivedAt, method: request.method!, url, headers, body: await readBody(request, share), signal };
}

interface ServerParts {
  readonly policy: GatePolicy;
  /** The origin of the server. */
  readonly origin: string;
  /** Answers without access control: files of the app, and the server's health. */
  readonly open: (request: IncomingMessage, path: string) => Reply | undefined;
  /** Answers for the driven page or pages of the same origin only. */
  readonly own: (request: IncomingMessage, path: string) => Promise<Reply | undefined>;
  /** Refuses a program for reasons beyond the gate's. */
  readonly refuse: (request: IncomingMessage, path: string) => Promise<Refusal | undefined>;
  /** Answers for requests without access to the maps. */
  readonly closed: (path: string) => Reply | undefined;
  /** Reserve a share of the load for a request. @throws {Overloaded} */
  readonly enter: () => Share;
  /** Answers all other requests. */
  readonly answer: Answer;
  /** Accept the socket of a page that has passed the gate. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** Methods that `fetch` can't send. */
const unfetchable = new Set(['CONNECT', 'TRACE', 'TRACK']);

const sandbox = [['content-security-policy', 'sandbox']] as const;

/** Create the handlers for requests to the sockets that `listen` opens. */
export function createHandlers({ policy, origin, open, own, refuse, closed, enter, answer, upgrade }: ServerParts) {
  let lastId = 0;

  async function reply(request: IncomingMessage, response: ServerResponse, enter: () => Share): Promise<Reply> {
    const address = resolveLocalAddress(request.url!, origin);
    const path = address.pathname;
    const type = request.headers['content-type'] ?? '';
    const problem = ({ status, message }: Refusal) => problemReply(request.method!, type, status, message);
    const stranger = foreignHost(request, policy);
    if (stranger) return problem(stranger);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const file = isRead ? open(request, path) : undefined;
    if (file) return file;
    const preflight = preflightHeaders(request, policy);
    if (preflight) return { status: 204, headers: preflight, body: undefined };
    const refusal = foreignPage(request, policy);
    if (refusal) return closed(path) ?? problem(refusal);
    const localReply = await own(request, path);
    if (localReply) return localReply;
    const unheard = await refuse(request, path);
    if (unheard) return closed(path) ?? problem(unheard);
    if (unfetchable.has(request.method!)) return textReply(405, `${request.method} cannot be answered.`);
    const gone = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) gone.abort(new ConnectionClosed('The program has hung up.'));
    });
    const exchange = await readExchange(request, ++lastId, address, gone.signal, enter());
    const { status, headers, body } = await answer(exchange);
    // A relayed answer may be a page from anyone who published here, so it gets no rights of this origin.
    const closing = headers.some(([name]) => name === 'content-security-policy') ? [] : sandbox;
    return { status, headers: [...headers, ...closing, ...readerHeaders(request, policy)], body };
  }

  return {
    async request(request: IncomingMessage, response: ServerResponse): Promise<void> {
      let share: Share | undefined;
      const enterOnce = () => {
        share = enter();
        return share;
      };
      try {
        await sendReply(response, await reply(request, response, enterOnce));
      } catch (error) {
        if (error instanceof ConnectionClosed) response.socket?.resetAndDestroy();
        else if (response.headersSent) response.destroy();
        else if (error instanceof BodyTooLarge || error instanceof Overloaded) {
          // The rest of the body isn't read.
          response.setHeader('connection', 'close');
          const status = error instanceof Overloaded ? 503 : 413;
          const type = status === 503 ? (request.headers['content-type'] ?? '') : '';
          await sendReply(response, problemReply(request.method!, type, status, error.message));
        } else if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') response.destroy();
        else {
          console.error(error);
          await sendReply(
            response,
            textReply(500, 'The program that serves the maps has failed; its window says why.'),
          );
        }
      } finally {
        share?.release();
      }
    },
    upgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
      // Node has removed its listener, and an unhandled error would end the process. A socket may be passed here
      // several times.
      if (socket.listenerCount('error') === 0) socket.on('error', () => socket.destroy());
      if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
        ignoreUpgrade(server, request, socket, head);
        return;
      }
      const refusal = foreignHost(request, policy) ?? foreignPage(request, policy);
      if (refusal || request.headers.origin === undefined) refuseSocket(socket);
      else upgrade(request, socket, head);
    },
  };
}

const textReply = (status: number, message: string): Reply => ({
  status,
  headers: [
    ['content-type', 'text/plain; charset=utf-8'],
    ['cache-control', 'no-store'],
  ],
  body: new TextEncoder().encode(`${message}\n`),
});

export const jsonReply = (value: unknown, status = 200): Reply => ({
  status,
  headers: [
    ['content-type', 'application/json; charset=utf-8'],
    ['cache-control', 'no-store'],
  ],
  body: new TextEncoder().encode(`${JSON.stringify(value)}\n`),
});

/** Another program uses the port. */
export class PortTaken extends Error {}

/**
 * Open the sockets. Clients resolve `localhost` to either loopback address, so listen on both.
 *
 * @param host undefined for this machine only
 * @param port 0 for a free port
 * @returns the servers, and the port
 * @throws {PortTaken}
 */
export async function listen(host: string | undefined, port: number): Promise<{ servers: Server[]; port: number }> {
  const first = await listenAt(host ?? '127.0.0.1', port);
  const { port: boundPort } = first.address() as { port: number };
  if (host !== undefined) {
    // This program's own browser connects through the loopback address.
    const isLoopback = /^(0\.0\.0\.0|::|127\..*|::1|localhost)$/.test(host);
    return { servers: isLoopback ? [first] : [first, await listenAt('127.0.0.1', boundPort)], port: boundPort };
  }
  try {
    return { servers: [first, await listenAt('::1', boundPort)], port: boundPort };
  } catch (error) {
    // A machine without IPv6 has only one address.
    if (!(error instanceof PortTaken)) return { servers: [first], port: boundPort };
    first.close();
    if (port === 0) return listen(host, port);
    throw error;
  }
}

function listenAt(host: string, port: number): Promise<Server> {
  const server = createServer({ maxHeaderSize: 64 * 1024 });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message = `Port ${port} is taken by another program: stop it, or choose another with --port.`;
      reject(error.code === 'EADDRINUSE' ? new PortTaken(message) : error);
    });
    server.listen({ host, port }, () => {
      // The error concerns a single connection; the others continue.
      server.on('error', (error) => console.error(error));
      resolve(server);
    });
  });
}

/**
 * Let a server answer an upgrade request as an ordinary one. For example, Java's client offers HTTP/2.
 *
 * An offer may be ignored (RFC 9110, 7.8). But Node passes every offer to a server that accepts web sockets, and stops
 * reading.
 *
 * @param head bytes of the connection that were read after the headers
 */
function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index]!;
    if (!/^(upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${request.rawHeaders[index + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
