import { Fault } from '../../contract/index.ts';
import { type PortalHandler, usernameOf } from '../call.ts';
import { change } from '../change.ts';
import type { GroupRecord } from '../schema/portal-records.ts';
import { missingFault } from '../scope.ts';
import { type PortalTransaction, startingWith } from '../store/portal-store.ts';

export const groups = (async ({ context, scope }) => {
  const rows = await context.store.portal.all('groups', [scope.portal.id]);
  return { groups: rows.toSorted((a, b) => a.title.localeCompare(b.title)).map(shown) };
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
      owner: usernameOf(call.principal),
      created,
      modified: created,
    };
    await transaction.objectStore('groups').put(row);
    emit({ portalId: row.portalId, source: 'groups', operation: 'add', id: row.id });
    return { success: true, group: shown(row) };
  })) satisfies PortalHandler<'createGroup'>;

export const updateGroup = ((call) =>
  change(call, async (transaction, emit) => {
    const row = await groupIn(transaction, call.scope.portal.id, call.path.groupId);
    await transaction.objectStore('groups').put({ ...row, ...call.values, modified: call.context.now() });
    emit({ portalId: row.portalId, source: 'groups', operation: 'update', id: row.id });
    return { success: true, groupId: row.id };
  })) satisfies PortalHandler<'updateGroup'>;

export const deleteGroup = ((call) =>
  change(call, async (transaction, emit) => {
    const row = await groupIn(transaction, call.scope.portal.id, call.path.groupId);
    const workspaces = await transaction.objectStore('workspaces').getAll();
    const user = workspaces.find((one) => one.participantGroupLinks.some((link) => link.portalGroupId === row.id));
    if (user) throw new Fault('conflict', `Group "${row.title}" is linked with the workspace "${user.name}".`);
    const items = await transaction.objectStore('items').getAll(startingWith([row.portalId]));
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

async function groupIn(transaction: PortalTransaction, portalId: string, id: string): Promise<GroupRecord> {
  const row = await transaction.objectStore('groups').get([portalId, id]);
  if (!row) throw missingFault('Group', id);
  return row;
}

function shown({ portalId: _, ...row }: GroupRecord) {
  return { ...row };
}
