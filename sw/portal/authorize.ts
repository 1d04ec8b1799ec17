import { Fault } from '../contract/index.ts';
import { linkOf, type Scope } from './call.ts';
import { type PortalOperationName, type PortalRule, portalRow } from './contract/index.ts';
import { type Account, type Principal, tokenRequired } from './principal.ts';
import type { Role } from './schema/portal-records.ts';

/** What a request is about: the rows that its path names, and what of it does not exist. */
export interface RequestedResource {
  readonly scope: Scope | undefined;
  /** What is missing; reported only after the check of the role. */
  readonly missing: Fault | undefined;
  /** The account in the path, for operations on accounts. */
  readonly username: string | undefined;
}

const ranks: Record<Role, number> = { member: 1, publisher: 2, administrator: 3 };

interface Rule {
  /** The minimum role in the portal of the path; undefined when anyone may. */
  readonly role: Role | undefined;
  /** What else must be true of the resource, with the reason when it is not. */
  readonly also?: (user: Account, scope: Scope, username: string | undefined) => string | undefined;
}

const participates = (_: Account, scope: Scope) =>
  scope.participants.some((one) => one.portalId === scope.portal.id)
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
      const participant = scope.participants.find((one) => one.portalId === scope.portal.id);
      const isDesignated =
        participant?.canRunAgent && scope.workspace && linkOf(scope.workspace, scope.portal.id)?.canSyncWorkspace;
      return isDesignated ? undefined : 'the portal is not designated to start synchronisations of the workspace';
    },
  },
};

/**
 * Decide whether a caller may use an operation on a resource. Access to the portal is decided here alone: first the token,
 * then the role, then whether the resource exists, then the relation of the caller to it.
 *
 * @throws {Fault} `token-required`, `not-allowed`, `not-found`
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
  if (principal.portalId !== resource.scope.portal.id) throw refused('the account belongs to another portal');
  if (ranks[principal.role] < ranks[role]) throw refused(`the role ${role} is needed`);
  if (resource.missing) throw resource.missing;
  const reason = also?.(principal, resource.scope, resource.username);
  if (reason) throw refused(reason);
}

const refused = (reason: string): Fault =>
  new Fault('not-allowed', `You do not have permissions to access this resource or perform this operation: ${reason}.`);
