import type { Context } from '../../context.ts';
import { Fault } from '../../contract/index.ts';
import type { SyncJobRecord } from '../../store/portal-records.ts';
import type { Reply } from '../call.ts';
import { inBackground } from '../in-background.ts';
import { type Claimed, claimSync, type SyncRequest } from './claim.ts';
import { isRunning } from './lease.ts';
import { runSync } from './run-sync.ts';

const pollMs = 200;

/**
 * Synchronise a workspace, and answer its job when it has ended, or at once with `isAsync`.
 *
 * @throws {Fault} `conflict` when another synchronisation runs; asynchronously it is answered with `success: false`
 */
export async function startSync(context: Context, request: SyncRequest, isAsync: boolean): Promise<Reply> {
  for (;;) {
    const started = begin(context, request);
    const claimed = await started.claimed;
    if (claimed.kind === 'busy') return answerBusy(claimed.job, isAsync);
    if (isAsync) {
      inBackground(context, started.ended);
      return answer(claimed.kind === 'run' ? claimed.claim.job : claimed.job);
    }
    if (claimed.kind === 'run') return answer((await started.ended) ?? claimed.claim.job);
    if (!isRunning(claimed.job.status)) return answer(claimed.job);
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
 * Run a task with the lock of a workspace. Who does not get it is told so: the lease then says whose it is.
 *
 * @param task told whether nobody else can be running a synchronisation of the workspace
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

const answer = ({ id, key }: SyncJobRecord): Reply => ({ jobId: id, key, success: true });

function answerBusy(job: SyncJobRecord, isAsync: boolean): Reply {
  if (isAsync) return { jobId: job.id, key: job.key, success: false };
  throw new Fault('conflict', `Sync already in progress for workspace ${job.workspaceId}.`, { jobId: job.id });
}
