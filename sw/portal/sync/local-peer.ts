import type { Context } from '../../context.ts';
import { Fault } from '../../contract/index.ts';
import type { ServiceDefinition } from '../../service/definition.ts';
import { dropService } from '../../store/catalogue.ts';
import { keysStartingWith } from '../../store/database.ts';
import { findGroupLink } from '../call.ts';
import type { ItemFileRecord, ItemOrigin, ItemRecord } from '../schema/portal-records.ts';
import { serviceUrl } from '../services.ts';
import { missingFault, type ReplicationTransaction, replicateService, rowIn } from '../store/portal-store.ts';
import { letGo } from './let-go.ts';

/** An item that a participant shares with a workspace. */
export interface Offer {
  readonly itemId: string;
  readonly title: string;
  /** The portal where the item was created. */
  readonly originPortalId: string;
  /** Changes when any copied part changes. */
  readonly fingerprint: string;
  readonly bytes: number;
  /** True if only a reference is offered. */
  readonly byReference: boolean;
}

/** An item that a participant has received in a workspace. */
export interface ReceivedItem {
  readonly itemId: string;
  readonly title: string;
  readonly viaPortalId: string;
  readonly fingerprint: string;
}

/** Items of a participant in a workspace. A participant that only receives, or has no linked group, offers nothing. */
export interface Inventory {
  readonly offers: readonly Offer[];
  readonly holds: readonly ReceivedItem[];
  readonly receives: boolean;
}

/** An item with all its parts. */
interface Bundle {
  readonly item: ItemRecord;
  readonly files: readonly Pick<ItemFileRecord, 'name' | 'fileName' | 'type' | 'created' | 'blob'>[];
  readonly service?: {
    readonly definition: ServiceDefinition;
    readonly files: ReadonlyMap<string, Blob>;
    readonly bytes: number;
    readonly access: 'public' | 'private';
  };
  readonly fingerprint: string;
  readonly byReference: boolean;
}

/** Runs in the transaction that writes an item. Checks the lease and counts the item. */
type Commit = (transaction: ReplicationTransaction) => Promise<void>;

/** A participant of a workspace during a synchronization. */
export interface Peer {
  readonly portalId: string;
  inventory(): Promise<Inventory>;
  /**
   * Read an item with all its parts.
   *
   * @throws {Fault} `not-found` when the item is no longer shared
   */
  read(itemId: string, byReference: boolean): Promise<Bundle>;
  /** Add or replace an item in one transaction. Repeating it has no further effect. */
  write(bundle: Bundle, viaPortalId: string, commit: Commit): Promise<void>;
  /** Apply the participant's policy to a received item that is no longer shared. */
  remove(itemId: string, commit: Commit): Promise<void>;
}

/** Return a portal of this server as a participant of a workspace. */
export function localPeer(context: Context, portalId: string, workspaceId: string): Peer {
  return {
    portalId,
    inventory: () => readInventory(context, portalId, workspaceId),
    read: (itemId, byReference) => readBundle(context, portalId, workspaceId, itemId, byReference),
    write: (bundle, viaPortalId, commit) =>
      context.store.portal.replicate(async (transaction) => {
        await commit(transaction);
        await writeBundle(context, transaction, { portalId, workspaceId, bundle, viaPortalId });
      }),
    remove: (itemId, commit) =>
      context.store.portal.replicate(async (transaction) => {
        await commit(transaction);
        const item = await transaction.objectStore('items').get([portalId, itemId]);
        if (item?.origin?.workspaceId !== workspaceId) return;
        const workspace = await rowIn(transaction, 'workspaces', workspaceId);
        await letGo(transaction, item, workspace.collaborationId);
      }),
  };
}

async function readInventory(context: Context, portalId: string, workspaceId: string): Promise<Inventory> {
  const { workspace, items, files } = await context.store.portal.read(async (transaction) => ({
    workspace: await rowIn(transaction, 'workspaces', workspaceId),
    items: await transaction.objectStore('items').getAll(keysStartingWith([portalId])),
    files: await transaction.objectStore('itemFiles').getAll(keysStartingWith([portalId])),
  }));
  const link = findGroupLink(workspace, portalId);
  const holds = items.flatMap(({ id, title, origin }) =>
    origin?.workspaceId === workspaceId
      ? [{ itemId: id, title, viaPortalId: origin.viaPortalId, fingerprint: origin.fingerprint }]
      : [],
  );
  if (!link?.portalGroupId) return { offers: [], holds, receives: false };
  const shared = link.accessMode === 'receive' ? [] : items.filter((item) => item.groups.includes(link.portalGroupId));
  const offers = await Promise.all(
    shared.map((item) => makeOffer(context, item, files, link.config.copyFeatureServiceData)),
  );
  return { offers, holds, receives: link.accessMode !== 'send' };
}

async function makeOffer(
  context: Context,
  item: ItemRecord,
  files: readonly ItemFileRecord[],
  copiesServices: boolean,
): Promise<Offer> {
  const service = item.serviceKey === undefined ? undefined : await context.store.service(item.serviceKey);
  const byReference = item.origin?.byReference === true || (service !== undefined && !copiesServices);
  const itemFiles = files.filter((file) => file.itemId === item.id);
  return {
    itemId: item.id,
    title: item.title,
    originPortalId: item.origin?.portalId ?? item.portalId,
    fingerprint: itemFingerprint(item, service?.version, byReference),
    bytes: itemFiles.reduce((bytes, file) => bytes + file.blob.size, service?.bytes ?? 0),
    byReference,
  };
}

/**
 * Return the fingerprint of an item. A forwarded item keeps the fingerprint of its source, so that it isn't passed
 * around in circles.
 */
const itemFingerprint = (item: ItemRecord, version: number | undefined, byReference: boolean): string =>
  item.origin?.fingerprint ?? `${item.revision}.${version ?? 0}${byReference ? '.reference' : ''}`;

async function readBundle(
  context: Context,
  portalId: string,
  workspaceId: string,
  itemId: string,
  byReference: boolean,
): Promise<Bundle> {
  const { workspace, item, files, settings } = await context.store.portal.read(async (transaction) => {
    const row = await transaction.objectStore('items').get([portalId, itemId]);
    return {
      workspace: await transaction.objectStore('workspaces').get(workspaceId),
      item: row,
      files: await transaction.objectStore('itemFiles').getAll(keysStartingWith([portalId, itemId])),
      settings: row?.serviceKey ? await transaction.objectStore('serviceSettings').get(row.serviceKey) : undefined,
    };
  });
  const link = workspace && findGroupLink(workspace, portalId);
  if (!item || !link || link.accessMode === 'receive' || !item.groups.includes(link.portalGroupId)) {
    throw missingFault('Item', itemId);
  }
  if (item.serviceKey === undefined) {
    return {
      item,
      files: byReference ? [] : files,
      fingerprint: itemFingerprint(item, undefined, byReference),
      byReference,
    };
  }
  const stored = await context.store.portal.storedService(item.serviceKey);
  const fingerprint = itemFingerprint(item, stored?.record.version, byReference);
  if (byReference) return { item, files: [], fingerprint, byReference };
  if (!stored) throw missingFault('Service', item.serviceKey);
  const { definition, bytes } = stored.record;
  const service = { definition, files: stored.files, bytes, access: settings?.access ?? 'public' };
  return { item, files, service, fingerprint, byReference };
}

interface Writing {
  readonly portalId: string;
  readonly workspaceId: string;
  readonly bundle: Bundle;
  readonly viaPortalId: string;
}

async function writeBundle(context: Context, transaction: ReplicationTransaction, writing: Writing): Promise<void> {
  const { portalId, workspaceId, bundle, viaPortalId } = writing;
  const workspace = await rowIn(transaction, 'workspaces', workspaceId);
  const link = findGroupLink(workspace, portalId);
  if (!link?.portalGroupId || link.accessMode === 'send') {
    throw new Fault('conflict', `Portal "${portalId}" can't receive in the workspace "${workspace.name}".`);
  }
  if (findGroupLink(workspace, viaPortalId)?.accessMode === 'receive') {
    throw new Fault('conflict', `Portal "${viaPortalId}" can't send in the workspace "${workspace.name}".`);
  }
  const group = await transaction.objectStore('groups').get([portalId, link.portalGroupId]);
  const items = transaction.objectStore('items');
  const { item: source, service, fingerprint, byReference } = bundle;
  const before = await items.get([portalId, source.id]);
  const origin: ItemOrigin = {
    portalId: source.origin?.portalId ?? source.portalId,
    viaPortalId,
    workspaceId,
    fingerprint,
    byReference,
  };
  const { serviceKey: _, ...bare } = source;
  const item: ItemRecord = {
    ...bare,
    portalId,
    owner: before?.owner ?? group?.owner ?? 'admin',
    groups: [...new Set([...(before?.groups ?? []), link.portalGroupId])],
    origin,
  };
  const key = service && (await copyService(context, transaction, item, before?.serviceKey, service));
  if (before?.serviceKey !== undefined && !key) await dropCopied(transaction, before.serviceKey);
  await items.put(key === undefined ? item : { ...item, serviceKey: key, url: serviceUrl(context, key) });
  const itemFiles = transaction.objectStore('itemFiles');
  await itemFiles.delete(keysStartingWith([portalId, item.id]));
  await Promise.all(bundle.files.map((file) => itemFiles.put({ ...file, portalId, itemId: item.id })));
}

const maxNameLength = 64;

/**
 * Write a received service under the folder of its new portal.
 *
 * @param before previous key of the service, which doesn't change
 * @returns its key
 */
async function copyService(
  context: Context,
  transaction: ReplicationTransaction,
  item: ItemRecord,
  before: string | undefined,
  service: NonNullable<Bundle['service']>,
): Promise<string> {
  const portal = await transaction.objectStore('portals').get(item.portalId);
  const definition = before
    ? renameService(service.definition, before)
    : await freeName(transaction, service.definition, portal?.folder ?? '');
  const record = await replicateService(transaction, definition, service.files, service.bytes, context.now());
  const storedSettings = await transaction.objectStore('serviceSettings').get(record.key);
  await transaction.objectStore('serviceSettings').put({
    key: record.key,
    portalId: item.portalId,
    itemId: item.id,
    // A copy of a private service must never become public.
    access: service.access === 'private' ? 'private' : (storedSettings?.access ?? 'public'),
  });
  return record.key;
}

/** Remove a copied service and its settings in this portal. */
async function dropCopied(transaction: ReplicationTransaction, key: string): Promise<void> {
  await transaction.objectStore('serviceSettings').delete(key);
  await dropService(transaction, key);
}

function renameService(definition: ServiceDefinition, key: string): ServiceDefinition {
  const { folder: _, ...rest } = definition;
  const [folder, name] = key.includes('/') ? (key.split('/') as [string, string]) : [undefined, key];
  return folder === undefined ? { ...rest, name } : { ...rest, name, folder };
}

/**
 * Find a free name for a copied service. Its source folder becomes part of the name, because folders can't be nested.
 */
async function freeName(
  transaction: ReplicationTransaction,
  definition: ServiceDefinition,
  folder: string,
): Promise<ServiceDefinition> {
  const requested = definition.folder === undefined ? definition.name : `${definition.folder}_${definition.name}`;
  for (let copy = 1; ; copy++) {
    const suffix = copy === 1 ? '' : `_${copy}`;
    const name = requested.slice(0, maxNameLength - suffix.length) + suffix;
    const key = folder === '' ? name : `${folder}/${name}`;
    if ((await transaction.objectStore('services').getKey(key)) === undefined) return renameService(definition, key);
  }
}
