import { signal } from '@preact/signals';
import { askAdmin } from '../../relay/ask-admin.ts';

/** A fault on purpose, as the program lists it. */
export interface ListedRule {
  readonly id: string;
  readonly on: boolean;
  readonly when: Readonly<Record<string, unknown>>;
  readonly do: Readonly<Record<string, unknown>>;
  /** How often it had its effect. */
  readonly applied: number;
}

/** A request of a program, as the journal lists it. */
export interface ListedRequest {
  readonly id: number;
  readonly method: string;
  readonly url: string;
  readonly face: string;
  readonly operation?: string;
  readonly status?: number;
  readonly totalMs?: number;
  readonly rule?: string;
  readonly isCutOff?: true;
}

/** How an answer came about. */
export interface Explanation {
  readonly totalMs: number;
  /** With what was decided, beside these. */
  readonly steps: readonly { readonly step: string; readonly tookMs: number; readonly atMs: number }[];
}

/** Undefined until the program has answered. */
export const rules = signal<readonly ListedRule[] | undefined>(undefined);
/** The newest first. */
export const requests = signal<readonly ListedRequest[]>([]);

const shownRequests = 20;

/** Read rules and requests anew. @throws {Error} as `askAdmin` */
export async function readDouble(): Promise<void> {
  const [listed, journal] = await Promise.all([
    askAdmin<{ rules: ListedRule[] }>('/rules'),
    askAdmin<{ requests: ListedRequest[] }>(`/requests?last=${shownRequests}`),
  ]);
  rules.value = listed.rules;
  requests.value = journal.requests.toReversed();
}

/** Change something, and read anew. @throws {Error} as `askAdmin` */
export async function changeDouble(path: string, method: string, body?: unknown): Promise<void> {
  await askAdmin(path, method, body);
  await readDouble();
}
