import { Fault } from '../../contract/index.ts';
import { linkOf, type PortalHandler } from '../call.ts';
import { change, changeServices } from '../change.ts';
import { newLink, newWorkspace } from '../first-run.ts';
import { pageOf } from '../page-of.ts';
import type { GroupLink, WorkspaceRecord } from '../schema/portal-records.ts';
import { missingFault } from '../scope.ts';
import type { PortalReading, PortalTransaction, ReplicationTransaction } from '../store/portal-store.ts';
import { dropWorkspace } from '../sync/let-go.ts';

export const workspaces = (async ({ context, scope, path, values }) => {
  const found = await context.store.portal.read(async (transaction) => {
    const rows = await transaction.objectStore('workspaces').index('collaboration').getAll(path.collaborationId);
    return Promise.all(rows.map((row) => shown(transaction, row, scope.portal.id)));
  });
  return pageOf('workspaces', found, values, (row) => row);
}) satisfies PortalHandler<'workspaces'>;

export const workspace = (({ context, scope, path }) =>
  context.store.portal.read(async (transaction) => {
    const row = await transaction.objectStore('workspaces').get(path.workspaceId);
    if (!row) throw missingFault('Workspace', path.workspaceId);
    return shown(transaction, row, scope.portal.id);
  })) satisfies PortalHandler<'workspace'>;

export const addWorkspace = ((call) =>
  change(call, async (transaction) => {
    const { context, scope, values, path } = call;
    const empty = newWorkspace(context, path.collaborationId, values.name);
    const participants = await transaction
      .objectStore('participants')
      .getAll(IDBKeyRange.bound([path.collaborationId], [path.collaborationId, []]));
    const portalGroupId = values.portalGroupId ?? '';
    if (portalGroupId) await requireGroup(transaction, scope.portal.id, portalGroupId);
    const row: WorkspaceRecord = {
      ...empty,
      description: values.description ?? '',
      config: { ...empty.config, ...limitsOf(values) },
      participantGroupLinks: participants.map((one) => {
        const link = newLink(one.portalId, one.canRunAgent);
        return one.portalId === scope.portal.id ? { ...link, portalGroupId, accessMode: values.accessMode } : link;
      }),
    };
    await transaction.objectStore('workspaces').put(row);
    return { success: true, id: row.id };
  })) satisfies PortalHandler<'addWorkspace'>;

export const updateWorkspace = ((call) =>
  change(call, async (transaction) => {
    const row = await workspaceIn(transaction, call.path.workspaceId);
    const { name = row.name, description = row.description } = call.values;
    const config = { ...row.config, ...limitsOf(call.values) };
    const modified = call.context.now();
    await transaction.objectStore('workspaces').put({ ...row, name, description, config, modified });
    return { success: true };
  })) satisfies PortalHandler<'updateWorkspace'>;

export const updateAccessMode = ((call) =>
  change(call, async (transaction) => {
    const { participantId, accessMode, canSyncWorkspace } = call.values;
    const row = await workspaceIn(transaction, call.path.workspaceId);
    const link = linkOf(row, participantId);
    const key: [string, string] = [row.collaborationId, participantId];
    const participant = await transaction.objectStore('participants').get(key);
    if (!link || !participant) throw missingFault('Participant', participantId);
    await putLink(transaction, row, {
      ...link,
      accessMode: accessMode ?? link.accessMode,
      canSyncWorkspace: canSyncWorkspace ?? link.canSyncWorkspace,
    });
    if (canSyncWorkspace) await transaction.objectStore('participants').put({ ...participant, canRunAgent: true });
    return { success: true };
  })) satisfies PortalHandler<'updateAccessMode'>;

export const updatePortalGroupLink = ((call) =>
  change(call, async (transaction) => {
    const { portalGroupId, copyByRefIfCopyFail, ...settings } = call.values;
    const row = await workspaceIn(transaction, call.path.workspaceId);
    const link = linkOf(row, call.scope.portal.id) ?? newLink(call.scope.portal.id, false);
    if (portalGroupId) await requireGroup(transaction, call.scope.portal.id, portalGroupId);
    const config = { ...link.config, ...settings };
    const workspaceConfig = { ...row.config, ...(copyByRefIfCopyFail === undefined ? {} : { copyByRefIfCopyFail }) };
    const linked = { ...link, portalGroupId: portalGroupId ?? link.portalGroupId, config };
    await putLink(transaction, { ...row, config: workspaceConfig }, linked);
    return { success: true };
  })) satisfies PortalHandler<'updatePortalGroupLink'>;

export const removePortalGroupLink = ((call) =>
  change(call, async (transaction) => {
    const row = await workspaceIn(transaction, call.path.workspaceId);
    const link = linkOf(row, call.scope.portal.id);
    if (link) await putLink(transaction, row, { ...link, portalGroupId: '' });
    return { success: true };
  })) satisfies PortalHandler<'removePortalGroupLink'>;

export const deleteWorkspace = ((call) =>
  changeServices(call, async (transaction) => {
    const row = await workspaceIn(transaction, call.path.workspaceId);
    await dropWorkspace(call.context, transaction, row, 'The workspace was deleted.');
    return { success: true };
  })) satisfies PortalHandler<'deleteWorkspace'>;

async function workspaceIn(
  transaction: PortalTransaction | ReplicationTransaction,
  id: string,
): Promise<WorkspaceRecord> {
  const row = await (transaction as PortalTransaction).objectStore('workspaces').get(id);
  if (!row) throw missingFault('Workspace', id);
  return row;
}

async function requireGroup(transaction: PortalTransaction, portalId: string, id: string): Promise<void> {
  if (!(await transaction.objectStore('groups').get([portalId, id]))) {
    throw new Fault('bad-value', `'portalGroupId': the id of a group of this portal expected, "${id}" found.`);
  }
}

function putLink(transaction: PortalTransaction, row: WorkspaceRecord, link: GroupLink): Promise<unknown> {
  const others = row.participantGroupLinks.filter((one) => one.portalId !== link.portalId);
  return transaction.objectStore('workspaces').put({ ...row, participantGroupLinks: [...others, link] });
}

function limitsOf({
  maxItemSizeInMB,
  copyByRefIfCopyFail,
}: {
  readonly maxItemSizeInMB?: number;
  readonly copyByRefIfCopyFail?: boolean;
}) {
  return {
    ...(maxItemSizeInMB === undefined ? {} : { maxItemSizeInMB }),
    ...(copyByRefIfCopyFail === undefined ? {} : { copyByRefIfCopyFail }),
  };
}

/** The group is for the portal itself only. */
type ShownLink = Omit<GroupLink, 'portalGroupId'> & {
  readonly portalGroupId?: string;
  readonly portalGroupName?: string;
};

/** A workspace as one portal sees it: the groups of others are theirs to know. */
async function shown(transaction: PortalReading, row: WorkspaceRecord, portalId: string) {
  const { participantGroupLinks, ...rest } = row;
  const links = await Promise.all(
    participantGroupLinks.map(async ({ portalGroupId, ...stored }): Promise<ShownLink> => {
      // Workspaces from when changes were synchronised at once may still have the setting.
      const link = { ...stored, config: { ...stored.config, enableRealtimeSync: false } };
      if (link.portalId !== portalId || !portalGroupId) return link;
      const group = await transaction.objectStore('groups').get([portalId, portalGroupId]);
      return { ...link, portalGroupId, portalGroupName: group?.title ?? '' };
    }),
  );
  return { ...rest, bidirectionalSyncCapable: row.config.bidirectionalSyncCapable, participantGroupLinks: links };
}
