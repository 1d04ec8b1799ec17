import { answerStream } from './answer-stream.ts';
import {
  decodeFrame,
  encodeFrame,
  type Frame,
  type Hello,
  jsonBytes,
  type RelayAccess,
  type RelayOffer,
  relayPath,
  relayProtocol,
  replacedCode,
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
