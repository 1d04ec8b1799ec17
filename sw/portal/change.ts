import type { Context } from '../context.ts';
import { type AnyCall, type Reply, usernameOf } from './call.ts';
import { deliverDue } from './deliver.ts';
import { type Happened, queueDeliveries } from './events.ts';
import { inBackground } from './in-background.ts';
import type { AnswerRecord } from './schema/portal-records.ts';
import type { PortalTransaction, ReplicationTransaction } from './store/portal-store.ts';

/** How long a named request is remembered. The nonce of a form expires before. */
export const rememberedForMs = 60 * 60 * 1000;

type Requested = Pick<AnyCall, 'context' | 'principal' | 'key'>;
type Emit = (happened: Happened) => void;

/**
 * Run a change in one strict transaction, with the events it causes and the memory of its answer, so that a named
 * request that is sent again has no second effect and gets the same answer.
 */
export function change<R extends Reply>(
  call: Requested,
  task: (transaction: PortalTransaction, emit: Emit) => Promise<R>,
): Promise<R> {
  return remembering(call, (body) => call.context.store.portal.write(body), task);
}

/** As `change`, with the catalogue of services in the transaction. */
export function changeServices<R extends Reply>(
  call: Requested,
  task: (transaction: ReplicationTransaction, emit: Emit) => Promise<R>,
): Promise<R> {
  return remembering(call, (body) => call.context.store.portal.replicate(body), task);
}

async function remembering<T extends PortalTransaction | ReplicationTransaction, R extends Reply>(
  call: Requested,
  write: (body: (transaction: T) => Promise<R>) => Promise<R>,
  task: (transaction: T, emit: Emit) => Promise<R>,
): Promise<R> {
  const { context, principal } = call;
  let queued = 0;
  const reply = await write(async (transaction) => {
    queued = 0;
    const answers = (transaction as PortalTransaction).objectStore('answers');
    const known = call.key && replyIn(context, await answers.get(call.key));
    // What was remembered of a request is its own answer.
    if (known) return known as R;
    const happened: Happened[] = [];
    const made = await task(transaction, (one) => happened.push(one));
    queued = await queueDeliveries(context, transaction, usernameOf(principal), happened);
    const old = await answers.index('at').getAllKeys(IDBKeyRange.upperBound(context.now() - rememberedForMs));
    const requests: Promise<unknown>[] = old.map((key) => answers.delete(key));
    if (call.key && made.success !== false)
      requests.push(answers.put({ key: call.key, at: context.now(), reply: made }));
    await Promise.all(requests);
    return made;
  });
  if (queued > 0) inBackground(context, deliverDue(context));
  return reply;
}

/** The answer that a request got before; undefined for one that is new, has no name, or came long ago. */
export async function rememberedReply({
  context,
  key,
}: Pick<Requested, 'context' | 'key'>): Promise<Reply | undefined> {
  return key === undefined ? undefined : replyIn(context, await context.store.portal.get('answers', key));
}

const replyIn = (context: Context, answer: AnswerRecord | undefined): Reply | undefined =>
  answer && context.now() - answer.at < rememberedForMs ? answer.reply : undefined;
