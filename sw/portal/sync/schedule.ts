import type { Context } from '../../context.ts';
import { toFault } from '../../contract/index.ts';
import { startSync } from './start-sync.ts';

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
