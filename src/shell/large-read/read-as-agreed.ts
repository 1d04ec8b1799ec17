import { signal } from '@preact/signals';
import type { OperationName } from '../../../sw/contract/index.ts';
import { type Refused, ServiceFault } from '../../connection/call.ts';

/** A request that reads much of a file elsewhere, and what a person says to that. */
export interface LargeRead {
  readonly operation: OperationName;
  readonly request: unknown;
  /** The host, or the file on this computer. */
  readonly source: string;
  readonly bytes: number;
  readonly agree: () => void;
  /** Settled once a person has agreed. */
  readonly agreed: Promise<void>;
  /** Before and after a person has agreed. */
  readonly cancel: AbortController;
  readonly end: () => void;
  readonly ended: Promise<void>;
}

/** What a person is asked about, and what is read since; undefined most of the time. */
export const largeRead = signal<LargeRead | undefined>(undefined);

/** How many requests it is for. */
let waiting = 0;

/** Only these are a person's own question; pictures of the map and their like come unasked. */
const questions: ReadonlySet<string> = new Set<OperationName>([
  'QueryRowIDs',
  'QueryRowCount',
  'QueryDataStatistics',
  'GenerateDataClasses',
  'Find',
]);

/**
 * Ask a person whether a request that was refused may read as much as it needs, and send it again. Requests for the same file that
 * are refused in the meantime wait for the same answer.
 *
 * @param read sends it with what a person has agreed to
 * @throws {ServiceFault} the refusal where a person is not asked or does not agree, and as `read`
 * @throws the signal's reason when it is aborted
 */
export async function readAsAgreed<T>(
  { operation, request, refusal }: Refused,
  signal: AbortSignal | undefined,
  read: (agreedBytes: number, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!questions.has(operation)) throw refusal;
  const [source, bytes] = [String(refusal.detail.source), Number(refusal.detail.bytes)];
  let open = largeRead.peek();
  for (; open && !(open.source === source && open.bytes >= bytes); open = largeRead.peek()) await open.ended;
  signal?.throwIfAborted();
  open ??= ask({ operation, request, source, bytes });
  const { agreed, cancel, end } = open;
  let more: ServiceFault;
  waiting++;
  try {
    const either = signal ? AbortSignal.any([signal, cancel.signal]) : cancel.signal;
    await Promise.race([agreed, aborted(either)]);
    return await read(open.bytes, either);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (cancel.signal.aborted) throw refusal;
    // Only later was it known how much it is.
    const isMore = error instanceof ServiceFault && error.detail.mostAgreed && Number(error.detail.bytes) > open.bytes;
    if (!isMore) throw error;
    more = error;
  } finally {
    if (--waiting === 0) {
      largeRead.value = undefined;
      end();
    }
  }
  return readAsAgreed({ operation, request, refusal: more }, signal, read);
}

function ask(read: Pick<LargeRead, 'operation' | 'request' | 'source' | 'bytes'>): LargeRead {
  let [agree, end] = [() => {}, () => {}];
  const agreed = new Promise<void>((resolve) => {
    agree = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const question: LargeRead = { ...read, agree, agreed, end, ended, cancel: new AbortController() };
  largeRead.value = question;
  return question;
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
