import { runJob } from '../one-job.ts';
import type { ProjectJob } from './make-project.ts';

const worker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'project' });

/**
 * Make a folder of a map for other map servers in a worker of its own, which an abort ends.
 *
 * @throws {Fault} as `makeProject`; the signal's reason after an abort
 */
export const takeProject = (job: ProjectJob, signal: AbortSignal): Promise<Blob> => runJob(worker, job, signal);
