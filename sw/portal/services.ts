import type { Context } from '../context.ts';
import { keysStartingWith } from '../store/database.ts';
import type { ServiceRecord } from '../store/store.ts';
import { changeAndNotify, type Happened } from './change.ts';
import type { ItemRecord, PortalRecord, ServiceSettingsRecord } from './schema/portal-records.ts';
import type { PortalTransaction } from './store/portal-store.ts';

/** Account that owns services published without signing in. */
export const publisher = 'admin';

/** Return the URL of a service on this origin. */
export const serviceUrl = (context: Context, key: string): string =>
  `${context.origin}${context.base}services/${key}/MapServer`;

/**
 * Create an item for every service that has none, in the portal of its folder or else in the first portal.
 *
 * The item is shared with the portal's first group.
 */
export async function adoptServices(context: Context): Promise<void> {
  const services = await context.store.services();
  const settings = new Set((await context.store.portal.all('serviceSettings')).map((row) => row.key));
  const orphans = services.filter((service) => !settings.has(service.key));
  if (orphans.length === 0) return;
  await context.store.portal.write(async (transaction) => {
    for (const service of orphans) await adopt(context, transaction, service, true);
  });
}

/**
 * Record that a service was published, and notify the webhooks. Does nothing if there are no portals.
 *
 * @param owner of a new service
 */
export async function servicePublished(
  context: Context,
  service: ServiceRecord,
  owner: string = publisher,
): Promise<void> {
  if ((await context.store.portal.all('portals')).length === 0) return;
  await changeAndNotify(context, publisher, context.store.portal.write, async (transaction, emit) => {
    const storedSettings = await transaction.objectStore('serviceSettings').get(service.key);
    const before =
      storedSettings && (await transaction.objectStore('items').get([storedSettings.portalId, storedSettings.itemId]));
    const item = before && { ...before, modified: context.now(), revision: before.revision + 1 };
    if (item) await transaction.objectStore('items').put(item);
    for (const event of makeItemEvents('publish', item ?? (await adopt(context, transaction, service, false, owner))))
      emit(event);
  });
}

/** Delete the settings and the item of a removed service, and notify the webhooks. Safe to run twice. */
export async function serviceRemoved(context: Context, key: string): Promise<void> {
  await changeAndNotify(context, publisher, context.store.portal.write, async (transaction, emit) => {
    const storedSettings = await transaction.objectStore('serviceSettings').get(key);
    if (!storedSettings) return;
    const item = await transaction.objectStore('items').get([storedSettings.portalId, storedSettings.itemId]);
    await transaction.objectStore('serviceSettings').delete(key);
    if (!item) return;
    await transaction.objectStore('items').delete([item.portalId, item.id]);
    await transaction.objectStore('itemFiles').delete(keysStartingWith([item.portalId, item.id]));
    for (const event of makeItemEvents('delete', item)) emit(event);
  });
}

const makeItemEvents = (operation: 'publish' | 'delete', { portalId, id, serviceKey, url }: ItemRecord): Happened[] => [
  { portalId, source: 'items', operation, id },
  { portalId, source: 'services', operation, id: serviceKey ?? '', properties: { itemId: id, url } },
];

/** Create the item and the settings of a service without an item. The service is public. */
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
    portals.find((candidate) => candidate.folder !== '' && candidate.folder === folder) ??
    portals.find((candidate) => candidate.isDefault);
  const owner = (portal ?? portals[0]) as PortalRecord;
  const groups = await transaction.objectStore('groups').getAll(keysStartingWith([owner.id]));
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
    // Share the services of the first run, so that the first synchronization has items to copy.
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
