/** A request of a program outside the browser, read as a whole. */
export interface Exchange {
  /** Counts up from 1 over the life of the server. */
  readonly id: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly method: string;
  /** With the origin under which the server presents itself, whatever name the program used. */
  readonly url: URL;
  /** In the order of arrival; names in lower case, a name once for each line. */
  readonly headers: readonly (readonly [string, string])[];
  /** Undefined where the request has none. */
  readonly body: Uint8Array | undefined;
  /** Aborts when the program hangs up before it has the whole answer. */
  readonly signal: AbortSignal;
}

/** What a program is answered. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** In pieces of any size; a reader that stops early calls `return`, as `for await` does. */
  readonly body: AsyncIterable<Uint8Array> | Uint8Array | undefined;
}

/** Answers an exchange; what it throws, but for `ConnectionClosed`, is answered with status 500. */
export type Answer = (exchange: Exchange) => Promise<Reply>;

/** Answers an exchange, or passes it on, changed or not, and may change the reply. */
export type Middleware = (exchange: Exchange, next: Answer) => Promise<Reply>;

/** Thrown instead of a reply, or within its body, to close the connection where it is: the program sees a reset. */
export class ConnectionClosed extends Error {
  override readonly name = 'ConnectionClosed';
}

/**
 * Asks the backend as the page itself, with its rights.
 *
 * @param path below the base of the app
 * @throws {Error} what the backend objected to, or that the page is not there
 */
export type InPage = <T>(path: string, init?: PageRequest) => Promise<T>;

/** The answer is read as JSON. */
interface PageRequest {
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Posted as a form, in the place of a body. */
  readonly form?: Readonly<Record<string, string>>;
}

/** Put middlewares before an answer: the first one sees each exchange first. */
export const withMiddlewares = (middlewares: readonly Middleware[], answer: Answer): Answer =>
  middlewares.reduceRight<Answer>((next, middleware) => (exchange) => middleware(exchange, next), answer);
