import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RelayOffer, relayPath } from '../src/relay/frames.ts';
import { removeProfile, temporaryProfile } from './browser/browser.ts';
import { fileGroups } from './browser/file-groups.ts';
import { findBrowser } from './browser/find-browser.ts';
import { type BrowserKeeper, keepBrowser } from './browser/keeper.ts';
import { type InPage, type Middleware, type Reply, withMiddlewares } from './exchange.ts';
import { closedTo } from './http/access.ts';
import { openAppFiles } from './http/app-files.ts';
import { createHandlers, jsonReply, listen } from './http/server.ts';
import { createRelay } from './relay/relay.ts';
import { pageSockets } from './relay/upgrade.ts';

export interface StartOptions {
  /** Files and folders that become services; a folder together, and files of one name in one folder. Without any: the demo. */
  readonly files?: readonly string[];
  /** 0, the default, takes one that is free. */
  readonly port?: number;
  /** Address of this machine to listen at, for other machines; this machine alone unless given. */
  readonly host?: string;
  /** Folder that keeps the data between runs; without it they go with the server. */
  readonly data?: string;
  /** Path of a Chromium; one of this machine is found unless given. */
  readonly browser?: string;
  /** True: no browser is started, a person opens the page. */
  readonly hasWindow?: boolean;
  /** Go on when a file cannot be published. */
  readonly isLenient?: boolean;
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  /** Hears lines for people. */
  readonly say?: (line: string) => void;
}

export interface PublishedService {
  readonly name: string;
  /** Address of the SOAP interface; `?wsdl` describes it. */
  readonly soap: string;
  /** Address of the REST interface. */
  readonly rest: string;
}

export interface SoapstoneServer {
  /** With a slash at its end. */
  readonly url: string;
  /** What programs of other computers have to show, where the page has no window. */
  readonly token: string;
  readonly services: readonly PublishedService[];
  /** Resolves with a reason when the server cannot go on. */
  readonly failed: Promise<string>;
  stop(): Promise<void>;
}

/** A file could not be published; the message names it. */
export class NotPublished extends Error {}

/** What a page waits for the program to come back, a program waits for a page of a person. */
const windowPatienceMs = 5000;
/** A browser that has ended is back before. */
const drivenPatienceMs = 60_000;
const stopMs = 5000;
const cookieName = 'soapstone-driven';

/**
 * Serve the maps to programs of this machine.
 *
 * @throws {NoFile} {NoBrowser} {PortTaken} {NotPublished} and then nothing is left running
 */
export async function start(options: StartOptions = {}): Promise<SoapstoneServer> {
  const { files = [], hasWindow = false, say = () => {} } = options;
  const groups = fileGroups(files);
  const program = hasWindow ? undefined : findBrowser(options.browser);
  const ends: (() => Promise<unknown> | unknown)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return await startWith(options, program, groups, ends, stop, say);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startWith(
  options: StartOptions,
  program: string | undefined,
  groups: readonly string[][],
  ends: (() => Promise<unknown> | unknown)[],
  stop: () => Promise<void>,
  say: (line: string) => void,
): Promise<SoapstoneServer> {
  const { allowedHosts = [], allowedOrigins = [], isLenient = false } = options;
  const isDriven = program !== undefined;
  const secret = randomBytes(32).toString('base64url');
  const token = randomBytes(24).toString('base64url');
  const app = openAppFiles(fileURLToPath(new URL('../dist/', import.meta.url)), {
    isDriven,
    hasDemo: groups.length === 0,
  });
  const { servers, port } = await listen(options.host, options.port ?? 0);
  const url = `http://localhost:${port}/`;
  const noPage = isDriven
    ? 'The browser that answers did not come back.'
    : `No page answers: open ${url} in a browser on this computer and leave it open.`;
  const relay = createRelay({
    patienceMs: isDriven ? drivenPatienceMs : windowPatienceMs,
    noPage,
  });
  const upgrade = pageSockets(secret, (socket) => relay.take(socket));
  const isOwnPage = ({ headers }: IncomingMessage) =>
    !isDriven || (headers.cookie ?? '').split(/;\s*/).includes(`${cookieName}=${secret}`);
  const services: PublishedService[] = [];
  let isReady = false;
  const middlewares: Middleware[] = [];

  const handlers = createHandlers({
    policy: { port, allowedHosts, allowedOrigins },
    origin: url.slice(0, -1),
    open(request, path) {
      if (path === '/health') return healthReply(isReady && relay.isAttached, services);
      // Another browser would begin a storage of its own at this address.
      if (!isOwnPage(request) && path === '/') return redirect(`${url}services`);
      if (!isOwnPage(request) && (path === '/index.html' || path === '/sw.js')) return undefined;
      return app.find(path, request.headers['if-none-match']);
    },
    own(request, path) {
      if (path !== relayPath || request.method !== 'GET' || !isOwnPage(request)) return undefined;
      return jsonReply({ secret, address: url, isDriven } satisfies RelayOffer);
    },
    async refuse(request) {
      const access = isDriven ? { isOpen: true, needsToken: false, token } : await relay.access();
      return access ? closedTo(request, access) : { status: 503, message: noPage };
    },
    answer: withMiddlewares(middlewares, relay.answer),
    upgrade,
  });
  for (const server of servers) {
    server.on('request', (request, response) => void handlers.request(request, response));
    server.on('upgrade', handlers.upgrade);
    ends.push(() => closeServer(server));
  }
  ends.push(() => relay.close());

  let fail = (_reason: string) => {};
  const failed = new Promise<string>((resolve) => {
    fail = resolve;
  });
  if (program !== undefined) {
    const profile = options.data ?? temporaryProfile();
    if (options.data === undefined) ends.push(() => removeProfile(profile));
    const cookie = { name: cookieName, value: secret };
    const browser = await keepBrowser({ program, profile, address: `${url}?page=settings`, cookie }, say, fail);
    ends.push(() => browser.close());
    await relay.attached();
    await publishAll(browser, groups, isLenient, say);
    const { services: found } = await inPageOf(browser)<{ services: { name: string }[] }>('services?f=json');
    services.push(...found.map(({ name }) => addresses(url, name)));
  }
  isReady = true;
  return { url, token, services, failed, stop };
}

/** Ask the backend as the page. */
const inPageOf =
  (browser: BrowserKeeper): InPage =>
  async (path, init = {}) =>
    (await browser.current()).call('ask', path, init);

async function publishAll(
  browser: BrowserKeeper,
  groups: readonly string[][],
  isLenient: boolean,
  say: (line: string) => void,
): Promise<void> {
  for (const group of groups) {
    const name = basename(group[0]!);
    try {
      const page = await browser.current();
      const { leftOut } = await page.callWithFiles<{ leftOut: string[] }>('publish', group);
      if (leftOut.length > 0) say(`${name}: left out ${leftOut.join(', ')}.`);
    } catch (error) {
      const message = `${name} could not be published: ${(error as Error).message}`;
      if (!isLenient) throw new NotPublished(message);
      say(message);
    }
  }
}

const addresses = (url: string, name: string): PublishedService => {
  const path = name.split('/').map(encodeURIComponent).join('/');
  return { name, soap: `${url}services/${path}/MapServer`, rest: `${url}rest/services/${path}/MapServer` };
};

const healthReply = (isReady: boolean, services: readonly PublishedService[]): Reply =>
  jsonReply({ ready: isReady, services: services.map(({ name }) => name) }, isReady ? 200 : 503);

const redirect = (location: string): Reply => ({ status: 302, headers: [['location', location]], body: undefined });

/** Let what is being answered come to its end, for a while. */
function closeServer(server: import('node:http').Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), stopMs).unref();
  });
}
