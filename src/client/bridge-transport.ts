import { getBaseUrl } from './base-url.ts';
import type { Access, BridgeAnswer, BridgeRequest, Hello, Welcome } from './bridge-protocol.ts';
import { ClientError, type ClientErrorCode } from './client-error.ts';
import type { Transport, TransportRequest } from './transport.ts';

interface BridgeOptions {
  /** Address of `bridge.html` on the origin of the maps. */
  readonly bridge: string;
  readonly access: Access;
  /** True to accept a frame whose storage the browser has partitioned, with its own portal. */
  readonly acceptPartitioned: boolean;
  readonly timeoutMs: number;
}

/** A transport to another origin, with its properties. */
export interface BridgeTransport extends Transport {
  readonly isFirstParty: boolean;
  readonly dataId: string;
}

/**
 * Create a transport to a server of another origin: a hidden frame if the browser lets the frame access the origin's
 * data, otherwise a window, which requires a click.
 *
 * @throws {ClientError} `needs-gesture`, `origin-not-allowed`, `bridge-closed`, `timeout`
 */
export async function bridgeTransport(options: BridgeOptions): Promise<BridgeTransport> {
  const framed = await openFrame(options);
  if (framed.transport && (framed.transport.isFirstParty || options.acceptPartitioned)) return framed.transport;
  framed.transport?.close();
  // A window of the server is required if the user must consent, or if the frame can't access the data.
  return openWindow(options);
}

async function openFrame(options: BridgeOptions): Promise<{ transport?: BridgeTransport }> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Map server';
  frame.src = options.bridge;
  const loaded = new Promise<void>((resolve, reject) => {
    frame.addEventListener('load', () => resolve(), { once: true });
    setTimeout(() => reject(late('The frame of the map server')), options.timeoutMs);
  });
  document.body.append(frame);
  try {
    await loaded;
    const { port, welcome } = await greet(frame.contentWindow!, options);
    if (welcome.type === 'welcome') return { transport: talk('frame', port, welcome, options, () => frame.remove()) };
  } catch (error) {
    // If the frame is blocked or doesn't answer, use the window.
    if (!(error instanceof ClientError)) throw error;
  }
  frame.remove();
  return {};
}

async function openWindow(options: BridgeOptions): Promise<BridgeTransport> {
  if (!navigator.userActivation?.isActive) {
    throw new ClientError(
      'needs-gesture',
      'The map server needs a window of its own here. Call connect again from a click or a key press.',
    );
  }
  const popup = window.open(options.bridge, 'soapstone-bridge', 'popup,width=460,height=560');
  if (!popup) {
    throw new ClientError('needs-gesture', 'The browser did not open the window. Allow pop-up windows for this page.');
  }
  const { port, welcome } = await greet(popup, { ...options, timeoutMs: consentTimeoutMs });
  if (welcome.type === 'welcome') return talk('window', port, welcome, options, () => popup.close());
  popup.close();
  if (welcome.reason === 'no-worker') {
    throw new ClientError('no-worker', 'The map server could not be started in its own window.');
  }
  throw new ClientError('origin-not-allowed', `The user has not allowed ${location.origin} to use the maps.`);
}

/** Timeout for the user to read and decide. */
const consentTimeoutMs = 5 * 60_000;

const late = (what: string): ClientError => new ClientError('timeout', `${what} did not answer in time.`);

/**
 * Send the hello until the other side answers, because no event reports that a window of another origin has loaded.
 *
 * The message includes the port, so only the opened window can answer.
 */
function greet(target: Window, options: BridgeOptions): Promise<{ port: MessagePort; welcome: Welcome }> {
  const origin = new URL(options.bridge, getBaseUrl()).origin;
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearInterval(repeat);
      clearTimeout(timer);
    };
    const say = () => {
      if (target.closed) {
        stop();
        reject(new ClientError('bridge-closed', 'The window of the map server was closed.'));
        return;
      }
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<Welcome>) => {
        stop();
        resolve({ port: port1, welcome: data });
      };
      const hello: Hello = { soapstone: 'hello', version: 1, access: options.access };
      target.postMessage(hello, origin, [port2]);
    };
    const repeat = setInterval(say, 400);
    const timer = setTimeout(() => {
      stop();
      reject(late('The bridge of the map server'));
    }, options.timeoutMs);
    say();
  });
}

interface Waiting {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

function talk(
  kind: 'frame' | 'window',
  port: MessagePort,
  welcome: Extract<Welcome, { type: 'welcome' }>,
  options: BridgeOptions,
  close: () => void,
): BridgeTransport {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let isOpen = true;
  const shut = () => {
    isOpen = false;
    for (const { reject } of waiting.values()) reject(makeClosedError());
    waiting.clear();
  };
  port.onmessage = ({ data }: MessageEvent<BridgeAnswer>) => {
    if (data.type === 'closed') return shut();
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.type === 'failure') call?.reject(new ClientError(data.code as ClientErrorCode, data.message));
    else
      call?.resolve(
        new Response(bodiless.has(data.status) ? null : data.body, {
          status: data.status,
          headers: [...data.headers] as [string, string][],
        }),
      );
  };
  return {
    kind,
    base: new URL('.', new URL(options.bridge, getBaseUrl())).href,
    isFirstParty: welcome.isFirstParty,
    dataId: welcome.dataId,
    async send(path, init) {
      if (!isOpen) throw makeClosedError();
      const body = await readBody(init);
      const id = ++lastId;
      return new Promise<Response>((resolve, reject) => {
        init.signal?.throwIfAborted();
        waiting.set(id, { resolve, reject });
        init.signal?.addEventListener('abort', () => {
          waiting.delete(id);
          post(port, { type: 'abort', id });
          reject(init.signal!.reason);
        });
        const { headers = {}, method = 'GET' } = init;
        post(port, { type: 'request', id, path, method, headers: { ...headers, ...body.headers }, body: body.bytes });
      });
    },
    close() {
      shut();
      port.close();
      close();
    },
  };
}

const makeClosedError = (): ClientError =>
  new ClientError('bridge-closed', 'The bridge to the map server was closed. Connect again.');

/** Statuses whose responses must not have a body, not even an empty one. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Post a message. Transfer its body instead of copying it. */
function post(port: MessagePort, message: BridgeRequest): void {
  port.postMessage(message, message.type === 'request' && message.body ? [message.body] : []);
}

/** Return a body as bytes, with the content type that the browser derives for it. */
async function readBody({ body }: TransportRequest): Promise<{ bytes?: ArrayBuffer; headers: Record<string, string> }> {
  if (body === undefined) return { headers: {} };
  const made = new Response(body as BodyInit);
  const type = made.headers.get('content-type');
  return { bytes: await made.arrayBuffer(), headers: type && body instanceof FormData ? { 'content-type': type } : {} };
}
