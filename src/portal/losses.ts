import type { PortalOperationName } from '../../sw/portal/contract/index.ts';
import { totalCount } from '../../sw/rows/row-count.ts';
import { catalogue } from '../connection/catalogue.ts';
import type { Item, Resource, Token, Workspace } from '../connection/portal-answers.ts';
import { ask, askAll } from '../connection/portal-call.ts';
import { sessions } from '../connection/sign-in.ts';
import { featuresText } from '../parts/features-text.ts';
import { formatBytes, formatMoment } from '../text/format.ts';
import type { Entry, Scope } from './kinds.ts';
import { portalText as t } from './text/portal-text.ts';

interface Going {
  readonly path: Readonly<Record<string, string>>;
  readonly entry: Entry;
  readonly scope: Scope;
}
type LossOf = (going: Going, signal: AbortSignal) => Promise<readonly string[]>;

const itemsOf = (portalId: string, signal: AbortSignal) =>
  askAll('items', { portalId }, (answer) => answer.items, { signal });
const inGroup = async (portalId: string, groupId: string, signal: AbortSignal): Promise<number> =>
  (await itemsOf(portalId, signal)).filter(({ groups }) => groups.includes(groupId)).length;

const losses: { readonly [O in PortalOperationName]?: LossOf } = {
  deleteWorkspace: async ({ path, entry, scope }, signal) => {
    const { total, status } = await ask('syncStatus', path as never, { num: 1 }, { signal });
    return [
      t.loss.exchange((entry as unknown as Workspace).participantGroupLinks.length),
      ...(await received(scope, [path.workspaceId!], undefined, signal)),
      t.loss.history(total),
      ...(status[0]?.endTime === -1 ? [t.loss.running] : []),
    ];
  },
  deleteCollaboration: async ({ path, scope }, signal) => {
    const workspaces = await workspacesOf(path, signal);
    const guests = scope.collaboration!.participants.length - 1;
    const ids = workspaces.map(({ id }) => id);
    return [t.loss.workspaces(ids.length, guests), ...(await received(scope, ids, undefined, signal))];
  },
  removeParticipant: async ({ path, scope }, signal) => {
    const ids = (await workspacesOf(path, signal)).map(({ id }) => id);
    return received(scope, ids, path.participantId, signal);
  },
  removePortalGroupLink: async ({ path, entry }, signal) => [
    t.loss.link(await inGroup(path.portalId!, String(entry.portalGroupId), signal)),
  ],
  deleteItem: async ({ path, entry, scope }, signal) => {
    const { serviceKey, origin, groups } = entry as unknown as Item;
    const again = origin ? [t.loss.receivedAgain] : [];
    if (serviceKey) {
      const features = (await catalogue()).find(({ name }) => name === serviceKey)?.featureCount;
      return [t.loss.service(featuresText(features ?? null), groups.length), ...again];
    }
    const { size = 0, resources } = await ask(
      'item',
      { portalId: scope.portal.id, itemId: path.itemId! },
      {},
      { signal },
    );
    return [t.loss.item(formatBytes(size ?? 0), resources.length, groups.length), ...again];
  },
  deleteGroup: async ({ path }, signal) => [t.loss.group(await inGroup(path.portalId!, path.groupId!, signal))],
  deleteUser: async ({ path: { portalId = '', username }, scope }, signal) => {
    const [items, { groups }, { tokens }] = await Promise.all([
      itemsOf(portalId, signal),
      ask('groups', { portalId }, {}, { signal }),
      ask('tokens', { portalId }, {}, { signal }),
    ]);
    const isOwn = (one: { readonly owner: string }) => one.owner === username;
    const ofUser = tokens.filter((token) => token.username === username).length;
    const [ownItems, ownGroups] = [items.filter(isOwn).length, groups.filter(isOwn).length];
    return [t.loss.user(ownItems, ownGroups, ofUser, scope.session.username)];
  },
  deactivateWebhook: async (going, signal) => [t.loss.deactivate((await deliveriesOf(going, signal)).waiting)],
  deleteWebhook: async (going, signal) => {
    const { all, waiting } = await deliveriesOf(going, signal);
    return [t.loss.webhook(all, waiting)];
  },
  removeResource: async ({ entry }) => {
    const { size, created } = entry as unknown as Resource;
    return [t.loss.resource(formatBytes(size), formatMoment(created))];
  },
  revoke: async ({ entry }) => [t.loss.token(formatMoment((entry as unknown as Token).expires))],
};

/** List the current losses by an operation, one sentence each. @throws {ServiceFault} */
export const lossOf = async (
  operation: PortalOperationName,
  going: Going,
  signal: AbortSignal,
): Promise<readonly string[]> => (await losses[operation]?.(going, signal)) ?? [];

const workspacesOf = ({ portalId = '', collaborationId = '' }: Going['path'], signal: AbortSignal) =>
  askAll('workspaces', { portalId, collaborationId }, (answer) => answer.workspaces, { signal });

async function deliveriesOf({ path }: Going, signal: AbortSignal) {
  const all = await askAll('notificationStatus', path as never, (answer) => answer.WebhookStatus, { signal });
  return { all: all.length, waiting: all.filter(({ status }) => status === 'queued').length };
}

/**
 * Describe the items that portals have received in workspaces, and the effect of their policies when these are deleted.
 */
async function received(
  { portals, collaboration }: Scope,
  workspaceIds: readonly string[],
  only: string | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  const requested = collaboration!.participants.filter((one) => only === undefined || one.id === only);
  // The page's list may lack services that were just received.
  const services = await catalogue();
  return Promise.all(
    requested.map(async ({ id, portalInfo: { name }, config: { itemDeletePolicy: policy } }) => {
      if (!portals.some((one) => one.id === id) || !sessions.value?.has(id)) return t.loss.unknown(name, policy);
      const own = (await itemsOf(id, signal)).filter(
        ({ origin }) => origin && workspaceIds.includes(origin.workspaceId),
      );
      const keys = new Set(own.flatMap(({ serviceKey }) => serviceKey ?? []));
      const counts = services.filter((one) => keys.has(one.name)).map(({ featureCount }) => featureCount);
      if (own.length === 0) return t.loss.nothing(name);
      return t.loss[policy](name, own.length, keys.size, featuresText(totalCount(counts)));
    }),
  );
}
