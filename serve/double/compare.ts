import { Fault, type OperationName, operations } from '../../sw/contract/index.ts';
import { decodeResponse } from '../../sw/soap/decode.ts';
import { openEnvelope } from '../../sw/soap/envelope.ts';
import { faultOf } from '../../sw/soap/fault-envelope.ts';
import type { Answer, Exchange } from '../exchange.ts';
import { type DifferenceLimits, differencesBetween, type ValueDifference } from './differences.ts';
import { bodyOf } from './effects.ts';
import { nameOf, type Recording, type RecordingFolder, rootMark } from './recording.ts';
import { typeOf } from './redact.ts';

/** How an answer of ours differs from the recorded one. */
export interface Comparison {
  /** Name of the recording. */
  readonly name: string;
  readonly service: string | undefined;
  readonly operation: string | undefined;
  /** Empty when both say the same. */
  readonly differences: readonly ValueDifference[];
}

/** An answer as it is compared. */
interface Compared {
  readonly status: number;
  readonly type: string;
  readonly body: Uint8Array;
}

/**
 * Ask the backend every recorded request, one after the other, and compare each answer with the last recorded one: messages by
 * the types of the contract, JSON by its members, other texts by lines, and the rest by bytes.
 *
 * @param root address of this server, without a slash at the end
 */
export async function* compareAll(
  folder: RecordingFolder,
  answer: Answer,
  root: string,
  limits: DifferenceLimits = {},
): AsyncGenerator<Comparison> {
  let id = 1;
  for (const recording of folder.list()) {
    const { service, operation } = recording.key;
    const last = recording.answers.at(-1);
    if (!last) continue;
    const reply = await answer(exchangeOf(recording, root, id++));
    const found = { status: reply.status, type: typeOf(reply.headers), body: await bodyOf(reply.body) };
    const body = folder.bodyOf(last, root) ?? new Uint8Array();
    const recorded = { status: last.status, type: typeOf(last.headers), body };
    yield {
      name: nameOf(recording.key),
      service,
      operation,
      differences: differencesOf(recorded, found, operation, limits),
    };
  }
}

function exchangeOf({ request }: Recording, root: string, id: number): Exchange {
  return {
    id,
    receivedAt: Date.now(),
    method: request.method,
    url: new URL(request.path.replaceAll(rootMark, root), `${root}/`),
    headers: request.headers,
    body: request.body === undefined ? undefined : new TextEncoder().encode(request.body.replaceAll(rootMark, root)),
    signal: new AbortController().signal,
  };
}

/** Compare two answers to a request of an operation. */
export function differencesOf(
  recorded: Compared,
  found: Compared,
  operation: string | undefined,
  limits: DifferenceLimits = {},
): ValueDifference[] {
  const head = differencesBetween(
    { status: recorded.status, type: recorded.type },
    { status: found.status, type: found.type },
  );
  return [...head, ...differencesInBodies(recorded, found, operation, limits)];
}

function differencesInBodies(
  recorded: Compared,
  found: Compared,
  operation: string | undefined,
  limits: DifferenceLimits,
) {
  if (Buffer.compare(recorded.body, found.body) === 0) return [];
  const [a, b] = [recorded, found].map(({ body }) => new TextDecoder().decode(body)) as [string, string];
  const isMessage = operation !== undefined && Object.hasOwn(operations, operation) && a.includes('Envelope');
  try {
    if (isMessage) return differencesBetween(contentOf(a, operation), contentOf(b, operation), '', limits);
    if (recorded.type.includes('json')) return differencesBetween(JSON.parse(a), JSON.parse(b), '', limits);
  } catch (error) {
    return [{ path: 'body', recorded: 'a body that can be read', found: (error as Error).message }];
  }
  if (/^text\/|xml|javascript/.test(recorded.type)) return differencesBetween(linesOf(a), linesOf(b), 'lines', limits);
  return [{ path: 'body', recorded: `${recorded.body.length} bytes`, found: `${found.body.length} bytes` }];
}

/** What a message says: the elements of an answer, or a fault. @throws {Fault} for what is no message of the operation */
function contentOf(xml: string, operation: string): unknown {
  const { element, dialect } = openEnvelope(xml);
  const fault = faultOf(element);
  if (fault) return { Fault: { code: fault.code, message: fault.message } };
  if (element.name !== `${operation}Response`)
    throw new Fault('bad-envelope', `Envelope.Body: <${operation}Response> expected, <${element.name}> found`);
  return decodeResponse(operation as OperationName, element, dialect);
}

const linesOf = (text: string): string[] => text.split(/\r?\n/).map((line) => line.trimEnd());
