import { wrongValue } from '../../contract/index.ts';
import { keysStartingWith } from '../../store/database.ts';
import { makeResultPage, type PortalHandler, principalUsername } from '../call.ts';
import { change } from '../change.ts';
import type { SyncJobRecord, SyncResult, SyncTask } from '../schema/portal-records.ts';
import { missingFault } from '../store/portal-store.ts';
import { isLive, isRunning } from '../sync/claim.ts';
import { nextRunAfter, resumeInterrupted, startSync } from '../sync/start-sync.ts';

export const syncWorkspace = (({ context, scope, path, principal, values, key }) =>
  startSync(
    context,
    {
      portalId: scope.portal.id,
      workspaceId: path.workspaceId,
      username: principalUsername(principal),
      execType: 'manual',
      key,
    },
    values.async,
  )) satisfies PortalHandler<'syncWorkspace'>;

export const syncStatus = (async ({ context, path, values }) => {
  const { jobs, lease } = await context.store.portal.read(async (transaction) => ({
    jobs: await transaction
      .objectStore('syncJobs')
      .index('workspace')
      .getAll(keysStartingWith([path.workspaceId])),
    lease: await transaction.objectStore('leases').get(path.workspaceId),
  }));
  // Reading the jobs resumes a job whose worker was stopped.
  if (lease && !isLive(context, lease)) await resumeInterrupted(context);
  return makeResultPage('status', jobs.reverse(), values, shown);
}) satisfies PortalHandler<'syncStatus'>;

export const syncStatusDetail = (async ({ context, path }) => {
  const job = await context.store.portal.get('syncJobs', path.syncId);
  if (job?.workspaceId !== path.workspaceId) throw missingFault('Synchronisation', path.syncId);
  const peers = [...new Set(job.tasks.map((task) => task.peerPortalId))];
  const taskStatus = peers.flatMap((peer) =>
    job.tasks
      .filter((task) => task.peerPortalId === peer)
      .toSorted((a, b) => b.id.localeCompare(a.id))
      .map((task) => toTaskView(job, task)),
  );
  return {
    ...shown(job),
    attempts: job.attempts,
    username: job.username,
    participants: [{ participantId: job.portalId, taskStatus }],
    items: job.results,
  };
}) satisfies PortalHandler<'syncStatusDetail'>;

function shown(job: SyncJobRecord) {
  const { id, execType, startTime, endTime, status, summary, tasks, results } = job;
  const planned = tasks.filter((task) => task.name.startsWith('Upload')).reduce((sum, task) => sum + task.planned, 0);
  const failedCount = results.filter((result) => result.outcome === 'failed').length;
  return {
    syncId: id,
    syncExecType: execType,
    startTime,
    endTime,
    status,
    summary: isRunning(status) ? `${results.length} of ${planned} items` : summary,
    plannedCount: planned,
    succeededCount: results.length - failedCount,
    failedCount,
  };
}

/** Describe a task. Only an upload task has results, because it copies the items. */
function toTaskView(job: SyncJobRecord, { planned, ...task }: SyncTask) {
  const taskResults = job.results.filter((result) => result.peerPortalId === task.peerPortalId);
  const failed = taskResults.filter((result) => result.outcome === 'failed');
  const results = {
    succeededCount: taskResults.length - failed.length,
    failedCount: failed.length,
    notProcessedCount: Math.max(0, planned - taskResults.length),
  };
  const counts = task.name.startsWith('Upload')
    ? [{ taskStatusId: task.id, results, failed: failed.map(toFailureView), notProcessed: [], created: task.endTime }]
    : [];
  return { ...task, syncId: job.id, modified: job.modified, results: counts };
}

const toFailureView = ({ itemId, title, reason }: SyncResult) => ({ itemId, title, reason });

export const schedule = (async ({ context, scope, path }) => {
  const row = await context.store.portal.get('schedules', [path.workspaceId, scope.portal.id]);
  if (!row) return { isScheduled: false };
  const { startTime, intervalHours, repeatCount, runs, nextRun } = row;
  return { isScheduled: nextRun !== -1, startTime, interval: intervalHours, repeatCount, runs, nextRun };
}) satisfies PortalHandler<'schedule'>;

export const updateSchedule = ((call) =>
  change(call, async (transaction) => {
    const { context, scope, path, values } = call;
    const now = context.now();
    const { startTime = now, interval, repeatCount } = values;
    if (repeatCount === 0) throw wrongValue('bad-value', "'repeatCount'", 'a number ≥ 1, or -1 to repeat forever', '0');
    await transaction.objectStore('schedules').put({
      workspaceId: path.workspaceId,
      portalId: scope.portal.id,
      startTime,
      intervalHours: interval,
      repeatCount,
      runs: 0,
      nextRun: startTime >= now ? startTime : nextRunAfter(now, startTime, interval),
    });
    return { success: true };
  })) satisfies PortalHandler<'updateSchedule'>;

export const deleteSchedule = ((call) =>
  change(call, async (transaction) => {
    await transaction.objectStore('schedules').delete([call.path.workspaceId, call.scope.portal.id]);
    return { success: true };
  })) satisfies PortalHandler<'deleteSchedule'>;
