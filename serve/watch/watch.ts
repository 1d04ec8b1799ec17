import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { resolveLocalAddress } from '../../sw/contract/resolve-local-address.ts';
import { routes } from '../../sw/contract/routes.ts';
import type { StartOptions } from '../api.ts';
import { readAnsweredFault } from '../double/journal.ts';
import { nameRequest } from '../double/read-request.ts';
import { Redactor, readContentType } from '../double/redact.ts';
import { operationNames } from '../double/rule.ts';
import type { Answer, Exchange, Middleware, Reply } from '../exchange.ts';
import type { NodeContext } from '../host/context.ts';
import type { Client } from '../http/client.ts';
import { inTurns } from '../http/turns.ts';
import { isSameSecret } from '../secret.ts';
import { createMetrics, formatMetrics, type MetricLines, type Metrics, readProcess } from './metrics.ts';

/**
 * The part of its way in which a request is: its body arrives, it waits for its turn, the test double delays or forwards
 * it, the backend answers it, or the answer is sent. Large answers are made while they are sent.
 */
type Part = 'body' | 'queue' | 'double' | 'backend' | 'sending';

/** A request from its arrival to the end of its answer. */
class WatchedRequest {
  readonly #parts: Record<Part, number> = { body: 0, queue: 0, double: 0, backend: 0, sending: 0 };
  readonly #response: ServerResponse;
  readonly #writtenBefore: number;
  readonly #loop = performance.eventLoopUtilization();
  #since = performance.now();
  part: Part = 'body';
  /** undefined if the request is refused before its body is read. */
  exchange?: Exchange;
  reply?: Reply;

  constructor(response: ServerResponse) {
    this.#response = response;
    this.#writtenBefore = response.req.socket.bytesWritten;
  }

  enter(part: Part): void {
    const now = performance.now();
    this.#parts[this.part] += now - this.#since;
    this.#since = now;
    this.part = part;
  }

  /** Describe the request at its end. Its status is undefined if it was cut off before its answer. */
  describe() {
    const { req, headersSent, statusCode, destroyed, writableFinished } = this.#response;
    const own = ownPath.exec(this.exchange?.url.pathname ?? req.url ?? '')?.[1];
    const { protocol, operation, service } = (this.exchange && nameRequest(this.exchange)) ?? { protocol: 'page' };
    return {
      method: req.method,
      url: this.exchange?.url ?? resolveLocalAddress(req.url ?? '', 'http://localhost'),
      protocol: own ? 'server' : protocol,
      operation: own ?? operation,
      service,
      status: headersSent ? statusCode : undefined,
      bytes: req.socket.bytesWritten - this.#writtenBefore,
      waitMs: this.#parts.queue,
      totalMs: Object.values(this.#parts).reduce((sum, ms) => sum + ms),
      isCutOff: destroyed && !writableFinished ? true : undefined,
    };
  }

  /** Return the part that took most of the time, the time of each part, and the use of the event loop meanwhile. */
  explain() {
    const times = Object.entries(this.#parts).map(([part, ms]) => [part, Math.round(ms)] as const);
    const [why] = times.reduce((longest, time) => (time[1] > longest[1] ? time : longest));
    const { utilization } = performance.eventLoopUtilization(this.#loop);
    return { why, partsMs: Object.fromEntries(times), busyPercent: Math.round(100 * utilization) };
  }
}

/** Paths that the program answers itself. */
const ownPath = /^\/(health|metrics|__admin)(?![^/?])/;
/** Operations with metrics of their own. Others are named by clients, and would add lines without a limit. */
const knownOperations = new Set([...operationNames, ...routes.map(({ name }) => name), 'health', 'metrics', '__admin']);
/** Reasons for refusals, by status. */
const refusals: Readonly<Record<number, string>> = { 403: 'gate', 413: 'size', 503: 'load' };
const maxPathLength = 1000;

type EndedRequest = ReturnType<WatchedRequest['describe']>;
export type Watch = ReturnType<typeof watchRequests>;

/**
 * Follow the requests to a server: count them, and log them as lines of JSON.
 *
 * @param version of the app
 * @param readUser returns the name of the account of a request
 * @param worker name of this process if there are several
 */
export function watchRequests(
  { log, slowMs = 2000 }: StartOptions,
  version: string,
  readUser: (exchange: Exchange) => Promise<string | undefined>,
  worker?: string,
) {
  const metrics = createMetrics(worker === undefined ? {} : { worker });
  const redactor = new Redactor();
  const requests = new Map<number, WatchedRequest>();
  const pending = new Set<Promise<void>>();
  const note = (event: string, facts: object = {}): void =>
    log?.(JSON.stringify({ time: new Date().toISOString(), event, worker, ...facts }));
  metrics.add('soapstone_build_info', 1, { version });
  note('start', { version, pid: process.pid });

  async function noteRequest(request: WatchedRequest, ended: EndedRequest, client: Client): Promise<void> {
    const { url, ...facts } = ended;
    const why = facts.totalMs < slowMs ? {} : request.explain();
    const path = redactor.address(url).slice(url.origin.length, url.origin.length + maxPathLength);
    const user = request.exchange && (await readUser(request.exchange).catch(() => undefined));
    const fault = request.reply && readFault(request.reply);
    const [waitMs, totalMs] = [Math.round(facts.waitMs), Math.round(facts.totalMs)];
    note('request', { client: client.address, path, ...facts, waitMs, totalMs, user, fault, ...why });
  }

  return {
    /** Add a line to the log. */
    note,
    /** Begin with a request. Returns a function that ends it. */
    begin(id: number, client: Client, response: ServerResponse): () => void {
      const request = new WatchedRequest(response);
      requests.set(id, request);
      return () => {
        request.enter('sending');
        requests.delete(id);
        const ended = { id, ...request.describe() };
        count(metrics, request, ended);
        // Monitors ask every few seconds.
        if (!log || (ended.status === 200 && /^(health|metrics)$/.test(ended.operation ?? ''))) return;
        const noting = noteRequest(request, ended, client).finally(() => pending.delete(noting));
        pending.add(noting);
      };
    },
    /** Follow a request that has passed the gate. */
    middleware: (async (exchange, next) => {
      const request = requests.get(exchange.id)!;
      request.exchange = exchange;
      request.enter('double');
      request.reply = await next(exchange);
      request.enter('sending');
      return request.reply;
    }) satisfies Middleware,
    /** Answer like `inTurns`. */
    inTurns(maxAtOnce: number, answer: Answer): Answer {
      const queue = inTurns(maxAtOnce, (exchange) => {
        requests.get(exchange.id)?.enter('backend');
        return answer(exchange).finally(() => requests.get(exchange.id)?.enter('double'));
      });
      return (exchange) => {
        requests.get(exchange.id)?.enter('queue');
        return queue(exchange);
      };
    },
    async read({ context, countCache }: NodeContext): Promise<MetricLines> {
      const { reads, misses, bytes } = countCache();
      const { quota = 0, usage = 0 } = (await context.store.tiles.space()) ?? {};
      return metrics.read({
        soapstone_requests_in_progress: requests.size,
        soapstone_requests_waiting: [...requests.values()].filter(({ part }) => part === 'queue').length,
        soapstone_cache_reads_total: reads,
        soapstone_cache_misses_total: misses,
        soapstone_cache_bytes: bytes,
        soapstone_data_free_bytes: quota - usage,
        ...(await readProcess()),
      });
    },
    /** Wait until all lines are written. */
    flush: (): Promise<unknown> => Promise.all(pending),
  };
}

/** Count a request at its end. */
function count(metrics: Metrics, { exchange }: WatchedRequest, ended: EndedRequest): void {
  const { protocol, operation = 'other', status, bytes, waitMs, totalMs } = ended;
  const labels = { protocol, operation: knownOperations.has(operation) ? operation : 'other' };
  metrics.add('soapstone_requests_total', 1, {
    ...labels,
    status: status ? `${Math.floor(status / 100)}xx` : 'none',
  });
  metrics.observe('soapstone_request_duration_seconds', totalMs, labels);
  metrics.add('soapstone_response_bytes_total', bytes, { protocol });
  const reason = exchange || operation === 'health' ? undefined : refusals[status ?? 0];
  if (reason) metrics.add('soapstone_refused_requests_total', 1, { reason });
  if (exchange) metrics.observe('soapstone_request_wait_seconds', waitMs);
}

/** Return the code of the fault in an answer. Most interfaces send faults as JSON with status 200. */
function readFault({ status, headers, body }: Reply): string | undefined {
  if (!(body instanceof Uint8Array) || (status < 400 && !/json|se_/.test(readContentType(headers)))) return undefined;
  return readAnsweredFault({ replyHeaders: headers, replyStart: [body] })?.code;
}

interface MetricsAccess {
  /** Whether other computers reach the server. */
  readonly isShared: boolean;
  readonly adminToken: string;
  readonly backend: Answer;
  readonly read: () => Promise<MetricLines>;
}

export const metricsPath = '/metrics';

/**
 * Answer `/metrics` for programs on this computer. If others reach the server, a request needs the token of the
 * administration, as `x-soapstone-admin-token` or `Bearer`, or that of a publisher, who can also read `admin/storage`.
 */
export const metricsWith =
  ({ isShared, adminToken, backend, read }: MetricsAccess): Middleware =>
  async (exchange, next) => {
    if (exchange.url.pathname !== metricsPath) return next(exchange);
    const headers = new Map(exchange.headers);
    const token = headers.get('x-soapstone-admin-token') ?? headers.get('authorization')?.replace(/^Bearer\s+/i, '');
    if ((isShared || !exchange.isLocal) && !isSameSecret(token ?? '', adminToken)) {
      const url = new URL('/admin/storage', exchange.url);
      const permission = await backend({ ...exchange, method: 'GET', url, body: undefined });
      if (permission.status !== 200) return permission;
    }
    const body = new TextEncoder().encode(formatMetrics(await read()));
    return { status: 200, headers: [['content-type', 'text/plain; version=0.0.4; charset=utf-8']], body };
  };
