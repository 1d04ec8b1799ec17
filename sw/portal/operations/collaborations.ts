import { Fault } from '../../contract/index.ts';
import { type PortalHandler, usernameOf } from '../call.ts';
import { change, changeServices } from '../change.ts';
import { newLink } from '../first-run.ts';
import { pageOf } from '../page-of.ts';
import type { CollaborationRecord, ParticipantRecord } from '../schema/portal-records.ts';
import { missingFault } from '../scope.ts';
import type { PortalReading } from '../store/portal-store.ts';
import { endJob } from '../sync/claim.ts';
import { dropWorkspace, letGoOfWorkspace } from '../sync/let-go.ts';

export const collaborations = (async ({ context, scope, values }) => {
  const rows = await context.store.portal.read((transaction) => ofPortal(transaction, scope.portal.id));
  return pageOf('collaborations', rows, values, shown);
}) satisfies PortalHandler<'collaborations'>;

async function ofPortal(transaction: PortalReading, portalId: string): Promise<CollaborationRecord[]> {
  const participants = await transaction.objectStore('participants').getAll();
  const ids = new Set(participants.filter((one) => one.portalId === portalId).map((one) => one.collaborationId));
  const rows = await transaction.objectStore('collaborations').getAll();
  return rows
    .filter((row) => ids.has(row.id))
    .toSorted((a, b) => a.created - b.created || a.name.localeCompare(b.name));
}

export const collaboration = (async ({ scope, path }) => {
  if (!scope.collaboration) throw missingFault('Collaboration', path.collaborationId);
  return { ...shown(scope.collaboration), participants: scope.participants.map(shownParticipant) };
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
      ownerUsername: usernameOf(call.principal),
      created,
      modified: created,
    };
    const others = await transaction.objectStore('collaborations').getAll();
    if (others.some((one) => one.name === row.name && one.collaborationHostPortalId === scope.portal.id)) {
      throw new Fault('conflict', `A collaboration "${row.name}" exists already.`);
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
      throw new Fault('bad-value', `'guestPortalId': the id of a portal of this server expected, "${portalId}" found.`);
    }
    const participants = transaction.objectStore('participants');
    if (await participants.getKey([collaborationId, portalId])) {
      throw new Fault('conflict', `Portal "${guest.name}" takes part in the collaboration already.`);
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
    const row = await transaction.objectStore('collaborations').get(call.path.collaborationId);
    if (!row) throw missingFault('Collaboration', call.path.collaborationId);
    await transaction.objectStore('collaborations').put({ ...row, ...call.values, modified: call.context.now() });
    return { success: true };
  })) satisfies PortalHandler<'updateCollaboration'>;

export const deleteCollaboration = ((call) =>
  changeServices(call, async (transaction) => {
    const id = call.path.collaborationId;
    if (!(await transaction.objectStore('collaborations').get(id))) throw missingFault('Collaboration', id);
    const workspaces = await transaction.objectStore('workspaces').index('collaboration').getAll(id);
    for (const workspace of workspaces)
      await dropWorkspace(call.context, transaction, workspace, 'The collaboration was deleted.');
    await Promise.all([
      transaction.objectStore('collaborations').delete(id),
      transaction.objectStore('participants').delete(IDBKeyRange.bound([id], [id, []])),
    ]);
    return { success: true };
  })) satisfies PortalHandler<'deleteCollaboration'>;

export const updateItemDeletePolicy = ((call) =>
  change(call, async (transaction) => {
    const key: [string, string] = [call.path.collaborationId, call.scope.portal.id];
    const row = await transaction.objectStore('participants').get(key);
    if (!row) throw missingFault('Participant', call.scope.portal.id);
    const itemDeletePolicy = call.values.policy;
    await transaction.objectStore('participants').put({ ...row, itemDeletePolicy, modified: call.context.now() });
    return { success: true };
  })) satisfies PortalHandler<'updateItemDeletePolicy'>;

export const removeParticipant = ((call) =>
  changeServices(call, async (transaction) => {
    const { collaborationId, participantId } = call.path;
    const row = await transaction.objectStore('participants').get([collaborationId, participantId]);
    if (!row) throw missingFault('Participant', participantId);
    if (row.collaborationRole === 'Host') throw new Fault('conflict', 'The host cannot leave its own collaboration.');
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

function shown(row: CollaborationRecord) {
  const { id, name, description, collaborationHostPortalId, ownerUsername, created, modified } = row;
  return { id, name, description, collaborationHostPortalId, config: { ownerUsername }, created, modified };
}

function shownParticipant(row: ParticipantRecord) {
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
