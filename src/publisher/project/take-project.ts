import { Fault, type FaultCode } from '../../../sw/contract/index.ts';
import type { ProjectJob } from './make-project.ts';

export type ProjectMessage =
  | { readonly type: 'made'; readonly file: Blob }
  | { readonly type: 'failed'; readonly code: FaultCode; readonly message: string };

/**
 * Make a folder of a map for other map servers in a worker of its own, which an abort ends.
 *
 * @throws {Fault} as `makeProject`; the signal's reason after an abort
 */
export function takeProject(job: ProjectJob, signal: AbortSignal): Promise<Blob> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'project' });
  return new Promise<Blob>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.onerror = ({ message }) => reject(new Fault('internal', message ?? ''));
    worker.onmessage = ({ data }: MessageEvent<ProjectMessage>) =>
      data.type === 'made' ? resolve(data.file) : reject(new Fault(data.code, data.message));
    worker.postMessage(job);
  }).finally(() => worker.terminate());
}
