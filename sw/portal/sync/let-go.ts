import type { Context } from '../../context.ts';
import { dropService } from '../../store/catalogue.ts';
import { keysStartingWith } from '../../store/database.ts';
import type { ItemRecord, WorkspaceRecord } from '../schema/portal-records.ts';
import type { ReplicationTransaction } from '../store/portal-store.ts';
import { endJob, isRunning } from './claim.ts';

/** Delete an item with its files and its service. */
export async function removeItem(transaction: ReplicationTransaction, row: ItemRecord): Promise<void> {
  await transaction.objectStore('items').delete([row.portalId, row.id]);
  await transaction.objectStore('itemFiles').delete(keysStartingWith([row.portalId, row.id]));
  if (row.serviceKey === undefined) return;
  await transaction.objectStore('serviceSettings').delete(row.serviceKey);
  await dropService(transaction, row.serviceKey);
}

/**
 * Apply the portal's policy to a received item that is no longer shared: remove it, or keep it as the portal's own
 * item.
 */
export async function letGo(
  transaction: ReplicationTransaction,
  item: ItemRecord,
  collaborationId: string,
): Promise<void> {
  const participant = await transaction.objectStore('participants').get([collaborationId, item.portalId]);
  if (participant?.itemDeletePolicy !== 'retain') return removeItem(transaction, item);
  const workspace = item.origin && (await transaction.objectStore('workspaces').get(item.origin.workspaceId));
  const linked = workspace?.participantGroupLinks.map((link) => link.portalGroupId) ?? [];
  const { origin: _, ...own } = item;
  // Remove the item from the linked group, from which it would be sent back to its source.
  await transaction.objectStore('items').put({ ...own, groups: item.groups.filter((id) => !linked.includes(id)) });
}

/** Apply the policies to all items received in a workspace, by one portal or by all portals of this server. */
export async function letGoOfWorkspace(
  transaction: ReplicationTransaction,
  { id, collaborationId }: { readonly id: string; readonly collaborationId: string },
  portalId?: string,
): Promise<void> {
  const items = await transaction
    .objectStore('items')
    .getAll(portalId === undefined ? undefined : keysStartingWith([portalId]));
  for (const item of items) {
    if (item.origin?.workspaceId === id) await letGo(transaction, item, collaborationId);
  }
}

/**
 * Delete a workspace within a transaction.
 *
 * A running job is ended, so that nothing is replicated later. Received items stay or are removed by the policy of each
 * portal.
 */
export async function dropWorkspace(
  context: Context,
  transaction: ReplicationTransaction,
  workspace: WorkspaceRecord,
  reason: string,
): Promise<void> {
  const { id } = workspace;
  await letGoOfWorkspace(transaction, workspace);
  for (const job of await transaction
    .objectStore('syncJobs')
    .index('workspace')
    .getAll(keysStartingWith([id]))) {
    // Keep the running job with its end, because a caller may be waiting for it.
    if (isRunning(job.status)) await endJob(context, transaction, job, reason);
    else await transaction.objectStore('syncJobs').delete(job.id);
  }
  await Promise.all([
    transaction.objectStore('leases').delete(id),
    transaction.objectStore('schedules').delete(keysStartingWith([id])),
    transaction.objectStore('workspaces').delete(id),
  ]);
}
