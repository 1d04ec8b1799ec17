import { portalRow } from '../contract/portal.ts';
import type { PortalTransaction, ReplicationTransaction } from '../store/portal.ts';
import type { AnswerRecord } from '../store/portal-records.ts';
import { type AnyCall, type Reply, usernameOf } from './call.ts';
import { deliverDue } from './deliver.ts';
import { type Happened, queueDeliveries } from './events.ts';
import { inBackground } from './in-background.ts';

/** How long a request that names itself is remembered. A form's nonce expires before. */
export const rememberedForMs = 60 * 60 * 1000;
/** How long what is gone counts as removed by the same request. */
const tombstoneMs = 10 * 60 * 1000;
/** How long an equal body counts as the same request where it makes something. */
const repeatedWithinMs = 10_000;

type Asked = Pick<AnyCall, 'context' | 'operation' | 'principal' | 'key'>;
export type Emit = (happened: Happened) => void;

/**
 * Run a change in one strict transaction, with the events it causes and the memory of its answer, so that a request
 * that is delivered again has no second effect and gets the same answer.
 */
export function change<R extends Reply>(
  call: Asked,
  task: (transaction: PortalTransaction, emit: Emit) => Promise<R>,
): Promise<Reply> {
  return remembering(call, (body) => call.context.store.portal.write(body), task);
}

/** As `change`, with the catalogue of services in the transaction. */
export function changeServices<R extends Reply>(
  call: Asked,
  task: (transaction: ReplicationTransaction, emit: Emit) => Promise<R>,
): Promise<Reply> {
  return remembering(call, (body) => call.context.store.portal.replicate(body), task);
}

async function remembering<T extends PortalTransaction | ReplicationTransaction, R extends Reply>(
  call: Asked,
  write: (body: (transaction: T) => Promise<Reply>) => Promise<Reply>,
  task: (transaction: T, emit: Emit) => Promise<R>,
): Promise<Reply> {
  const { context, principal } = call;
  let queued = 0;
  const reply = await write(async (transaction) => {
    queued = 0;
    const answers = (transaction as PortalTransaction).objectStore('answers');
    const known = sameRequest(call, await answers.get(call.key.text));
    if (known) return known;
    const happened: Happened[] = [];
    const made = await task(transaction, (one) => happened.push(one));
    queued = await queueDeliveries(context, transaction, usernameOf(principal), happened);
    const old = await answers.index('at').getAllKeys(IDBKeyRange.upperBound(context.now() - rememberedForMs));
    const requests: Promise<unknown>[] = old.map((key) => answers.delete(key));
    if (made.success !== false) requests.push(answers.put({ key: call.key.text, at: context.now(), reply: made }));
    await Promise.all(requests);
    return made;
  });
  if (queued > 0) inBackground(context, deliverDue(context));
  return reply;
}

/** The answer of a request that has come before, where equal keys say that it is the same. */
function sameRequest(call: Asked, answer: AnswerRecord | undefined): Reply | undefined {
  if (!answer) return undefined;
  const age = call.context.now() - answer.at;
  const window = call.key.isUnique ? rememberedForMs : portalRow(call.operation).creates ? repeatedWithinMs : 0;
  return age < window ? answer.reply : undefined;
}

/** The answer this request got when the thing was still there; undefined when it was never asked, or long ago. */
export async function tombstone(call: Pick<Asked, 'context' | 'key'>): Promise<Reply | undefined> {
  const answer = await call.context.store.portal.get('answers', call.key.text);
  return answer && call.context.now() - answer.at < tombstoneMs ? answer.reply : undefined;
}

/** As `tombstone`, within a transaction. */
export async function tombstoneIn(
  call: Pick<Asked, 'context' | 'key'>,
  transaction: PortalTransaction,
): Promise<Reply | undefined> {
  const answer = await transaction.objectStore('answers').get(call.key.text);
  return answer && call.context.now() - answer.at < tombstoneMs ? answer.reply : undefined;
}
