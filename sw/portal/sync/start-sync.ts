import { type Context, inBackground } from '../../context.ts';
import { Fault, toFault } from '../../contract/index.ts';
import type { SyncJobRecord } from '../schema/portal-records.ts';
import { type Claimed, claimInterrupted, claimSync, isRunning, type SyncRequest } from './claim.ts';
import { runSync } from './run-sync.ts';

const pollMs = 200;

/** The job of a request; how it ended where it was waited for and did not succeed in everything. */
type SyncAnswer = {
  readonly jobId: string;
  readonly key: string;
  readonly success: boolean;
  readonly status?: SyncJobRecord['status'];
  readonly summary?: string;
};

/**
 * Synchronise a workspace, and answer its job when it has ended, or at once with `isAsync`.
 *
 * @returns `jobId`, `key` and `success`; a job that ended in another way than `completed` also has `status` and
 * `summary`, and `success` is false
 * @throws {Fault} `conflict` with the running job when another synchronisation runs; with `isAsync` it is answered
 * with `success: false`
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
    // The same request runs elsewhere: wait for it, and take over should its worker be stopped.
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

interface Begun {
  readonly claimed: Promise<Claimed>;
  /** The job as it ended; undefined when it was not ours to run. */
  readonly ended: Promise<SyncJobRecord | undefined>;
}

/** Take the workspace and run, holding its lock to the end where the host has locks. */
function begin(context: Context, request: SyncRequest): Begun {
  let resolve: (claimed: Claimed) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const claimed = new Promise<Claimed>((onClaimed, onFailed) => {
    resolve = onClaimed;
    reject = onFailed;
  });
  const ended = withWorkspaceLock(context, request.workspaceId, async (isAlone) => {
    const found = await claimSync(context, request, isAlone);
    resolve(found);
    return found.kind === 'run' ? runSync(context, found.claim) : undefined;
  });
  ended.catch(reject);
  return { claimed, ended };
}

/**
 * Run a task with the lock of a workspace, or without it: the lease then says who holds it.
 *
 * @param task gets true when nothing else can be synchronising the workspace
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

/** Say what became of a job; one that did not succeed in everything says why. */
function answerEnded(job: SyncJobRecord): SyncAnswer {
  const { id, key, status, summary } = job;
  return status === 'completed' ? answerStarted(job) : { jobId: id, key, success: false, status, summary };
}

function answerBusy({ id, key, workspaceId }: SyncJobRecord, isAsync: boolean): SyncAnswer {
  if (isAsync) return { jobId: id, key, success: false };
  throw new Fault('conflict', `Sync already in progress for workspace ${workspaceId}.`, { jobId: id, key });
}

/**
 * Go on with the synchronisations whose worker was stopped; one that was begun too often ends as failed.
 *
 * @returns how many leases were looked at that had no holder alive
 */
export async function resumeInterrupted(context: Context): Promise<number> {
  const leases = await context.store.portal.all('leases');
  const started = leases.map(
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

/** The first time after now that a schedule runs. */
export function nextRunAfter(now: number, startTime: number, intervalHours: number): number {
  if (startTime > now) return startTime;
  const intervalMs = intervalHours * hourMs;
  return startTime + (Math.floor((now - startTime) / intervalMs) + 1) * intervalMs;
}

/**
 * Start the synchronisations of a portal that are due. Times that were missed while no page was open count as one.
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
    // Two pages may ask at the same time: the one that moves the time on starts it.
    const isMine = await context.store.portal.write(async (transaction) => {
      const current = await transaction.objectStore('schedules').get([row.workspaceId, row.portalId]);
      if (current?.nextRun !== row.nextRun) return false;
      const runs = current.runs + 1;
      const isOver = current.repeatCount !== -1 && runs >= current.repeatCount;
      const nextRun = isOver ? -1 : nextRunAfter(now, current.startTime, current.intervalHours);
      await transaction.objectStore('schedules').put({ ...current, runs, nextRun });
      return true;
    });
    if (!isMine) continue;
    const key = `schedule:${row.workspaceId}:${row.portalId}:${row.nextRun}`;
    const { workspaceId } = row;
    const request = { portalId, workspaceId, username: 'schedule', execType: 'scheduled' as const, key };
    // One that cannot start, such as without a group, must not keep the others from it.
    const reply = await startSync(context, request, true).catch((error: unknown) => void toFault(error));
    if (reply?.success === true) started++;
  }
  return started;
}
