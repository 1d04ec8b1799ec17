import { Worker } from 'node:worker_threads';
import type { CallWorker } from '../../../src/worker-calls.ts';

/** Tells `reader-thread.ts` that its thread was started here. */
export const readerThread = 'soapstone-reader';

/**
 * Start a thread that answers the calls of `workerCalls`.
 *
 * @param script a built script
 */
export function startThread(script: URL): CallWorker {
  const thread = new Worker(script, { workerData: readerThread });
  const worker: CallWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (message, moved = []) => thread.postMessage(message, moved as ArrayBuffer[]),
    terminate: () => void thread.terminate(),
  };
  thread.on('message', (data) => worker.onmessage?.({ data } as MessageEvent));
  thread.on('error', ({ message }) => worker.onerror?.({ message } as ErrorEvent));
  return worker;
}
