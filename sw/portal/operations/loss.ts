import { linkOf, type PortalCall, usernameOf } from '../call.ts';
import type { PortalOperationName } from '../contract/index.ts';
import type { ParticipantRecord, WorkspaceRecord } from '../schema/portal-records.ts';
import { type PortalReading, startingWith } from '../store/portal-store.ts';
import { isRunning } from '../sync/lease.ts';

/** What an operation takes away: the name of its thing, and a sentence for everything that goes with it. */
export interface Loss {
  readonly name: string;
  readonly goes: readonly string[];
}

type Requested<O extends PortalOperationName> = Pick<PortalCall<O>, 'scope' | 'path' | 'principal'>;
type LossOf<O extends PortalOperationName> = (
  transaction: PortalReading,
  requested: Requested<O>,
) => Promise<Loss | undefined>;

const n = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const losses: { readonly [O in PortalOperationName]?: LossOf<O> } = {
  deleteWorkspace: async (transaction, { scope: { workspace, participants } }) =>
    workspace && {
      name: workspace.name,
      goes: [...(await received(transaction, [workspace], participants)), ...(await history(transaction, [workspace]))],
    },
  deleteCollaboration: async (transaction, { scope: { collaboration, participants } }) => {
    if (!collaboration) return undefined;
    const workspaces = await transaction.objectStore('workspaces').index('collaboration').getAll(collaboration.id);
    return {
      name: collaboration.name,
      goes: [
        `Workspaces: ${workspaces.map(({ name }) => name).join(', ') || 'none'}.`,
        ...(await received(transaction, workspaces, participants)),
        ...(await history(transaction, workspaces)),
      ],
    };
  },
  removeParticipant: async (transaction, { scope: { participants }, path }) => {
    const leaving = participants.filter((one) => one.portalId === path.participantId);
    const workspaces = await transaction.objectStore('workspaces').index('collaboration').getAll(path.collaborationId);
    return leaving[0] && { name: leaving[0].name, goes: await received(transaction, workspaces, leaving) };
  },
  removePortalGroupLink: async (transaction, { scope: { portal, workspace } }) => {
    const id = workspace && linkOf(workspace, portal.id)?.portalGroupId;
    const group = id && (await transaction.objectStore('groups').get([portal.id, id]));
    if (!group) return undefined;
    const items = await transaction.objectStore('items').getAll(startingWith([portal.id]));
    const count = items.filter((item) => item.groups.includes(group.id)).length;
    return { name: group.title, goes: [`${n(count, 'item')} no longer shared in the workspace ${workspace.name}.`] };
  },
  deleteItem: async (transaction, { scope: { portal }, path }) => {
    const item = await transaction.objectStore('items').get([portal.id, path.itemId]);
    const files = await transaction.objectStore('itemFiles').getAll(startingWith([portal.id, path.itemId]));
    const bytes = files.reduce((sum, { blob }) => sum + blob.size, 0);
    const service = item?.serviceKey === undefined ? [] : [`The map service ${item.serviceKey} with its data.`];
    return item && { name: item.title, goes: [...service, `${n(files.length, 'file')} of ${n(bytes, 'byte')}.`] };
  },
  deleteGroup: async (transaction, { scope: { portal }, path }) => {
    const group = await transaction.objectStore('groups').get([portal.id, path.groupId]);
    const items = await transaction.objectStore('items').getAll(startingWith([portal.id]));
    const count = items.filter((item) => item.groups.includes(path.groupId)).length;
    return group && { name: group.title, goes: [`The group of ${n(count, 'item')}, which stay.`] };
  },
  deleteUser: async (transaction, { scope: { portal }, path: { username }, principal }) => {
    const range = IDBKeyRange.only([portal.id, username]);
    const tokens = await transaction.objectStore('tokens').index('user').count(range);
    const items = await transaction.objectStore('items').getAll(startingWith([portal.id]));
    const groups = await transaction.objectStore('groups').getAll(startingWith([portal.id]));
    const isOwn = (one: { readonly owner: string }) => one.owner === username;
    const owned = `${n(items.filter(isOwn).length, 'item')} and ${n(groups.filter(isOwn).length, 'group')}`;
    return { name: username, goes: [`${n(tokens, 'token')}.`, `${owned} go to ${usernameOf(principal)}.`] };
  },
  deactivateWebhook: async (transaction, { path }) => {
    const found = await ofWebhook(transaction, path.webhookId);
    return found && { name: found.name, goes: [`Deliveries that wait: ${found.waiting}.`] };
  },
  deleteWebhook: async (transaction, { path }) => {
    const found = await ofWebhook(transaction, path.webhookId);
    return found && { name: found.name, goes: [`Deliveries in its log: ${found.all}; of them ${found.waiting} wait.`] };
  },
  revoke: async (transaction, { path }) => {
    const token = await transaction.objectStore('tokens').get(path.tokenId);
    const until = token && new Date(token.expires).toISOString();
    return token && { name: path.tokenId.slice(0, 8), goes: [`A token of ${token.username}, valid until ${until}.`] };
  },
};

/** Whether an operation deletes something, so that its form must say what. */
export const takesAway = (operation: PortalOperationName): boolean => operation in losses;

/** What an operation takes away as things are now; undefined for others, and where there is nothing. */
export const lossOf = (call: Omit<PortalCall<PortalOperationName>, 'values'>): Promise<Loss | undefined> =>
  call.context.store.portal.read(
    async (transaction) =>
      await (losses[call.operation] as LossOf<PortalOperationName> | undefined)?.(transaction, call),
  );

/** What each portal has received in workspaces, and what its policy makes of it. */
async function received(
  transaction: PortalReading,
  workspaces: readonly WorkspaceRecord[],
  participants: readonly ParticipantRecord[],
): Promise<string[]> {
  const ids = new Set(workspaces.map(({ id }) => id));
  const items = (await transaction.objectStore('items').getAll()).filter(
    ({ origin }) => origin && ids.has(origin.workspaceId),
  );
  return participants.map(({ portalId, name, itemDeletePolicy }) => {
    const own = items.filter((item) => item.portalId === portalId);
    const services = own.filter((item) => item.serviceKey !== undefined);
    const what = `${n(own.length, 'received item')}, of them ${n(services.length, 'map service')}`;
    if (own.length === 0) return `${name} has received nothing.`;
    return itemDeletePolicy === 'remove' ? `${name} loses ${what}.` : `${name} keeps as its own ${what}.`;
  });
}

async function history(transaction: PortalReading, workspaces: readonly WorkspaceRecord[]): Promise<string[]> {
  const jobs = await Promise.all(
    workspaces.map(({ id }) =>
      transaction
        .objectStore('syncJobs')
        .index('workspace')
        .getAll(IDBKeyRange.bound([id], [id, []])),
    ),
  );
  const running = jobs.flat().filter(({ status }) => isRunning(status)).length;
  const ended = `The history of ${n(jobs.flat().length, 'synchronisation')}.`;
  return running > 0 ? [ended, 'A synchronisation is running and stops at once.'] : [ended];
}

async function ofWebhook(transaction: PortalReading, id: string) {
  const row = await transaction.objectStore('webhooks').get(id);
  const deliveries = await transaction
    .objectStore('deliveries')
    .index('webhook')
    .getAll(IDBKeyRange.bound([id], [id, []]));
  const waiting = deliveries.filter(({ state }) => state === 'queued').length;
  return row && { name: row.name, all: deliveries.length, waiting };
}
