import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';
import type { RequestedResource } from './authorize.ts';
import type { Principal } from './principal.ts';
import type { CollaborationRecord, ParticipantRecord, PortalRecord } from './schema/portal-records.ts';
import { type PortalReading, startingWith } from './store/portal-store.ts';

/** Say that something a path or a parameter names is not there, or not for this caller. */
export const missingFault = (what: string, id: string): Fault =>
  new Fault('not-found', `${what} "${id.slice(0, 80)}" does not exist or is inaccessible.`);

/** Find the portal of a path: `self` is that of the caller, or the first one. */
export async function portalOf(
  transaction: PortalReading,
  id: string,
  principal: Principal,
): Promise<PortalRecord | undefined> {
  const portals = transaction.objectStore('portals');
  if (id !== 'self') return portals.get(id);
  if (principal.kind === 'user') return portals.get(principal.portalId);
  return (await portals.getAll()).find((portal) => portal.isDefault);
}

/** Read the rows that a path names. */
export function readScope(
  context: Context,
  path: Readonly<Record<string, string>>,
  principal: Principal,
): Promise<RequestedResource> {
  return context.store.portal.read((transaction) => scopeOf(transaction, path, principal));
}

async function scopeOf(
  transaction: PortalReading,
  path: Readonly<Record<string, string>>,
  principal: Principal,
): Promise<RequestedResource> {
  const { portalId = 'self', collaborationId, workspaceId, itemId, groupId, username } = path;
  const portal = await portalOf(transaction, portalId, principal);
  if (!portal) return { scope: undefined, missing: missingFault('Portal', portalId), username };
  let missing: Fault | undefined;
  const require = <T>(row: T | undefined, what: string, id: string): T | undefined => {
    if (row === undefined) missing ??= missingFault(what, id);
    return row;
  };
  let collaboration: CollaborationRecord | undefined;
  let participants: ParticipantRecord[] = [];
  if (collaborationId !== undefined) {
    const [row, all] = await Promise.all([
      transaction.objectStore('collaborations').get(collaborationId),
      transaction.objectStore('participants').getAll(startingWith([collaborationId])),
    ]);
    // A collaboration that the portal has no part in does not exist for it.
    const isIn = all.some((one) => one.portalId === portal.id);
    collaboration = require(isIn ? row : undefined, 'Collaboration', collaborationId);
    participants = collaboration ? all : [];
  }
  let workspace = workspaceId === undefined ? undefined : await transaction.objectStore('workspaces').get(workspaceId);
  if (workspace && workspace.collaborationId !== collaboration?.id) workspace = undefined;
  if (workspaceId !== undefined) require(workspace, 'Workspace', workspaceId);
  let owner: string | undefined;
  // In the exchange between participants the item may be one that is not here.
  if (itemId !== undefined && workspaceId === undefined) {
    owner = require(await transaction.objectStore('items').get([portal.id, itemId]), 'Item', itemId)?.owner;
  }
  if (groupId !== undefined) {
    owner = require(await transaction.objectStore('groups').get([portal.id, groupId]), 'Group', groupId)?.owner;
  }
  return { scope: { portal, collaboration, participants, workspace, owner }, missing, username };
}
