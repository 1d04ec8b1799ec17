import type { Context } from '../context.ts';
import { keysStartingWith } from '../store/database.ts';
import { hmacSha256 } from './digest.ts';
import { readInboxName, receive, statusRequested } from './inbox.ts';
import type { DeliveryAttempt, DeliveryRecord, PortalRecord, WebhookRecord } from './schema/portal-records.ts';
import type { PortalTransaction } from './store/portal-store.ts';

/** Maximum time that a round of deliveries waits for the next attempt. */
const maxPauseMs = 25_000;
/** Time after the timeout for recording the result, before another worker can take the delivery. */
const spareMs = 10_000;
const maximumResponseChars = 2000;
const dayMs = 24 * 60 * 60 * 1000;
const maximumDeliveries = 500;

interface Taken {
  readonly delivery: DeliveryRecord;
  readonly webhook: WebhookRecord;
  readonly portal: PortalRecord;
}

const running = new WeakMap<Context['store'], Promise<number>>();

/**
 * Deliver queued messages that are due, and wait for attempts that are due within seconds. Only one round runs at a
 * time.
 *
 * @returns how many attempts were made
 */
export function deliverDue(context: Context): Promise<number> {
  const before = running.get(context.store) ?? Promise.resolve(0);
  // The next round delivers messages queued at the end of the last one. A failed round has reported to its own caller.
  const round = before.catch(() => 0).then(() => deliverAll(context));
  running.set(context.store, round);
  return round;
}

async function deliverAll(context: Context): Promise<number> {
  let attempts = 0;
  const until = context.now() + maxPauseMs;
  for (;;) {
    const next = await nextDue(context);
    const pauseMs = next === undefined ? Number.POSITIVE_INFINITY : next - context.now();
    if (pauseMs <= 0) {
      const taken = await takeDue(context);
      if (taken) {
        await record(context, taken, await attempt(context, taken));
        attempts++;
      }
      continue;
    }
    if (context.now() + pauseMs > until) return attempts;
    await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, 10)));
  }
}

async function nextDue(context: Context): Promise<number | undefined> {
  return context.store.portal.read(async (transaction) => {
    const [first] = await transaction.objectStore('deliveries').index('due').getEntries(undefined, 1);
    return first?.key;
  });
}

/** Claim a delivery that is due, so that no other worker takes it before the timeout. Undefined if none is due. */
function takeDue(context: Context): Promise<Taken | undefined> {
  return context.store.portal.write(async (transaction) => {
    const deliveries = transaction.objectStore('deliveries');
    const due = await deliveries.index('due').getAll({ upper: context.now() }, 20);
    for (const delivery of due) {
      const webhook = await transaction.objectStore('webhooks').get(delivery.webhookId);
      const portal = await transaction.objectStore('portals').get(delivery.portalId);
      if (!webhook?.isActive || !portal) {
        await deliveries.put(finishDelivery(delivery, 'dropped'));
        continue;
      }
      const timeoutMs = portal.webhookSettings.notificationTimeOutInSeconds * 1000;
      const payload = delivery.payload || formatPayload(context, delivery, webhook);
      const taken = { ...delivery, payload, due: context.now() + timeoutMs + spareMs };
      await deliveries.put(taken);
      return { delivery: taken, webhook, portal };
    }
    return undefined;
  });
}

/**
 * Write the payload of a delivery. It is the same for every attempt, so that receivers can also detect repetitions by
 * the signature.
 */
function formatPayload(context: Context, { portalId, event }: DeliveryRecord, webhook: WebhookRecord): string {
  const portalURL = `${context.origin}${context.base}portals/${portalId}`;
  const info = { webhookName: webhook.name, webhookId: webhook.id, portalURL, when: context.now() };
  return JSON.stringify({ info, events: [event] });
}

async function attempt(context: Context, { delivery, webhook, portal }: Taken): Promise<DeliveryAttempt> {
  const when = context.now();
  const headers = new Headers({
    'content-type': 'application/json',
    'x-soapstone-delivery': delivery.id,
    'x-soapstone-webhook': webhook.id,
  });
  if (webhook.secret) {
    headers.set('x-gisHook-Signature', `sha256=${await hmacSha256(webhook.secret, delivery.payload)}`);
  }
  try {
    const url = new URL(webhook.payloadUrl);
    const inbox = readInboxName(context, url);
    if (inbox !== undefined) {
      // A worker's own requests don't reach its fetch handler.
      const answered = statusRequested(url);
      await receive(context, { name: inbox, headers, body: delivery.payload, answered });
      return { when, status: answered, response: `{"success":${answered < 300}}` };
    }
    const response = await context.fetch(url.href, {
      method: 'POST',
      headers,
      body: delivery.payload,
      redirect: 'error',
      credentials: 'omit',
      signal: AbortSignal.timeout(Math.max(1, portal.webhookSettings.notificationTimeOutInSeconds) * 1000),
    });
    // Only the status decides. The body is only shown to users, so it may be incomplete.
    const text = await response.text().catch(() => '');
    return { when, status: response.status, response: text.slice(0, maximumResponseChars) };
  } catch (error) {
    return { when, status: 0, response: error instanceof Error ? error.message : String(error) };
  }
}

/** Record an attempt as delivered, failed, or to be repeated. Too many failures deactivate the webhook. */
function record(context: Context, { delivery, portal }: Taken, made: DeliveryAttempt): Promise<void> {
  const { notificationAttempts, notificationElapsedTimeInSeconds } = portal.webhookSettings;
  return context.store.portal.write(async (transaction) => {
    const deliveries = transaction.objectStore('deliveries');
    const current = await deliveries.get(delivery.id);
    // The delivery was deleted with its webhook in the meantime.
    if (!current) return;
    const attempts = [...current.attempts, made];
    if (made.status >= 200 && made.status < 300) {
      await deliveries.put({ ...finishDelivery(current, 'delivered'), attempts });
    } else if (current.state === 'dropped') {
      // The webhook was deactivated in the meantime, so no further attempt is made.
      await deliveries.put({ ...current, attempts });
    } else if (attempts.length < notificationAttempts) {
      await deliveries.put({ ...current, attempts, due: context.now() + notificationElapsedTimeInSeconds * 1000 });
    } else {
      await deliveries.put({ ...finishDelivery(current, 'failed'), attempts });
      await countFailure(context, transaction, current.webhookId);
    }
    await dropOldest(transaction, current.webhookId);
  });
}

async function countFailure(context: Context, transaction: PortalTransaction, webhookId: string): Promise<void> {
  const webhook = await transaction.objectStore('webhooks').get(webhookId);
  if (!webhook) return;
  const { numberOfFailures, daysInPast } = webhook.deactivationPolicy;
  const now = context.now();
  const failures = [...webhook.failures.filter((when) => when > now - daysInPast * dayMs), now];
  const isOver = failures.length >= numberOfFailures;
  await transaction
    .objectStore('webhooks')
    .put({ ...webhook, failures, isActive: webhook.isActive && !isOver, modified: isOver ? now : webhook.modified });
  if (isOver) await dropQueued(transaction, webhookId);
}

/** Mark the queued deliveries of a webhook as dropped. */
export async function dropQueued(transaction: PortalTransaction, webhookId: string): Promise<void> {
  const deliveries = transaction.objectStore('deliveries');
  for (const delivery of await deliveries.index('webhook').getAll(keysStartingWith([webhookId]))) {
    if (delivery.state === 'queued') await deliveries.put(finishDelivery(delivery, 'dropped'));
  }
}

/** Delete the oldest deliveries of a webhook above the limit. */
async function dropOldest(transaction: PortalTransaction, webhookId: string): Promise<void> {
  const deliveries = transaction.objectStore('deliveries');
  const keys = await deliveries.index('webhook').getAllKeys(keysStartingWith([webhookId]));
  await Promise.all(keys.slice(0, Math.max(0, keys.length - maximumDeliveries)).map((key) => deliveries.delete(key)));
}

function finishDelivery(delivery: DeliveryRecord, state: DeliveryRecord['state']): DeliveryRecord {
  const { due: _, ...rest } = delivery;
  return { ...rest, state };
}
