import { faultOf, openEnvelope } from '../../sw/soap/envelope.ts';
import type { Exchange, Reply } from '../exchange.ts';
import { type ReadRequest, readRequest } from './read-request.ts';
import { typeOf } from './redact.ts';

/** One request with its answer, as far as it has arrived. */
export interface JournalEntry {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly exchange: Exchange;
  /** Undefined until an answer begins, and where the connection was closed before. */
  status: number | undefined;
  replyHeaders: Reply['headers'];
  /** Bytes that were sent so far. */
  replyBytes: number;
  /** The first of them, for exports and for the fault in them. */
  replyStart: Uint8Array[];
  /** Milliseconds from the arrival to the first byte, and to the last. */
  waitedMs: number | undefined;
  totalMs: number | undefined;
  /** Whether the connection was closed before the answer was whole. */
  isCutOff: boolean;
  /** Id of the rule that was applied. */
  rule: string | undefined;
  /** Who answered: this server, a recording, or the server that is recorded. */
  answeredBy: 'backend' | 'recording' | 'server';
}

/** A fault as an answer says it. */
interface AnsweredFault {
  readonly code: string;
  readonly message: string;
}

const storedReplyBytes = 64 * 1024;
const storedBytes = 64 * 1024 ** 2;

/** The last requests, the oldest first. */
export class Journal {
  #entries: JournalEntry[] = [];
  #bytes = 0;
  readonly #most: number;
  readonly #read = new WeakMap<JournalEntry, Promise<ReadRequest>>();

  /** @param most entries that are kept; the oldest goes first */
  constructor(most = 1000) {
    this.#most = most;
  }

  /** Begin an entry. */
  begin(exchange: Exchange): JournalEntry {
    const entry: JournalEntry = {
      id: exchange.id,
      receivedAt: exchange.receivedAt,
      exchange,
      status: undefined,
      replyHeaders: [],
      replyBytes: 0,
      replyStart: [],
      waitedMs: undefined,
      totalMs: undefined,
      isCutOff: false,
      rule: undefined,
      answeredBy: 'backend',
    };
    this.#entries.push(entry);
    this.#bytes += exchange.body?.length ?? 0;
    while (this.#entries.length > this.#most || (this.#bytes > storedBytes && this.#entries.length > 1)) this.#drop();
    return entry;
  }

  /** Note an answer while it is sent. */
  follow(entry: JournalEntry, reply: Reply): Reply {
    entry.status = reply.status;
    entry.replyHeaders = reply.headers;
    entry.waitedMs = Date.now() - entry.receivedAt;
    const { body } = reply;
    if (body === undefined || body instanceof Uint8Array) {
      if (body) this.#note(entry, body);
      entry.totalMs = entry.waitedMs;
      return reply;
    }
    return { ...reply, body: this.#noted(entry, body) };
  }

  async *#noted(entry: JournalEntry, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let isWhole = false;
    try {
      for await (const piece of body) {
        this.#note(entry, piece);
        yield piece;
      }
      isWhole = true;
    } finally {
      entry.isCutOff = !isWhole;
      entry.totalMs = Date.now() - entry.receivedAt;
    }
  }

  #note(entry: JournalEntry, piece: Uint8Array): void {
    const missing = storedReplyBytes - entry.replyBytes;
    entry.replyBytes += piece.length;
    if (missing <= 0) return;
    entry.replyStart.push(piece.slice(0, missing));
    this.#bytes += Math.min(missing, piece.length);
  }

  #drop(): void {
    const dropped = this.#entries.shift()!;
    this.#bytes -= (dropped.exchange.body?.length ?? 0) + Math.min(dropped.replyBytes, storedReplyBytes);
  }

  clear(): void {
    this.#entries = [];
    this.#bytes = 0;
  }

  find(id: number): JournalEntry | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  list(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** What the request of an entry is read as; read once, when it is first needed. */
  read(entry: JournalEntry): Promise<ReadRequest> {
    let read = this.#read.get(entry);
    if (!read) {
      read = readRequest(entry.exchange);
      this.#read.set(entry, read);
    }
    return read;
  }
}

/** The fault that an answer says, in the form of any interface; undefined for an answer without one. */
export function answeredFault(entry: Pick<JournalEntry, 'replyHeaders' | 'replyStart'>): AnsweredFault | undefined {
  const type = typeOf(entry.replyHeaders);
  if (!/json|xml|se_/.test(type)) return undefined;
  const text = Buffer.concat(entry.replyStart).toString();
  if (type.includes('json')) return faultInJson(text);
  const report = /<(?:ows:)?(?:ServiceException|Exception)\s[^<>]*>/.exec(text);
  const code = report && /(?:code|exceptionCode)="([^"]*)"/.exec(report[0])?.[1];
  if (report && typeof code === 'string') {
    const [said = ''] = text.slice(report.index + report[0].length).split('</', 1);
    return { code, message: said.replace(/<[^<>]*>/g, '').trim() };
  }
  try {
    const fault = faultOf(openEnvelope(text).element);
    return fault && { code: fault.code, message: fault.message };
  } catch {
    return undefined;
  }
}

function faultInJson(text: string): AnsweredFault | undefined {
  if (!/"(error|code)"/.test(text.slice(0, 200))) return undefined;
  try {
    const answer = JSON.parse(text) as {
      error?: { code?: unknown; messageCode?: unknown; message?: unknown };
      code?: unknown;
      description?: unknown;
    };
    if (answer.error)
      return { code: String(answer.error.messageCode ?? answer.error.code), message: String(answer.error.message) };
    return answer.description === undefined
      ? undefined
      : { code: String(answer.code), message: String(answer.description) };
  } catch {
    return undefined;
  }
}

/** Faults of requests that ask for something that is not there, or that cannot be read. */
const unmatchedFault =
  /^unknown-|^not-found$|^missing-element$|^bad-(value|xml|envelope|method)$|NotDefined$|NotSupported$|Missing|Invalid/;

/** Whether a request asked for something that is not there, or could not be read. */
export function isUnmatched(entry: JournalEntry): boolean {
  const fault = answeredFault(entry);
  return fault ? unmatchedFault.test(fault.code) : entry.status === 404;
}
