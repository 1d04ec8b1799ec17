import { relayedHeader, relayedReferer } from '../../sw/contract/relayed.ts';
import {
  type AnswerHead,
  creditOf,
  encodeFrame,
  type Frame,
  type FrameKind,
  firstCredit,
  frameBytes,
  jsonBytes,
  jsonOf,
  type RequestHead,
  textBytes,
} from './frames.ts';

/** What a stream does to the world. */
interface StreamHost {
  readonly send: (message: Uint8Array<ArrayBuffer>) => void;
  /** Says to the service worker that nobody waits for the request of this id. */
  readonly cancel: (requestId: string) => void;
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
 * Answer one request of a program: collect its body, fetch, send the answer as fast as the receiver takes it.
 *
 * @param session makes ids of requests differ from those of other connections
 */
export function answerStream(id: number, session: string, host: StreamHost): (frame: Frame) => void {
  const abort = new AbortController();
  let requestId = `relay-${session}-${id}`;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let head: RequestHead | undefined;
  let credit = firstCredit;
  let isRunning = false;
  let wake = () => {};

  const send = (kind: FrameKind, bytes?: Uint8Array) => host.send(encodeFrame(id, kind, bytes));

  async function run({ method, path, headers, hasBody }: RequestHead): Promise<void> {
    isRunning = true;
    const sent = new Headers([...headers].filter(([name]) => name !== 'referer') as [string, string][]);
    const referer = headers.find(([name]) => name === 'referer')?.[1];
    sent.set(relayedHeader, String(id));
    // A program may name its request, so that one that it sends again has its effect once.
    requestId = sent.get('x-request-id') ?? requestId;
    sent.set('x-request-id', requestId);
    if (referer) sent.set(relayedReferer, referer);
    try {
      const response = await fetch(path, {
        method,
        headers: sent,
        ...(hasBody ? { body: new Blob(parts) } : {}),
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'manual',
        referrerPolicy: 'no-referrer',
        signal: abort.signal,
      });
      parts.length = 0;
      const answered = [...response.headers].filter(([name]) => !betweenNeighbours.has(name));
      send('head', jsonBytes({ status: response.status, headers: answered } satisfies AnswerHead));
      if (response.body) await pass(response.body.getReader());
      if (!abort.signal.aborted) send('end');
    } catch (error) {
      if (!abort.signal.aborted) send('abort', textBytes(`The page got no answer of the map server: ${String(error)}`));
    }
    host.done();
  }

  async function pass(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (let at = 0; at < value.length; ) {
        while (credit <= 0 && !abort.signal.aborted) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        if (abort.signal.aborted) return void reader.cancel().catch(() => undefined);
        const piece = value.subarray(at, at + Math.min(credit, frameBytes));
        send('data', piece);
        credit -= piece.length;
        at += piece.length;
      }
    }
  }

  return (frame) => {
    switch (frame.kind) {
      case 'head':
        head = jsonOf<RequestHead>(frame.bytes);
        if (!head.hasBody) void run(head);
        break;
      case 'data':
        // The message is not used again, so the piece of it need not be copied.
        parts.push(frame.bytes as Uint8Array<ArrayBuffer>);
        break;
      case 'end':
        if (head) void run(head);
        break;
      case 'credit':
        credit += creditOf(frame.bytes);
        wake();
        break;
      case 'abort':
        abort.abort();
        host.cancel(requestId);
        wake();
        if (!isRunning) host.done();
        break;
    }
  };
}
