import { asksForSignIn } from '../client/asks-for-sign-in.ts';
import type { Access, BridgeAnswer, BridgeRequest, Hello, Welcome } from '../client/bridge-protocol.ts';
import { ClientError } from '../client/client-error.ts';
import type { Transport } from '../client/transport.ts';
import { workerTransport } from '../client/worker-transport.ts';
import { askConsent, reportNotAllowed } from './consent.ts';
import { showPurpose } from './consent-text.ts';
import { allowOrigin, isAllowed, readAllowedOrigins } from './origins.ts';
import { isAnswered, pickPassedHeaders, whyRefused } from './rules.ts';
import { readSessionHeaders } from './session-headers.ts';

/** Path of the app; the bridge is below it. */
const base = new URL('.', location.href).pathname;
const isWindow = window.top === window;

showPurpose();

const ports = new Set<MessagePort>();
const busy = new Set<string>();
let transport: Promise<Transport> | undefined;

addEventListener('message', ({ data, origin, ports: [port] }: MessageEvent<Hello>) => {
  if (data?.soapstone !== 'hello' || data.version !== 1 || !port) return;
  // An opaque origin can't be allowed, because it has no name.
  if (origin === 'null') return;
  // Clients repeat the greeting until it is answered. Ignore repetitions while the user is asked for consent.
  if (busy.has(origin)) return;
  busy.add(origin);
  void receive(origin, data.access === 'administer' ? 'administer' : 'read', port).finally(() => busy.delete(origin));
});

addEventListener('pagehide', () => {
  for (const port of ports) port.postMessage({ type: 'closed' } satisfies BridgeAnswer);
});

async function receive(origin: string, access: Access, port: MessagePort): Promise<void> {
  const say = (message: Welcome) => port.postMessage(message);
  try {
    transport ??= workerTransport(new URL(base, location.href).href);
    await transport;
  } catch (error) {
    console.error(error);
    transport = undefined;
    say({ type: 'refused', reason: 'no-worker' });
    return;
  }
  if (!(await checkPermission(origin, access))) {
    say({ type: 'refused', reason: 'origin-not-allowed' });
    return;
  }
  const { dataId } = await readAllowedOrigins(base);
  const isFirstParty = isWindow || ((await document.hasStorageAccess?.()) ?? false);
  say({ type: 'welcome', isFirstParty, dataId, access });
  ports.add(port);
  serve(origin, access, port);
}

/**
 * Check the permission of an origin. The same origin needs none. Others need the user's consent, which is only
 * requested in a separate window.
 */
async function checkPermission(origin: string, access: Access): Promise<boolean> {
  if (origin === location.origin || isAllowed(await readAllowedOrigins(base), origin, access)) return true;
  if (!isWindow) return false;
  const granted = await askConsent(origin, access);
  if (!granted) return false;
  return allowOrigin(base, origin, granted).then(
    () => true,
    () => {
      reportNotAllowed();
      return false;
    },
  );
}

function serve(origin: string, access: Access, port: MessagePort): void {
  const running = new Map<number, AbortController>();
  port.onmessage = async ({ data }: MessageEvent<BridgeRequest>) => {
    if (data.type === 'abort') return running.get(data.id)?.abort();
    const abort = new AbortController();
    running.set(data.id, abort);
    const answer = await pass(origin, access, data, abort.signal);
    running.delete(data.id);
    if (!abort.signal.aborted) port.postMessage(answer, answer.type === 'answer' ? [answer.body] : []);
  };
}

async function pass(
  origin: string,
  access: Access,
  { id, path, method, headers, body }: Extract<BridgeRequest, { type: 'request' }>,
  signal: AbortSignal,
): Promise<Exclude<BridgeAnswer, { type: 'closed' }>> {
  const refuse = (code: string, message: string) => ({ type: 'failure' as const, id, code, message });
  try {
    const refusal = whyRefused(base, path, method, access);
    if (refusal) return refuse('origin-not-allowed', `${method} ${path} was not sent: ${refusal}.`);
    if (origin !== location.origin && !isAllowed(await readAllowedOrigins(base), origin, access)) {
      return refuse('origin-not-allowed', `The user no longer allows ${origin} to use the maps.`);
    }
    const ownHeaders = pickPassedHeaders(headers);
    const hasOwn = Object.keys(ownHeaders).some((name) => /authorization$/i.test(name));
    const isUser = access === 'administer' && !hasOwn && isAnswered(base, path);
    const send = async (isWorthless?: boolean) =>
      (await transport!).send(path, {
        method,
        headers: { ...(isUser ? await readSessionHeaders(base, isWorthless) : {}), ...ownHeaders },
        body: body && method !== 'GET' && method !== 'HEAD' ? body : undefined,
        signal,
      });
    let response = await send();
    if (isUser && asksForSignIn(response)) response = await send(true);
    return {
      type: 'answer',
      id,
      status: response.status,
      headers: [...response.headers],
      body: await response.arrayBuffer(),
    };
  } catch (error) {
    if (error instanceof ClientError) return refuse(error.code, error.message);
    console.error(error);
    return refuse('no-answer', "The map server didn't respond.");
  }
}
