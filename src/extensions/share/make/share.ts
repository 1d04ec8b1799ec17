import { runJob } from '../../../publish/import/one-job.ts';
import type { ShareJob } from './make-shared.ts';

const worker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'share' });

/**
 * Make the data of a shared map in a worker of its own, which an abort ends.
 *
 * @throws {Fault} as `makeShared`; the signal's reason after an abort
 */
export const share = (job: ShareJob, signal: AbortSignal): Promise<Blob> => runJob(worker, job, signal);
