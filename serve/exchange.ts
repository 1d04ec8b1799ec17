/** A request of a program or the page. */
export interface Exchange {
  /** Counts from 1 since the start of the server. */
  readonly id: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly method: string;
  /** With the origin by which the client reached the server. */
  readonly url: URL;
  /** In order of arrival, names in lower case. A repeated header has several entries. */
  readonly headers: readonly (readonly [string, string])[];
  /** undefined if the request has none, or if it is in `stream`. */
  readonly body: Uint8Array | undefined;
  /** Body of a request that may be too large for memory, such as a package. It can be read once. */
  readonly stream?: ReadableStream<Uint8Array>;
  /** The request has shown the key of the page. */
  readonly isPage?: boolean;
  /** The request comes directly from this computer, not through a proxy. */
  readonly isLocal?: boolean;
  /** Aborts if the program disconnects before the end of the answer. */
  readonly signal: AbortSignal;
}

/** The answer to a program. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** Chunks of any size. A reader that stops early calls `return`, like `for await` does. */
  readonly body: AsyncIterable<Uint8Array> | Uint8Array | undefined;
}

/** Answers an exchange. Any error except `ConnectionClosed` is answered with status 500. */
export type Answer = (exchange: Exchange) => Promise<Reply>;

/** Answers an exchange, or forwards it, changed or not, and may change the reply. */
export type Middleware = (exchange: Exchange, next: Answer) => Promise<Reply>;

/** Thrown instead of a reply, or within its body, to reset the connection at this point. */
export class ConnectionClosed extends Error {
  override readonly name = 'ConnectionClosed';
}

/**
 * Sends a request to the backend as the page itself, with its rights.
 *
 * @param path below the base of the app
 * @throws {Error} the backend's fault, or that there is no page
 */
export type InPage = <T>(path: string, init?: PageRequest) => Promise<T>;

/** A request whose answer is parsed as JSON. */
interface PageRequest {
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Posted as a form instead of a body. */
  readonly form?: Readonly<Record<string, string>>;
}

/** Add middlewares to an answer. The first one gets each exchange first. */
export const withMiddlewares = (middlewares: readonly Middleware[], answer: Answer): Answer =>
  middlewares.reduceRight<Answer>((next, middleware) => (exchange) => middleware(exchange, next), answer);
