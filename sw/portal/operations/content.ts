import { badValue, Fault } from '../../contract/index.ts';
import { keysStartingWith } from '../../store/database.ts';
import { makeResultPage, type PortalHandler, principalUsername } from '../call.ts';
import { change, changeServices } from '../change.ts';
import type { GroupRecord, ItemFileRecord, ItemRecord } from '../schema/portal-records.ts';
import { serviceUrl } from '../services.ts';
import { missingFault, type PortalTransaction, rowIn } from '../store/portal-store.ts';
import { removeItem } from '../sync/let-go.ts';
import { fileResponse, readUpload } from '../upload.ts';
import { checkKey } from './resources.ts';

const toGroupView = ({ portalId: _, ...group }: GroupRecord): Omit<GroupRecord, 'portalId'> => group;

export const groups = (async ({ context, scope }) => {
  const rows = await context.store.portal.all('groups', [scope.portal.id]);
  return { groups: rows.toSorted((a, b) => a.title.localeCompare(b.title)).map(toGroupView) };
}) satisfies PortalHandler<'groups'>;

export const createGroup = ((call) =>
  change(call, async (transaction, emit) => {
    const { context, scope, values } = call;
    const created = context.now();
    const row: GroupRecord = {
      portalId: scope.portal.id,
      id: context.newId(),
      title: values.title,
      description: values.description,
      owner: principalUsername(call.principal),
      created,
      modified: created,
    };
    await transaction.objectStore('groups').put(row);
    emit({ portalId: row.portalId, source: 'groups', operation: 'add', id: row.id });
    return { success: true, group: toGroupView(row) };
  })) satisfies PortalHandler<'createGroup'>;

export const updateGroup = ((call) =>
  change(call, async (transaction, emit) => {
    const row = await rowIn(transaction, 'groups', [call.scope.portal.id, call.path.groupId]);
    await transaction.objectStore('groups').put({ ...row, ...call.values, modified: call.context.now() });
    emit({ portalId: row.portalId, source: 'groups', operation: 'update', id: row.id });
    return { success: true, groupId: row.id };
  })) satisfies PortalHandler<'updateGroup'>;

export const deleteGroup = ((call) =>
  change(call, async (transaction, emit) => {
    const row = await rowIn(transaction, 'groups', [call.scope.portal.id, call.path.groupId]);
    const workspaces = await transaction.objectStore('workspaces').getAll();
    const user = workspaces.find((candidate) =>
      candidate.participantGroupLinks.some((link) => link.portalGroupId === row.id),
    );
    if (user)
      throw new Fault('conflict', `Group "${row.title}" is linked with the workspace "${user.name}". Unlink it first.`);
    const items = await transaction.objectStore('items').getAll(keysStartingWith([row.portalId]));
    await Promise.all([
      transaction.objectStore('groups').delete([row.portalId, row.id]),
      ...items
        .filter((item) => item.groups.includes(row.id))
        .map((item) =>
          transaction.objectStore('items').put({ ...item, groups: item.groups.filter((id) => id !== row.id) }),
        ),
    ]);
    emit({ portalId: row.portalId, source: 'groups', operation: 'delete', id: row.id });
    return { success: true, groupId: row.id };
  })) satisfies PortalHandler<'deleteGroup'>;

const toItemView = ({ portalId: _, revision: __, ...item }: ItemRecord): Omit<ItemRecord, 'portalId' | 'revision'> =>
  item;

export const items = (async ({ context, scope, values }) => {
  const rows = await context.store.portal.all('items', [scope.portal.id]);
  const { groupId } = values;
  const requested = groupId === undefined ? rows : rows.filter((row) => row.groups.includes(groupId));
  const sorted = requested.toSorted((a, b) => a.title.localeCompare(b.title) || a.id.localeCompare(b.id));
  return makeResultPage('items', sorted, values, toItemView);
}) satisfies PortalHandler<'items'>;

export const item = (async ({ context, scope, path }) => {
  const key: [string, string] = [scope.portal.id, path.itemId];
  const { row, files } = await context.store.portal.read(async (transaction) => ({
    row: await rowIn(transaction, 'items', key),
    files: await transaction.objectStore('itemFiles').getAll(keysStartingWith(key)),
  }));
  const data = files.find((file) => file.name === '');
  return {
    ...toItemView(row),
    fileName: data?.fileName,
    contentType: data?.type,
    size: data?.blob.size,
    resources: files.filter((file) => file.name !== '').map((file) => file.name),
  };
}) satisfies PortalHandler<'item'>;

export const itemData = (async ({ context, scope, path }) => {
  const file = await context.store.portal.get('itemFiles', [scope.portal.id, path.itemId, '']);
  if (!file) throw missingFault('Data of item', path.itemId);
  return fileResponse(file.blob, file.type, file.fileName);
}) satisfies PortalHandler<'itemData'>;

export const addItem = ((call) => {
  const { context, scope, values } = call;
  const upload = readUpload(values);
  const url = webAddress(values.url);
  return change(call, async (transaction, emit) => {
    const created = context.now();
    const row: ItemRecord = {
      portalId: scope.portal.id,
      id: context.newId(),
      type: 'File',
      title: values.title,
      description: values.description ?? '',
      tags: values.tags ?? [],
      owner: principalUsername(call.principal),
      created,
      modified: created,
      revision: 1,
      groups: [],
      url: url ?? '',
    };
    await transaction.objectStore('items').put(row);
    if (upload) await transaction.objectStore('itemFiles').put(readItemFile(row, '', upload, created));
    emit({ portalId: row.portalId, source: 'items', operation: 'add', id: row.id });
    return { success: true, id: row.id };
  });
}) satisfies PortalHandler<'addItem'>;

export const updateItem = (async (call) => {
  const { context, values, path } = call;
  const upload = readUpload(values);
  const url = webAddress(values.url);
  return change(call, async (transaction, emit) => {
    const row = await findPortalItem(transaction, call.scope.portal.id, path.itemId);
    if (row.serviceKey !== undefined && (upload || (url !== undefined && url !== row.url))) {
      throw new Fault(
        'conflict',
        `Item "${row.title}" is a map service, so its data and URL can't be changed here. Publish the service again.`,
      );
    }
    const { title = row.title, description = row.description, tags = row.tags } = values;
    const changed = { ...markModified(row, context.now()), title, description, tags, url: url ?? row.url };
    await transaction.objectStore('items').put(changed);
    if (upload) await transaction.objectStore('itemFiles').put(readItemFile(row, '', upload, changed.modified));
    emit({ portalId: row.portalId, source: 'items', operation: 'update', id: row.id });
    return { success: true, id: row.id };
  });
}) satisfies PortalHandler<'updateItem'>;

export const deleteItem = ((call) =>
  changeServices(call, async (transaction, emit) => {
    const row = await rowIn(transaction, 'items', [call.scope.portal.id, call.path.itemId]);
    if (row.serviceKey !== undefined && !row.origin) {
      throw new Fault('conflict', `Item "${row.title}" is a map service. Delete the service instead.`);
    }
    await removeItem(transaction, row);
    emit({ portalId: row.portalId, source: 'items', operation: 'delete', id: row.id });
    return { success: true, itemId: row.id };
  })) satisfies PortalHandler<'deleteItem'>;

export const shareItem = ((call) =>
  change(call, async (transaction, emit) => {
    const row = await rowIn(transaction, 'items', [call.scope.portal.id, call.path.itemId]);
    for (const id of call.values.groups) await rowIn(transaction, 'groups', [row.portalId, id]);
    const groups = [...new Set([...row.groups, ...call.values.groups])];
    await transaction.objectStore('items').put({ ...row, groups });
    const properties = { groups: call.values.groups };
    emit({ portalId: row.portalId, source: 'items', operation: 'share', id: row.id, properties });
    return { success: true, itemId: row.id, groups };
  })) satisfies PortalHandler<'shareItem'>;

export const unshareItem = ((call) =>
  change(call, async (transaction, emit) => {
    const row = await rowIn(transaction, 'items', [call.scope.portal.id, call.path.itemId]);
    const groups = row.groups.filter((id) => !call.values.groups.includes(id));
    await transaction.objectStore('items').put({ ...row, groups });
    const properties = { groups: call.values.groups };
    emit({ portalId: row.portalId, source: 'items', operation: 'unshare', id: row.id, properties });
    return { success: true, itemId: row.id, groups };
  })) satisfies PortalHandler<'unshareItem'>;

/**
 * Return an item that can be changed in this portal.
 *
 * @throws {Fault} `conflict` for a received item
 */
async function findPortalItem(transaction: PortalTransaction, portalId: string, id: string): Promise<ItemRecord> {
  const row = await rowIn(transaction, 'items', [portalId, id]);
  if (row.origin) throw new Fault('conflict', `Item "${row.title}" belongs to another portal. Edit it there.`);
  return row;
}

const markModified = (row: ItemRecord, now: number): ItemRecord => ({
  ...row,
  modified: now,
  revision: row.revision + 1,
});

const readItemFile = (
  { portalId, id }: ItemRecord,
  name: string,
  { blob, fileName, type }: { readonly blob: Blob; readonly fileName: string; readonly type: string },
  created: number,
): ItemFileRecord => ({ portalId, itemId: id, name, fileName: fileName || name || 'data.txt', type, blob, created });

/** Return a URL that is safe to show as a link; empty if there is none. */
function webAddress(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.href;
  throw badValue(`'url'`, 'an http or https URL', text);
}

export const itemResource = (async ({ context, scope, path }) => {
  const file = await context.store.portal.get('itemFiles', [scope.portal.id, path.itemId, path.resource]);
  if (!file) throw missingFault('Resource', path.resource);
  return fileResponse(file.blob, file.type, file.name);
}) satisfies PortalHandler<'itemResource'>;

export const addItemResource = (async (call) => {
  const upload = readUpload(call.values);
  if (!upload) throw new Fault('missing-element', "'file' or 'text' is required.");
  const name = checkKey('fileName', call.values.fileName ?? upload.fileName);
  return change(call, async (transaction, emit) => {
    const row = await findPortalItem(transaction, call.scope.portal.id, call.path.itemId);
    const changed = markModified(row, call.context.now());
    await transaction.objectStore('items').put(changed);
    await transaction.objectStore('itemFiles').put(readItemFile(row, name, upload, changed.modified));
    emit({ portalId: row.portalId, source: 'items', operation: 'update', id: row.id, properties: { resource: name } });
    return { success: true, itemId: row.id, resource: name };
  });
}) satisfies PortalHandler<'addItemResource'>;

export const removeItemResource = ((call) =>
  change(call, async (transaction, emit) => {
    const row = await findPortalItem(transaction, call.scope.portal.id, call.path.itemId);
    const name = call.values.resource;
    const key: [string, string, string] = [row.portalId, row.id, name];
    // A resource that no longer exists counts as removed, because a request can arrive twice.
    if ((await transaction.objectStore('itemFiles').getKey(key)) === undefined)
      return { success: true, itemId: row.id, resource: name };
    await transaction.objectStore('itemFiles').delete(key);
    await transaction.objectStore('items').put(markModified(row, call.context.now()));
    emit({ portalId: row.portalId, source: 'items', operation: 'update', id: row.id, properties: { resource: name } });
    return { success: true, itemId: row.id, resource: name };
  })) satisfies PortalHandler<'removeItemResource'>;

export const services = (async ({ context, scope }) => {
  const rows = await context.store.portal.all('serviceSettings');
  const portalRows = rows.filter((row) => row.portalId === scope.portal.id);
  return {
    services: portalRows.map(({ key, itemId, access }) => ({
      name: key,
      type: 'MapServer',
      url: serviceUrl(context, key),
      itemId,
      access,
    })),
  };
}) satisfies PortalHandler<'services'>;

export const updateServiceAccess = ((call) =>
  change(call, async (transaction, emit) => {
    const { service, access } = call.values;
    const row = await transaction.objectStore('serviceSettings').get(service);
    if (row?.portalId !== call.scope.portal.id) throw missingFault('Service', service);
    await transaction.objectStore('serviceSettings').put({ ...row, access });
    emit({ portalId: row.portalId, source: 'services', operation: 'update', id: service, properties: { access } });
    return { success: true, service, access };
  })) satisfies PortalHandler<'updateServiceAccess'>;
