import { badValue, Fault, faultCodes, quoteValue, toFault, wrongValue } from '../../sw/contract/index.ts';
import type { Exchange, Reply } from '../exchange.ts';
import { isSameSecret } from '../secret.ts';
import { readJson } from './check.ts';
import { encodeText } from './effects.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { describeEntry, filterIn, filterJournal, listRequests } from './journal-filter.ts';
import type { Redactor } from './redact.ts';
import type { RuleBook } from './rule-book.ts';
import type { Snapshots } from './snapshots.ts';

/** Header with the token of the administration. Pages of other origins can't send it without permission. */
const adminTokenHeader = 'x-soapstone-admin-token';

/** The parts of the test double that the administration controls. */
export interface Managed {
  readonly rules: RuleBook;
  readonly journal: Journal;
  readonly redactor: Redactor;
  readonly snapshots: Snapshots;
  /** Clock and random seed of the backend. */
  readonly clock: {
    state(): Promise<object>;
    set(value: unknown): Promise<object>;
    reset(): Promise<object>;
  };
  /** Make sure that this process applies rules and writes the journal. */
  readonly activate: () => Promise<void>;
  /** Restore the initial state. */
  readonly reset: () => Promise<void>;
}

interface AdminCall extends Managed {
  readonly url: URL;
  /** Path segment in place of `{x}`. */
  readonly name: string;
  /** @throws {Fault} `bad-value` for a body that isn't JSON */
  readonly json: () => unknown;
}

interface AdminRow {
  readonly method: string;
  /** Path below `/__admin`. */
  readonly path: string;
  readonly doc: string;
  readonly run: (call: AdminCall) => unknown;
}

const adminRoot = '/__admin';

/** Check whether a path belongs to the admin API. The path is normalized as in `Exchange.url`. */
export const isAdminPath = (pathname: string): boolean =>
  pathname === adminRoot || pathname.startsWith(`${adminRoot}/`);

/** All operations of the admin API. */
const rows: readonly AdminRow[] = [
  {
    method: 'GET',
    path: '',
    doc: 'List these operations.',
    run: () => ({ operations: rows.map(({ method, path, doc }) => `${method} ${adminRoot}${path}: ${doc}`) }),
  },
  {
    method: 'GET',
    path: '/rules',
    doc: 'List the rules with their counts, and the states of scenarios.',
    run: ({ rules }) => ({ rules: rules.list(), states: rules.states(), seed: rules.seed }),
  },
  {
    method: 'POST',
    path: '/rules',
    doc: 'Add a rule or a list of rules; one with the id of another replaces it.',
    run: ({ rules, json }) => {
      const value = json();
      return {
        added: Array.isArray(value)
          ? value.map((rule, index) => rules.add(rule, `rules[${index}]`))
          : [rules.add(value)],
      };
    },
  },
  { method: 'DELETE', path: '/rules', doc: 'Remove all rules.', run: ({ rules }) => rules.clear() },
  {
    method: 'POST',
    path: '/rules/reset',
    doc: 'Go back to the rules of the start, with all counts at zero.',
    run: ({ rules }) => rules.reset(),
  },
  {
    method: 'DELETE',
    path: '/rules/{id}',
    doc: 'Remove a rule.',
    run: ({ rules, name }) => requireFound(rules.remove(name), 'a rule', name),
  },
  {
    method: 'PATCH',
    path: '/rules/{id}',
    doc: 'Switch a rule: {"on": false}.',
    run: ({ rules, name, json }) => {
      const { on } = (json() ?? {}) as { on?: unknown };
      if (typeof on !== 'boolean') throw badValue('on', 'true or false', on);
      requireFound(rules.turn(name, on), 'a rule', name);
    },
  },
  {
    method: 'GET',
    path: '/requests',
    doc: 'List the last requests: ?operation=, protocol, service, layer, method, status, fault, rule, unmatched, after, last.',
    run: async ({ journal, redactor, url }) => {
      const entries = await filterJournal(journal, filterIn(url.searchParams));
      return { requests: await listRequests(entries, journal, redactor) };
    },
  },
  {
    method: 'GET',
    path: '/requests/count',
    doc: 'Count them, by the same filters.',
    run: async ({ journal, url }) => ({ count: (await filterJournal(journal, filterIn(url.searchParams))).length }),
  },
  { method: 'DELETE', path: '/requests', doc: 'Forget all requests.', run: ({ journal }) => journal.clear() },
  {
    method: 'GET',
    path: '/requests/{id}',
    doc: 'Describe a request: its arguments, headers and bodies.',
    run: ({ journal, redactor, name }) => describeEntry(findJournalEntry(journal, name), journal, redactor),
  },
  {
    method: 'POST',
    path: '/reset',
    doc: 'Go back to the start: stored data, rules, journal and clock.',
    run: ({ reset }) => reset(),
  },
  {
    method: 'GET',
    path: '/snapshots',
    doc: 'List the snapshots.',
    run: ({ snapshots }) => ({ snapshots: snapshots.list() }),
  },
  {
    method: 'POST',
    path: '/snapshots/{name}',
    doc: 'Keep all stored data under a name.',
    run: ({ snapshots, name }) => snapshots.take(name),
  },
  {
    method: 'POST',
    path: '/snapshots/{name}/restore',
    doc: 'Put the data of a snapshot back.',
    run: ({ snapshots, name }) => snapshots.restore(name),
  },
  {
    method: 'DELETE',
    path: '/snapshots/{name}',
    doc: 'Forget a snapshot.',
    run: ({ snapshots, name }) => requireFound(snapshots.remove(name), 'a snapshot', name),
  },
  {
    method: 'GET',
    path: '/clock',
    doc: 'Say which clock and seed the backend has.',
    run: ({ clock }) => clock.state(),
  },
  {
    method: 'PUT',
    path: '/clock',
    doc: 'Set the clock of the backend: {"now": "2026-01-31T12:00:00Z", "isFrozen": true, "seed": "a"}.',
    run: ({ clock, json }) => clock.set(json()),
  },
  { method: 'DELETE', path: '/clock', doc: "Go back to the machine's own clock.", run: ({ clock }) => clock.reset() },
];

/**
 * Answer a request to the administration before it reaches the backend. Nothing is thrown.
 *
 * @param token the token that the request must have, because the journal contains the answers to other clients
 */
export async function answerAdmin(exchange: Exchange, token: string, managed: Managed): Promise<Reply> {
  const shown = exchange.headers.find(([name]) => name === adminTokenHeader)?.[1] ?? '';
  if (!isSameSecret(shown, token)) {
    const message = `${adminTokenHeader}: expected the token of the administration. It is printed at the start, and in SOAPSTONE_ADMIN_TOKEN for --run.`;
    return jsonReply({ error: { code: 401, messageCode: 'not-allowed', message } }, 401);
  }
  try {
    const { row, name } = findRow(exchange);
    await managed.activate();
    const json = (): unknown => readJson(new TextDecoder().decode(exchange.body), 'body');
    const answer = await row.run({ ...managed, url: exchange.url, name, json });
    return jsonReply(answer ?? { success: true });
  } catch (error) {
    const { code, message } = toFault(error, exchange.signal);
    const status = code === 'not-found' ? 404 : code === 'bad-method' ? 405 : faultCodes[code] === 'client' ? 400 : 500;
    return jsonReply({ error: { code: status, messageCode: code, message } }, status);
  }
}

/** Find the operation of a request. @throws {Fault} `not-found`, `bad-method` */
function findRow({ method: sent, url }: Exchange): { row: AdminRow; name: string } {
  const segments = url.pathname.slice(adminRoot.length).split('/').filter(Boolean);
  const matches = rows.flatMap((row) => {
    const parts = row.path.split('/').filter(Boolean);
    const isSame =
      parts.length === segments.length &&
      parts.every((part, index) => part.startsWith('{') || part === segments[index]);
    const placeholderIndex = parts.findIndex((part) => part.startsWith('{'));
    return isSame ? [{ row, name: placeholderIndex < 0 ? '' : decodeURIComponent(segments[placeholderIndex]!) }] : [];
  });
  const method = sent === 'HEAD' ? 'GET' : sent;
  const match = matches.find(({ row }) => row.method === method);
  if (match) return match;
  if (matches.length === 0)
    throw new Fault('not-found', `${url.pathname.slice(0, 200)} not found. List all operations with GET ${adminRoot}.`);
  const methods = matches.map(({ row }) => row.method).join(' or ');
  throw wrongValue('bad-method', 'Method', `${methods} at ${url.pathname.slice(0, 200)}`, method);
}

function findJournalEntry(journal: Journal, id: string): JournalEntry {
  const entry = journal.find(Number(id));
  if (entry) return entry;
  throw wrongValue(
    'not-found',
    'requests',
    `the ID of one of the last ${journal.list().length} requests`,
    quoteValue(id),
  );
}

function requireFound(isFound: boolean, what: string, name: string): void {
  if (!isFound) throw wrongValue('not-found', 'Path', `the ID of ${what}`, quoteValue(name));
}

/** Return a JSON reply. */
const jsonReply = (value: unknown, status = 200): Reply => ({
  status,
  headers: [
    ['content-type', 'application/json; charset=utf-8'],
    ['cache-control', 'no-store'],
  ],
  body: encodeText(JSON.stringify(value, null, 1)),
});
