import type { Context } from '../../context.ts';
import { deliverDue } from '../deliver.ts';
import { queueDeliveries } from '../events.ts';
import { inBackground } from '../in-background.ts';
import type { SyncJobRecord } from '../schema/portal-records.ts';
import type { Claim } from './lease.ts';

/** Record the end of a synchronisation and free the workspace, in one transaction; notify the webhooks. */
export async function finish(context: Context, claim: Claim, reason?: string): Promise<SyncJobRecord> {
  let queued = 0;
  const ended = await context.store.portal.write(async (transaction) => {
    const jobs = transaction.objectStore('syncJobs');
    const lease = await transaction.objectStore('leases').get(claim.job.workspaceId);
    const current = await jobs.get(claim.job.id);
    // Deleting the workspace has ended it, or another worker has taken over.
    if (lease?.ownerId !== claim.ownerId || !current)
      return current ?? { ...claim.job, status: 'failed' as const, summary: reason ?? '' };
    const job = endedJob(context, current, reason);
    const workspace = await transaction.objectStore('workspaces').get(job.workspaceId);
    if (workspace && job.status === 'completed') {
      await transaction.objectStore('workspaces').put({ ...workspace, lastSyncSuccess: job.endTime });
    }
    await jobs.put(job);
    await transaction.objectStore('leases').delete(job.workspaceId);
    const operation = job.status === 'failed' ? 'fail' : 'complete';
    const properties = { workspaceId: job.workspaceId, status: job.status, summary: job.summary };
    queued = await queueDeliveries(context, transaction, job.username, [
      { portalId: job.portalId, source: 'syncs', operation, id: job.id, properties },
    ]);
    return job;
  });
  if (queued > 0) inBackground(context, deliverDue(context));
  return ended;
}

function endedJob(context: Context, job: SyncJobRecord, reason: string | undefined): SyncJobRecord {
  const failed = job.results.filter((result) => result.outcome === 'failed').length;
  const status = reason !== undefined ? 'failed' : failed > 0 ? 'completed_with_failures' : 'completed';
  const counts = `${job.results.length - failed} items succeeded, ${failed} failed`;
  const summaries = {
    failed: `Failed: ${reason} (${counts})`,
    completed_with_failures: `Completed sync with failures: ${counts}`,
    completed: `Completed sync successfully: ${counts}`,
  };
  return { ...job, status, summary: summaries[status], endTime: context.now(), modified: context.now() };
}
