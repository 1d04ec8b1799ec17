import type { Context } from '../../context.ts';
import { Fault } from '../../contract/index.ts';
import { linkOf } from '../call.ts';
import { rememberedForMs } from '../change.ts';
import { randomText } from '../digest.ts';
import type { SyncJobRecord } from '../schema/portal-records.ts';
import { missingFault } from '../scope.ts';
import type { PortalTransaction, ReplicationTransaction } from '../store/portal-store.ts';
import { type Claim, isLive, isRunning, leaseFor } from './lease.ts';

/** What a synchronisation is asked with. */
export interface SyncRequest {
  readonly portalId: string;
  readonly workspaceId: string;
  readonly username: string;
  readonly execType: SyncJobRecord['execType'];
  /** Equal for a request that is sent again; undefined for one that has no name. */
  readonly key: string | undefined;
}

/** `run`: the caller has the workspace and must run the job. `known`: the job of this request. `busy`: another's job. */
export type Claimed =
  | { readonly kind: 'run'; readonly claim: Claim }
  | { readonly kind: 'known'; readonly job: SyncJobRecord }
  | { readonly kind: 'busy'; readonly job: SyncJobRecord };

/** A job whose worker was stopped this often stops the next worker too. */
const mostAttempts = 3;
const maximumJobs = 50;

const interrupted = 'Interrupted: the browser stopped the worker before it was done.';

/**
 * Claim the workspace for a request: this alone decides that one synchronisation runs at a time.
 *
 * @param isAlone true when the caller holds the lock of the workspace, so that the previous holder of the lease is dead
 * @throws {Fault} `not-found` without the workspace, `bad-value` without a group in it
 */
export function claimSync(context: Context, request: SyncRequest, isAlone: boolean): Promise<Claimed> {
  return context.store.portal.write(async (transaction) => {
    const workspace = await transaction.objectStore('workspaces').get(request.workspaceId);
    if (!workspace) throw missingFault('Workspace', request.workspaceId);
    const jobs = transaction.objectStore('syncJobs');
    const history = await jobs
      .index('workspace')
      .getAll(IDBKeyRange.bound([request.workspaceId], [request.workspaceId, []]));
    const same = request.key ? history.findLast((job) => job.requestKey === request.key) : undefined;
    if (same && !isRunning(same.status) && context.now() - same.endTime < rememberedForMs)
      return { kind: 'known', job: same };
    const lease = await transaction.objectStore('leases').get(request.workspaceId);
    const holder = lease && (await jobs.get(lease.jobId));
    if (lease && holder && isRunning(holder.status)) {
      const isMine = holder.id === same?.id;
      if (!isAlone && isLive(context, lease)) return { kind: isMine ? 'known' : 'busy', job: holder };
      if (isMine && holder.attempts < mostAttempts) return resumeIn(context, transaction, holder);
      await endInterrupted(context, transaction, holder);
      if (isMine) return { kind: 'known', job: { ...holder, status: 'failed', summary: interrupted } };
    }
    if (!linkOf(workspace, request.portalId)?.portalGroupId) {
      throw new Fault(
        'bad-value',
        `Workspace "${workspace.name}": a group of this portal linked with it expected, none found.`,
      );
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
      ...old.map((one) => jobs.delete(one.id)),
      jobs.put(job),
      transaction.objectStore('leases').put(leaseFor(context, claim)),
    ]);
    return { kind: 'run', claim };
  });
}

/** Take over the job of a worker that was stopped; undefined when there is nothing to take over yet. */
export function claimInterrupted(context: Context, workspaceId: string, isAlone: boolean): Promise<Claim | undefined> {
  return context.store.portal.write(async (transaction) => {
    const lease = await transaction.objectStore('leases').get(workspaceId);
    if (!lease || (!isAlone && isLive(context, lease))) return undefined;
    const job = await transaction.objectStore('syncJobs').get(lease.jobId);
    if (job && isRunning(job.status) && job.attempts < mostAttempts) {
      return (await resumeIn(context, transaction, job)).claim;
    }
    if (job && isRunning(job.status)) await endInterrupted(context, transaction, job);
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

async function endInterrupted(context: Context, transaction: PortalTransaction, job: SyncJobRecord): Promise<void> {
  await endJob(context, transaction, job, interrupted);
}

/** End a running job as failed and free its workspace, within a transaction. */
export async function endJob(
  context: Context,
  stores: PortalTransaction | ReplicationTransaction,
  job: SyncJobRecord,
  summary: string,
): Promise<void> {
  const transaction = stores as PortalTransaction;
  const now = context.now();
  const tasks = job.tasks.map((task) =>
    task.endTime === -1 ? { ...task, status: 'failed' as const, endTime: now, summary } : task,
  );
  await transaction
    .objectStore('syncJobs')
    .put({ ...job, tasks, status: 'failed', summary, endTime: now, modified: now });
  await transaction.objectStore('leases').delete(job.workspaceId);
}
