import { Fault } from '../../sw/contract/index.ts';
import type { ServerControls, StartOptions } from '../api.ts';
import type { Answer, Exchange, InPage, Middleware, Reply } from '../exchange.ts';
import { answerAdmin, isAdminPath, type Managed } from './admin.ts';
import { findNearestWord } from './check.ts';
import { answerWith, encodeText, readReplyBody } from './effects.ts';
import { faultReply } from './fault-reply.ts';
import { Journal, type JournalEntry } from './journal.ts';
import { filterIn, filterJournal, listRequests } from './journal-filter.ts';
import type { ReadRequest } from './read-request.ts';
import { makeRequestKey, type Recording, RecordingFolder, type RequestKey, serverRoot } from './recording.ts';
import { Redactor } from './redact.ts';
import type { Scenario } from './rule.ts';
import { RuleBook } from './rule-book.ts';
import { mayChange, Snapshots, type Storage } from './snapshots.ts';

interface DoubleOptions extends Pick<StartOptions, 'record' | 'replay'> {
  readonly scenario: Scenario;
  /** The token that requests to the administration must have. */
  readonly adminToken: string;
  readonly storage: Storage;
  readonly inPage: InPage;
  /** If given, the double does nothing until the first request to the administration, which awaits this. */
  readonly activate?: (() => Promise<void>) | undefined;
}

interface Double extends Managed {
  /** Middleware that every request passes. It answers the administration and applies rules. */
  readonly middleware: Middleware;
  /** Set the clock of the scenario. Await it before the first request. */
  prepare(): Promise<void>;
}

/**
 * Create the test double around a server: rules, journal, snapshots, recordings and their administration.
 *
 * @throws {Fault} `bad-value` for an invalid address or recording
 */
export function createDouble(options: DoubleOptions): Double {
  const { scenario, adminToken, storage, inPage, record, replay } = options;
  const redactor = new Redactor();
  const rules = new RuleBook(scenario.seed, scenario.rules);
  const journal = new Journal();
  const snapshots = new Snapshots(storage);
  const replayed = replay && new RecordingFolder(replay.folder);
  const source: ReadAnswer | undefined = record
    ? recordFrom(record.address, new RecordingFolder(record.folder), redactor)
    : replayed && replayFrom(replayed);
  let isClockSet = false;
  const activation = createActivation(options.activate);

  /** Answer a request by rules, recordings or the backend. @param next the backend itself */
  async function reply(exchange: Exchange, entry: JournalEntry, next: Answer): Promise<Reply> {
    const answer: Answer = async (received) => {
      if (source) {
        const read = await journal.read(entry);
        const sourceReply = await source(received, read);
        entry.answeredBy = record ? 'server' : 'recording';
        if (sourceReply) return sourceReply;
        if (replay?.strict ?? replay?.isStrict) return notRecorded(received, read, replayed!);
        entry.answeredBy = 'backend';
      }
      if (mayChange(received)) await snapshots.beforeChange();
      return next(received);
    };
    if (rules.isEmpty) return answer(exchange);
    const read = await journal.read(entry);
    const applied = rules.take(read);
    entry.rule = applied?.rule.id;
    return applied ? answerWith(applied, read, exchange, answer) : answer(exchange);
  }

  const managed: Managed = {
    rules,
    journal,
    redactor,
    snapshots,
    clock: {
      state: () => inPage('admin/clock'),
      set(value) {
        isClockSet = true;
        return inPage('admin/clock', { method: 'POST', body: value });
      },
      reset: () =>
        scenario.clock
          ? inPage('admin/clock', { method: 'POST', body: scenario.clock })
          : inPage('admin/clock', { method: 'DELETE' }),
    },
    activate: activation.activate,
    async reset() {
      await snapshots.restore();
      rules.reset();
      journal.clear();
      if (isClockSet) await managed.clock.reset();
    },
  };

  return {
    ...managed,
    async prepare() {
      if (scenario.clock) await managed.clock.set(scenario.clock);
    },
    async middleware(exchange, next) {
      if (isAdminPath(exchange.url.pathname)) return answerAdmin(exchange, adminToken, managed);
      // Remove headers that are internal to this program and its page.
      const received = { ...exchange, headers: exchange.headers.filter(([name]) => !name.startsWith('x-soapstone-')) };
      if (!activation.isActive) return next(received);
      const entry = journal.begin(received);
      try {
        return journal.follow(entry, await reply(received, entry, next));
      } catch (error) {
        entry.isCutOff = true;
        entry.totalMs = Date.now() - entry.receivedAt;
        throw error;
      }
    },
  };
}

/** Return the state of a double that rests until it is activated, if it has a task for that. */
function createActivation(task: DoubleOptions['activate']) {
  let activating: Promise<void> | undefined;
  const state = {
    isActive: task === undefined,
    async activate() {
      if (state.isActive) return;
      activating ??= task!();
      await activating;
      state.isActive = true;
    },
  };
  return state;
}

/** Answers an exchange that has been parsed; undefined if it can't be answered. */
type ReadAnswer = (exchange: Exchange, read: ReadRequest) => Promise<Reply | undefined>;

/**
 * Request headers that aren't forwarded: those of the connection to this server, conditions and ranges that shorten the
 * answer, and instructions for this server.
 */
const droppedHeaders =
  /^(host|connection|keep-alive|proxy-.*|transfer-encoding|te|trailer|upgrade|content-length|expect|accept-encoding|if-.*|origin|sec-.*|x-soapstone-.*|x-request-id)$/;
const droppedReplyHeaders =
  /^(connection|keep-alive|transfer-encoding|content-length|content-encoding|set-cookie|access-control-.*|strict-transport-security)$/;

/**
 * Return a function that forwards requests to a server and records requests and answers, without secrets. In answers,
 * this server's address replaces the address of the recorded server, so that clients continue to use this one.
 *
 * @param address address of the server, as the user entered it
 * @throws {Fault} `bad-value` for an invalid address
 */
export function recordFrom(address: string, folder: RecordingFolder, redactor: Redactor): ReadAnswer {
  const root = serverRoot(address);
  return async (exchange, read) => {
    let reply: Reply;
    try {
      reply = await forward(exchange, root);
    } catch (error) {
      const { cause } = error as Error;
      const reason = (cause instanceof Error ? cause.message : (error as Error).message) || 'no connection';
      const fault = new Fault('internal', `The server at ${root} didn't respond: ${reason}.`);
      return faultReply(fault, read, exchange, { status: 502 });
    }
    const body = await readReplyBody(reply.body);
    folder.keep(makeRequestKey(read, exchange), exchange, reply, body, root, redactor);
    const isText = /text|json|xml/.test(reply.headers.find(([name]) => name === 'content-type')?.[1] ?? '');
    const localRoot = ownRoot(exchange.url);
    return isText
      ? { ...reply, body: encodeText(Buffer.from(body).toString().replaceAll(root, localRoot)) }
      : { ...reply, body };
  };
}

async function forward({ method, url, headers, body, signal }: Exchange, root: string): Promise<Reply> {
  const { pathname } = new URL(root);
  const below =
    pathname !== '/' && url.pathname.startsWith(`${pathname}/`) ? url.pathname.slice(pathname.length) : url.pathname;
  const sent = new Headers();
  for (const [name, value] of headers) if (!droppedHeaders.test(name)) sent.append(name, value);
  // In requests, replace this server's address by the address of the recorded server.
  const localRoot = ownRoot(url);
  const search = url.search.replaceAll(encodeURIComponent(localRoot), encodeURIComponent(root));
  const hasBody = body && method !== 'GET' && method !== 'HEAD';
  const response = await fetch(`${root}${below}${search}`, {
    method,
    headers: sent,
    redirect: 'manual',
    signal,
    body: hasBody ? (body as Uint8Array<ArrayBuffer>) : undefined,
  });
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !droppedReplyHeaders.test(name)),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

/** Return the address of this server as its clients know it, without a trailing slash. */
const ownRoot = (url: URL): string => url.origin;

/**
 * Return a function that answers requests from recordings. Answers to the same request are sent in recorded order, and
 * the last one is then repeated. The function returns undefined for a request without a recording.
 */
export function replayFrom(folder: RecordingFolder): ReadAnswer {
  const answerCounts = new Map<Recording, number>();
  return async (exchange, read) => {
    const recording = folder.find(makeRequestKey(read, exchange));
    if (!recording) return undefined;
    const answerIndex = Math.min(answerCounts.get(recording) ?? 0, recording.answers.length - 1);
    answerCounts.set(recording, answerIndex + 1);
    const answer = recording.answers[answerIndex]!;
    return { status: answer.status, headers: answer.headers, body: folder.bodyOf(answer, ownRoot(exchange.url)) };
  };
}

/** Answer a request without a recording with a fault that names the most similar recorded one. */
export function notRecorded(exchange: Exchange, read: ReadRequest, folder: RecordingFolder): Promise<Reply> {
  const key = makeRequestKey(read, exchange);
  const what = [key.operation ?? exchange.url.pathname, key.service && `of ${key.service}`].filter(Boolean).join(' ');
  const near = nearestRecorded(key, folder);
  const message = `No answer to ${what} with these arguments was recorded. ${near}`;
  return faultReply(new Fault('not-found', message), read, exchange, { status: read.soap ? 500 : 404 });
}

/** Name the recorded operation and service that are most similar to those of a request; empty if none are. */
function nearestNames({ operation = '', service = '' }: RequestKey, folder: RecordingFolder): string {
  const keys = folder.list().map(({ key }) => key);
  const nearest = [
    findNearestWord(operation, new Set(keys.flatMap((key) => key.operation ?? []))),
    findNearestWord(service, new Set(keys.flatMap((key) => key.service ?? []))),
  ].filter((name) => name !== undefined && name !== operation && name !== service);
  return nearest.length === 0 ? '' : ` The nearest recorded name is ${nearest.join(' of ')}.`;
}

function nearestRecorded(key: RequestKey, folder: RecordingFolder): string {
  const alike = folder
    .list()
    .filter(
      (candidate) =>
        candidate.key.face === key.face &&
        candidate.key.operation === key.operation &&
        candidate.key.service === key.service,
    )
    .map((candidate) => differencesBetween(candidate.key.arguments, key.arguments))
    .sort((a, b) => a.length - b.length);
  const [nearest] = alike;
  if (!nearest) return `No request of this operation to this service was recorded.${nearestNames(key, folder)}`;
  const [first] = nearest;
  if (!first) return 'One with the same arguments was, but with another secret.';
  const { path, recorded = 'nothing', found = 'nothing' } = first;
  return `The nearest one of ${alike.length} differs in ${path}: expected ${recorded}, found ${found}.`;
}

/** A difference between two values. */
interface ValueDifference {
  /** Path such as `Result[0].Value`. */
  readonly path: string;
  /** As JSON, shortened for display; undefined if there is no value. */
  readonly recorded?: string | undefined;
  readonly found?: string | undefined;
}

/** Maximum number of differences to collect, which is enough to find the nearest recording. */
const maxDifferences = 100;

/** Compare two JSON values, element by element. */
function differencesBetween(recorded: unknown, actual: unknown): ValueDifference[] {
  const differences: ValueDifference[] = [];
  const compare = (a: unknown, b: unknown, path: string): void => {
    // A missing member equals a null member.
    if (differences.length >= maxDifferences || (a ?? null) === (b ?? null)) return;
    if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length)
      differences.push({ path: `${path}.length`, recorded: String(a.length), found: String(b.length) });
    else if (isObject(a) && isObject(b))
      for (const name of new Set([...Object.keys(a), ...Object.keys(b)]))
        compare(a[name], b[name], Array.isArray(a) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`);
    else differences.push({ path, recorded: shown(a), found: shown(b) });
  };
  compare(recorded, actual, '');
  return differences;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const maxShown = 120;

function shown(value: unknown): string | undefined {
  const text = JSON.stringify(value);
  return text && text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

/** Create the administration for programs in the same process. */
export function makeServerControls(double: Double): ServerControls {
  const { rules, journal, redactor, snapshots, clock } = double;
  return {
    reset: double.reset,
    async requests(filter = {}) {
      const entries = await filterJournal(journal, filterIn(new URLSearchParams({ ...filter })));
      return listRequests(entries, journal, redactor);
    },
    rules: {
      add: (rule) => rules.add(rule).id,
      remove: (id) => rules.remove(id),
      clear: () => rules.clear(),
      list: () => rules.list(),
    },
    snapshots: { take: (name) => snapshots.take(name), restore: (name) => snapshots.restore(name) },
    setClock: clock.set,
  };
}
