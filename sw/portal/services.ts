import type { Context } from '../context.ts';
import type { ServiceRecord } from '../store/store.ts';
import { deliverDue } from './deliver.ts';
import { type Happened, queueDeliveries } from './events.ts';
import { inBackground } from './in-background.ts';
import type { ItemRecord, PortalRecord, ServiceSettingsRecord } from './schema/portal-records.ts';
import type { PortalTransaction } from './store/portal-store.ts';

/** Account that owns what was published without signing in. */
const publisher = 'admin';

/** Address of a service on this origin. */
export const serviceUrl = (context: Context, key: string): string =>
  `${context.origin}${context.base}services/${key}/MapServer`;

/** Give every service without an item one: in the portal of its folder, else in the first one, in its first group. */
export async function adoptServices(context: Context): Promise<void> {
  const services = await context.store.services();
  const settings = new Set((await context.store.portal.all('serviceSettings')).map((one) => one.key));
  const orphans = services.filter((service) => !settings.has(service.key));
  if (orphans.length === 0) return;
  await context.store.portal.write(async (transaction) => {
    for (const service of orphans) await adopt(context, transaction, service, true);
  });
}

/**
 * Record that a service was published, and notify the webhooks. A portal that was never used has none.
 *
 * @param owner of a service that is new
 */
export async function servicePublished(
  context: Context,
  service: ServiceRecord,
  owner: string = publisher,
): Promise<void> {
  if ((await context.store.portal.all('portals')).length === 0) return;
  await changeAndNotify(context, async (transaction) => {
    const known = await transaction.objectStore('serviceSettings').get(service.key);
    const item = known && (await transaction.objectStore('items').get([known.portalId, known.itemId]));
    if (!item) return eventsOf('publish', await adopt(context, transaction, service, false, owner));
    const changed = { ...item, modified: context.now(), revision: item.revision + 1 };
    await transaction.objectStore('items').put(changed);
    return eventsOf('publish', changed);
  });
}

/** Forget a service that was removed, its item with it, and notify the webhooks. Safe to run twice. */
export async function serviceRemoved(context: Context, key: string): Promise<void> {
  await changeAndNotify(context, async (transaction) => {
    const known = await transaction.objectStore('serviceSettings').get(key);
    if (!known) return [];
    const item = await transaction.objectStore('items').get([known.portalId, known.itemId]);
    await transaction.objectStore('serviceSettings').delete(key);
    if (!item) return [];
    await transaction.objectStore('items').delete([item.portalId, item.id]);
    await transaction
      .objectStore('itemFiles')
      .delete(IDBKeyRange.bound([item.portalId, item.id], [item.portalId, item.id, []]));
    return eventsOf('delete', item);
  });
}

/** Change rows of the portal and notify the webhooks of the events. */
export async function changeAndNotify(
  context: Context,
  task: (transaction: PortalTransaction) => Promise<Happened[]>,
): Promise<void> {
  const queued = await context.store.portal.write(async (transaction) =>
    queueDeliveries(context, transaction, publisher, await task(transaction)),
  );
  if (queued > 0) inBackground(context, deliverDue(context));
}

const eventsOf = (operation: 'publish' | 'delete', item: ItemRecord): Happened[] => [
  { portalId: item.portalId, source: 'items', operation, id: item.id },
  {
    portalId: item.portalId,
    source: 'services',
    operation,
    id: item.serviceKey ?? '',
    properties: { itemId: item.id, url: item.url },
  },
];

export async function adopt(
  context: Context,
  transaction: PortalTransaction,
  service: ServiceRecord,
  isShared: boolean,
  username: string = publisher,
): Promise<ItemRecord> {
  const portals = await transaction.objectStore('portals').getAll();
  const { folder, document } = service.definition;
  const portal =
    portals.find((one) => one.folder !== '' && one.folder === folder) ?? portals.find((one) => one.isDefault);
  const owner = (portal ?? portals[0]) as PortalRecord;
  const groups = await transaction.objectStore('groups').getAll(IDBKeyRange.bound([owner.id], [owner.id, []]));
  const now = context.now();
  const item: ItemRecord = {
    portalId: owner.id,
    id: context.newId(),
    type: 'Map Service',
    title: document.Title || service.key,
    description: document.Comments || document.Subject,
    tags: document.Keywords.split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    owner: username,
    created: now,
    modified: now,
    revision: 1,
    // The services that are there at the first run are what the first synchronisation shows.
    groups: isShared ? groups.slice(0, 1).map((group) => group.id) : [],
    url: serviceUrl(context, service.key),
    serviceKey: service.key,
  };
  const settings: ServiceSettingsRecord = {
    key: service.key,
    portalId: owner.id,
    itemId: item.id,
    access: 'public',
  };
  await transaction.objectStore('items').put(item);
  await transaction.objectStore('serviceSettings').put(settings);
  return item;
}
