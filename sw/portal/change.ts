import { type Context, inBackground } from '../context.ts';
import { trimLetters } from '../contract/trim-letters.ts';
import { type AnyCall, principalUsername, type Reply } from './call.ts';
import { deliverDue } from './deliver.ts';
import type { AnswerRecord, DeliveryRecord, PortalEvent, WebhookRecord } from './schema/portal-records.ts';
import type { PortalTransaction, ReplicationTransaction } from './store/portal-store.ts';

/** Lifetime of the stored response to a keyed request. It is longer than the lifetime of a form's nonce. */
export const rememberedForMs = 60 * 60 * 1000;

type Requested = Pick<AnyCall, 'context' | 'principal' | 'key'>;
type Emit = (happened: Happened) => void;
type Task<T extends PortalTransaction, R> = (transaction: T, emit: Emit) => Promise<R>;

/**
 * Run a change in one strict transaction, together with its events and its stored response.
 *
 * A repeated request with the same key has no second effect and gets the same response.
 */
export const change = <R extends Reply>(call: Requested, task: Task<PortalTransaction, R>): Promise<R> =>
  remembering(call, call.context.store.portal.write, task);

/** Run a change like `change`, with the service catalogue in the transaction. */
export const changeServices = <R extends Reply>(call: Requested, task: Task<ReplicationTransaction, R>): Promise<R> =>
  remembering(call, call.context.store.portal.replicate, task);

function remembering<T extends PortalTransaction, R extends Reply>(
  { context, principal, key }: Requested,
  write: (body: (transaction: T) => Promise<R>) => Promise<R>,
  task: Task<T, R>,
): Promise<R> {
  return changeAndNotify(context, principalUsername(principal), write, async (transaction, emit) => {
    const answers = transaction.objectStore('answers');
    const remembered = key && replyIn(context, await answers.get(key));
    // The response stored under this key has the type of this operation.
    if (remembered) return remembered as R;
    const made = await task(transaction, emit);
    const old = await answers.index('at').getAllKeys({ upper: context.now() - rememberedForMs });
    const requests: Promise<unknown>[] = old.map((oldKey) => answers.delete(oldKey));
    if (key && made.success !== false) requests.push(answers.put({ key, at: context.now(), reply: made }));
    await Promise.all(requests);
    return made;
  });
}

/**
 * Run a change in one transaction with the deliveries of its events, and start to deliver them.
 *
 * @param username recorded as the cause of the events
 * @param write runs the transaction
 */
export async function changeAndNotify<T extends PortalTransaction, R>(
  context: Context,
  username: string,
  write: (body: (transaction: T) => Promise<R>) => Promise<R>,
  task: Task<T, R>,
): Promise<R> {
  let queued = 0;
  const result = await write(async (transaction) => {
    const events: Happened[] = [];
    const made = await task(transaction, (event) => events.push(event));
    queued = await queueDeliveries(context, transaction, username, events);
    return made;
  });
  if (queued > 0) inBackground(context, deliverDue(context));
  return result;
}

/**
 * Return the stored response of a repeated request; undefined if the request is new, has no key, or its response has
 * expired.
 */
export async function readRememberedReply({
  context,
  key,
}: Pick<Requested, 'context' | 'key'>): Promise<Reply | undefined> {
  return key === undefined ? undefined : replyIn(context, await context.store.portal.get('answers', key));
}

const replyIn = (context: Context, answer: AnswerRecord | undefined): Reply | undefined =>
  answer && context.now() - answer.at < rememberedForMs ? answer.reply : undefined;

/** An event on a resource: `/items/{id}/update` is the operation `update` of the source `items`. */
export interface Happened {
  readonly portalId: string;
  readonly source: 'items' | 'groups' | 'users' | 'services' | 'resources' | 'syncs';
  readonly operation: string;
  readonly id: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/**
 * Check whether a subscription covers an event.
 *
 * A subscription selects all events, a source, an operation of a source, a single resource, or an operation on a single
 * resource.
 */
export function isSubscribed(subscription: string, { source, operation, id }: Omit<Happened, 'portalId'>): boolean {
  const requested = trimLetters(subscription, '/');
  return (
    requested === '' ||
    requested === `/${source}` ||
    requested === `/${source}/${operation}` ||
    requested === `/${source}/${id}` ||
    requested === `/${source}/${id}/${operation}`
  );
}

/**
 * Queue the deliveries of events, in the transaction that causes the events.
 *
 * @returns how many were queued
 */
async function queueDeliveries(
  context: Context,
  transaction: PortalTransaction,
  username: string,
  events: readonly Happened[],
): Promise<number> {
  let queued = 0;
  for (const event of events) {
    const portal = await transaction.objectStore('portals').get(event.portalId);
    if (!portal || portal.webhookSettings.notificationAttempts === 0) continue;
    const webhooks = await transaction.objectStore('webhooks').index('portal').getAll(event.portalId);
    for (const webhook of webhooks) {
      if (!webhook.isActive || !webhook.events.some((subscription) => isSubscribed(subscription, event))) continue;
      await transaction.objectStore('deliveries').put(makeDelivery(context, webhook, username, event));
      queued++;
    }
  }
  return queued;
}

function makeDelivery(
  context: Context,
  webhook: WebhookRecord,
  username: string,
  portalEvent: Happened,
): DeliveryRecord {
  const created = context.now();
  const { source, operation, id, portalId, properties = {} } = portalEvent;
  const event: PortalEvent = { username, userId: username, when: created, operation, source, id, properties };
  return {
    id: context.newId(),
    portalId,
    webhookId: webhook.id,
    state: 'queued',
    event,
    created,
    due: created,
    payload: '',
    attempts: [],
  };
}
