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
type LossReader = (going: Going, signal: AbortSignal) => Promise<readonly string[]>;

const listItems = (portalId: string, signal: AbortSignal) =>
  askAll('items', { portalId }, (answer) => answer.items, { signal });
const inGroup = async (portalId: string, groupId: string, signal: AbortSignal): Promise<number> =>
  (await listItems(portalId, signal)).filter(({ groups }) => groups.includes(groupId)).length;

const losses: { readonly [O in PortalOperationName]?: LossReader } = {
  deleteWorkspace: async ({ path, entry, scope }, signal) => {
    const { total, status } = await ask('syncStatus', path as never, { num: 1 }, { signal });
    return [
      t.loss.exchange((entry as unknown as Workspace).participantGroupLinks.length),
      ...(await describeReceived(scope, [path.workspaceId!], undefined, signal)),
      t.loss.history(total),
      ...(status[0]?.endTime === -1 ? [t.loss.running] : []),
    ];
  },
  deleteCollaboration: async ({ path, scope }, signal) => {
    const workspaces = await listWorkspaces(path, signal);
    const guests = scope.collaboration!.participants.length - 1;
    const ids = workspaces.map(({ id }) => id);
    return [t.loss.workspaces(ids.length, guests), ...(await describeReceived(scope, ids, undefined, signal))];
  },
  removeParticipant: async ({ path, scope }, signal) => {
    const ids = (await listWorkspaces(path, signal)).map(({ id }) => id);
    return describeReceived(scope, ids, path.participantId, signal);
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
      listItems(portalId, signal),
      ask('groups', { portalId }, {}, { signal }),
      ask('tokens', { portalId }, {}, { signal }),
    ]);
    const isOwn = (item: { readonly owner: string }) => item.owner === username;
    const ofUser = tokens.filter((token) => token.username === username).length;
    const [ownItemCount, ownGroupCount] = [items.filter(isOwn).length, groups.filter(isOwn).length];
    return [t.loss.user(ownItemCount, ownGroupCount, ofUser, scope.session.username)];
  },
  deactivateWebhook: async (going, signal) => [t.loss.deactivate((await listDeliveries(going, signal)).waiting)],
  deleteWebhook: async (going, signal) => {
    const { all, waiting } = await listDeliveries(going, signal);
    return [t.loss.webhook(all, waiting)];
  },
  removeResource: async ({ entry }) => {
    const { size, created } = entry as unknown as Resource;
    return [t.loss.resource(formatBytes(size), formatMoment(created))];
  },
  revoke: async ({ entry }) => [t.loss.token(formatMoment((entry as unknown as Token).expires))],
};

/**
 * List the losses that an operation would cause now, one sentence each; empty if there are none.
 *
 * @throws {ServiceFault}
 */
export const findLosses = async (
  operation: PortalOperationName,
  going: Going,
  signal: AbortSignal,
): Promise<readonly string[]> => (await losses[operation]?.(going, signal)) ?? [];

const listWorkspaces = ({ portalId = '', collaborationId = '' }: Going['path'], signal: AbortSignal) =>
  askAll('workspaces', { portalId, collaborationId }, (answer) => answer.workspaces, { signal });

async function listDeliveries({ path }: Going, signal: AbortSignal) {
  const all = await askAll('notificationStatus', path as never, (answer) => answer.WebhookStatus, { signal });
  return { all: all.length, waiting: all.filter(({ status }) => status === 'queued').length };
}

/**
 * Describe the items that portals have received in workspaces, and the effect of their policies when these are deleted.
 */
async function describeReceived(
  { portals, collaboration }: Scope,
  workspaceIds: readonly string[],
  only: string | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  const requested = collaboration!.participants.filter((participant) => only === undefined || participant.id === only);
  // Read the catalogue, because the page's list may lack services that were just received.
  const services = await catalogue();
  return Promise.all(
    requested.map(async ({ id, portalInfo: { name }, config: { itemDeletePolicy: policy } }) => {
      if (!portals.some((portal) => portal.id === id) || !sessions.value?.has(id)) return t.loss.unknown(name, policy);
      const receivedItems = (await listItems(id, signal)).filter(
        ({ origin }) => origin && workspaceIds.includes(origin.workspaceId),
      );
      const keys = new Set(receivedItems.flatMap(({ serviceKey }) => serviceKey ?? []));
      const counts = services.filter((service) => keys.has(service.name)).map(({ featureCount }) => featureCount);
      if (receivedItems.length === 0) return t.loss.nothing(name);
      return t.loss[policy](name, receivedItems.length, keys.size, featuresText(totalCount(counts)));
    }),
  );
}
