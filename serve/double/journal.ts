import { openEnvelope, readSoapFault } from '../../sw/soap/envelope.ts';
import type { Exchange, Reply } from '../exchange.ts';
import { type ReadRequest, readRequest } from './read-request.ts';
import { readContentType } from './redact.ts';

/** A request and its answer, as far as it has been sent. */
export interface JournalEntry {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly exchange: Exchange;
  /** undefined until an answer begins, or if the connection was closed before. */
  status: number | undefined;
  replyHeaders: Reply['headers'];
  /** Number of bytes sent so far. */
  replyBytes: number;
  /** The first bytes of the answer, for exports and for reading a fault. */
  replyStart: Uint8Array[];
  /** Milliseconds from the arrival of the request to the first byte of the answer (`waitedMs`) and to the last byte. */
  waitedMs: number | undefined;
  totalMs: number | undefined;
  /** Whether the connection was closed before the end of the answer. */
  isCutOff: boolean;
  /** ID of the applied rule. */
  rule: string | undefined;
  /** The source of the answer: this server, a recording, or the server being recorded. */
  answeredBy: 'backend' | 'recording' | 'server';
}

/** The fault in an answer. */
interface AnsweredFault {
  readonly code: string;
  readonly message: string;
}

const storedReplyBytes = 64 * 1024;
const storedBytes = 64 * 1024 ** 2;

/** The latest requests, oldest first. */
export class Journal {
  #entries: JournalEntry[] = [];
  #bytes = 0;
  readonly #most: number;
  readonly #read = new WeakMap<JournalEntry, Promise<ReadRequest>>();

  /** @param most maximum number of entries; the oldest is dropped first */
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

  /** Record an answer while it is sent. */
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

  /** Return the parsed request of an entry. It is parsed on first use. */
  read(entry: JournalEntry): Promise<ReadRequest> {
    let read = this.#read.get(entry);
    if (!read) {
      read = readRequest(entry.exchange);
      this.#read.set(entry, read);
    }
    return read;
  }
}

/** Read the fault in an answer of any interface; undefined for an answer without a fault. */
export function readAnsweredFault(entry: Pick<JournalEntry, 'replyHeaders' | 'replyStart'>): AnsweredFault | undefined {
  const type = readContentType(entry.replyHeaders);
  if (!/json|xml|se_/.test(type)) return undefined;
  const text = Buffer.concat(entry.replyStart).toString();
  if (type.includes('json')) return faultInJson(text);
  const report = /<(?:ows:)?(?:ServiceException|Exception)\s[^<>]*>/.exec(text);
  const code = report && /(?:code|exceptionCode)="([^"]*)"/.exec(report[0])?.[1];
  if (report && typeof code === 'string') {
    const [message = ''] = text.slice(report.index + report[0].length).split('</', 1);
    return { code, message: message.replace(/<[^<>]*>/g, '').trim() };
  }
  try {
    const fault = readSoapFault(openEnvelope(text).element);
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

/** Codes of faults for requests of something that doesn't exist, and for invalid requests. */
const unmatchedFault =
  /^unknown-|^not-found$|^missing-element$|^bad-(value|xml|envelope|method)$|NotDefined$|NotSupported$|Missing|Invalid/;

/** Check whether a request was invalid, or for something that doesn't exist. */
export function isUnmatched(entry: JournalEntry): boolean {
  const fault = readAnsweredFault(entry);
  return fault ? unmatchedFault.test(fault.code) : entry.status === 404;
}
