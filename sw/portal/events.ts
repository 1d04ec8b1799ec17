import type { Context } from '../context.ts';
import { trimLetters } from '../contract/trim-letters.ts';
import type { DeliveryRecord, PortalEvent, WebhookRecord } from './schema/portal-records.ts';
import type { PortalTransaction, ReplicationTransaction } from './store/portal-store.ts';

/** What happened to a thing: `/items/{id}/update` is the operation `update` of the source `items`. */
export interface Happened {
  readonly portalId: string;
  readonly source: 'items' | 'groups' | 'users' | 'services' | 'resources' | 'syncs';
  readonly operation: string;
  readonly id: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Tell whether a subscription hears of an event: all, its source, its operation on any thing, its thing, or exactly it. */
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
 * Queue the deliveries of what happened, in the transaction that makes it happen.
 *
 * @returns how many were queued
 */
export async function queueDeliveries(
  context: Context,
  transaction: PortalTransaction | ReplicationTransaction,
  username: string,
  happened: readonly Happened[],
): Promise<number> {
  const stores = transaction as PortalTransaction;
  let queued = 0;
  for (const one of happened) {
    const portal = await stores.objectStore('portals').get(one.portalId);
    if (!portal || portal.webhookSettings.notificationAttempts === 0) continue;
    const webhooks = await stores.objectStore('webhooks').index('portal').getAll(one.portalId);
    for (const webhook of webhooks) {
      if (!webhook.isActive || !webhook.events.some((subscription) => isSubscribed(subscription, one))) continue;
      await stores.objectStore('deliveries').put(deliveryOf(context, webhook, username, one));
      queued++;
    }
  }
  return queued;
}

function deliveryOf(context: Context, webhook: WebhookRecord, username: string, one: Happened): DeliveryRecord {
  const created = context.now();
  const { source, operation, id, portalId, properties = {} } = one;
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
