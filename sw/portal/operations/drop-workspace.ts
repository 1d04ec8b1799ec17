import type { Context } from '../../context.ts';
import type { WorkspaceRecord } from '../schema/portal-records.ts';
import type { ReplicationTransaction } from '../store/portal-store.ts';
import { endJob } from '../sync/claim.ts';
import { isRunning } from '../sync/lease.ts';
import { letGoOfWorkspace } from '../sync/let-go.ts';

/**
 * Delete a workspace within a transaction: what runs is ended, so that nothing is replicated after it; received items
 * stay or go as each portal has decided.
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
    .getAll(IDBKeyRange.bound([id], [id, []]))) {
    // The end of the one that runs stays, for who waits for it.
    if (isRunning(job.status)) await endJob(context, transaction, job, reason);
    else await transaction.objectStore('syncJobs').delete(job.id);
  }
  await Promise.all([
    transaction.objectStore('leases').delete(id),
    transaction.objectStore('schedules').delete(IDBKeyRange.bound([id], [id, []])),
    transaction.objectStore('workspaces').delete(id),
  ]);
}
