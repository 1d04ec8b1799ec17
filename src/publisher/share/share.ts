import { Fault, type FaultCode } from '../../../sw/contract/index.ts';
import type { ShareJob } from './make-shared.ts';

export type ShareMessage =
  | { readonly type: 'made'; readonly data: Blob }
  | { readonly type: 'failed'; readonly code: FaultCode; readonly message: string };

/**
 * Make the data of a shared map in a worker of its own, which an abort ends.
 *
 * @throws {Fault} as `makeShared`; the signal's reason after an abort
 */
export function share(job: ShareJob, signal: AbortSignal): Promise<Blob> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'share' });
  return new Promise<Blob>((resolve, reject) => {
    const end = () => worker.terminate();
    signal.addEventListener('abort', () => {
      end();
      reject(signal.reason);
    });
    worker.onerror = ({ message }) => {
      end();
      reject(new Fault('internal', message ?? ''));
    };
    worker.onmessage = ({ data }: MessageEvent<ShareMessage>) => {
      end();
      if (data.type === 'made') resolve(data.data);
      else reject(new Fault(data.code, data.message));
    };
    worker.postMessage(job);
  });
}
