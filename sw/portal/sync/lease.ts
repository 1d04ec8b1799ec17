import type { Context } from '../../context.ts';
import { Fault } from '../../contract/index.ts';
import type { LeaseRecord, SyncJobRecord, SyncStatus } from '../schema/portal-records.ts';
import type { PortalTransaction, ReplicationTransaction } from '../store/portal-store.ts';

/** A lease not renewed for this long belongs to a worker that was stopped. */
const leaseMs = 20_000;
/** How often its holder renews it. */
export const heartbeatMs = 5_000;

/** A synchronisation and who runs it. */
export interface Claim {
  readonly job: SyncJobRecord;
  readonly ownerId: string;
}

export const isRunning = (status: SyncStatus): boolean => status === 'submitted' || status === 'in_progress';

/** A lease from now. */
export function leaseFor(context: Context, { job, ownerId }: Claim): LeaseRecord {
  const heartbeat = context.now();
  return { workspaceId: job.workspaceId, jobId: job.id, ownerId, heartbeat, expires: heartbeat + leaseMs };
}

/** True while its holder may be alive. A clock that was set back does not keep it for ever. */
export const isLive = (context: Context, lease: LeaseRecord): boolean =>
  lease.expires > context.now() && lease.heartbeat <= context.now() + leaseMs;

/**
 * Renew the lease within a transaction, and return the current job.
 *
 * @throws {Fault} `conflict` when the synchronisation is no longer the holder's: deleted with its workspace, or taken over
 */
export async function renewIn(
  context: Context,
  transaction: PortalTransaction | ReplicationTransaction,
  claim: Claim,
): Promise<SyncJobRecord> {
  const stores = transaction as PortalTransaction;
  const lease = await stores.objectStore('leases').get(claim.job.workspaceId);
  const job = await stores.objectStore('syncJobs').get(claim.job.id);
  if (!job || lease?.jobId !== claim.job.id || lease.ownerId !== claim.ownerId) throw stopped(claim);
  await stores.objectStore('leases').put(leaseFor(context, claim));
  return job;
}

/** Change the job and renew the lease, in one transaction. */
export function updateJob(
  context: Context,
  claim: Claim,
  edit: (job: SyncJobRecord) => SyncJobRecord,
): Promise<SyncJobRecord> {
  return context.store.portal.write(async (transaction) => {
    const job = { ...edit(await renewIn(context, transaction, claim)), modified: context.now() };
    await transaction.objectStore('syncJobs').put(job);
    return job;
  });
}

const stopped = ({ job }: Claim): Fault =>
  new Fault('conflict', `Synchronisation ${job.id} was stopped: its workspace was deleted, or another has taken over.`);
