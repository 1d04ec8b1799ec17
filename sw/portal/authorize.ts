import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';
import { keysStartingWith } from '../store/database.ts';
import { findGroupLink, type Scope } from './call.ts';
import { type PortalOperationName, type PortalRule, portalRow } from './contract/index.ts';
import { type Account, type Principal, tokenRequired } from './principal.ts';
import type { CollaborationRecord, ParticipantRecord, PortalRecord, Role } from './schema/portal-records.ts';
import { missingFault, type PortalReading } from './store/portal-store.ts';

/** Records that the path of a request names, and the fault if one of them doesn't exist. */
export interface RequestedResource {
  readonly scope: Scope | undefined;
  /** Fault of a missing record, reported only after the role is checked. */
  readonly missing: Fault | undefined;
  /** Account in the path, for operations on accounts. */
  readonly username: string | undefined;
}

const ranks: Record<Role, number> = { member: 1, publisher: 2, administrator: 3 };

interface Rule {
  /** Minimum role in the portal of the path; undefined if all callers are allowed. */
  readonly role: Role | undefined;
  /** Additional condition on the resource. Returns the reason if it isn't met. */
  readonly also?: (user: Account, scope: Scope, username: string | undefined) => string | undefined;
}

const participates = (_: Account, scope: Scope) =>
  scope.participants.some((participant) => participant.portalId === scope.portal.id)
    ? undefined
    : 'the portal does not take part in the collaboration';

const rules: Record<PortalRule, Rule> = {
  anyone: { role: undefined },
  member: { role: 'member' },
  publisher: { role: 'publisher' },
  administrator: { role: 'administrator' },
  owner: {
    role: 'publisher',
    also: (user, scope) =>
      user.role === 'administrator' || scope.owner === user.username ? undefined : 'it belongs to another account',
  },
  self: {
    role: 'member',
    also: (user, _, username) =>
      user.role === 'administrator' || username === user.username ? undefined : 'it is another account',
  },
  participant: { role: 'administrator', also: participates },
  host: {
    role: 'administrator',
    also: (_, scope) =>
      scope.collaboration?.collaborationHostPortalId === scope.portal.id
        ? undefined
        : 'only the host of the collaboration may do so',
  },
  initiator: {
    role: 'administrator',
    also: (_, scope) => {
      const participant = scope.participants.find((candidate) => candidate.portalId === scope.portal.id);
      const isDesignated =
        participant?.canRunAgent &&
        scope.workspace &&
        findGroupLink(scope.workspace, scope.portal.id)?.canSyncWorkspace;
      return isDesignated ? undefined : 'the portal is not designated to start synchronisations of the workspace';
    },
  },
};

/**
 * Decide whether a caller can use an operation on a resource. Portal access is decided only here.
 *
 * Checks, in this order: token, portal of the account, role, existence of the resource, the caller's relation to it.
 *
 * @throws {Fault} `token-required` for an anonymous caller, `not-found` for a missing resource, `not-allowed` if any
 *   other check fails
 */
export function authorize(principal: Principal, operation: PortalOperationName, resource: RequestedResource): void {
  const { allow } = portalRow(operation);
  const { role, also } = rules[allow];
  if (role === undefined) {
    if (resource.missing) throw resource.missing;
    return;
  }
  if (principal.kind !== 'user') throw tokenRequired();
  if (!resource.scope) throw resource.missing;
  if (principal.portalId !== resource.scope.portal.id) throw refusedFault('the account belongs to another portal');
  if (ranks[principal.role] < ranks[role]) throw refusedFault(`the role ${role} is needed`);
  if (resource.missing) throw resource.missing;
  const reason = also?.(principal, resource.scope, resource.username);
  if (reason) throw refusedFault(reason);
}

const refusedFault = (reason: string): Fault =>
  new Fault('not-allowed', `You do not have permissions to access this resource or perform this operation: ${reason}.`);

/**
 * Find the portal of a path. `self` is the portal of the caller, or the default portal. Return undefined if there is no
 * such portal.
 */
export async function findPortal(
  transaction: PortalReading,
  id: string,
  principal: Principal,
): Promise<PortalRecord | undefined> {
  const portals = transaction.objectStore('portals');
  if (id !== 'self') return portals.get(id);
  if (principal.kind === 'user') return portals.get(principal.portalId);
  return (await portals.getAll()).find((portal) => portal.isDefault);
}

/** Read the records that a path names. The fault of a missing record isn't thrown but returned as `missing`. */
export function readScope(
  context: Context,
  path: Readonly<Record<string, string>>,
  principal: Principal,
): Promise<RequestedResource> {
  return context.store.portal.read((transaction) => findScope(transaction, path, principal));
}

async function findScope(
  transaction: PortalReading,
  path: Readonly<Record<string, string>>,
  principal: Principal,
): Promise<RequestedResource> {
  const { portalId = 'self', collaborationId, workspaceId, itemId, groupId, username } = path;
  const portal = await findPortal(transaction, portalId, principal);
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
      transaction.objectStore('participants').getAll(keysStartingWith([collaborationId])),
    ]);
    // A portal can see only collaborations it participates in.
    const isIn = all.some((participant) => participant.portalId === portal.id);
    collaboration = require(isIn ? row : undefined, 'Collaboration', collaborationId);
    participants = collaboration ? all : [];
  }
  let workspace = workspaceId === undefined ? undefined : await transaction.objectStore('workspaces').get(workspaceId);
  if (workspace && workspace.collaborationId !== collaboration?.id) workspace = undefined;
  if (workspaceId !== undefined) require(workspace, 'Workspace', workspaceId);
  let owner: string | undefined;
  // During an exchange between participants, the item can be missing in this portal.
  if (itemId !== undefined && workspaceId === undefined) {
    owner = require(await transaction.objectStore('items').get([portal.id, itemId]), 'Item', itemId)?.owner;
  }
  if (groupId !== undefined) {
    owner = require(await transaction.objectStore('groups').get([portal.id, groupId]), 'Group', groupId)?.owner;
  }
  return { scope: { portal, collaboration, participants, workspace, owner }, missing, username };
}
