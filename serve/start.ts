import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type RelayOffer, relayPath } from '../src/relay/frames.ts';
import { Fault } from '../sw/contract/index.ts';
import { findRoute } from '../sw/contract/routes.ts';
import type { PublishedService, PublishWarning, SoapstoneServer, StartOptions } from './api.ts';
import { makeAccounts } from './browser/accounts.ts';
import { isUnboxed, removeProfile, temporaryProfile } from './browser/browser.ts';
import { checkPort, storedPort, storePort } from './browser/data-folder.ts';
import { findBrowser } from './browser/find-browser.ts';
import { type BrowserKeeper, keepBrowser } from './browser/keeper.ts';
import { endWithProcess } from './browser/leftovers.ts';
import { isAdminPath } from './double/admin.ts';
import { createDouble, makeServerControls } from './double/double.ts';
import { readScenario } from './double/rule.ts';
import { type Answer, type InPage, type Reply, withMiddlewares } from './exchange.ts';
import { type FileGroup, fileGroups } from './host/publish/file-groups.ts';
import { NotPublished } from './host/publish/publish-files.ts';
import { createAccess, createPageCookie, isLocalRequest } from './http/access.ts';
import { openAppFiles } from './http/app-files.ts';
import { foreignPage } from './http/gate.ts';
import { healthReply, healthWith } from './http/health.ts';
import { createLoad } from './http/load.ts';
import { pageSockets, refuseSocket, showsSecret } from './http/page-sockets.ts';
import { createHandlers, jsonReply, listen } from './http/server.ts';
import { problemReply } from './problem-reply.ts';
import { createRelay, type Relay } from './relay/relay.ts';

/** Timeout for a page that the user opens. A page waits equally long for the program to come back. */
const windowTimeoutMs = 5000;
/** Timeout for a driven page. A browser that crashed is restarted within this time. */
const driverTimeoutMs = 60_000;
const stopMs = 5000;
/** Maximum number of concurrent requests, and of the total bytes of their bodies. */
const maxRequests = 1000;
const maxBodyBytes = 512 * 1024 * 1024;

/**
 * Serve the maps to programs of this machine. If it throws, nothing is left running.
 *
 * @throws {NoFile} {WrongPort} {NoBrowser} {PortTaken} {NotPublished} {BadAccount}
 */
export async function start(options: StartOptions = {}): Promise<SoapstoneServer> {
  const { files = [], hasWindow = false, say = () => {} } = options;
  const groups = fileGroups(files);
  if (options.data !== undefined) checkPort(options.data, options.port ?? 0);
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
  groups: readonly FileGroup[],
  ends: (() => Promise<unknown> | unknown)[],
  stop: () => Promise<void>,
  say: (line: string) => void,
): Promise<SoapstoneServer> {
  const { allowedHosts = [], allowedOrigins = [], isLenient = false, data } = options;
  const isDriven = program !== undefined;
  const secret = randomBytes(32).toString('base64url');
  const token = randomBytes(24).toString('base64url');
  const adminToken = options.adminToken || randomBytes(24).toString('base64url');
  const app = openAppFiles(fileURLToPath(new URL('../dist/', import.meta.url)), {
    isDriven,
    hasDemo: groups.length === 0 && data === undefined,
  });
  const { servers, port } = await listen(options.host, options.port || (data && storedPort(data)) || 0);
  const url = `http://localhost:${port}/`;
  const noPage = isDriven
    ? 'The browser that answers did not come back.'
    : `No page answers: open ${url} in a browser on this computer and leave it open.`;
  const relay = createRelay({
    patienceMs: isDriven ? driverTimeoutMs : windowTimeoutMs,
    noPage,
  });
  const takeSocket = pageSockets(secret, (socket) => relay.take(socket));
  const cookie = createPageCookie(port, isDriven ? '/' : relayPath);
  const isOwnPage = (request: IncomingMessage) => cookie.isShownBy(request);
  const closedTo = createAccess(say, (ms) => new Promise((resolve) => setTimeout(resolve, ms)));
  const services: PublishedService[] = [];
  let warnings: readonly PublishWarning[] = [];
  let isReady = false;
  let browser: BrowserKeeper | undefined;
  const inPage: InPage = async (path, init = {}) => (await findPage(browser, relay)).call('ask', path, init);
  const double = createDouble({
    ...options,
    adminToken,
    scenario: readScenario(JSON.stringify(options.scenario ?? {}), 'scenario'),
    inPage,
    storage: {
      backup: async (name) => (await findPage(browser, relay)).call('backup', name),
      restore: async (name) => (await findPage(browser, relay)).call('restore', name),
    },
  });

  const backend = backendOnly(relay.answer);
  const isAnswering = () => isReady && relay.isAttached;
  const handlers = createHandlers({
    policy: { port, allowedHosts, allowedOrigins },
    origin: url.slice(0, -1),
    open(request, path) {
      if (path === '/health' && !isAnswering()) return healthReply(false);
      // Another browser would create its own storage at this address.
      const isStranger = isDriven && !isOwnPage(request);
      if (isStranger && path === '/') return redirect(`${url}services`);
      if (isStranger && (path === '/index.html' || path === '/sw.js')) return undefined;
      return app.find(path, request.headers['if-none-match']);
    },
    async own(request, path) {
      if (!isOwnPage(request)) {
        // A browser without the cookie of this run gets it now, and sends the request again.
        const isNew = !isDriven && isLocalRequest(request) && path === relayPath && request.method === 'GET';
        return isNew ? { status: 403, headers: [['set-cookie', cookie.header]], body: undefined } : undefined;
      }
      if (path === relayPath && request.method === 'GET')
        return jsonReply({ secret, address: url, isDriven, isTaken: relay.isAttached } satisfies RelayOffer);
      const id = Number(/^\/relay\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
      if (Number.isNaN(id) || !showsSecret(request, secret)) return undefined;
      const body = relay.body(id);
      return { status: body ? 200 : 410, headers: [['cache-control', 'no-store']], body };
    },
    async refuse(request, path) {
      // Allowed origins may read the maps, but not the answers to other clients.
      const foreign = isAdminPath(path) ? foreignPage(request, { port, allowedHosts, allowedOrigins: [] }) : undefined;
      if (foreign) return foreign;
      const access = isDriven ? { isOpen: true, needsToken: false, token } : await relay.access();
      return access ? closedTo(request, access) : { status: 503, message: noPage };
    },
    enter: createLoad(maxRequests, maxBodyBytes),
    closed: (path) => (path === '/health' ? healthReply(isAnswering()) : undefined),
    answer: withMiddlewares([healthWith(services, backend), double.middleware], backend),
    upgrade: (request, socket, head) => (isOwnPage(request) ? takeSocket(request, socket, head) : refuseSocket(socket)),
  });
  for (const server of servers) {
    server.on('request', (request, response) => void handlers.request(request, response));
    server.on('upgrade', (...upgrade) => handlers.upgrade(server, ...upgrade));
    ends.push(() => closeServer(server));
  }
  ends.push(() => relay.close());

  let fail = (_reason: string) => {};
  const failed = new Promise<string>((resolve) => {
    fail = resolve;
  });
  if (program !== undefined) {
    const profile = data ?? temporaryProfile();
    if (data !== undefined) storePort(data, port);
    else {
      const remove = () => removeProfile(profile);
      const isRemoved = endWithProcess(remove);
      ends.push(remove, isRemoved);
    }
    if (isUnboxed) say('Warning: Chromium runs without its sandbox, because this program runs as root.');
    browser = await keepBrowser({ program, profile, address: `${url}?page=settings`, cookie }, say, fail);
    const { close } = browser;
    ends.push(close);
    await relay.attached();
    warnings = await publishAll(browser, groups, isLenient, say);
    const { services: publishedServices } = await inPage<{ services: { name: string }[] }>('services?f=json');
    services.push(...publishedServices.map(({ name }) => addresses(url, name)));
  }
  await makeAccounts(options.users ?? [], inPage);
  await double.prepare();
  isReady = true;
  return { url, token, adminToken, services, warnings, failed, stop, ...makeServerControls(double) };
}

/** Return the driven page as soon as it answers. @throws {Fault} `not-supported` if the user opens the page */
async function findPage(browser: BrowserKeeper | undefined, relay: Relay) {
  if (!browser) throw new Fault('not-supported', 'Snapshots, accounts and the clock are for "soapstone serve" only.');
  const page = await browser.current();
  await relay.attached();
  return page;
}

/** The page's result after publishing files. */
interface PublishedFiles {
  readonly key: string;
  readonly isReplaced: boolean;
  readonly takenKey?: string;
  readonly warnings: readonly PublishWarning[];
}

async function publishAll(
  browser: BrowserKeeper,
  groups: readonly FileGroup[],
  isLenient: boolean,
  say: (line: string) => void,
): Promise<PublishWarning[]> {
  const warnings: PublishWarning[] = [];
  const keys: string[] = [];
  const warn = (warning: PublishWarning): void => {
    warnings.push(warning);
    say(`${warning.file}: ${warning.text}`);
  };
  for (const { name, paths } of groups) {
    try {
      const page = await browser.current();
      const published = await page.callWithFiles<PublishedFiles>('publish', paths, name, keys);
      const { key, isReplaced, takenKey } = published;
      keys.push(key);
      for (const warning of published.warnings) warn(warning);
      if (isReplaced) warn({ file: name, text: `The service ${key} of the data folder has new data.` });
      if (takenKey) warn({ file: name, text: `Other files are the service ${takenKey}; this one is ${key}.` });
    } catch (error) {
      const message = `${name} could not be published: ${(error as Error).message}`;
      if (!isLenient) throw new NotPublished(message);
      warnings.push({ file: name, text: message });
      say(message);
    }
  }
  return warnings;
}

const addresses = (url: string, name: string): PublishedService => {
  const path = name.split('/').map(encodeURIComponent).join('/');
  return { name, soap: `${url}services/${path}/MapServer`, rest: `${url}rest/services/${path}/MapServer` };
};

/**
 * Answer 404 for addresses that are neither app files nor the backend's. A worker would request them from this server
 * again.
 */
const backendOnly =
  (answer: Answer): Answer =>
  async (exchange) => {
    if (isForBackend(exchange.url.pathname)) return answer(exchange);
    return problemReply(exchange.method, '', 404, `Nothing is at ${exchange.url.pathname.slice(0, 400)}.`);
  };

function isForBackend(path: string): boolean {
  try {
    return findRoute('/', path) !== undefined;
  } catch {
    // The backend reports the error.
    return true;
  }
}

const redirect = (location: string): Reply => ({ status: 302, headers: [['location', location]], body: undefined });

/** Stop a server after its pending requests, or after a timeout. */
function closeServer(server: import('node:http').Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), stopMs).unref();
  });
}
