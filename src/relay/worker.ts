import { relayedHeader, relayedReferer } from '../../sw/contract/relayed.ts';
import {
  type AnswerHead,
  bodyPath,
  creditOf,
  decodeFrame,
  decodeMessage,
  encodeFrame,
  encodeMessage,
  type Frame,
  type FrameKind,
  firstCredit,
  type Hello,
  joined,
  jsonBytes,
  type RelayAccess,
  type RelayOffer,
  type RequestHead,
  relayPath,
  relayProtocol,
  replacedCode,
  secretHeader,
  smallBytes,
  textBytes,
} from './frames.ts';
import type { FromRelayWorker, RelayState, ToRelayWorker } from './worker-messages.ts';

/*
 * The page's end of the relay: a dedicated worker, since large answers go twice as fast past the page's own thread. It answers
 * from the messages of the socket alone, as timers of hidden tabs are slowed down.
 */

/** The part of `DedicatedWorkerGlobalScope` that is used; the page's own library has no type for it. */
interface Host {
  postMessage(message: FromRelayWorker): void;
  onmessage: ((event: MessageEvent<ToRelayWorker>) => void) | null;
}
const host = globalThis as unknown as Host;

/** Waits before the tries to reach the program again, in milliseconds; the last one stays. */
const waitsMs = [0, 500, 1000, 2000, 5000];

/** How often a page that was replaced looks whether the other one has gone, in milliseconds. */
const standbyMs = 2000;

let tries = 0;
let isReplaced = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let isConnecting = false;
let access: RelayAccess | undefined;
let greet = () => {};

const say = (state: RelayState) => host.postMessage({ type: 'state', state });

host.onmessage = ({ data }) => {
  if (data.type === 'access') {
    const isFirst = access === undefined;
    access = data.access;
    if (isFirst) void connect();
    else greet();
    return;
  }
  if (timer === undefined) return;
  tries = 0;
  connectLater();
};

function connectLater(): void {
  clearTimeout(timer);
  const waitMs = waitsMs[Math.min(tries++, waitsMs.length - 1)]! * (0.75 + Math.random() / 2);
  timer = setTimeout(() => void connect(), waitMs);
}

/** Come back when the other page has gone. */
function standBy(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void connect(), standbyMs);
}

async function connect(): Promise<void> {
  timer = undefined;
  if (isConnecting) return;
  isConnecting = true;
  try {
    const ask = () => fetch(relayPath, { cache: 'no-store', credentials: 'same-origin' });
    let answer = await ask();
    // It has given the cookie that it wants to see.
    if (answer.status === 403) answer = await ask();
    if (!answer.ok) throw new Error(`${relayPath} answered ${answer.status}`);
    const offer = (await answer.json()) as RelayOffer;
    if (isReplaced && offer.isTaken) standBy();
    else attach(offer);
  } catch {
    // The program has ended, or is not there yet.
    isReplaced = false;
    say({ type: 'apart' });
    connectLater();
  } finally {
    isConnecting = false;
  }
}

function attach(offer: RelayOffer): void {
  const address = new URL(relayPath, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address, [relayProtocol, offer.secret]);
  socket.binaryType = 'arraybuffer';
  const session = crypto.randomUUID();
  const streams = new Map<number, (frame: Frame) => void>();
  const cancel = (id: string) => host.postMessage({ type: 'cancel', id });
  const send = (message: Uint8Array<ArrayBuffer>) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(message);
  };
  const abortAll = () => {
    for (const [id, take] of streams) take({ id, kind: 'abort', bytes: new Uint8Array(0) });
  };
  greet = () => {
    if (access) send(encodeFrame(0, 'hello', jsonBytes({ access } satisfies Hello)));
  };
  socket.onopen = () => {
    tries = 0;
    greet();
    say({ type: 'attached', offer });
  };
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
    const frame = decodeFrame(new Uint8Array(data));
    const { id, kind } = frame;
    if (kind === 'ping') {
      send(encodeFrame(0, 'pong'));
      host.postMessage({ type: 'awake' });
      return;
    }
    if (kind === 'message') {
      const done = () => streams.delete(id);
      streams.set(id, answerStream(id, { send, cancel, done, secret: offer.secret, session }));
    }
    streams.get(id)?.(frame);
  };
  socket.onclose = ({ code }) => {
    abortAll();
    isReplaced = code === replacedCode;
    if (isReplaced) {
      say({ type: 'replaced' });
      return standBy();
    }
    say({ type: 'apart', offer });
    connectLater();
  };
}

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
        body: bodyBytes > 0 ? body : undefined,
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

/** Fetch the body of a request that is too large for the socket. @throws {Error} when the program has given the request up */
async function fetchBody(id: number, secret: string, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(bodyPath(id), { headers: { [secretHeader]: secret }, cache: 'no-store', signal });
  if (!answer.ok) throw new Error(`${bodyPath(id)} answered ${answer.status}`);
  return answer.blob();
}
