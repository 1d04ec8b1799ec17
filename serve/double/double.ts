import type { Answer, Exchange, InPage, Middleware, Reply } from '../exchange.ts';
import { answerAdmin, isAdminPath, type Managed } from './admin.ts';
import { answerWith } from './effects.ts';
import { Journal, type JournalEntry } from './journal.ts';
import { notRecorded, type ReadAnswer, recordFrom, replayFrom } from './record.ts';
import { RecordingFolder } from './recording.ts';
import { Redactor } from './redact.ts';
import { RuleBook } from './rule-book.ts';
import type { Scenario } from './scenario.ts';
import { mayChange, Snapshots, type Storage } from './snapshots.ts';

interface DoubleOptions {
  readonly scenario: Scenario;
  /** What requests to the administration show. */
  readonly adminToken: string;
  readonly storage: Storage;
  readonly inPage: InPage;
  /** Server that is recorded, and the folder for what it answers. */
  readonly record?: { readonly address: string; readonly folder: string };
  /** Folder whose recordings answer; other requests go to the backend, or get a fault where `isStrict`. */
  readonly replay?: { readonly folder: string; readonly isStrict: boolean };
}

export interface Double extends Managed {
  /** Answers the administration and applies rules; everything passes it. */
  readonly middleware: Middleware;
  /** Set the clock that the scenario asks for. Await it before the first request. */
  prepare(): Promise<void>;
}

/**
 * Make the test double around a server: rules, journal, snapshots, recordings, and their administration.
 *
 * @throws {Fault} `bad-value` for an address or a recording that cannot be read
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

  /** @param next the backend itself */
  async function reply(exchange: Exchange, entry: JournalEntry, next: Answer): Promise<Reply> {
    const answer: Answer = async (received) => {
      if (source) {
        const read = await journal.read(entry);
        const found = await source(received, read);
        entry.answeredBy = record ? 'server' : 'recording';
        if (found) return found;
        if (replay?.isStrict) return notRecorded(received, read, replayed!);
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
      // These headers are between this program and its page.
      const received = { ...exchange, headers: exchange.headers.filter(([name]) => !name.startsWith('x-soapstone-')) };
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
