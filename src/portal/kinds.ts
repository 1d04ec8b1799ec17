import { type PortalOperationName, portalOperations, portalRow } from '../../sw/portal/contract/index.ts';
import type {
  Collaboration,
  CollaborationWithParticipants,
  Group,
  Item,
  Link,
  Participant,
  Portal,
  Resource,
  Service,
  Token,
  User,
  Webhook,
  Workspace,
} from '../connection/portal-answers.ts';
import type { Session } from '../connection/sessions.ts';
import type { IconName } from '../parts/icon.tsx';
import { formatBytes, formatCount, formatMoment } from '../text/format.ts';
import { portalText as t } from './text/portal-text.ts';

/** The portal and session of the page, and the parents of a list's entries. */
export interface Scope {
  readonly portal: Portal;
  readonly portals: readonly Portal[];
  readonly session: Session;
  readonly groups: readonly Group[];
  readonly collaboration?: CollaborationWithParticipants;
  readonly workspace?: Workspace;
}

export type Entry = Readonly<Record<string, unknown>>;
type Badge = readonly [kind: 'good' | 'danger' | undefined, text: string];
type Sayable = string | false | undefined;

interface EntryKind<E> {
  readonly icon: IconName;
  /** The operation that lists the entries; absent if they come with another response. */
  readonly list?: PortalOperationName;
  /** Path of an entry in the contract. */
  readonly path: string;
  /** Name of an entry's ID in paths and parameters, and name of the entry's member with the ID. */
  readonly param: string;
  readonly id: string;
  readonly name: (entry: E, scope: Scope) => string;
  readonly facts: (entry: E, scope: Scope) => readonly Sayable[];
  readonly badges?: (entry: E, scope: Scope) => readonly (Badge | false | undefined)[];
  /** Adds data that the list operation doesn't return. */
  readonly finish?: (entries: readonly E[], scope: Scope) => Promise<readonly E[]>;
  /** Operations on an entry, and operations that create one, if they can't be derived from their path. */
  readonly also?: readonly PortalOperationName[];
  readonly creates?: readonly PortalOperationName[];
}
export type Kind = EntryKind<Entry>;
export type KindName = keyof typeof t.kinds;

const kind = <E extends object>(row: EntryKind<E>): Kind => row as unknown as Kind;

/** Make a kind whose entries are listed by an operation of the contract. */
function makeListedKind<E extends object>(
  list: PortalOperationName,
  param: string,
  row: Omit<EntryKind<E>, 'list' | 'path' | 'param' | 'id'>,
): Kind {
  const { path, list: { id } = { id: 'id' } } = portalRow(list);
  return kind<E>({ list, param, id, path: `${path}/{${param}}`, ...row });
}

const portalName = (id: string, { portals, collaboration }: Scope): string =>
  collaboration?.participants.find((participant) => participant.id === id)?.portalInfo.name ??
  portals.find((portal) => portal.id === id)?.name ??
  id;

/** The kinds of entries in a portal: their display, and operations that can't be derived from their path. */
export const kinds: Readonly<Record<KindName, Kind>> = {
  collaborations: makeListedKind<Collaboration>('collaborations', 'collaborationId', {
    icon: 'related',
    name: ({ name }) => name,
    facts: ({ description }) => [description],
  }),
  participants: kind<Participant>({
    icon: 'shield',
    path: 'portals/{portalId}/collaborations/{collaborationId}/participants/{participantId}',
    param: 'participantId',
    id: 'id',
    name: ({ portalInfo }) => portalInfo.name,
    facts: ({ collaborationRole, config }) => [
      collaborationRole === 'Host' ? t.facts.host : t.facts.guest,
      t.facts.policy[config.itemDeletePolicy],
    ],
    also: ['updateItemDeletePolicy'],
  }),
  workspaces: makeListedKind<Workspace>('workspaces', 'workspaceId', {
    icon: 'swap',
    name: ({ name }) => name,
    facts: ({ description, config, lastSyncSuccess }) => [
      description,
      t.facts.limit(formatCount(config.maxItemSizeInMB)),
      lastSyncSuccess > 0 ? t.facts.lastSync(formatMoment(lastSyncSuccess)) : t.facts.neverSynced,
    ],
    also: ['updateSchedule', 'deleteSchedule'],
  }),
  links: kind<Link>({
    icon: 'group',
    path: `${portalRow('workspace').path}/{participantId}`,
    param: 'participantId',
    id: 'portalId',
    name: ({ portalId }, scope) => portalName(portalId, scope),
    facts: (link, { portal }) => [
      t.choices[link.accessMode],
      link.canSyncWorkspace && t.facts.mayStart,
      link.portalId === portal.id &&
        (link.portalGroupId ? t.facts.linked(link.portalGroupName ?? '') : t.facts.notLinked),
      link.portalId === portal.id && (link.config.copyFeatureServiceData ? t.facts.copies : t.facts.refers),
    ],
    also: ['updatePortalGroupLink', 'updateAccessMode', 'removePortalGroupLink'],
  }),
  items: makeListedKind<Item>('items', 'itemId', {
    icon: 'file',
    name: ({ title }) => title,
    facts: ({ type, url, owner, modified }) => [
      type === 'Map Service' ? t.facts.mapService : url ? t.facts.reference : t.facts.file,
      t.facts.ownedBy(owner),
      formatMoment(modified),
    ],
    badges: ({ origin, groups: ids }, scope) => [
      origin && [
        'good',
        t.facts.from(portalName(origin.portalId, scope)) + (origin.byReference ? ` (${t.facts.asReference})` : ''),
      ],
      ...ids.map((id): Badge => [undefined, scope.groups.find((group) => group.id === id)?.title ?? id]),
    ],
  }),
  files: kind<{ readonly resource: string }>({
    icon: 'file',
    path: portalRow('itemResource').path,
    param: 'resource',
    id: 'resource',
    name: ({ resource }) => resource,
    facts: () => [],
    also: ['removeItemResource'],
    creates: ['addItemResource'],
  }),
  groups: makeListedKind<Group>('groups', 'groupId', {
    icon: 'group',
    name: ({ title }) => title,
    facts: ({ owner, description }) => [t.facts.ownedBy(owner), description],
  }),
  services: makeListedKind<Service>('services', 'service', {
    icon: 'map',
    name: ({ name }) => name,
    facts: ({ access }) => [t.choices[access]],
    also: ['updateServiceAccess'],
  }),
  webhooks: makeListedKind<Webhook>('webhooks', 'webhookId', {
    icon: 'send',
    name: ({ name }) => name,
    facts: ({ payloadUrl, events, secret, numberOfFailures, config: { deactivationPolicy: policy } }) => [
      payloadUrl,
      t.facts.events(events.map((event) => t.events[event] ?? event).join(', ')),
      secret ? t.facts.signed : t.facts.unsigned,
      t.facts.failures(numberOfFailures, policy.numberOfFailures, policy.daysInPast),
    ],
    badges: ({ isActive }) => [isActive ? ['good', t.facts.active] : [undefined, t.facts.inactive]],
  }),
  resources: makeListedKind<Resource>('resources', 'key', {
    icon: 'image',
    name: ({ key }) => key,
    facts: ({ size, contentType, owner, created }) => [
      formatBytes(size),
      contentType,
      t.facts.ownedBy(owner),
      formatMoment(created),
    ],
    also: ['removeResource'],
    creates: ['addResource'],
  }),
  users: makeListedKind<User>('users', 'username', {
    icon: 'shield',
    name: ({ username }) => username,
    facts: ({ fullName, email, role }) => [fullName, email, t.roles[role]],
    badges: ({ username, disabled }, { session }) => [
      username === session.username && [undefined, t.facts.you],
      disabled && ['danger', t.facts.disabled],
    ],
  }),
  tokens: makeListedKind<Token & { readonly isOwn?: boolean }>('tokens', 'tokenId', {
    icon: 'shield-check',
    name: ({ username, id }) => `${username} ${id.slice(0, 8)}`,
    facts: ({ created, expires }) => [t.facts.times(formatMoment(created), formatMoment(expires))],
    badges: ({ isOwn }) => [isOwn && [undefined, t.facts.thisPage]],
    finish: async (entries, { session }) => {
      // The portal stores only the hash of a token.
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(session.token));
      const ownHash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
      return entries
        .toSorted((a, b) => b.created - a.created)
        .map((entry) => ({ ...entry, isOwn: entry.id === ownHash }));
    },
    creates: ['generatePortalToken'],
  }),
};

const names = Object.keys(portalOperations) as PortalOperationName[];
const claimed = new Set(Object.values(kinds).flatMap(({ also = [], creates = [] }) => [...also, ...creates]));
/** Operations that have separate buttons, which show the progress. */
const apart = new Set<PortalOperationName>(['syncWorkspace']);

const isWordBelow = (path: string, above: string): boolean =>
  path.startsWith(`${above}/`) && /^[^/{]+$/.test(path.slice(above.length + 1));
const isNew = (name: PortalOperationName): boolean => /^(add|create)/.test(name);

/** Return the operations on an entry: those one word below its path, and the operation that returns its bytes. */
export const operationsOn = ({ path: above, also = [] }: Kind): PortalOperationName[] =>
  names.filter((name) => {
    const { effect, bytes, path } = portalRow(name);
    if (claimed.has(name) || apart.has(name)) return also.includes(name);
    return (
      (effect === 'write' && isWordBelow(path, above)) ||
      (bytes && (isWordBelow(path, above) || bare(path) === bare(above)))
    );
  });

const bare = (path: string): string => path.replaceAll('+}', '}');

/** Return the operations that create an entry: those one word below the path of the list. */
export const operationsFor = ({ list, creates = [] }: Kind): PortalOperationName[] => {
  const above = list && portalRow(list).path;
  return [...creates, ...names.filter((name) => above && isNew(name) && isWordBelow(portalRow(name).path, above))];
};

/** Conditions for operations that only some entries allow. */
const fitting: { readonly [O in PortalOperationName]?: (entry: Entry, scope: Scope) => boolean } = {
  // A received item is edited at its origin. The item of a map service can't be deleted separately from the service.
  updateItem: ({ origin }) => !origin,
  deleteItem: ({ serviceKey, origin }) => !serviceKey || origin !== undefined,
  itemData: ({ serviceKey, url }) => !serviceKey && !url,
  shareItem: ({ groups: ids }, { groups }) => groups.some(({ id }) => !(ids as string[]).includes(id)),
  unshareItem: ({ groups }) => (groups as string[]).length > 0,
  activateWebhook: ({ isActive }) => !isActive,
  deactivateWebhook: ({ isActive }) => isActive === true,
  addParticipant: (_, { portals, collaboration }) =>
    portals.some(({ id }) => !collaboration?.participants.some((participant) => participant.id === id)),
  updateItemDeletePolicy: ({ id }, { portal }) => id === portal.id,
  removeParticipant: ({ collaborationRole }) => collaborationRole === 'Guest',
  updatePortalGroupLink: ({ portalId }, { portal, groups }) => portalId === portal.id && groups.length > 0,
  removePortalGroupLink: ({ portalId, portalGroupId }, { portal }) => portalId === portal.id && Boolean(portalGroupId),
  deleteSchedule: ({ isScheduled }) => isScheduled === true,
};

/** Check whether the signed-in user may run an operation on an entry; operations that would fail aren't offered. */
export function isOffered(operation: PortalOperationName, entry: Entry, scope: Scope): boolean {
  const { portal, session, collaboration, workspace } = scope;
  const role = portal.user?.role ?? 'administrator';
  const isAdministrator = role === 'administrator';
  const isAllowed = {
    anyone: true,
    member: true,
    publisher: role !== 'member',
    administrator: isAdministrator,
    owner: isAdministrator || (role === 'publisher' && entry.owner === session.username),
    self: isAdministrator || entry.username === session.username,
    participant: isAdministrator,
    host: isAdministrator && collaboration?.collaborationHostPortalId === portal.id,
    initiator: isAdministrator && collaboration && workspace && mayStart(portal.id, collaboration, workspace),
  }[portalRow(operation).allow];
  return isAllowed === true && (fitting[operation]?.(entry, scope) ?? true);
}

/** Check whether a portal may start synchronizations of a workspace. */
export const mayStart = (
  portalId: string,
  { participants }: CollaborationWithParticipants,
  { participantGroupLinks }: Workspace,
): boolean =>
  participants.some(({ id, config }) => id === portalId && config.canRunAgent) &&
  participantGroupLinks.some((link) => link.portalId === portalId && link.canSyncWorkspace);

/** Check whether an operation removes something, so that it needs confirmation. */
export const isRemoving = (operation: PortalOperationName): boolean =>
  /^(delete|remove|revoke|deactivate)/.test(operation);

/** Return the path of an operation on an entry, and the parameter with the entry's ID if the path doesn't have it. */
export function addressOperation(operation: PortalOperationName, { param, id }: Kind, entry: Entry) {
  const named = { [param]: String(entry[id] ?? '') };
  return { path: named, given: param in portalRow(operation).parameters && !isNew(operation) ? named : {} };
}
