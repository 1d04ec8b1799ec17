import type { Context } from '../../context.ts';
import { type Claim, updateJob } from './lease.ts';
import type { Peer } from './peer.ts';

const taskNames = [
  'Check reachability, fetch items and diff',
  'Export replication package',
  'Upload and import replication package to peer',
] as const;

const taskId = (claim: Claim, peerPortalId: string, index: number): string =>
  `${claim.job.id}-${peerPortalId}-${index + 1}`;

/** Record the start of a step of the work with a peer; a restart replaces its record. */
export function startTask(
  context: Context,
  claim: Claim,
  peer: Peer,
  index: number,
  planned: number,
): Promise<unknown> {
  const id = taskId(claim, peer.portalId, index);
  return updateJob(context, claim, (job) => ({
    ...job,
    tasks: [
      ...job.tasks.filter((task) => task.id !== id),
      {
        id,
        peerPortalId: peer.portalId,
        name: taskNames[index] ?? '',
        status: 'in_progress',
        startTime: context.now(),
        endTime: -1,
        summary: '',
        planned,
      },
    ],
  }));
}

/** Record the end of a step. */
export function endTask(context: Context, claim: Claim, peer: Peer, index: number, summary: string): Promise<unknown> {
  const id = taskId(claim, peer.portalId, index);
  return updateJob(context, claim, (job) => ({
    ...job,
    tasks: job.tasks.map((task) =>
      task.id === id ? { ...task, status: 'completed' as const, endTime: context.now(), summary } : task,
    ),
  }));
}

/** Record the failure of the running step with a peer. */
export function failTasks(context: Context, claim: Claim, peerPortalId: string, summary: string): Promise<unknown> {
  return updateJob(context, claim, (job) => ({
    ...job,
    tasks: job.tasks.map((task) =>
      task.peerPortalId === peerPortalId && task.endTime === -1
        ? { ...task, status: 'failed' as const, endTime: context.now(), summary }
        : task,
    ),
  }));
}
