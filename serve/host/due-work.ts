import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../sw/context.ts';
import { inPath } from '../../sw/contract/in-path.ts';
import { deliverDue, resumeInterrupted, runSchedules } from '../../sw/portal/index.ts';
import type { InPage } from '../exchange.ts';

const intervalMs = 5000;

/**
 * Do due work now and regularly: scheduled and interrupted synchronizations, deliveries to webhooks, and tile jobs.
 *
 * Any number of processes with the same data can do this. Leases and the positions of jobs decide who does what.
 *
 * @param prepare is awaited before each round
 * @returns stops after the current round
 */
export function startDueWork(context: Context, inPage: InPage, prepare: () => Promise<void>): () => void {
  const stopped = new AbortController();
  const repeat = async (task: () => Promise<unknown>): Promise<void> => {
    while (!stopped.signal.aborted) {
      // The next round tries again. What failed in the work itself is recorded in its rows.
      await prepare()
        .then(task)
        .catch(() => undefined);
      await setTimeout(intervalMs, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);
    }
  };
  void repeat(() => synchronize(context));
  void repeat(() => deliverDue(context));
  void repeat(createTileWork(context, inPage, stopped.signal));
  return () => stopped.abort();
}

async function synchronize(context: Context): Promise<void> {
  await resumeInterrupted(context);
  for (const { id } of await context.store.portal.all('portals')) await runSchedules(context, id);
}

/**
 * Return a task that continues tile jobs.
 *
 * While a process works on a job, the job's position changes. So a job whose position is the same as in the round
 * before has no process. If two continue it at once, one of them fails to store its block and stops.
 */
function createTileWork({ store: { tiles } }: Context, inPage: InPage, stopped: AbortSignal): () => Promise<void> {
  let positions = new Map<string, number>();
  return async () => {
    const before = positions;
    positions = new Map();
    for (const service of new Set((await tiles.caches()).map((cache) => cache.service)))
      for (const { id, status, position } of await tiles.jobs(service)) {
        if (status !== 'running') continue;
        let last = before.get(id) === position ? position : undefined;
        while (last !== undefined && !stopped.aborted) {
          const { job } = await inPage<{ job: { status: string; position: number } }>(
            `admin/caches/${inPath(service)}/jobs/${id}/run`,
            { method: 'POST' },
          );
          last = job.status === 'running' && job.position !== last ? job.position : undefined;
        }
        positions.set(id, position);
      }
  };
}
