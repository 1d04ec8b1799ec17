import { relayedHeader, relayedReferer } from '../../sw/contract/relayed.ts';
import {
  type AnswerHead,
  creditOf,
  decodeMessage,
  encodeFrame,
  encodeMessage,
  type Frame,
  type FrameKind,
  firstCredit,
  joined,
  jsonBytes,
  type RequestHead,
  smallBytes,
  textBytes,
} from './frames.ts';
import { fetchBody } from './large-body.ts';

/** What a stream does to the world. */
interface StreamHost {
  readonly send: (message: Uint8Array<ArrayBuffer>) => void;
  /** Says to the service worker that nobody waits for the request whose mark has this value. */
  readonly cancel: (streamId: string) => void;
  /** Called when the stream has ended. */
  readonly done: () => void;
}

/** Headers of a message between two neighbours, which say nothing of the answer. */
const betweenNeighbours = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
]);

/**
 * Answer one request of a program: fetch, and send the answer, a large one as fast as the program takes it.
 *
 * @param secret  shown where large bodies are fetched
 * @param session makes ids of requests differ from those of other connections
 */
export function answerStream(
  id: number,
  { secret, session, ...host }: StreamHost & { readonly secret: string; readonly session: string },
): (frame: Frame) => void {
  const abort = new AbortController();
  const { signal } = abort;
  const streamId = `relay-${session}-${id}`;
  let credit = firstCredit;
  let wake = () => {};
  const send = (kind: FrameKind, bytes?: Uint8Array) => host.send(encodeFrame(id, kind, bytes));

  async function run({ method, path, headers, bodyBytes }: RequestHead, small: Uint8Array): Promise<void> {
    const sent = new Headers([...headers].filter(([name]) => name !== 'referer') as [string, string][]);
    const referer = headers.find(([name]) => name === 'referer')?.[1];
    sent.set(relayedHeader, streamId);
    // A program may name its request, so that one that it sends again has its effect once.
    if (!sent.has('x-request-id')) sent.set('x-request-id', streamId);
    if (referer) sent.set(relayedReferer, referer);
    try {
      const body = bodyBytes > smallBytes ? await fetchBody(id, secret, signal) : (small as Uint8Array<ArrayBuffer>);
      const address = new URL(path, location.origin);
      // A path such as `//host/services` would name another server, which is none of the program's.
      if (address.origin !== location.origin) throw new Error(`${path} leaves ${location.origin}`);
      const response = await fetch(address, {
        method,
        headers: sent,
        ...(bodyBytes > 0 ? { body } : {}),
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'manual',
        referrerPolicy: 'no-referrer',
        signal,
      });
      const answered = [...response.headers].filter(([name]) => !betweenNeighbours.has(name));
      await pass({ status: response.status, headers: answered }, response.body?.getReader());
    } catch (error) {
      if (signal.aborted) return host.done();
      console.error(error);
      send('abort', textBytes('The page got no answer of the map server.'));
    }
    host.done();
  }

  /** A small answer is one message, so that the program has it as a whole or not at all. */
  async function pass(head: AnswerHead, reader?: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>): Promise<void> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    let isLarge = false;
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      length += part.value.length;
      if (!isLarge) {
        parts.push(part.value);
        if (length <= smallBytes) continue;
        isLarge = true;
        send('large', jsonBytes(head));
      }
      for (const bytes of parts.length > 0 ? parts.splice(0) : [part.value])
        if (!(await sendPieces(bytes))) return void reader?.cancel().catch(() => undefined);
    }
    if (isLarge) send('end');
    else send('message', encodeMessage(head, parts.length === 1 ? parts[0] : joined(parts)));
  }

  /** @returns false when nobody waits any more */
  async function sendPieces(bytes: Uint8Array): Promise<boolean> {
    for (let at = 0; at < bytes.length; ) {
      while (credit <= 0 && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (signal.aborted) return false;
      const piece = bytes.subarray(at, at + Math.min(credit, smallBytes));
      send('data', piece);
      credit -= piece.length;
      at += piece.length;
    }
    return true;
  }

  return ({ kind, bytes }) => {
    if (kind === 'message') {
      const { head, body } = decodeMessage<RequestHead>(bytes);
      void run(head, body);
    } else if (kind === 'credit') {
      credit += creditOf(bytes);
      wake();
    } else if (kind === 'abort') {
      abort.abort();
      host.cancel(streamId);
      wake();
    }
  };
}
