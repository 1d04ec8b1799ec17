import { type Context, inBackground } from '../../context.ts';
import { Fault, toFault } from '../../contract/index.ts';
import type { SyncJobRecord } from '../schema/portal-records.ts';
import { type Claimed, claimInterrupted, claimSync, isLive, isRunning, type SyncRequest } from './claim.ts';
import { runSync } from './run-sync.ts';

const pollMs = 200;

/** Job of a request. If the caller waited and the job didn't complete, it also has the status and summary. */
type SyncAnswer = {
  readonly jobId: string;
  readonly key: string;
  readonly success: boolean;
  readonly status?: SyncJobRecord['status'];
  readonly summary?: string;
};

/**
 * Synchronize a workspace. Return its job at the end, or immediately with `isAsync`.
 *
 * @returns `jobId`, `key` and `success`; for any status other than `completed`, `success` is false and `status` and
 *   `summary` are set
 * @throws {Fault} `conflict` with the running job when another synchronization runs; with `isAsync`, the response has
 *   `success: false` instead
 */
export async function startSync(context: Context, request: SyncRequest, isAsync: boolean): Promise<SyncAnswer> {
  for (;;) {
    const started = begin(context, request);
    const claimed = await started.claimed;
    if (claimed.kind === 'busy') return answerBusy(claimed.job, isAsync);
    if (isAsync) {
      inBackground(context, started.ended);
      return answerStarted(claimed.kind === 'run' ? claimed.claim.job : claimed.job);
    }
    if (claimed.kind === 'run') return answerEnded((await started.ended) ?? claimed.claim.job);
    if (!isRunning(claimed.job.status)) return answerEnded(claimed.job);
    // The same request runs in another worker. Wait for it, and take over if that worker is stopped.
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

interface Begun {
  readonly claimed: Promise<Claimed>;
  /** The ended job; undefined if this worker didn't run it. */
  readonly ended: Promise<SyncJobRecord | undefined>;
}

/** Claim the workspace and run the job, with the workspace lock until the end if the host has locks. */
function begin(context: Context, request: SyncRequest): Begun {
  let resolve: (claimed: Claimed) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const claimed = new Promise<Claimed>((onClaimed, onFailed) => {
    resolve = onClaimed;
    reject = onFailed;
  });
  const ended = withWorkspaceLock(context, request.workspaceId, async (isAlone) => {
    const claim = await claimSync(context, request, isAlone);
    resolve(claim);
    return claim.kind === 'run' ? runSync(context, claim.claim) : undefined;
  });
  ended.catch(reject);
  return { claimed, ended };
}

/**
 * Run a task with the lock of a workspace. Without locks, only the lease protects the workspace.
 *
 * @param task called with true if nothing else can be synchronizing the workspace
 */
export function withWorkspaceLock<T>(
  context: Context,
  workspaceId: string,
  task: (isAlone: boolean) => Promise<T>,
): Promise<T> {
  if (!context.locks) return task(false);
  const name = `soapstone-sync:${context.base}:${workspaceId}`;
  return context.locks.request(name, { ifAvailable: true }, (lock) => task(lock !== null));
}

const answerStarted = ({ id, key }: SyncJobRecord): SyncAnswer => ({ jobId: id, key, success: true });

/** Return the response for an ended job, with status and summary if it didn't complete. */
function answerEnded(job: SyncJobRecord): SyncAnswer {
  const { id, key, status, summary } = job;
  return status === 'completed' ? answerStarted(job) : { jobId: id, key, success: false, status, summary };
}

function answerBusy({ id, key, workspaceId }: SyncJobRecord, isAsync: boolean): SyncAnswer {
  if (isAsync) return { jobId: id, key, success: false };
  throw new Fault('conflict', `Workspace "${workspaceId}" is already being synchronised. Wait until it ends.`, {
    jobId: id,
    key,
  });
}

/**
 * Resume synchronizations whose worker was stopped. A job that was started too often ends as failed.
 *
 * @returns the number of leases whose holder was no longer running
 */
export async function resumeInterrupted(context: Context): Promise<number> {
  const leases = await context.store.portal.all('leases');
  // Without locks, a live lease can't be taken over, so don't write.
  const open = leases.filter((lease) => context.locks || !isLive(context, lease));
  const started = open.map(
    ({ workspaceId }) =>
      new Promise<boolean>((resolve, reject) => {
        const done = withWorkspaceLock(context, workspaceId, async (isAlone) => {
          const claim = await claimInterrupted(context, workspaceId, isAlone);
          resolve(claim !== undefined);
          if (claim) await runSync(context, claim);
        });
        inBackground(context, done);
        done.catch(reject);
      }),
  );
  return (await Promise.all(started)).filter((isResumed) => isResumed).length;
}

const hourMs = 60 * 60 * 1000;

/** Return the first run of a schedule after `now`. */
export function nextRunAfter(now: number, startTime: number, intervalHours: number): number {
  if (startTime > now) return startTime;
  const intervalMs = intervalHours * hourMs;
  return startTime + (Math.floor((now - startTime) / intervalMs) + 1) * intervalMs;
}

/**
 * Start the due synchronizations of a portal. Runs missed while no page was open count as one.
 *
 * @returns how many were started
 */
export async function runSchedules(context: Context, portalId: string): Promise<number> {
  const now = context.now();
  const due = (await context.store.portal.all('schedules')).filter(
    (row) => row.portalId === portalId && row.nextRun !== -1 && row.nextRun <= now,
  );
  let started = 0;
  for (const row of due) {
    // Two pages can call this at the same time. The page that advances the schedule starts the job.
    const hasAdvanced = await context.store.portal.write(async (transaction) => {
      const current = await transaction.objectStore('schedules').get([row.workspaceId, row.portalId]);
      if (current?.nextRun !== row.nextRun) return false;
      const runs = current.runs + 1;
      const isOver = current.repeatCount !== -1 && runs >= current.repeatCount;
      const nextRun = isOver ? -1 : nextRunAfter(now, current.startTime, current.intervalHours);
      await transaction.objectStore('schedules').put({ ...current, runs, nextRun });
      return true;
    });
    if (!hasAdvanced) continue;
    const key = `schedule:${row.workspaceId}:${row.portalId}:${row.nextRun}`;
    const { workspaceId } = row;
    const request = { portalId, workspaceId, username: 'schedule', execType: 'scheduled' as const, key };
    // A schedule that can't start, for example without a group, must not block the other schedules.
    const reply = await startSync(context, request, true).catch((error: unknown) => void toFault(error));
    if (reply?.success === true) started++;
  }
  return started;
}
