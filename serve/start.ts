import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inPath } from '../sw/contract/in-path.ts';
import type { PublishedService, SoapstoneServer, StartOptions } from './api.ts';
import { isAdminPath } from './double/admin.ts';
import { createDouble, makeServerControls } from './double/double.ts';
import { readScenario } from './double/rule.ts';
import { type Answer, type Exchange, withMiddlewares } from './exchange.ts';
import { BadAccount, hasAccounts, makeAccounts, readUser } from './host/accounts.ts';
import { answerWithBackend } from './host/answer.ts';
import { createNodeContext, type NodeContext } from './host/context.ts';
import { createTemporaryFolder, pageKeyOf, prepareFolder } from './host/data-folder.ts';
import { startDueWork } from './host/due-work.ts';
import { type Backups, callInPage, createBackups, sendInPage } from './host/page-calls.ts';
import { fileGroups } from './host/publish/file-groups.ts';
import { publishFiles } from './host/publish/publish-files.ts';
import { createRemoteFetch } from './host/remote-fetch.ts';
import { openAppFiles } from './http/app-files.ts';
import { foreignPage } from './http/gate.ts';
import { healthReply, healthWith, monitorWith } from './http/health.ts';
import { createLoad } from './http/load.ts';
import { isPageOf } from './http/page-key.ts';
import { closeServers, createListener, listen } from './http/server.ts';
import { problemReply } from './problem-reply.ts';
import { type OpenedStorage, openFolder, openPostgres } from './store/open.ts';
import type { MetricLines } from './watch/metrics.ts';
import { metricsPath, metricsWith, type Watch, watchRequests } from './watch/watch.ts';

/** Other machines would reach the server without encryption. */
export class UnsafeHost extends Error {}

/** The other processes that serve the same maps at the same port. */
export interface Peers {
  /** Name of this process. */
  readonly name: string;
  /** End the others. */
  becomeOnly(): Promise<void>;
  /** Show them the metrics of this process. @returns reads their metrics */
  shareMetrics(read: () => Promise<MetricLines>): () => Promise<MetricLines>;
}

/** Maximum number of requests in progress, and of the total bytes of their bodies. */
const maxRequests = 1000;
const maxBodyBytes = 512 * 1024 * 1024;
/** Maximum number of requests that the backend answers at a time. It is one thread, and images need memory. */
const maxAnswers = 32;
/** Time for a load balancer to notice a stop while requests are still running, before the sockets are closed. */
const maxDrainMs = 4000;

/** Parts of a server that runs or is being started, in the order in which they end. */
interface Parts {
  drain?: () => Promise<unknown>;
  endWork?: () => void;
  servers?: readonly Server[];
  watch?: Watch;
  node?: NodeContext;
  backups?: Backups;
  storage?: OpenedStorage;
  removeFolder?: () => void;
}

/**
 * Serve maps to programs and the page. If it throws, nothing is left running.
 *
 * @param peers the other processes that serve the same maps at the same port
 */
export async function start(options: StartOptions = {}, peers?: Peers): Promise<SoapstoneServer> {
  checkHost(options);
  const parts: Parts = {};
  const stop = async () => {
    const { drain, endWork, servers, watch, node, backups, storage, removeFolder } = parts;
    for (const name of Object.keys(parts) as (keyof Parts)[]) delete parts[name];
    endWork?.();
    watch?.note('drain');
    await drain?.();
    await closeServers(servers ?? []);
    await watch?.flush();
    await node?.close();
    backups?.close();
    await storage?.close();
    removeFolder?.();
  };
  try {
    return { ...(await startWith(options, parts, peers)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const isLoopback = (host: string): boolean => /^(127\..*|::1|localhost)$/.test(host);

/** @throws {UnsafeHost} */
function checkHost({ host, tls, proxy, plainHttp = false }: StartOptions): void {
  if (host === undefined || isLoopback(host) || tls || proxy !== undefined || plainHttp) return;
  throw new UnsafeHost(
    `--host ${host}: other computers would send passwords without encryption. Add --tls-cert and --tls-key, or --proxy ADDRESS of a proxy with HTTPS, or --plain-http.`,
  );
}

/** Whether other computers reach the server, directly or through a proxy. */
const isShared = ({ host, proxy, allowedHosts = [] }: StartOptions): boolean =>
  (host !== undefined && !isLoopback(host)) || proxy !== undefined || allowedHosts.length > 0;

async function startWith(options: StartOptions, parts: Parts, peers?: Peers): Promise<Omit<SoapstoneServer, 'stop'>> {
  const { data, database, users = [], continueOnError = options.isLenient ?? false, say = () => {} } = options;
  const scenario = readScenario(JSON.stringify(options.scenario ?? {}), 'scenario');
  const groups = fileGroups(options.files ?? []);
  const dist = fileURLToPath(new URL('../dist/', import.meta.url));
  const hasDemo = groups.length === 0 && data === undefined && database === undefined;
  const app = openAppFiles(dist, { isBackend: true, hasDemo });
  const folder = openDataFolder(data, parts);
  const key = pageKeyOf(folder);
  let node: NodeContext | undefined;
  const readAccount = async (exchange: Exchange) => node && readUser(node.context, exchange);
  const watch = watchRequests(options, app.version, readAccount, peers?.name);
  parts.watch = watch;
  let answer: Answer | undefined;
  const served: Served = {
    key,
    check: async () => {
      if (!answer) throw new Error('The server is starting.');
      await parts.storage!.check();
    },
    open: (path, etag) => (path === '/health' && !answer ? healthReply(false) : app.find(path, etag)),
    answer: withMiddlewares([watch.middleware], async (exchange) =>
      answer
        ? answer(exchange)
        : problemReply(exchange.method, '', 503, 'The server is starting. Ask again in a moment.'),
    ),
  };
  // A worker listens when it is ready, because until then the others can answer.
  const url = peers ? addressOf(options, options.port!) : await openServer(options, parts, served);

  parts.storage =
    database === undefined ? await openFolder(folder) : await openPostgres(database, join(folder, 'cache'), say);
  const { openDatabase, now: machineNow, checkClock } = parts.storage;
  await checkClock();
  const fetchRemote = isShared(options) ? createRemoteFetch(options.allowedFetches ?? []) : undefined;
  node = await createNodeContext({
    openDatabase,
    machineNow,
    folder,
    dist,
    origin: url.slice(0, -1),
    hasDemo,
    fetchRemote,
    isShared: peers !== undefined || database !== undefined,
  });
  parts.node = node;
  const send = sendInPage(node.context);
  const inPage = callInPage(send);
  const backups = createBackups(send);
  parts.backups = backups;
  const adminToken = options.adminToken || crypto.randomUUID();
  const activate = peers?.becomeOnly ?? (options.lazyDouble ? async () => {} : undefined);
  const double = createDouble({ ...options, adminToken, scenario, inPage, storage: backups, activate });
  const warnings = await publishFiles({ ask: send, groups, continueOnError, say, dist });
  if (groups.length > 0) watch.note('published', { files: groups.length, warnings: warnings.length });
  const { services: published } = await inPage<{ services: { name: string }[] }>('services?f=json');
  const services = published.map(({ name }) => addressesOf(url, name));
  await makeAccounts(users, inPage);
  if (options.host !== undefined && !(await hasAccounts(inPage)))
    throw new BadAccount('--host needs accounts that other computers sign in with. Add --user NAME:@FILE.');
  await double.prepare();
  const backend = answerWithBackend(node, app.version);
  const queue = watch.inTurns(maxAnswers, backend);
  const read = readMetricsOf(watch, node, peers);
  const metrics = metricsWith({ isShared: isShared(options), adminToken, backend, read });
  answer = withMiddlewares([metrics, healthWith(services, queue), double.middleware], queue);
  if (peers) await openServer(options, parts, served);
  watch.note('ready', { url, services: services.map(({ name }) => name) });
  parts.endWork = startDueWork(node.context, inPage, checkClock);
  const store = database === undefined ? (data ?? 'a temporary folder') : describeDatabase(database);
  return { url, page: `${url}#key=${key}`, adminToken, store, services, warnings, ...makeServerControls(double) };
}

/** Return the data folder: `data`, or a temporary folder that is removed on exit. */
function openDataFolder(data: string | undefined, parts: Parts): string {
  if (data !== undefined) {
    prepareFolder(data);
    return data;
  }
  const { folder, remove } = createTemporaryFolder();
  parts.removeFolder = remove;
  return folder;
}

/** Return a function that reads the metrics of this process and of the others. */
function readMetricsOf(watch: Watch, node: NodeContext, peers: Peers | undefined): () => Promise<MetricLines> {
  const readOwn = () => watch.read(node);
  const readOthers = peers?.shareMetrics(readOwn);
  return async () => ({ ...(await readOthers?.()), ...(await readOwn()) });
}

/** Return the address of a database without its user and password. */
function describeDatabase(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}

interface Served {
  readonly key: string;
  /** Fails if requests can't be answered now. */
  readonly check: () => Promise<void>;
  readonly open: (path: string, ifNoneMatch: string | undefined) => ReturnType<ReturnType<typeof openAppFiles>['find']>;
  readonly answer: Answer;
}

/** Return the address for programs on this machine. */
const addressOf = ({ tls }: StartOptions, port: number): string => `${tls ? 'https' : 'http'}://localhost:${port}/`;

/** Open the sockets of a server. @returns its address */
async function openServer(options: StartOptions, parts: Parts, { key, check, open, answer }: Served): Promise<string> {
  const { host, tls, proxy, allowedHosts = [], allowedOrigins = [] } = options;
  const { servers, port } = await listen(host, options.port ?? 0, tls);
  parts.servers = servers;
  const policy = { port, allowedHosts, allowedOrigins };
  const enter = createLoad(maxRequests, maxBodyBytes);
  let isDraining = false;
  parts.drain = () => {
    isDraining = true;
    return Promise.race([enter.whenIdle(), setTimeout(maxDrainMs, undefined, { ref: false })]);
  };
  const listener = createListener({
    policy,
    proxy,
    isSecure: tls !== undefined,
    monitor: monitorWith(async () => {
      if (isDraining) throw new Error('The server is being stopped.');
      await check();
    }),
    isDraining: () => isDraining,
    open: (request, path) => open(path, request.headers['if-none-match']),
    isPage: isPageOf(key),
    // Allowed origins may read the maps, but not the answers to other clients.
    refuse: (facts, path) =>
      isAdminPath(path) || path === metricsPath ? foreignPage(facts, { ...policy, allowedOrigins: [] }) : undefined,
    closed: (path) => (path === '/health' ? healthReply(true) : undefined),
    enter,
    watch: parts.watch?.begin,
    answer,
  });
  for (const server of servers) server.on('request', (request, response) => void listener(request, response));
  return addressOf(options, port);
}

const addressesOf = (url: string, name: string): PublishedService => {
  const path = inPath(name);
  return { name, soap: `${url}services/${path}/MapServer`, rest: `${url}rest/services/${path}/MapServer` };
};
