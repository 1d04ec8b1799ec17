import type { WebSocket } from 'ws';
import {
  type AnswerHead,
  creditBytes,
  decodeFrame,
  decodeMessage,
  encodeFrame,
  encodeMessage,
  type Frame,
  type FrameKind,
  firstCredit,
  jsonOf,
  type RequestHead,
  replacedCode,
  smallBytes,
  textBytes,
  textOf,
} from '../../src/relay/frames.ts';
import { ConnectionClosed, type Exchange, type Reply } from '../exchange.ts';

/** The page went away, or sleeps, before it had answered. */
export class LinkLost extends Error {
  override readonly name = 'LinkLost';
}

/** The page itself says that it has no answer. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The connection to one page. */
export interface Link {
  /**
   * Send a request to the page. The reply comes with its whole answer where that is small, otherwise with its beginning.
   *
   * @throws {LinkLost} and then it is not known whether the backend has read the request
   * @throws {NoAnswer}
   * @throws the signal's reason when the program hangs up
   */
  ask(exchange: Exchange): Promise<Reply>;
  /** The body of a request that is too large for the socket, by the number of its stream; undefined when nobody waits any more. */
  body(id: number): Uint8Array | undefined;
  /** Close the connection because another page has come. */
  replace(): void;
  close(): void;
}

interface Stream {
  take(frame: Frame): void;
  fail(error: Error): void;
  readonly body: Uint8Array | undefined;
}

/** A request that has no answer after this time makes the page show that it runs. */
const doubtMs = 2000;
/** A page that does not say so within this time is asleep. */
const sleepMs = 3000;
/** The service worker is stopped after 30 s without a message. */
const awakeMs = 20_000;
/** Streams of all connections: a page that was replaced may still name its own. */
let lastId = 0;

/**
 * @param onEnd   called once, when the connection is gone
 * @param greeted takes a message that is a greeting
 */
export function createLink(socket: WebSocket, onEnd: () => void, greeted: (message: Uint8Array) => boolean): Link {
  const streams = new Map<number, Stream>();
  let sleepTimer: NodeJS.Timeout | undefined;
  const send = (id: number, kind: FrameKind, bytes?: Uint8Array) => socket.send(encodeFrame(id, kind, bytes));

  const ping = () => {
    send(0, 'ping');
    sleepTimer ??= setTimeout(() => socket.terminate(), sleepMs);
  };
  const awakeTimer = setInterval(ping, awakeMs);

  socket.on('message', (message: Buffer) => {
    clearTimeout(sleepTimer);
    sleepTimer = undefined;
    try {
      if (greeted(message)) return;
      const frame = decodeFrame(message);
      streams.get(frame.id)?.take(frame);
    } catch {
      socket.close(1002);
    }
  });
  // What follows is always a close.
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(awakeTimer);
    clearTimeout(sleepTimer);
    for (const stream of streams.values()) stream.fail(new LinkLost('The page that answers has gone.'));
    streams.clear();
    onEnd();
  });

  function ask({ method, url, headers, body, signal }: Exchange): Promise<Reply> {
    signal.throwIfAborted();
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      const doubt = setInterval(ping, doubtMs);
      const queue = byteQueue((count) => {
        if (streams.has(id)) send(id, 'credit', creditBytes(count));
      });
      const end = () => {
        clearInterval(doubt);
        streams.delete(id);
        signal.removeEventListener('abort', hangUp);
      };
      const fail = (error: Error) => {
        end();
        reject(error);
        queue.fail(new ConnectionClosed(error.message));
      };
      const hangUp = () => {
        if (streams.has(id)) send(id, 'abort', textBytes('The program has hung up.'));
        fail(signal.reason as Error);
      };
      signal.addEventListener('abort', hangUp);
      const take = ({ kind, bytes }: Frame) => {
        if (kind === 'message') {
          const { head, body } = decodeMessage<AnswerHead>(bytes);
          end();
          resolve({ ...head, body: body.length > 0 ? body : undefined });
        } else if (kind === 'large') {
          clearInterval(doubt);
          resolve({ ...jsonOf<AnswerHead>(bytes), body: queue.bytes() });
        } else if (kind === 'data') queue.push(bytes);
        else if (kind === 'end') {
          end();
          queue.end();
        } else if (kind === 'abort') fail(new NoAnswer(textOf(bytes)));
      };
      streams.set(id, { take, fail, body });
      const bodyBytes = body?.length ?? 0;
      const head: RequestHead = { method, path: url.pathname + url.search, headers, bodyBytes };
      send(id, 'message', encodeMessage(head, bodyBytes > smallBytes ? undefined : body));
    });
  }

  return {
    ask,
    body: (id) => streams.get(id)?.body,
    replace: () => socket.close(replacedCode, 'another page answers now'),
    close: () => socket.close(1001),
  };
}

interface ByteQueue {
  push(bytes: Uint8Array): void;
  end(): void;
  /** What was pushed before is still read. */
  fail(error: Error): void;
  bytes(): AsyncGenerator<Uint8Array>;
}

/** Credit is granted in portions of at least this size. */
const portion = firstCredit / 4;

/** Hold bytes from where they come to where they are read, and tell the sender how many more may come. */
function byteQueue(grant: (count: number) => void): ByteQueue {
  const waiting: Uint8Array[] = [];
  let ended = false;
  let failure: Error | undefined;
  let taken = 0;
  let wake = () => {};

  return {
    push(bytes) {
      waiting.push(bytes);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    fail(error) {
      failure ??= error;
      wake();
    },
    async *bytes() {
      for (;;) {
        const next = waiting.shift();
        if (next) {
          yield next;
          taken += next.length;
          if (taken < portion) continue;
          grant(taken);
          taken = 0;
        } else if (ended) return;
        else if (failure) throw failure;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}
