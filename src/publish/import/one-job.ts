import { Fault, type FaultCode, toFault } from '../../../sw/contract/index.ts';

type JobMessage<R> =
  | { readonly type: 'made'; readonly result: R }
  | {
      readonly type: 'failed';
      readonly code: FaultCode;
      readonly message: string;
      readonly detail: Fault['detail'];
    };

/** The part of `DedicatedWorkerGlobalScope` that is used; the page's own library has no type for it. */
interface Host<J, R> {
  postMessage(message: JobMessage<R>): void;
  onmessage: ((event: MessageEvent<J>) => void) | null;
}

/**
 * Do one job in a worker of its own, which ends afterwards.
 *
 * @throws {Fault} as the work; `internal` when the worker itself fails; the signal's reason after an abort
 */
export function runJob<J, R>(worker: () => Worker, job: J, signal?: AbortSignal): Promise<R> {
  signal?.throwIfAborted();
  const started = worker();
  return new Promise<R>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
    started.onerror = ({ message }) => reject(new Fault('internal', message ?? ''));
    started.onmessage = ({ data }: MessageEvent<JobMessage<R>>) =>
      data.type === 'made' ? resolve(data.result) : reject(new Fault(data.code, data.message, data.detail));
    started.postMessage(job);
  }).finally(() => started.terminate());
}

/** Answer the job that `runJob` sends to this worker. */
export function serveJob<J, R>(work: (job: J) => Promise<R>): void {
  const host = globalThis as unknown as Host<J, R>;
  host.onmessage = async ({ data }) => {
    try {
      host.postMessage({ type: 'made', result: await work(data) });
    } catch (error) {
      const { code, message, detail } = toFault(error);
      host.postMessage({ type: 'failed', code, message, detail });
    }
  };
}
