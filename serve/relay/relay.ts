import type { WebSocket } from 'ws';
import { decodeFrame, type Hello, jsonOf, type RelayAccess } from '../../src/relay/frames.ts';
import { findRoute } from '../../sw/contract/routes.ts';
import type { Answer, Exchange, Reply } from '../exchange.ts';
import { problemReply } from '../problem-reply.ts';
import { createLink, type Link, LinkLost, NoAnswer } from './link.ts';

/** Hands requests to the page that answers them. */
export interface Relay {
  readonly answer: Answer;
  /** A page has opened its socket; it answers from its greeting on, in the place of the one before. */
  take(socket: WebSocket): void;
  /** The body of a request that the page fetches, by the number of its stream. */
  readonly body: Link['body'];
  readonly isAttached: boolean;
  /** What the owner lets programs do, as the last page said; waits for a first one, undefined when none comes. */
  access(): Promise<RelayAccess | undefined>;
  /** Resolves when a page is attached. */
  attached(): Promise<void>;
  close(): void;
}

interface RelayOptions {
  /** How long requests wait for a page, in milliseconds. */
  readonly patienceMs: number;
  /** What is said to a program when there is none. */
  readonly noPage: string;
}

/** No page has come for as long as requests wait. */
class NoPage extends Error {}

/** The backend is one thread, so that more at a time would gain nothing. */
const mostAtOnce = 32;
/** The backend itself gives up after 20 s. */
const answerMs = 30_000;
/** A socket that does not greet is closed after this time. */
const greetMs = 10_000;
/** An empty token would be shown by everybody. */
const minTokenLength = 16;

export function createRelay({ patienceMs, noPage }: RelayOptions): Relay {
  let link: Link | undefined;
  let access: RelayAccess | undefined;
  let running = 0;
  let isClosed = false;
  /** Requests that wait for a page or for their turn, in order. */
  const waiting: (() => void)[] = [];

  const goOn = () => {
    while (link && running < mostAtOnce && waiting.length > 0) {
      running++;
      waiting.shift()!();
    }
  };

  /** Wait for a page and for one of the places. @throws {NoPage} the signal's reason */
  function slot(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearInterval(timer);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const giveUp = (reason: unknown) => {
        clearInterval(timer);
        signal.removeEventListener('abort', leave);
        const at = waiting.indexOf(enter);
        if (at >= 0) waiting.splice(at, 1);
        reject(reason);
      };
      const leave = () => giveUp(signal.reason);
      let apartSince = Date.now();
      const timer = setInterval(
        () => {
          if (link) apartSince = Date.now();
          else if (isClosed || Date.now() - apartSince >= patienceMs) giveUp(new NoPage());
        },
        Math.min(100, patienceMs),
      );
      signal.addEventListener('abort', leave);
      waiting.push(enter);
      goOn();
    });
  }

  async function askOnce(exchange: Exchange): Promise<Reply | undefined> {
    await slot(exchange.signal);
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new NoAnswer(`The page gave no answer within ${answerMs / 1000} s.`)),
      answerMs,
    );
    try {
      // It went in the meantime, and another one will come.
      if (!link) return undefined;
      return await link.ask({ ...exchange, signal: AbortSignal.any([exchange.signal, late.signal]) });
    } finally {
      clearTimeout(timer);
      running--;
      goOn();
    }
  }

  async function answer(exchange: Exchange): Promise<Reply> {
    const type = exchange.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
    const problem = (status: number, message: string) => problemReply(exchange.method, type, status, message);
    for (;;) {
      try {
        const reply = await askOnce(exchange);
        if (reply) return reply;
      } catch (error) {
        exchange.signal.throwIfAborted();
        if (error instanceof NoAnswer) return problem(504, error.message);
        if (error instanceof NoPage) return problem(503, noPage);
        if (!(error instanceof LinkLost)) throw error;
        if (!mayRepeat(exchange)) {
          const message = `${error.message} It may have got the request, which is therefore not sent again.`;
          return problem(504, message);
        }
      }
    }
  }

  /**
   * Take what a greeting says. A page that is new here may close the maps further, not open them: only its owner does that, later.
   *
   * @returns false when it is none
   * @throws {Error} when it is no frame, or not of its form
   */
  function greeted(message: Uint8Array, isNew: boolean): boolean {
    const { kind, bytes } = decodeFrame(message);
    if (kind !== 'hello') return false;
    const { isOpen, needsToken, token } = jsonOf<Hello>(bytes).access;
    const isValid = typeof isOpen === 'boolean' && typeof needsToken === 'boolean' && typeof token === 'string';
    if (!isValid || token.length < minTokenLength) throw new Error('expected a greeting with access');
    access =
      isNew && access
        ? {
            isOpen: isOpen && access.isOpen,
            needsToken: needsToken || access.needsToken,
            token: access.needsToken && !needsToken ? access.token : token,
          }
        : { isOpen, needsToken, token };
    return true;
  }

  return {
    answer,
    take(socket) {
      const timer = setTimeout(() => socket.terminate(), greetMs);
      socket.once('message', (message: Buffer) => {
        clearTimeout(timer);
        try {
          if (!greeted(message, true)) throw new Error('expected a greeting');
        } catch {
          socket.terminate();
          return;
        }
        const end = () => {
          if (link === own) link = undefined;
        };
        const own = createLink(socket, end, (next) => link === own && greeted(next, false));
        link?.replace();
        link = own;
        goOn();
      });
      socket.on('error', () => clearTimeout(timer));
    },
    body: (id) => link?.body(id),
    get isAttached() {
      return link !== undefined;
    },
    async access() {
      const until = Date.now() + patienceMs;
      while (!access && !isClosed && Date.now() < until) await pause();
      return access;
    },
    async attached() {
      while (!link && !isClosed) await pause();
    },
    close() {
      isClosed = true;
      link?.close();
    },
  };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Whether a request does no harm when the backend gets it twice: what reads, and the operations of services, which all do. */
function mayRepeat({ method, url }: Exchange): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  try {
    return method === 'POST' && findRoute('/', url.pathname)?.route === 'service';
  } catch {
    return false;
  }
}
