import { type BridgeRight, findRoute, type Match } from '../../sw/contract/routes.ts';
import { findOperation } from '../../sw/portal/contract/find-operation.ts';
import { portalRow } from '../../sw/portal/contract/index.ts';
import { asksForSignIn } from '../client/asks-for-sign-in.ts';
import type { Access, BridgeAnswer, BridgeRequest, Hello, Welcome } from '../client/bridge-protocol.ts';
import { ClientError } from '../client/client-error.ts';
import type { Transport } from '../client/transport.ts';
import { workerTransport } from '../client/worker-transport.ts';
import { showPurpose, consentText as text } from './consent-text.ts';
import { allowedOrigins, allowOrigin, isAllowed } from './origins.ts';
import { personHeaders } from './person.ts';

/** Headers that say what a client wants. All others are between parts of the app, which trust them, or nobody needs them. */
const passed =
  /^(accept(-language)?|content-type|soapaction|(x-esri-)?authorization|if-(match|none-match|(un)?modified-since|range)|range|x-request-id|x-requested-with)$/i;

/** Return those headers of a request of another page that may pass. */
export const passedHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => passed.test(name)));

/**
 * Say why a request may not pass, or nothing. What counts is the route that the server will find, however the path is written.
 *
 * @param path below the base, as the app gave it
 */
export function whyRefused(base: string, path: string, method: string, access: Access): string | undefined {
  const server = `https://any.test${base}`;
  // The address that will be asked, which an absolute path or address would leave.
  const url = new URL(server + path);
  if (!URL.canParse(path, server) || new URL(path, server).href !== url.href || !url.pathname.startsWith(base))
    return 'the path leaves the map server';
  let match: Match | undefined;
  try {
    match = findRoute(base, url.pathname);
  } catch {
    return 'this path is closed to bridges: nothing stands there';
  }
  const right = match ? rightOf(match) : url.pathname === `${base}epsg.json` ? 'read' : 'administer';
  if (right === 'closed') return 'this path is closed to bridges';
  if (access === 'administer') return undefined;
  const isKnown = match ? Object.hasOwn(match.row.may, method === 'HEAD' ? 'GET' : method) : method === 'GET';
  return right === 'read' && isKnown ? undefined : 'the user allowed reading maps only';
}

/** True when a route answers the path, and no file of the app: only then somebody's rights count. */
function isAnswered(base: string, path: string): boolean {
  return findRoute(base, new URL(`https://any.test${base}${path}`).pathname) !== undefined;
}

/** Of the portal, what hands out tokens and what changes who may sign in is closed. */
function rightOf({ row, parameters }: Match): BridgeRight {
  const found = row.name === 'portal' ? findOperation(parameters.get('path') ?? '') : undefined;
  if (!found) return row.bridge;
  const { group, effect, path } = portalRow(found.operation);
  return group === 'sign-in' || (effect === 'write' && path.includes('/users')) ? 'closed' : row.bridge;
}

/** How long a question is shown before it can be answered with yes. */
const readMs = 700;

/**
 * Let a button be pressed only by someone who sees what it says: a page may open this window under the pointer between the two
 * clicks of a double click, or bring it to the front in the middle of typing. The button waits from each time the window
 * comes to the front, and a press of the pointer counts only when it began on the waiting's other side.
 *
 * @param press called once
 * @returns call it when the button has gone
 */
export function onFreshPress(button: HTMLButtonElement, press: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasBegun = false;
  const wait = () => {
    clearTimeout(timer);
    hasBegun = false;
    button.disabled = true;
    if (!document.hasFocus()) return;
    timer = setTimeout(() => {
      button.disabled = false;
    }, readMs);
  };
  const begin = () => {
    hasBegun = !button.disabled;
  };
  const end = () => {
    clearTimeout(timer);
    removeEventListener('focus', wait);
    removeEventListener('blur', wait);
  };
  addEventListener('focus', wait);
  addEventListener('blur', wait);
  button.addEventListener('pointerdown', begin);
  button.addEventListener('click', ({ detail }) => {
    // Keys and reading aids press without a pointer.
    if (button.disabled || (detail > 0 && !hasBegun)) return;
    end();
    press();
  });
  wait();
  return end;
}

/** Path of the app, which contains the bridge. */
const base = new URL('.', location.href).pathname;
const isWindow = window.top === window;

showPurpose();

const ports = new Set<MessagePort>();
const busy = new Set<string>();
let transport: Promise<Transport> | undefined;

addEventListener('message', ({ data, origin, ports: [port] }: MessageEvent<Hello>) => {
  if (data?.soapstone !== 'hello' || data.version !== 1 || !port) return;
  // Opaque origins have no name that could be allowed.
  if (origin === 'null') return;
  // Greetings are repeated until one is heard; while a question is open the later ones wait for its answer in vain.
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
  if (!(await permitted(origin, access))) {
    say({ type: 'refused', reason: 'origin-not-allowed' });
    return;
  }
  const { dataId } = await allowedOrigins(base);
  const isFirstParty = isWindow || ((await document.hasStorageAccess?.()) ?? false);
  say({ type: 'welcome', isFirstParty, dataId, access });
  ports.add(port);
  serve(origin, access, port);
}

/** The same origin needs no permission; others need the user's, which only a window of its own asks for. */
async function permitted(origin: string, access: Access): Promise<boolean> {
  if (origin === location.origin || isAllowed(await allowedOrigins(base), origin, access)) return true;
  if (!isWindow) return false;
  const given = await askConsent(origin, access);
  if (!given) return false;
  return allowOrigin(base, origin, given).then(
    () => true,
    () => {
      sayNotAllowed();
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
    if (origin !== location.origin && !isAllowed(await allowedOrigins(base), origin, access)) {
      return refuse('origin-not-allowed', `The user has taken back that ${origin} may use the maps.`);
    }
    const own = passedHeaders(headers);
    const hasOwn = Object.keys(own).some((name) => /authorization$/i.test(name));
    const isPerson = access === 'administer' && !hasOwn && isAnswered(base, path);
    const send = async (isWorthless?: boolean) =>
      (await transport!).send(path, {
        method,
        headers: { ...(isPerson ? await personHeaders(base, isWorthless) : {}), ...own },
        ...(body && method !== 'GET' && method !== 'HEAD' ? { body } : {}),
        signal,
      });
    let response = await send();
    if (isPerson && asksForSignIn(response)) response = await send(true);
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
    return refuse('no-answer', 'The map server did not answer.');
  }
}

/** Say that the user's own rights were not enough. */
function sayNotAllowed(): void {
  document.querySelector('main p')!.textContent = text.notYours;
}

/**
 * Ask the user whether an origin may use the maps. Only a window of its own asks: in a frame a page could lay anything
 * over the question.
 *
 * @returns what was allowed, undefined for no
 */
function askConsent(origin: string, access: Access): Promise<Access | undefined> {
  const section = document.querySelector('main')!;
  section.innerHTML =
    '<h1></h1><p></p><p class="soft"></p><div class="row"><button class="yes"></button><button class="no"></button></div>';
  section.querySelector('h1')!.textContent = new URL(origin).host;
  section.querySelector('p')!.textContent = text.asks[access](origin);
  section.querySelector('.soft')!.textContent = text.takeBack;
  const yes = section.querySelector<HTMLButtonElement>('.yes')!;
  const no = section.querySelector<HTMLButtonElement>('.no')!;
  yes.textContent = text.allow;
  no.textContent = text.refuse;
  no.focus();
  return new Promise((resolve) => {
    const answer = (given: Access | undefined) => () => {
      forget();
      section.innerHTML = '<p></p>';
      section.querySelector('p')!.textContent = given ? text.allowed : text.refused;
      resolve(given);
    };
    const forget = onFreshPress(yes, answer(access));
    no.addEventListener('click', answer(undefined), { once: true });
  });
}
