import { badValue, Fault } from '../../contract/index.ts';
import { keysStartingWith } from '../../store/database.ts';
import { findGroupLink, makeResultPage, type PortalHandler, principalUsername } from '../call.ts';
import { change, changeServices } from '../change.ts';
import { newLink, newWorkspace } from '../first-run.ts';
import type { CollaborationRecord, GroupLink, ParticipantRecord, WorkspaceRecord } from '../schema/portal-records.ts';
import { missingFault, type PortalReading, type PortalTransaction, rowIn } from '../store/portal-store.ts';
import { endJob } from '../sync/claim.ts';
import { dropWorkspace, letGoOfWorkspace } from '../sync/let-go.ts';

export const collaborations = (async ({ context, scope, values }) => {
  const rows = await context.store.portal.read((transaction) => ofPortal(transaction, scope.portal.id));
  return makeResultPage('collaborations', rows, values, toCollaborationView);
}) satisfies PortalHandler<'collaborations'>;

async function ofPortal(transaction: PortalReading, portalId: string): Promise<CollaborationRecord[]> {
  const participants = await transaction.objectStore('participants').getAll();
  const ids = new Set(
    participants
      .filter((participant) => participant.portalId === portalId)
      .map((participant) => participant.collaborationId),
  );
  const rows = await transaction.objectStore('collaborations').getAll();
  return rows
    .filter((row) => ids.has(row.id))
    .toSorted((a, b) => a.created - b.created || a.name.localeCompare(b.name));
}

export const collaboration = (async ({ scope, path }) => {
  if (!scope.collaboration) throw missingFault('Collaboration', path.collaborationId);
  return { ...toCollaborationView(scope.collaboration), participants: scope.participants.map(toParticipantView) };
}) satisfies PortalHandler<'collaboration'>;

export const createCollaboration = ((call) =>
  change(call, async (transaction) => {
    const { context, scope, values } = call;
    const created = context.now();
    const row: CollaborationRecord = {
      id: context.newId(),
      name: values.name,
      description: values.description ?? '',
      collaborationHostPortalId: scope.portal.id,
      ownerUsername: principalUsername(call.principal),
      created,
      modified: created,
    };
    const others = await transaction.objectStore('collaborations').getAll();
    if (others.some((other) => other.name === row.name && other.collaborationHostPortalId === scope.portal.id)) {
      throw new Fault('conflict', `Collaboration "${row.name}" already exists. Choose another name.`);
    }
    await transaction.objectStore('collaborations').put(row);
    await transaction.objectStore('participants').put({
      collaborationId: row.id,
      portalId: scope.portal.id,
      name: scope.portal.name,
      collaborationRole: 'Host',
      status: 'active',
      canRunAgent: false,
      itemDeletePolicy: 'remove',
      created,
      modified: created,
    });
    return { success: true, collaborationId: row.id };
  })) satisfies PortalHandler<'createCollaboration'>;

export const addParticipant = ((call) =>
  change(call, async (transaction) => {
    const { collaborationId } = call.path;
    const { guestPortalId: portalId, canRunAgent } = call.values;
    const guest = await transaction.objectStore('portals').get(portalId);
    if (!guest) {
      throw badValue(`'guestPortalId'`, 'a portal ID of this server', portalId);
    }
    const participants = transaction.objectStore('participants');
    if (await participants.getKey([collaborationId, portalId])) {
      throw new Fault('conflict', `Portal "${guest.name}" already takes part in the collaboration.`);
    }
    const created = call.context.now();
    await participants.put({
      collaborationId,
      portalId,
      name: guest.name,
      collaborationRole: 'Guest',
      status: 'active',
      canRunAgent,
      itemDeletePolicy: 'remove',
      created,
      modified: created,
    });
    const workspaces = transaction.objectStore('workspaces');
    for (const row of await workspaces.index('collaboration').getAll(collaborationId)) {
      const participantGroupLinks = [...row.participantGroupLinks, newLink(portalId, canRunAgent)];
      await workspaces.put({ ...row, participantGroupLinks });
    }
    return { success: true, participantId: portalId };
  })) satisfies PortalHandler<'addParticipant'>;

export const updateCollaboration = ((call) =>
  change(call, async (transaction) => {
    const row = await rowIn(transaction, 'collaborations', call.path.collaborationId);
    await transaction.objectStore('collaborations').put({ ...row, ...call.values, modified: call.context.now() });
    return { success: true };
  })) satisfies PortalHandler<'updateCollaboration'>;

export const deleteCollaboration = ((call) =>
  changeServices(call, async (transaction) => {
    const id = call.path.collaborationId;
    await rowIn(transaction, 'collaborations', id);
    const workspaces = await transaction.objectStore('workspaces').index('collaboration').getAll(id);
    for (const workspace of workspaces)
      await dropWorkspace(call.context, transaction, workspace, 'The collaboration was deleted.');
    await Promise.all([
      transaction.objectStore('collaborations').delete(id),
      transaction.objectStore('participants').delete(keysStartingWith([id])),
    ]);
    return { success: true };
  })) satisfies PortalHandler<'deleteCollaboration'>;

export const updateItemDeletePolicy = ((call) =>
  change(call, async (transaction) => {
    const key: [string, string] = [call.path.collaborationId, call.scope.portal.id];
    const row = await rowIn(transaction, 'participants', key);
    const itemDeletePolicy = call.values.policy;
    await transaction.objectStore('participants').put({ ...row, itemDeletePolicy, modified: call.context.now() });
    return { success: true };
  })) satisfies PortalHandler<'updateItemDeletePolicy'>;

export const removeParticipant = ((call) =>
  changeServices(call, async (transaction) => {
    const { collaborationId, participantId } = call.path;
    const row = await rowIn(transaction, 'participants', [collaborationId, participantId]);
    if (row.collaborationRole === 'Host')
      throw new Fault('conflict', "The host can't leave its own collaboration. Delete the collaboration instead.");
    for (const workspace of await transaction
      .objectStore('workspaces')
      .index('collaboration')
      .getAll(collaborationId)) {
      const lease = await transaction.objectStore('leases').get(workspace.id);
      const job = lease && (await transaction.objectStore('syncJobs').get(lease.jobId));
      if (job) await endJob(call.context, transaction, job, 'A participant was removed.');
      await letGoOfWorkspace(transaction, workspace, participantId);
      const participantGroupLinks = workspace.participantGroupLinks.filter((link) => link.portalId !== participantId);
      await transaction.objectStore('workspaces').put({ ...workspace, participantGroupLinks });
      await transaction.objectStore('schedules').delete([workspace.id, participantId]);
    }
    await transaction.objectStore('participants').delete([collaborationId, participantId]);
    return { success: true };
  })) satisfies PortalHandler<'removeParticipant'>;

function toCollaborationView(row: CollaborationRecord) {
  const { id, name, description, collaborationHostPortalId, ownerUsername, created, modified } = row;
  return { id, name, description, collaborationHostPortalId, config: { ownerUsername }, created, modified };
}

function toParticipantView(row: ParticipantRecord) {
  const { portalId, collaborationId, name, collaborationRole, status, canRunAgent, itemDeletePolicy } = row;
  return {
    id: portalId,
    collaborationId,
    portalInfo: { id: portalId, name, portalType: 'onpremises' },
    collaborationRole,
    status,
    config: { canRunAgent, itemDeletePolicy },
    created: row.created,
    modified: row.modified,
  };
}

export const workspaces = (async ({ context, scope, path, values }) => {
  const records = await context.store.portal.read(async (transaction) => {
    const rows = await transaction.objectStore('workspaces').index('collaboration').getAll(path.collaborationId);
    return Promise.all(rows.map((row) => readWorkspaceView(transaction, row, scope.portal.id)));
  });
  return makeResultPage('workspaces', records, values, (row) => row);
}) satisfies PortalHandler<'workspaces'>;

export const workspace = (({ context, scope, path }) =>
  context.store.portal.read(async (transaction) => {
    const row = await rowIn(transaction, 'workspaces', path.workspaceId);
    return readWorkspaceView(transaction, row, scope.portal.id);
  })) satisfies PortalHandler<'workspace'>;

export const addWorkspace = ((call) =>
  change(call, async (transaction) => {
    const { context, scope, values, path } = call;
    const empty = newWorkspace(context, path.collaborationId, values.name);
    const participants = await transaction.objectStore('participants').getAll(keysStartingWith([path.collaborationId]));
    const portalGroupId = values.portalGroupId ?? '';
    if (portalGroupId) await requireGroup(transaction, scope.portal.id, portalGroupId);
    const row: WorkspaceRecord = {
      ...empty,
      description: values.description ?? '',
      config: limited(empty.config, values),
      participantGroupLinks: participants.map((participant) => {
        const link = newLink(participant.portalId, participant.canRunAgent);
        return participant.portalId === scope.portal.id
          ? { ...link, portalGroupId, accessMode: values.accessMode }
          : link;
      }),
    };
    await transaction.objectStore('workspaces').put(row);
    return { success: true, id: row.id };
  })) satisfies PortalHandler<'addWorkspace'>;

export const updateWorkspace = ((call) =>
  change(call, async (transaction) => {
    const row = await rowIn(transaction, 'workspaces', call.path.workspaceId);
    const { name = row.name, description = row.description } = call.values;
    const config = limited(row.config, call.values);
    const modified = call.context.now();
    await transaction.objectStore('workspaces').put({ ...row, name, description, config, modified });
    return { success: true };
  })) satisfies PortalHandler<'updateWorkspace'>;

export const updateAccessMode = ((call) =>
  change(call, async (transaction) => {
    const { participantId, accessMode, canSyncWorkspace } = call.values;
    const row = await rowIn(transaction, 'workspaces', call.path.workspaceId);
    const link = findGroupLink(row, participantId);
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
    const row = await rowIn(transaction, 'workspaces', call.path.workspaceId);
    const link = findGroupLink(row, call.scope.portal.id) ?? newLink(call.scope.portal.id, false);
    if (portalGroupId) await requireGroup(transaction, call.scope.portal.id, portalGroupId);
    const config = { ...link.config, ...settings };
    const linked = { ...link, portalGroupId: portalGroupId ?? link.portalGroupId, config };
    await putLink(transaction, { ...row, config: limited(row.config, { copyByRefIfCopyFail }) }, linked);
    return { success: true };
  })) satisfies PortalHandler<'updatePortalGroupLink'>;

export const removePortalGroupLink = ((call) =>
  change(call, async (transaction) => {
    const row = await rowIn(transaction, 'workspaces', call.path.workspaceId);
    const link = findGroupLink(row, call.scope.portal.id);
    if (link) await putLink(transaction, row, { ...link, portalGroupId: '' });
    return { success: true };
  })) satisfies PortalHandler<'removePortalGroupLink'>;

export const deleteWorkspace = ((call) =>
  changeServices(call, async (transaction) => {
    const row = await rowIn(transaction, 'workspaces', call.path.workspaceId);
    await dropWorkspace(call.context, transaction, row, 'The workspace was deleted.');
    return { success: true };
  })) satisfies PortalHandler<'deleteWorkspace'>;

async function requireGroup(transaction: PortalTransaction, portalId: string, id: string): Promise<void> {
  if (!(await transaction.objectStore('groups').get([portalId, id]))) {
    throw badValue(`'portalGroupId'`, 'a group ID of this portal', id);
  }
}

function putLink(transaction: PortalTransaction, row: WorkspaceRecord, link: GroupLink): Promise<unknown> {
  const others = row.participantGroupLinks.filter((otherLink) => otherLink.portalId !== link.portalId);
  return transaction.objectStore('workspaces').put({ ...row, participantGroupLinks: [...others, link] });
}

type Limits = WorkspaceRecord['config'];

/** Return limits with the changes of a request. */
const limited = (
  limits: Limits,
  { maxItemSizeInMB = limits.maxItemSizeInMB, copyByRefIfCopyFail = limits.copyByRefIfCopyFail }: Partial<Limits>,
): Limits => ({ ...limits, maxItemSizeInMB, copyByRefIfCopyFail });

/** A group link as one portal sees it. The groups of other portals are hidden. */
type ShownLink = Omit<GroupLink, 'portalGroupId'> & {
  readonly portalGroupId?: string;
  readonly portalGroupName?: string;
};

/** Return a workspace as one portal sees it, without the groups of other portals. */
async function readWorkspaceView(transaction: PortalReading, row: WorkspaceRecord, portalId: string) {
  const { participantGroupLinks, ...rest } = row;
  const links = await Promise.all(
    participantGroupLinks.map(async ({ portalGroupId, ...stored }): Promise<ShownLink> => {
      // Workspaces from earlier versions, which synchronized changes immediately, may still have the setting.
      const link = { ...stored, config: { ...stored.config, enableRealtimeSync: false } };
      if (link.portalId !== portalId || !portalGroupId) return link;
      const group = await transaction.objectStore('groups').get([portalId, portalGroupId]);
      return { ...link, portalGroupId, portalGroupName: group?.title ?? '' };
    }),
  );
  return { ...rest, bidirectionalSyncCapable: row.config.bidirectionalSyncCapable, participantGroupLinks: links };
}
