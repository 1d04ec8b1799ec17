import { setImmediate } from 'node:timers/promises';
import { badValue } from '../../sw/contract/fault.ts';
import type { ListedRequest } from '../api.ts';
import { choice } from './check.ts';
import { protocols } from './interface.ts';
import { isUnmatched, type Journal, type JournalEntry, readAnsweredFault } from './journal.ts';
import { type Redactor, readContentType } from './redact.ts';

/** A filter for requests. All given conditions must match. */
interface JournalFilter {
  readonly operation?: string;
  readonly protocol?: string;
  readonly service?: string;
  readonly layer?: string;
  readonly method?: string;
  /** `404`, or `4xx`. */
  readonly status?: string;
  /** Code of the fault in the answer, or `any`. */
  readonly fault?: string;
  readonly rule?: string;
  readonly unmatched?: string;
  /** Only requests with a higher ID. */
  readonly after?: string;
  /** Return only the latest requests, up to this number. */
  readonly last?: string;
}

const filterNames = [
  ...['operation', 'protocol', 'service', 'layer', 'method', 'status', 'fault', 'rule', 'unmatched', 'after', 'last'],
] as const;

/** Read a filter from a URL query. @throws {Fault} `bad-value` for an unknown name or an invalid value */
export function filterIn(parameters: URLSearchParams): JournalFilter {
  const filter: Record<string, string> = {};
  for (const [name, value] of parameters)
    if (name !== 'token') filter[name === 'face' ? 'protocol' : choice(filterNames)(name, 'query')] = value;
  if (filter.protocol !== undefined) choice(protocols)(filter.protocol, 'protocol');
  for (const name of ['after', 'last'])
    if (filter[name] !== undefined && !/^\d{1,9}$/.test(filter[name]))
      throw badValue(name, 'a whole number', filter[name]);
  if (filter.status !== undefined && !/^[1-5](\d\d|xx)$/.test(filter.status))
    throw badValue('status', 'a status such as 404 or 4xx', filter.status);
  return filter;
}

/** List the requests that pass a filter, oldest first. */
export async function filterJournal(journal: Journal, filter: JournalFilter): Promise<JournalEntry[]> {
  const matches: JournalEntry[] = [];
  for (const entry of journal.list()) if (await passes(entry, journal, filter)) matches.push(entry);
  return filter.last === undefined ? matches : matches.slice(Math.max(0, matches.length - Number(filter.last)));
}

async function passes(entry: JournalEntry, journal: Journal, filter: JournalFilter): Promise<boolean> {
  const { operation, protocol, service, layer, method, status, fault, rule, unmatched, after } = filter;
  if (after !== undefined && entry.id <= Number(after)) return false;
  if (method !== undefined && entry.exchange.method !== method.toUpperCase()) return false;
  if (rule !== undefined && entry.rule !== rule) return false;
  if (status !== undefined && !new RegExp(`^${status.replace('xx', '..')}$`).test(String(entry.status))) return false;
  if (fault !== undefined) {
    const answered = readAnsweredFault(entry);
    if (!answered || (fault !== 'any' && answered.code !== fault)) return false;
  }
  if (unmatched !== undefined && isUnmatched(entry) !== (unmatched !== 'false')) return false;
  if ([operation, protocol, service, layer].every((condition) => condition === undefined)) return true;
  const read = await journal.read(entry);
  if (operation !== undefined) {
    const isSame = read.operation?.toLowerCase() === operation.toLowerCase();
    if (!isSame && !read.operations.includes(operation)) return false;
  }
  if (protocol !== undefined && read.protocol !== protocol) return false;
  if (service !== undefined && read.service !== service) return false;
  return layer === undefined || read.layers.includes(layer);
}

/** Describe requests as lines of a list. Yield regularly, so that other requests aren't delayed. */
export async function listRequests(
  entries: readonly JournalEntry[],
  journal: Journal,
  redactor: Redactor,
): Promise<ListedRequest[]> {
  const lines: ListedRequest[] = [];
  for (const entry of entries) {
    lines.push(await toListedRequest(entry, journal, redactor));
    await setImmediate();
  }
  return lines;
}

/** Describe a request as a line of a list, without tokens. */
async function toListedRequest(entry: JournalEntry, journal: Journal, redactor: Redactor): Promise<ListedRequest> {
  const { protocol, service, operation, layers } = await journal.read(entry);
  const fault = readAnsweredFault(entry);
  redactor.learnRequest(entry.exchange);
  return {
    id: entry.id,
    receivedAt: new Date(entry.receivedAt).toISOString(),
    method: entry.exchange.method,
    url: redactor.address(entry.exchange.url),
    protocol,
    service,
    operation,
    layers,
    status: entry.status,
    waitedMs: entry.waitedMs,
    totalMs: entry.totalMs,
    bytes: entry.replyBytes,
    fault: fault && { code: fault.code, message: redactor.text(fault.message, '') },
    rule: entry.rule,
    answeredBy: entry.answeredBy,
    isCutOff: entry.isCutOff || undefined,
  };
}

const shownBytes = 64 * 1024;

/** Describe a request with its arguments, headers and bodies, without secrets. */
export async function describeEntry(entry: JournalEntry, journal: Journal, redactor: Redactor): Promise<object> {
  const { exchange, replyHeaders, replyStart } = entry;
  const read = await journal.read(entry);
  const line = await toListedRequest(entry, journal, redactor);
  const reply = redactor.reply({ headers: replyHeaders }, Buffer.concat(replyStart), read.operation, exchange.url);
  const values = JSON.stringify(read.values, (_, value) =>
    value instanceof Uint8Array ? `${value.length} bytes` : value,
  );
  return {
    ...line,
    soap: read.soap && { version: read.soap.version, namespace: read.soap.dialect.namespace },
    arguments: JSON.parse(redactor.text(values, 'application/json')),
    problem: read.fault && { code: read.fault.code, message: redactor.text(read.fault.message, '') },
    headers: redactor.headers(exchange.headers),
    body: redactor.text(
      Buffer.from(exchange.body?.subarray(0, shownBytes) ?? []).toString(),
      readContentType(exchange.headers),
    ),
    replyHeaders: redactor.headers(replyHeaders),
    reply,
  };
}
