import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { Readable } from 'node:stream';
import { resolveLocalAddress } from '../../sw/contract/resolve-local-address.ts';
import { findRoute } from '../../sw/contract/routes.ts';
import { type Answer, ConnectionClosed, type Exchange, type Reply } from '../exchange.ts';
import { problemReply } from '../problem-reply.ts';
import { type Client, clientOf } from './client.ts';
import {
  type Facts,
  foreignHost,
  foreignPage,
  type GatePolicy,
  preflightHeaders,
  type Refusal,
  readerHeaders,
} from './gate.ts';
import { Overloaded, type Share } from './load.ts';
import { sendReply } from './send-reply.ts';

/** Maximum size of a body in memory, which is also the backend's limit for messages. */
const maxBodyBytes = 64 * 1024 * 1024;

/** The body of a request exceeds the limit. */
class BodyTooLarge extends Error {
  constructor() {
    super(`Body: expected at most ${maxBodyBytes / 1024 / 1024} MiB, found more.`);
  }
}

/**
 * Read a whole body, because rules and the journal of the test double need it.
 *
 * @param share of the request in the limit for all bodies
 * @returns undefined if the request has no body
 * @throws {BodyTooLarge} immediately if the request declares its length
 * @throws {Overloaded}
 */
async function readBody(request: IncomingMessage, share: Share): Promise<Uint8Array | undefined> {
  const { method, headers } = request;
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (Number(headers['content-length'] ?? 0) > maxBodyBytes) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) throw new BodyTooLarge();
    share.add(chunk.length);
    chunks.push(chunk);
  }
  return length === 0 ? undefined : Buffer.concat(chunks, length);
}

/** Routes that take packages, archives and backups, which may be larger than the memory. */
const streamedRoutes = new Set(['publish', 'restore', 'admin-service', 'attachments', 'tile-caches']);

function isStreamed({ method }: IncomingMessage, url: URL): boolean {
  try {
    return method === 'POST' && streamedRoutes.has(findRoute('/', url.pathname)?.route ?? '');
  } catch {
    // The backend reports the error.
    return false;
  }
}

/** Headers of the connection, of browsers, and for this program. */
const droppedHeaders =
  /^(host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|http2-settings|expect|content-length|accept-encoding|cookie|origin|date|dnt|forwarded|x-forwarded-.*|proxy-.*|sec-.*|x-soapstone-key)$/;

/**
 * Read a request in the form for the backend.
 *
 * @param url requested URL, on the origin by which the client reached the server
 * @throws {BodyTooLarge} {Overloaded}
 */
async function readExchange(
  request: IncomingMessage,
  { url, isPage, ...rest }: Pick<Exchange, 'id' | 'url' | 'signal' | 'isPage' | 'isLocal'>,
  share: Share,
): Promise<Exchange> {
  const receivedAt = Date.now();
  const headers: [string, string][] = [];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index]!.toLowerCase();
    const value = request.rawHeaders[index + 1]!;
    // The backend only knows tokens.
    const isBasic = name === 'authorization' && /^Basic /i.test(value);
    if (!isBasic && !droppedHeaders.test(name)) headers.push([name, value]);
  }
  const body = isStreamed(request, url)
    ? { body: undefined, stream: Readable.toWeb(request) as ReadableStream<Uint8Array> }
    : { body: await readBody(request, share) };
  return { ...rest, receivedAt, method: request.method!, url, headers, isPage, ...body };
}

interface ServerParts {
  readonly policy: GatePolicy;
  /** Requests arrive by TLS. */
  readonly isSecure?: boolean;
  /** Address of the only peer whose forwarding headers count. */
  readonly proxy?: string | undefined;
  /** Answers monitors before anything is checked. */
  readonly monitor?: (path: string) => Promise<Reply> | undefined;
  /** Whether clients have to leave, because the server is being stopped. */
  readonly isDraining?: () => boolean;
  /** Answers without access control: files of the app, and the server's health. */
  readonly open: (request: IncomingMessage, path: string) => Reply | undefined;
  /** Check whether a request has the key of the page. */
  readonly isPage?: (facts: Facts) => boolean;
  /** Refuses a request for reasons beyond the gate's. */
  readonly refuse?: (facts: Facts, path: string) => Refusal | undefined;
  /** Answers for requests that the gate refuses. */
  readonly closed?: (path: string) => Reply | undefined;
  /** Reserve a share of the load for a request. @throws {Overloaded} */
  readonly enter: () => Share;
  /** Follows a request. Returns a function that ends it. */
  readonly watch?: (id: number, client: Client, response: ServerResponse) => () => void;
  /** Answers all other requests. */
  readonly answer: Answer;
}

/** Methods that `fetch` can't send. */
const unfetchable = new Set(['CONNECT', 'TRACE', 'TRACK']);

const sandbox = [['content-security-policy', 'sandbox']] as const;

/** Create the listener for requests to the sockets that `listen` opens. */
export function createListener(
  parts: ServerParts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { policy, isSecure = false, proxy, monitor, isDraining, open, isPage, refuse, closed, enter } = parts;
  const { watch, answer } = parts;
  let lastId = 0;

  async function reply(id: number, client: Client, response: ServerResponse, enter: () => Share): Promise<Reply> {
    const request = response.req;
    const { method = '', headers, url = '' } = request;
    const state = monitor?.(url);
    if (state) return state;
    const facts: Facts = { method, headers, url, ...client };
    const problem = ({ status, message }: Refusal) =>
      problemReply(method, headers['content-type'] ?? '', status, message);
    const stranger = foreignHost(facts, policy);
    if (stranger) return problem(stranger);
    const address = resolveLocalAddress(url, facts.origin);
    const path = address.pathname;
    const file = method === 'GET' || method === 'HEAD' ? open(request, path) : undefined;
    if (file) return file;
    const preflight = preflightHeaders(facts, policy);
    if (preflight) return { status: 204, headers: preflight, body: undefined };
    const refusal = foreignPage(facts, policy) ?? refuse?.(facts, path);
    if (refusal) return closed?.(path) ?? problem(refusal);
    if (unfetchable.has(method)) return textReply(405, `${method} cannot be answered.`);
    const gone = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) gone.abort(new ConnectionClosed('The program has hung up.'));
    });
    const { signal } = gone;
    const about = { id, url: address, signal, isPage: isPage?.(facts) ?? false, isLocal: client.isLocal };
    const answered = await answer(await readExchange(request, about, enter()));
    // An answer may be a page from anyone who published here, so it gets no rights of this origin.
    const closing = answered.headers.some(([name]) => name === 'content-security-policy') ? [] : sandbox;
    return { ...answered, headers: [...answered.headers, ...closing, ...readerHeaders(facts, policy)] };
  }

  return async (request, response) => {
    const id = ++lastId;
    const client = clientOf(request, isSecure, proxy);
    const end = watch?.(id, client, response);
    let share: Share | undefined;
    const enterOnce = () => {
      share = enter();
      return share;
    };
    try {
      const answered = await reply(id, client, response, enterOnce);
      // The rest of the body isn't read.
      if (!request.complete || isDraining?.()) response.setHeader('connection', 'close');
      await sendReply(response, answered);
    } catch (error) {
      await sendFailure(request, response, error);
    } finally {
      share?.release();
      end?.();
    }
  };
}

async function sendFailure(request: IncomingMessage, response: ServerResponse, error: unknown): Promise<void> {
  if (error instanceof ConnectionClosed) response.socket?.resetAndDestroy();
  else if (response.headersSent || (error as NodeJS.ErrnoException).code === 'ECONNRESET') response.destroy();
  else if (error instanceof BodyTooLarge || error instanceof Overloaded) {
    // The rest of the body isn't read.
    response.setHeader('connection', 'close');
    const status = error instanceof Overloaded ? 503 : 413;
    const type = status === 503 ? (request.headers['content-type'] ?? '') : '';
    await sendReply(response, problemReply(request.method!, type, status, error.message));
  } else {
    console.error(error);
    await sendReply(response, textReply(500, 'The program that serves the maps has failed; its window says why.'));
  }
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

/** Certificate and private key of a server, in PEM. */
interface Tls {
  readonly cert: string;
  readonly key: string;
}

/**
 * Open the sockets. Clients resolve `localhost` to either loopback address, so listen on both.
 *
 * @param host undefined for this machine only
 * @param port 0 for a free port
 * @param tls undefined for HTTP
 * @returns the servers, and the port
 * @throws {PortTaken}
 */
export async function listen(
  host: string | undefined,
  port: number,
  tls?: Tls,
): Promise<{ servers: Server[]; port: number }> {
  const first = await listenAt(host ?? '127.0.0.1', port, tls);
  const { port: boundPort } = first.address() as { port: number };
  if (host !== undefined) {
    // Programs on this machine use `localhost`.
    const isLocalhost = /^(0\.0\.0\.0|::|127\.0\.0\.1|::1|localhost)$/.test(host);
    return { servers: isLocalhost ? [first] : [first, await listenAt('127.0.0.1', boundPort, tls)], port: boundPort };
  }
  try {
    return { servers: [first, await listenAt('::1', boundPort, tls)], port: boundPort };
  } catch (error) {
    // A machine without IPv6 has only one address.
    if (!(error instanceof PortTaken)) return { servers: [first], port: boundPort };
    first.close();
    if (port === 0) return listen(host, port, tls);
    throw error;
  }
}

/** Number of open files that connections leave for the storage, and for code that is loaded on demand. */
const reservedFiles = 256;

/**
 * Return the number of connections to accept. Without it, code that can't be loaded while too many files are open would
 * be missing until the end of the process.
 */
function countConnections(): number {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY;
  const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return limit === undefined ? Number.POSITIVE_INFINITY : Math.max(Number(limit) - reservedFiles, Number(limit) / 4);
}

function listenAt(host: string, port: number, tls: Tls | undefined): Promise<Server> {
  const options = { maxHeaderSize: 64 * 1024 };
  const server = tls ? createSecureServer({ ...options, ...tls }) : createServer(options);
  server.maxConnections = countConnections();
  // A client may connect before the caller listens to requests. Its request would never be answered.
  server.on('connection', (socket) => {
    if (server.listenerCount('request') === 0) socket.destroy();
  });
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

/** Time for pending requests to end when a server is stopped. */
const drainMs = 5000;

/** Accept no more connections, and wait for pending requests, at most for a few seconds. */
export async function closeServers(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeIdleConnections();
          setTimeout(() => server.closeAllConnections(), drainMs).unref();
        }),
    ),
  );
}
