import type { Context } from '../../context.ts';
import { Fault, wrongValue } from '../../contract/index.ts';
import { keysStartingWith } from '../../store/database.ts';
import { findGroupLink } from '../call.ts';
import { rememberedForMs } from '../change.ts';
import { randomText } from '../digest.ts';
import type { LeaseRecord, SyncJobRecord, SyncStatus } from '../schema/portal-records.ts';
import { type PortalTransaction, rowIn } from '../store/portal-store.ts';

/** Lifetime of a lease. If a lease isn't renewed in this time, its worker was stopped. */
const leaseMs = 20_000;
/** Interval at which the holder renews its lease. */
export const heartbeatMs = 5_000;

/** A synchronization and the worker that runs it. */
export interface Claim {
  readonly job: SyncJobRecord;
  readonly ownerId: string;
}

export const isRunning = (status: SyncStatus): boolean => status === 'submitted' || status === 'in_progress';

/** Return a lease that starts now. */
function leaseFor(context: Context, { job, ownerId }: Claim): LeaseRecord {
  const heartbeat = context.now();
  return { workspaceId: job.workspaceId, jobId: job.id, ownerId, heartbeat, expires: heartbeat + leaseMs };
}

/** Check whether the holder of a lease can still be running. A clock that was set back doesn't extend it forever. */
export const isLive = (context: Context, lease: LeaseRecord): boolean =>
  lease.expires > context.now() && lease.heartbeat <= context.now() + leaseMs;

/**
 * Renew the lease within a transaction and return the current job.
 *
 * @throws {Fault} `conflict` when the job was deleted with its workspace, or another worker took over
 */
export async function renewIn(context: Context, transaction: PortalTransaction, claim: Claim): Promise<SyncJobRecord> {
  const lease = await transaction.objectStore('leases').get(claim.job.workspaceId);
  const job = await transaction.objectStore('syncJobs').get(claim.job.id);
  if (!job || lease?.jobId !== claim.job.id || lease.ownerId !== claim.ownerId) throw syncStoppedFault(claim);
  await transaction.objectStore('leases').put(leaseFor(context, claim));
  return job;
}

/** Change the job and renew the lease in one transaction. Return the changed job. @throws {Fault} as `renewIn` */
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

const syncStoppedFault = ({ job }: Claim): Fault =>
  new Fault(
    'conflict',
    `Synchronisation "${job.id}" was stopped: its workspace was deleted, or another run took over.`,
  );

/** A request to synchronize a workspace. */
export interface SyncRequest {
  readonly portalId: string;
  readonly workspaceId: string;
  readonly username: string;
  readonly execType: SyncJobRecord['execType'];
  /** Equal for a repeated request; undefined if the request has no key. */
  readonly key: string | undefined;
}

/**
 * `run`: the caller has claimed the workspace and must run the job. `known`: the job of this request. `busy`: the job
 * of another request.
 */
export type Claimed =
  | { readonly kind: 'run'; readonly claim: Claim }
  | { readonly kind: 'known'; readonly job: SyncJobRecord }
  | { readonly kind: 'busy'; readonly job: SyncJobRecord };

/** After this many stopped workers, the job itself is assumed to be the cause and isn't resumed. */
const maxAttempts = 3;
const maximumJobs = 50;

const interrupted = 'Interrupted: the server stopped before it was done.';

/**
 * Claim the workspace for a request, which ensures that only one synchronization runs at a time.
 *
 * @param isAlone true if the caller has the lock of the workspace, so that the previous holder of the lease has ended
 * @throws {Fault} `not-found` when the workspace doesn't exist, `bad-value` when the portal has linked no group to it
 */
export function claimSync(context: Context, request: SyncRequest, isAlone: boolean): Promise<Claimed> {
  return context.store.portal.write(async (transaction) => {
    const workspace = await rowIn(transaction, 'workspaces', request.workspaceId);
    const jobs = transaction.objectStore('syncJobs');
    const history = await jobs.index('workspace').getAll(keysStartingWith([request.workspaceId]));
    const same = request.key ? history.findLast((job) => job.requestKey === request.key) : undefined;
    if (same && !isRunning(same.status) && context.now() - same.endTime < rememberedForMs)
      return { kind: 'known', job: same };
    const lease = await transaction.objectStore('leases').get(request.workspaceId);
    const holder = lease && (await jobs.get(lease.jobId));
    if (lease && holder && isRunning(holder.status)) {
      const isHolder = holder.id === same?.id;
      if (!isAlone && isLive(context, lease)) return { kind: isHolder ? 'known' : 'busy', job: holder };
      if (isHolder && holder.attempts < maxAttempts) return resumeIn(context, transaction, holder);
      await endJob(context, transaction, holder, interrupted);
      if (isHolder) return { kind: 'known', job: { ...holder, status: 'failed', summary: interrupted } };
    }
    if (!findGroupLink(workspace, request.portalId)?.portalGroupId) {
      throw wrongValue('bad-value', `Workspace "${workspace.name}"`, 'a linked group of this portal', 'nothing');
    }
    const now = context.now();
    const job: SyncJobRecord = {
      id: context.newId(),
      key: randomText(24),
      workspaceId: request.workspaceId,
      collaborationId: workspace.collaborationId,
      portalId: request.portalId,
      username: request.username,
      execType: request.execType,
      requestKey: request.key ?? '',
      status: 'submitted',
      startTime: now,
      endTime: -1,
      modified: now,
      summary: '',
      attempts: 1,
      tasks: [],
      results: [],
    };
    const claim: Claim = { job, ownerId: randomText(12) };
    const old = history.slice(0, Math.max(0, history.length + 1 - maximumJobs));
    await Promise.all([
      ...old.map((oldJob) => jobs.delete(oldJob.id)),
      jobs.put(job),
      transaction.objectStore('leases').put(leaseFor(context, claim)),
    ]);
    return { kind: 'run', claim };
  });
}

/** Take over the job of a stopped worker; undefined if there is none to take over yet. */
export function claimInterrupted(context: Context, workspaceId: string, isAlone: boolean): Promise<Claim | undefined> {
  return context.store.portal.write(async (transaction) => {
    const lease = await transaction.objectStore('leases').get(workspaceId);
    if (!lease || (!isAlone && isLive(context, lease))) return undefined;
    const job = await transaction.objectStore('syncJobs').get(lease.jobId);
    if (job && isRunning(job.status) && job.attempts < maxAttempts) {
      return (await resumeIn(context, transaction, job)).claim;
    }
    if (job && isRunning(job.status)) await endJob(context, transaction, job, interrupted);
    else await transaction.objectStore('leases').delete(workspaceId);
    return undefined;
  });
}

async function resumeIn(context: Context, transaction: PortalTransaction, job: SyncJobRecord) {
  const resumed = { ...job, attempts: job.attempts + 1, modified: context.now() };
  const claim: Claim = { job: resumed, ownerId: randomText(12) };
  await transaction.objectStore('syncJobs').put(resumed);
  await transaction.objectStore('leases').put(leaseFor(context, claim));
  return { kind: 'run', claim } as const;
}

/** End a running job as failed and release its workspace, within a transaction. */
export async function endJob(
  context: Context,
  transaction: PortalTransaction,
  job: SyncJobRecord,
  summary: string,
): Promise<void> {
  const now = context.now();
  const tasks = job.tasks.map((task) =>
    task.endTime === -1 ? { ...task, status: 'failed' as const, endTime: now, summary } : task,
  );
  await transaction
    .objectStore('syncJobs')
    .put({ ...job, tasks, status: 'failed', summary, endTime: now, modified: now });
  await transaction.objectStore('leases').delete(job.workspaceId);
}
